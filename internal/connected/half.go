package connected

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
