package connected

import (
	"context"
	"testing"
)

// Here is the plain form of moves and operations: words with their strings spelt out, and a
// stand-in for the idle half.

// successor is what a move in the active half leads to.
type successor struct {
	to     interfaceClass
	active word
	op     operation
}

// movePlainly puts point y of the new column in the active half of a kink-y state
// and returns the kink-(y+1) state that results, with colours exchanged where
// that state's interface class or, where that is neutral, its active half asks for it.
func (s split) movePlainly(active half, from interfaceClass, w word, y int, point symbol) (successor, bool) {
	idle, idlePoints, at := standIn(active.other(), from)
	n := s.size(active)
	var l labelled
	first, i := 0, y
	if active == prefix {
		for j := range at {
			at[j] += n
		}
		l.spellOn(idle, idlePoints, l.spellOn(w, n, nil))
	} else {
		first, i = idlePoints, idlePoints+y-s.p
		l.spellOn(w, n, l.spellOn(idle, idlePoints, nil))
	}
	if !l.place(i, point) {
		return successor{}, false
	}
	after := l.flagged(0, 0)
	next := successor{
		active: pack(after[first : first+n]),
		op:     observe(&l, at, first, first+n),
	}
	if active == prefix {
		next.to = s.interfaceAfter(next.active, y+1)
	} else {
		next.to = interfaceOfStandIn(after[:idlePoints])
	}
	next.normalise()
	return next, true
}

// interfaceOfStandIn is the interface class after a stand-in prefix, whose points are no
// neighbours of each other.
func interfaceOfStandIn(points []symbol) interfaceClass {
	c := startInterface
	for _, s := range points {
		c.adjacent = false
		c, _ = c.read(s, false)
	}
	return c
}

func (n *successor) normalise() {
	swap := n.to.isWhite()
	if n.to.isNeutral() {
		swap = n.active.whiteLast()
	}
	if swap {
		n.to, n.active, n.op.swap = n.to.swap(), n.active.swap(), true
	}
}

// slotsOf returns the strings that an operation names, as they are numbered
// in a half that was spelt after or before the interface class: those that cross it,
// the outermost first, then that of the last prefix point if it is needy and
// does not cross.
func slotsOf(h half, from interfaceClass, l *labelled, open []int8) []int8 {
	if h == suffix {
		slots := make([]int8, from.depth())
		for j := range slots {
			slots[j] = int8(j)
		}
		return slots
	}
	if from.class.isClosed() {
		return append(open[:len(open):len(open)], l.str[l.points-1])
	}
	return open
}

// observe reads off what became of the slots: the points of the idle half
// that stand for them are those of l at positions at; the active half is
// first..last-1.
func observe(l *labelled, at []int, first, last int) operation {
	var op operation
	var strings []int8
	for j, i := range at {
		op.fates[j] = fateLive
		if l.sym[i].isNeedy() {
			op.fates[j] = groupOf(&strings, l.str[i])
		}
	}
	for g, str := range strings {
		for i := first; i < last; i++ {
			if l.sym[i].isNeedy() && l.str[i] == str {
				op.crossing |= 1 << g
			}
		}
	}
	return op
}

func groupOf(strings *[]int8, str int8) int8 {
	for g, s := range *strings {
		if s == str {
			return int8(g)
		}
	}
	*strings = append(*strings, str)
	return int8(len(*strings) - 1)
}

// applyPlainly does the operation to a word of n points of the idle half.
func (op operation) applyPlainly(h half, w word, n int, from interfaceClass) word {
	outer := 0
	if h == suffix {
		outer = from.depth()
	}
	l, open := spell(w, n, outer)
	slots := slotsOf(h, from, &l, open)
	group := l.fresh
	for j, str := range slots {
		if op.fates[j] == fateLive {
			l.revive(str)
		} else {
			l.rename(str, group+op.fates[j])
		}
	}
	before, behind := uint64(op.crossing)<<group, uint64(0)
	if h == prefix {
		before, behind = behind, before
	}
	flagged := l.flagged(before, behind)
	out := pack(flagged[:n])
	if op.swap {
		out = out.swap()
	}
	return out
}

func (l *labelled) rename(from, to int8) {
	for i := range l.points {
		if l.str[i] == from {
			l.str[i] = to
		}
	}
}

// standIn returns a short word for the idle half seen through the interface class: one
// point for each slot, beside a neutral last prefix point, and the positions
// of the slots' points.
func standIn(idle half, from interfaceClass) (w word, n int, at []int) {
	depth := from.depth()
	if idle == suffix {
		for i := range depth {
			j := depth - 1 - i
			w = w.with(i, needyStone(from.slot(j))|prevFlag)
		}
		for j := range depth {
			at = append(at, depth-1-j)
		}
		return w, depth, at
	}
	for j := range depth {
		w = w.with(j, needyStone(from.slot(j))|nextFlag)
		at = append(at, j)
	}
	switch {
	case from.class.isOpen():
		return w, depth, at
	case from.class.isClosed():
		at = append(at, depth)
		return w.with(depth, needyStone(from.class.colour())), depth + 1, at
	case from.class == classEmpty:
		return w.with(depth, empty), depth + 1, at
	default:
		return w.with(depth, liveStone(from.class.colour())), depth + 1, at
	}
}

