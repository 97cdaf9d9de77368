package lattice

import (
	"cmp"
	"math"
	"slices"
)

// Profile returns the size of the frontier after each step of an order: the number of vertices done
// that have neighbours yet to come. The order is a permutation of the vertices; the last frontier
// is empty.
func Profile(g *Graph, order []int) []int {
	s := newSweep(g)
	sizes := make([]int, 0, len(order))
	for _, v := range order {
		s.take(v)
		sizes = append(sizes, s.frontier)
	}
	return sizes
}

// Width returns the largest size of the frontier of an order, see [Profile]. The smallest width of
// any order is the vertex separation number of the graph, which is its pathwidth (N. Kinnersley,
// "The vertex separation number of a graph equals its path-width", 1992).
func Width(g *Graph, order []int) int {
	return slices.Max(append(Profile(g, order), 0))
}

// sweep works through the vertices one by one.
type sweep struct {
	g        *Graph
	age      []int // the step at which a vertex was taken, from 1, or 0
	open     []int // neighbours not yet taken
	taken    int
	frontier int

	// What a greedy search can go on with.
	reached []bool
	border  []int // vertices not taken that have a neighbour taken
	untaken int   // no vertex before this one is left
}

func newSweep(g *Graph) *sweep {
	s := &sweep{g: g, age: make([]int, g.Len()), open: make([]int, g.Len())}
	for v := range s.open {
		s.open[v] = g.Degree(v)
	}
	return s
}

// growth returns by how much the frontier grows if v is taken.
func (s *sweep) growth(v int) int {
	growth := 0
	if s.open[v] > 0 {
		growth++
	}
	for _, u := range s.g.Neighbors(v) {
		if s.age[u] > 0 && s.open[u] == 1 {
			growth--
		}
	}
	return growth
}

func (s *sweep) take(v int) {
	s.frontier += s.growth(v)
	s.taken++
	s.age[v] = s.taken
	for _, u := range s.g.Neighbors(v) {
		s.open[u]--
	}
}

// cost says how good an order is, the least the best. An engine has a number of states exponential
// in the size of the frontier, so first counts the width, then how many steps have it, then the
// sizes together.
type cost struct {
	width, peaks, sum int
}

func costOf(g *Graph, order []int) cost {
	var c cost
	for _, size := range Profile(g, order) {
		c.sum += size
		if size > c.width {
			c.width, c.peaks = size, 0
		}
		if size == c.width {
			c.peaks++
		}
	}
	return c
}

func (c cost) compare(d cost) int {
	return cmp.Or(cmp.Compare(c.width, d.width), cmp.Compare(c.peaks, d.peaks), cmp.Compare(c.sum, d.sum))
}

// greedy returns the order from a start that always takes the vertex by which the frontier grows
// least. Among equals it takes a neighbour of the oldest vertex on the frontier, so that nothing
// stays there for long. It takes from the budget for every vertex that it looks at; the order is
// not complete if that is used up.
func greedy(g *Graph, start int, budget *int) (order []int, complete bool) {
	s := newSweep(g)
	s.reached = make([]bool, g.Len())
	for v, more := start, true; more; v, more = s.next() {
		*budget -= 1 + len(s.border)
		if *budget < 0 {
			return nil, false
		}
		s.reach(v)
		order = append(order, v)
	}
	return order, true
}

// reach takes a vertex and adds its neighbours to the border.
func (s *sweep) reach(v int) {
	s.take(v)
	s.reached[v] = true
	if i := slices.Index(s.border, v); i >= 0 {
		s.border = slices.Delete(s.border, i, i+1)
	}
	for _, u := range s.g.Neighbors(v) {
		if !s.reached[u] {
			s.reached[u] = true
			s.border = append(s.border, u)
		}
	}
}

