package connected

import (
	"math/bits"
)

// symbols is everything that a valid border says of a point, in a fixed order.
var symbols = [11]Symbol{
	Empty, Live + Black, Live + White,
	Needy * Black, Needy*Black + Later,
	Needy*Black + Earlier, Needy*Black + Marks,
	Needy * White, Needy*White + Later,
	Needy*White + Earlier, Needy*White + Marks,
}

// interfaceClass is a state of the intra-border automaton (Combinatorics of Go, section 5.2 and
// Figure 10): all that the points read so far say about those to come. At the split of a border in
// two halves it is what one half must know of the other.
type interfaceClass struct {
	// last is the last point without the mark Earlier, and Edge before the first point.
	last Symbol
	// adjacent tells whether the last point and the next are neighbours: all are but the two at the
	// kink, and those too where what the upper one has can only have come through the point between
	// them (Definition 3).
	adjacent bool
	// stack holds the colours of the needy strings that go on, the innermost in the lowest bit,
	// above a sentinel bit.
	stack uint32
}

const emptyStack = 1

var startInterface = interfaceClass{last: Edge, stack: emptyStack}

// read returns the interface class after one more point; kink tells whether the point is the last
// one of the new column. It reports false if no valid border goes on like that.
func (c interfaceClass) read(s Symbol, kink bool) (interfaceClass, bool) {
	if c.adjacent && !allows(c.last, s) {
		return interfaceClass{}, false
	}
	stack, ok := c.push(s)
	next := interfaceClass{last: s, adjacent: !kink || virtuallyAdjacent(c.last, s), stack: stack}
	if s.Linked() {
		next.last &^= Earlier
	}
	return next, ok
}

// push returns the stack after a point.
func (c interfaceClass) push(s Symbol) (uint32, bool) {
	if !s.Linked() {
		return c.stack, true
	}
	color := uint32(s.Kind() - Black)
	switch s & Marks {
	case Later:
		return c.stack<<1 | color, true
	case Earlier, Marks:
		if c.stack == emptyStack || c.stack&1 != color {
			return 0, false
		}
	}
	if s&Marks == Earlier {
		return c.stack >> 1, true
	}
	return c.stack, true
}

// depth is the number of needy strings that go on.
func (c interfaceClass) depth() int { return bits.Len32(c.stack) - 1 }

// allows reports whether a point that ends with last can be the neighbour of s: a needy stone has
// no empty neighbour, no live neighbour of its colour, and is in one string with a needy one.
func allows(last, s Symbol) bool {
	switch {
	case last == Edge:
		return true
	case s == Empty:
		return !last.Linked()
	case last == Empty:
		return !s.Linked()
	case last.Color() != s.Color():
		return true
	case !last.Linked():
		return !s.Linked()
	}
	return last&Later != 0 && s.Linked() && s&Earlier != 0
}

// virtuallyAdjacent reports whether s, the last point of the new column below the point up, counts
// as a neighbour of the next point, the first of the old column: s got its liberty or its
// connection not from above, so it came through the point next to it, which is that point's
// neighbour too.
func virtuallyAdjacent(up, s Symbol) bool {
	switch {
	case s == Empty:
		return false
	case !s.Linked():
		return up != Empty && up != s
	case s&Marks == 0:
		return false
	}
	return !up.Linked() || up.Kind() != s.Kind()
}

// words calls visit for every way to read the points from i to end-1 of a border of a height with
// a kink, and with the class after them. Strings that could not end on the border are left out.
func (c interfaceClass) words(i, end, height, kink int, w Word, visit func(Word, interfaceClass)) {
	if i == end {
		visit(w, c)
		return
	}
	for _, s := range symbols {
		if next, ok := c.read(s, i == kink-1); ok && next.depth() < height-i {
			next.words(i+1, end, height, kink, w.With(i, s), visit)
		}
	}
}
