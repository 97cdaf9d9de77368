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

// apply does the operation to a word of n points of the idle half.
func (op *operation) apply(h half, w word, n int, from interfaceClass) word {
	var s needyStrings
	s.read(h, w, n, from)
	var groups [maxSlots]word
	count := int8(0)
	for j, str := range s.slots[:s.count] {
		g := op.fates[j]
		if g == fateLive {
			w = w.revive(s.points[str])
			continue
		}
		groups[g] |= s.points[str]
		count = max(count, g+1)
	}
	for g, points := range groups[:count] {
		w = w.connect(points, h, op.crossing>>g&1 == 1)
	}
	if op.swap {
		return w.swap()
	}
	return w
}

// half tells the two halves of the border word apart: the prefix, points
// 0..p-1, and the suffix, points p..m-1.
type half int

const (
	prefix half = iota
	suffix
)

func (h half) other() half { return 1 - h }

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

// interfaceAfter is the interface class after a prefix at kink y.
func (s split) interfaceAfter(w word, y int) interfaceClass {
	if y >= s.m {
		y = 0
	}
	c, ok := startInterface.after(w, s.p, y)
	if !ok {
		panic("border: a move left the valid words")
	}
	return c
}
