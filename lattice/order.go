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