// spell reads the first n points of w, of which outer strings come in from
// before the word: they are the strings 0..outer-1, the innermost last.
// It returns the strings that go on after the word, the innermost last.
func spell(w word, n, outer int) (l labelled, open []int8) {
	for range outer {
		open = append(open, l.newString())
	}
	open = l.spellOn(w, n, open)
	return l, open
}

// spellOn reads n more points, given the strings that come in from before.
func (l *labelled) spellOn(w word, n int, open []int8) []int8 {
	for i := range n {
		s := w.at(i)
		at := l.points
		l.points++
		if !s.isNeedy() {
			l.sym[at] = s
			continue
		}
		l.sym[at] = s &^ (prevFlag | nextFlag)
		if !s.prev() {
			open = append(open, l.newString())
		}
		l.str[at] = open[len(open)-1]
		if !s.next() {
			open = open[:len(open)-1]
		}
	}
	return open
}

// place puts a point of the new column, s being empty or a live stone that
// stands for either kind, where point i of the old column was; point i-1, if
// there is one, is its upper neighbour (section 5.3). It reports false if
// that leaves a string without liberty for good.
func (l *labelled) place(i int, s symbol) bool {
	left, leftString := l.sym[i], l.str[i]
	up, upString := classlessNone, int8(0)
	if i > 0 {
		up, upString = l.sym[i-1], l.str[i-1]
	}
	l.sym[i] = empty
	if s == empty {
		l.reviveNeedy(up, upString)
		l.reviveNeedy(left, leftString)
		return true
	}
	own := needyStone(s.colour())
	if left.isNeedy() && left != own && !l.has(leftString) {
		return false
	}
	if up == empty || up == s || left == empty || left == s {
		if up == own {
			l.revive(upString)
		}
		if left == own {
			l.revive(leftString)
		}
		l.sym[i] = s
		return true
	}
	l.sym[i], l.str[i] = own, l.join(up == own, upString, left == own, leftString)
	return true
}

// has reports whether a point of the string is left.
func (l *labelled) has(str int8) bool {
	for i := range l.points {
		if l.sym[i].isNeedy() && l.str[i] == str {
			return true
		}
	}
	return false
}

// join returns the string of a needy stone with needy neighbours of its own
// colour above, to the left, both or neither.
func (l *labelled) join(up bool, upString int8, left bool, leftString int8) int8 {
	switch {
	case up && left:
		for i := range l.points {
			if l.sym[i].isNeedy() && l.str[i] == leftString {
				l.str[i] = upString
			}
		}
		return upString
	case up:
		return upString
	case left:
		return leftString
	default:
		return l.newString()
	}
}

// Moves and operations are those of the plain form, for every word and every point.
func TestMovesEqualPlainOnes(t *testing.T) {
	for height := 1; height <= 9; height++ {
		lo := newLayoutOfBins(height, wholeBin)
		if err := lo.makeTables(context.Background(), 2); err != nil {
			t.Fatal(err)
		}
		for _, ph := range lo.phases {
			for y := ph.low; y < ph.high; y++ {
				for k := range ph.layer(y).interfaces {
					checkMoves(t, ph, y, k)
				}
			}
		}
	}
}

func checkMoves(t *testing.T, ph *phase, y, k int) {
	t.Helper()
	here, next := ph.layer(y), ph.layer(y+1)
	from, idle := here.interfaces[k], ph.active.other()
	m := newMover(ph, y, k)
	for _, w := range here.active[k].words {
		m.read(w)
		for _, point := range [3]symbol{empty, liveStone(0), liveStone(1)} {
			got, ok := m.move(point)
			want, wantOK := ph.movePlainly(ph.active, from, w, y, point)
			if ok != wantOK {
				t.Fatalf("height %d kink %d: word %x, point %d: %t, plainly %t", ph.m, y, w, point, ok, wantOK)
			}
			if !ok {
				continue
			}
			to, op, swapped := m.outcome(got)
			if swapped {
				got.word = got.word.swap()
			}
			if to != want.to || got.word != want.active || op != want.op {
				t.Fatalf("height %d kink %d: interfaceClass %+v word %x, point %d: %+v %x %+v, plainly %+v",
					ph.m, y, from, w, point, to, got.word, op, want)
			}
			if _, known := next.number[to]; !known {
				t.Fatalf("height %d kink %d: interfaceClass %+v is not there", ph.m, y, to)
			}
		}
	}
	for _, key := range m.seenOperations() {
		for _, w := range here.idle[k].words {
			n := ph.size(idle)
			if got, want := key.apply(idle, w, n, from), key.applyPlainly(idle, w, n, from); got != want {
				t.Fatalf("height %d kink %d: interfaceClass %+v: %+v makes %x of %x, plainly %x", ph.m, y, from, key, got, w, want)
			}
		}
	}
}

// seenOperations are those of all words of the mover's interface class.
func (m *mover) seenOperations() map[operation]operation {
	ops := map[operation]operation{}
	for _, w := range m.here.active[m.k].words {
		m.read(w)
		for _, point := range [3]symbol{empty, liveStone(0), liveStone(1)} {
			if s, ok := m.move(point); ok {
				_, op, _ := m.outcome(s)
				ops[op] = op
			}
		}
	}
	return ops
}
