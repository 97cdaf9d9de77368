package lattice

import (
	"cmp"
	"iter"
	"slices"
)

// orderBudget bounds how many vertices [Order] looks at when it searches, so that it takes a second
// or so.
const orderBudget = 1 << 24

// Order returns an order of all vertices with a small [Width], the same for every call. For a piece
// of a lattice it goes by columns or by rows unless something is narrower, since adjacent vertices
// of the frontier have less freedom than those on a diagonal front of the same width. On the square
// lattice nothing is narrower, and nothing is searched for. For any other graph it tries, from
// several vertices, the order of Cuthill and McKee ("Reducing the bandwidth of sparse symmetric
// matrices", 1969), its reverse, and a greedy one that always takes the vertex by which the
// frontier grows least.
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
func cheapest(g *Graph, orders iter.Seq[[]int]) ([]int, cost) {
	var (
		best     []int
		bestCost cost
	)
	for order := range orders {
		if c := costOf(g, order); best == nil || c.compare(bestCost) < 0 {
			best, bestCost = order, c
		}
	}
	return best, bestCost
}

// naturalOrders yields the orders by number and, for a lattice, by columns and by rows.
func naturalOrders(g *Graph) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if yield(byColumns(g)) && g.rows > 0 {
			yield(byRows(g))
		}
	}
}

// searchedOrders yields orders that depend on the edges only, as many as the budget is good for.
func searchedOrders(g *Graph) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		budget := orderBudget
		for start := range starts(g) {
			forward := cuthillMcKee(g, start)
			if !yield(forward) || !yield(reversed(forward)) {
				return
			}
			order, complete := greedy(g, start, &budget)
			if !complete || !yield(order) {
				return
			}
		}
	}
}

// byColumns returns the vertices by number, which for a lattice is column by column.
func byColumns(g *Graph) []int {
	order := make([]int, g.Len())
	for v := range order {
		order[v] = v
	}
	return order
}

// byRows returns the vertices of a piece of a lattice row by row.
func byRows(g *Graph) []int {
	order := byColumns(g)
	slices.SortFunc(order, func(u, v int) int {
		return cmp.Or(cmp.Compare(u%g.rows, v%g.rows), cmp.Compare(u, v))
	})
	return order
}

func reversed(order []int) []int {
	order = slices.Clone(order)
	slices.Reverse(order)
	return order
}

// starts yields vertices to begin with: all of a small graph, some of a larger one, none of a huge
// one.
func starts(g *Graph) iter.Seq[int] {
	// A greedy step looks at the whole frontier's neighbours, of which there are about as many as
	// the root of n.
	perTry := 1
	for perTry*perTry < g.Len() {
		perTry++
	}
	perTry *= g.Len() + 2*g.EdgeCount() + 1 // not 0 without vertices
	number := min(orderBudget/perTry, g.Len())
	return func(yield func(int) bool) {
		for i := range number {
			if !yield(i * g.Len() / number) {
				return
			}
		}
	}
}

// cuthillMcKee returns the vertices in the order of a breadth-first search in which vertices of
// small degree come first. Each further component begins at its vertex of least degree.
func cuthillMcKee(g *Graph, start int) []int {
	byDegree := byColumns(g)
	slices.SortStableFunc(byDegree, func(u, v int) int { return cmp.Compare(g.Degree(u), g.Degree(v)) })
	seen := make([]bool, g.Len())
	order := make([]int, 0, g.Len())
	for _, root := range append([]int{start}, byDegree...) {
		if seen[root] {
			continue
		}
		seen[root] = true
		order = append(order, root)
		for next := len(order) - 1; next < len(order); next++ {
			order = appendUnseen(g, order, order[next], seen)
		}
	}
	return order
}

// appendUnseen appends the neighbours of v that are not seen yet and marks them as seen.
func appendUnseen(g *Graph, order []int, v int, seen []bool) []int {
	first := len(order)
	for _, u := range g.Neighbors(v) {
		if !seen[u] {
			seen[u] = true
			order = append(order, u)
		}
	}
	slices.SortStableFunc(order[first:], func(u, v int) int { return cmp.Compare(g.Degree(u), g.Degree(v)) })
	return order
}
