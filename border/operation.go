package border

// fateLive marks a string that got a liberty; other fates number groups.
const fateLive = -1

// operation is what a move in one half does to the other, idle half: each
// string that crosses the split, and the string of the last prefix point,
// gets a liberty or ends in a group; strings of one group are joined; a group
// crosses the split or does not. The colours of the idle half stay, but for
// an exchange of all colours.
type operation struct {
	fates    [maxSlots]int8
	crossing uint16 // bit set of groups
	swap     bool
}

// maxSlots is the largest number of strings of one half that matter to the
// other.
const maxSlots = wordPoints + 1

// half tells the two halves of the border word apart: the prefix, points
// 0..p-1, and the suffix, points p..m-1.
type half int

const (
	prefix half = iota
	suffix
)

func (h half) other() half { return 1 - h }

// slotsOf returns the strings that an operation names, as they are numbered
// in a half that was spelt behind or before the seam: those that cross it,
// the outermost first, then that of the last prefix point if it is needy and
// does not cross.
func slotsOf(h half, from seam, l *labelled, open []int8) []int8 {
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

// apply does the operation to a word of n points of the idle half.
func (op operation) apply(h half, w word, n int, from seam) word {
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

// standIn returns a short word for the idle half seen through the seam: one
// point for each slot, beside a neutral last prefix point, and the positions
// of the slots' points.
func standIn(idle half, from seam) (w word, n int, at []int) {
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

// successor is what a move in the active half leads to.
type successor struct {
	to     seam
	active word
	op     operation
}

// split fixes where the border word of m points is cut: p prefix points.
type split struct {
	m, p int
}

func splitOf(m int) split { return split{m: m, p: (m + 1) / 2} }

func (s split) size(h half) int {
	if h == prefix {
		return s.p
	}
	return s.m - s.p
}

// move puts point y of the new column in the active half of a kink-y state
// and returns the kink-(y+1) state that results, with colours exchanged where
// that state's seam or, where that is neutral, its active half asks for it.
func (s split) move(active half, from seam, w word, y int, point symbol) (successor, bool) {
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
		next.to = s.seamBehind(next.active, y+1)
	} else {
		next.to = seamOfStandIn(after[:idlePoints])
	}
	next.normalise()
	return next, true
}

// seamBehind is the seam behind a prefix at kink y.
func (s split) seamBehind(w word, y int) seam {
	if y >= s.m {
		y = 0
	}
	c, ok := startSeam.after(w, s.p, y)
	if !ok {
		panic("border: a move left the valid words")
	}
	return c
}

// seamOfStandIn is the seam behind a stand-in prefix, whose points are no
// neighbours of each other.
func seamOfStandIn(points []symbol) seam {
	c := startSeam
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