// next returns the vertex to take, and false if none is left.
func (s *sweep) next() (int, bool) {
	if len(s.border) > 0 {
		return slices.MinFunc(s.border, s.compare), true
	}
	for s.untaken < s.g.Len() && s.age[s.untaken] > 0 {
		s.untaken++
	}
	return s.untaken, s.untaken < s.g.Len()
}

func (s *sweep) compare(u, v int) int {
	return cmp.Or(cmp.Compare(s.growth(u), s.growth(v)), cmp.Compare(s.oldest(u), s.oldest(v)))
}

// oldest returns the least age of a neighbour of v on the frontier.
func (s *sweep) oldest(v int) int {
	oldest := s.g.Len() + 1
	for _, u := range s.g.Neighbors(v) {
		if s.age[u] > 0 {
			oldest = min(oldest, s.age[u])
		}
	}
	return oldest
}

// orderBudget bounds how many vertices [Order] looks at when it searches, so that it takes a second
// or so.
const orderBudget = 1 << 24

// Order returns an order of all vertices with a small [Width], the same for every call. For a piece
// of a lattice it goes by columns or by rows unless something is narrower, since adjacent vertices
// of the frontier have less freedom than those on a diagonal front of the same width. On the square
// lattice nothing is narrower, and nothing is searched for. For any other graph it tries, from
// several vertices, a greedy order that always takes the vertex by which the frontier grows least.
func Order(g *Graph) []int {
	natural, naturalCost := cheapest(g, naturalOrders(g))
	if g.rows > 0 && naturalCost.width <= min(g.rows, g.cols) && hasGrid(g) {
		return natural
	}
	found, foundCost := cheapest(g, searchedOrders(g))
	if found == nil || g.rows > 0 && naturalCost.width <= foundCost.width || naturalCost.compare(foundCost) <= 0 {
		return natural
	}
	return found
}

// hasGrid reports whether a piece of a lattice has all edges of the square lattice. Then no order
// is narrower than the shorter side: the width is at least the pathwidth, and that of a grid is its
// shorter side (J. Ellis and R. Warren, "Lower bounds on the pathwidth of some grid-like graphs",
// 2008).
func hasGrid(g *Graph) bool {
	for v := range g.Len() {
		if v%g.rows+1 < g.rows && !g.Adjacent(v, v+1) || v+g.rows < g.Len() && !g.Adjacent(v, v+g.rows) {
			return false
		}
	}
	return true
}

// cheapest returns the best of some orders, the first of equals, and nil if there are none.
func cheapest(g *Graph, orders [][]int) (best []int, least cost) {
	for _, order := range orders {
		if c := costOf(g, order); best == nil || c.compare(least) < 0 {
			best, least = order, c
		}
	}
	return best, least
}

// naturalOrders returns the order by number, which for a lattice is column by column, and, for a
// lattice, the one row by row.
func naturalOrders(g *Graph) [][]int {
	orders := [][]int{Identity(g.Len())}
	if g.rows > 0 {
		byRows := Identity(g.Len())
		slices.SortFunc(byRows, func(u, v int) int {
			return cmp.Or(cmp.Compare(u%g.rows, v%g.rows), cmp.Compare(u, v))
		})
		orders = append(orders, byRows)
	}
	return orders
}

// searchedOrders returns orders that depend on the edges only, as many as the budget is good for:
// from all vertices of a small graph, from some of a larger one, from none of a huge one.
func searchedOrders(g *Graph) (orders [][]int) {
	// A greedy step looks at the whole frontier's neighbours, of which there are about as many as
	// the root of n.
	perStep := max(1, int(math.Ceil(math.Sqrt(float64(g.Len())))))
	perTry := perStep * (g.Len() + 2*g.EdgeCount() + 1)
	number := min(orderBudget/perTry, g.Len())
	budget := orderBudget
	for i := range number {
		order, complete := greedy(g, i*g.Len()/number, &budget)
		if !complete {
			break
		}
		orders = append(orders, order)
	}
	return orders
}
