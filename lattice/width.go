package lattice

import (
	"cmp"
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
