package connected

import "math/bits"

// class is what a point says to the next one.
type class uint8

const (
	classNone class = iota // before the first point
	classEmpty
	classLive                   // plus the colour
	classClosed = classLive + 2 // needy, no later point of its string; plus the colour
	classOpen   = classLive + 4 // needy, its string goes on; plus the colour
)

func classOf(s symbol) class {
	switch {
	case s == empty:
		return classEmpty
	case s.isLive():
		return classLive + class(s.colour())
	case s.next():
		return classOpen + class(s.colour())
	default:
		return classClosed + class(s.colour())
	}
}

func (k class) isStone() bool        { return k >= classLive }
func (k class) isNeedy() bool        { return k >= classClosed }
func (k class) isClosed() bool       { return k == classClosed || k == classClosed+1 }
func (k class) isOpen() bool         { return k >= classOpen }
func (k class) colour() colour       { return colour(k-classLive) & 1 }
func (k class) isLive(c colour) bool { return k == classLive+class(c) }

// interfaceClass is a state of the intra-border automaton (Combinatorics of Go,
// section 5.2 and Figure 10): all that the points read so far say about those
// to come. At the split of a word in two halves it is what one half must know
// of the other.
type interfaceClass struct {
	class class // of the last point
	// adjacent tells whether the last point and the next are neighbours: all
	// are but the two at the kink, and those too where what the upper one has
	// can only have come through the point between them (Definition 3).
	adjacent bool
	// stack holds the colours of the needy strings that go on, the innermost
	// in the lowest bit, above a sentinel bit.
	stack uint32
}

const emptyStack = 1

var startInterface = interfaceClass{class: classNone, stack: emptyStack}

// read returns the interface class after one more point; kink tells whether the point
// is the last one of the new column. It reports false if no valid border word
// goes on like that.
func (c interfaceClass) read(s symbol, kink bool) (interfaceClass, bool) {
	if c.adjacent && !c.class.allows(s) {
		return interfaceClass{}, false
	}
	stack, ok := c.push(s)
	if !ok {
		return interfaceClass{}, false
	}
	adjacent := !kink || virtuallyAdjacent(c.class, s)
	return interfaceClass{class: classOf(s), adjacent: adjacent, stack: stack}, true
}

// push returns the stack after a point.
func (c interfaceClass) push(s symbol) (uint32, bool) {
	if !s.isNeedy() {
		return c.stack, true
	}
	col := uint32(s.colour())
	switch {
	case s.prev() && (c.stack == emptyStack || c.stack&1 != col):
		return 0, false
	case s.prev() && !s.next():
		return c.stack >> 1, true
	case !s.prev() && s.next():
		return c.stack<<1 | col, true
	}
	return c.stack, true
}

// allows reports whether a point of class k can be the neighbour of s: a
// needy stone has no empty neighbour, no live neighbour of its colour, and is
// in one string with a needy one.
func (k class) allows(s symbol) bool {
	switch {
	case k == classNone:
		return true
	case s == empty:
		return !k.isNeedy()
	case k == classEmpty:
		return !s.isNeedy()
	case k.colour() != s.colour():
		return true
	case !k.isNeedy():
		return s.isLive()
	default:
		return k.isOpen() && s.isNeedy() && s.prev()
	}
}

// virtuallyAdjacent reports whether s, the last point of the new column below
// a point of class up, counts as a neighbour of the next point, the first of
// the old column: s got its liberty or its connection not from above, so it
// came through the point beside it, which is that point's neighbour too.
func virtuallyAdjacent(up class, s symbol) bool {
	switch {
	case s == empty:
		return false
	case s.isLive():
		return up != classEmpty && !up.isLive(s.colour())
	case !s.prev() && !s.next():
		return false
	default:
		return !up.isNeedy() || up.colour() != s.colour()
	}
}

// depth is the number of needy strings that go on.
func (c interfaceClass) depth() int { return bits.Len32(c.stack) - 1 }

// slot returns the colour of the j-th string that goes on, the outermost
// being number 0.
func (c interfaceClass) slot(j int) colour {
	return colour(c.stack >> (c.depth() - 1 - j) & 1)
}

// swap exchanges the colours.
func (c interfaceClass) swap() interfaceClass {
	if c.class.isStone() {
		c.class = (c.class - classLive ^ 1) + classLive
	}
	c.stack ^= 1<<c.depth() - 1
	return c
}

// isNeutral reports whether exchanging colours leaves the interface class alone.
func (c interfaceClass) isNeutral() bool { return !c.class.isStone() && c.stack == emptyStack }

// isWhite reports whether the first colour of the interface class, that of the last
// point or else of the innermost string, is white. Of an interface class and its swap
// the vector stores the one that is not white.
func (c interfaceClass) isWhite() bool {
	if c.class.isStone() {
		return c.class.colour() == 1
	}
	return c.stack != emptyStack && c.stack&1 == 1
}

// key orders interface classes.
func (c interfaceClass) key() uint64 {
	k := uint64(c.stack)<<4 | uint64(c.class)<<1
	if c.adjacent {
		k |= 1
	}
	return k
}

// reader is the automaton written out, as far as it has been used: its states are
// numbered, and of each the points that may follow are listed.
type reader struct {
	interfaces []interfaceClass
	number     map[interfaceClass]int32
	// steps are those of each state, from an ordinary point and from the last one of
	// the new column; nil before they are asked for.
	steps [2][][]readStep
}

// readStep is a point that may follow, and the state after it.
type readStep struct {
	symbol symbol
	depth  int8 // of the stack after it
	to     int32
}

func newReader() *reader { return &reader{number: map[interfaceClass]int32{}} }

// state returns the number of an interface class.
func (r *reader) state(c interfaceClass) int32 {
	state, known := r.number[c]
	if !known {
		state = int32(len(r.interfaces))
		r.number[c] = state
		r.interfaces = append(r.interfaces, c)
		for kink := range r.steps {
			r.steps[kink] = append(r.steps[kink], nil)
		}
	}
	return state
}

// from returns the steps of a state, those with smaller symbols first.
func (r *reader) from(state int32, kink bool) []readStep {
	row := 0
	if kink {
		row = 1
	}
	if r.steps[row][state] == nil {
		steps := []readStep{}
		for _, s := range symbols {
			if after, ok := r.interfaces[state].read(s, kink); ok {
				steps = append(steps, readStep{s, int8(after.depth()), r.state(after)})
			}
		}
		r.steps[row][state] = steps
	}
	return r.steps[row][state]
}

// words calls visit for every way to go on by n points from a state, with the kink
// after the point number kink-1 of them (0: no kink inside) and with the state that
// results. Words come in lexicographic order, point 0 counting most. Strings that could
// not end within room more points are left out.
func (r *reader) words(state int32, n, kink, room int, visit func(word, int32)) {
	if r.interfaces[state].depth() <= n+room {
		r.extend(state, 0, n, kink, room, 0, visit)
	}
}

func (r *reader) extend(state int32, i, n, kink, room int, w word, visit func(word, int32)) {
	if i == n {
		visit(w, state)
		return
	}
	for _, s := range r.from(state, i == kink-1) {
		if int(s.depth) <= n-i-1+room {
			r.extend(s.to, i+1, n, kink, room, w.with(i, s.symbol), visit)
		}
	}
}

// after returns the interface class after the n points of w.
func (c interfaceClass) after(w word, n, kink int) (interfaceClass, bool) {
	ok := true
	for i := 0; i < n && ok; i++ {
		c, ok = c.read(w.at(i), i == kink-1)
	}
	return c, ok
}
