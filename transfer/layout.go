package transfer

import (
	"fmt"
	"slices"
)

// A Graph is a board: a simple undirected graph whose vertices 0..Len-1 are the points.
// [combigo.dev/combigo/lattice.Graph] is one.
type Graph interface {
	// Len returns the number of vertices.
	Len() int
	// Neighbors returns the vertices adjacent to v, each once.
	Neighbors(v int) []int
	// Safe reports whether stones on v have a liberty from beyond the board.
	Safe(v int) bool
}

// MaxWidth is the largest number of points that a state of legal positions can describe.
const MaxWidth = 32

// A WidthError says that the frontier of a vertex order is wider than any state is.
type WidthError struct {
	Width int // of the frontier
	Max   int
}

func (e *WidthError) Error() string {
	return fmt.Sprintf("a frontier of width %d is more than the %d points that a state has room for: "+
		"a narrower vertex order would help, if there is one", e.Width, e.Max)
}

// layout is how the frontier moves over the vertices. The frontier is the vertices done that have
// neighbours yet to be done; in a state they stand in the order in which they were done.
type layout struct {
	steps []FrontierStep
	width int // of the widest frontier
}

// A FrontierStep is how the frontier passes a vertex. Places count the frontier before it from 0;
// the vertex itself has the place after them.
type FrontierStep struct {
	Width int     // of the frontier before
	Near  []uint8 // places of neighbours of the vertex
	Gone  []uint8 // places that leave the frontier; the new vertex among them if it does not stay
	Kept  []uint8 // all other places, in order: the frontier after the step
	Safe  bool    // stones on the vertex have a liberty from beyond the board

	signs []sign // how the neighbours are joined to the vertex
}

// Frontier returns the steps of the frontier of a board through its vertices in an order. It is for
// problems on boards that others write. The error is a [*WidthError] if the frontier is wider than
// maxWidth or [MaxWidth].
func Frontier(g Graph, order []int, maxWidth int) ([]FrontierStep, error) {
	l, err := newLayout(g, order, min(maxWidth, MaxWidth))
	if err != nil {
		return nil, err
	}
	return l.steps, nil
}

// newLayout returns the layout of a graph in an order. The error is a [*WidthError] if the frontier
// is wider than maxWidth.
func newLayout(g Graph, order []int, maxWidth int) (*layout, error) {
	if err := checkOrder(g, order); err != nil {
		return nil, err
	}
	l := &layout{steps: make([]FrontierStep, len(order)), width: width(g, order)}
	if l.width > maxWidth {
		return nil, &WidthError{l.width, maxWidth}
	}
	open := degrees(g) // neighbours yet to be done
	var frontier []int
	for i, v := range order {
		for _, u := range g.Neighbors(v) {
			open[u]--
		}
		frontier = l.steps[i].pass(g, v, frontier, open)
	}
	return l, nil
}

// degrees returns the number of neighbours of each vertex.
func degrees(g Graph) []int {
	d := make([]int, g.Len())
	for v := range d {
		d[v] = len(g.Neighbors(v))
	}
	return d
}

// width returns the size of the widest frontier, which is found faster than the steps of one that
// is too wide.
func width(g Graph, order []int) int {
	open, done := degrees(g), make([]bool, g.Len())
	size, widest := 0, 0
	for _, v := range order {
		done[v] = true
		if open[v] > 0 {
			size++
		}
		for _, u := range g.Neighbors(v) {
			if open[u]--; open[u] == 0 && done[u] {
				size--
			}
		}
		widest = max(widest, size)
	}
	return widest
}

// pass fills in the step and returns the frontier after it.
func (s *FrontierStep) pass(g Graph, v int, frontier, open []int) []int {
	s.Width, s.Safe = len(frontier), g.Safe(v)
	var after []int
	for i, u := range append(frontier, v) {
		place := uint8(i)
		if slices.Contains(g.Neighbors(v), u) {
			s.Near = append(s.Near, place)
			s.signs = append(s.signs, signOf(g, u, v))
		}
		if open[u] == 0 {
			s.Gone = append(s.Gone, place)
			continue
		}
		s.Kept = append(s.Kept, place)
		after = append(after, u)
	}
	return after
}

// widthAfter returns the width of the frontier after a number of steps.
func (l *layout) widthAfter(steps int) int {
	if steps == len(l.steps) {
		return 0
	}
	return l.steps[steps].Width
}

// checkOrder returns an error unless an order is a permutation of the vertices.
func checkOrder(g Graph, order []int) error {
	if len(order) != g.Len() {
		return fmt.Errorf("transfer: an order of %d vertices for a graph of %d", len(order), g.Len())
	}
	seen := make([]bool, g.Len())
	for _, v := range order {
		if v < 0 || v >= g.Len() || seen[v] {
			return fmt.Errorf("transfer: vertex %d of the order comes twice or is not in 0..%d", v, g.Len()-1)
		}
		seen[v] = true
	}
	return nil
}

// signed reports whether an edge joins other stones than equal ones.
func (l *layout) signed() bool {
	return slices.ContainsFunc(l.steps, func(s FrontierStep) bool {
		return slices.ContainsFunc(s.signs, func(sign sign) bool { return sign != joinsSame })
	})
}

// sign says which stones on two adjacent vertices are of one string.
type sign uint8

// joined reports whether stones of two colours are of one string.
func (s sign) joined(c, d uint8) bool {
	if c == d {
		return s&joinsSame != 0
	}
	return s&joinsOpposite != 0
}

// signOf returns which stones an edge joins.
func signOf(g Graph, u, v int) sign {
	signed, ok := g.(SignedGraph)
	if !ok {
		return joinsSame
	}
	var s sign
	same, opposite := signed.Joins(u, v)
	if same {
		s |= joinsSame
	}
	if opposite {
		s |= joinsOpposite
	}
	return s
}

// A SignedGraph is a board on which stones of one string need not look alike: a board folded up
// along a symmetry that exchanges the colours, see [combigo.dev/combigo/lattice.QuotientExchanged].
type SignedGraph interface {
	Graph
	// Joins says whether stones on two adjacent vertices are of one string if they are equal, and
	// whether they are if they are opposite.
	Joins(u, v int) (same, opposite bool)
}

const (
	joinsSame sign = 1 << iota
	joinsOpposite
)
