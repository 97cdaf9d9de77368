package lattice

import (
	"fmt"
	"slices"
)

// A Permutation sends vertex v to p[v].
type Permutation []int

// Identity returns the permutation of n vertices that moves none.
func Identity(n int) Permutation {
	p := make(Permutation, n)
	for v := range p {
		p[v] = v
	}
	return p
}

// Then returns the permutation that does p, then q.
func (p Permutation) Then(q Permutation) Permutation {
	r := make(Permutation, len(p))
	for v := range r {
		r[v] = q[p[v]]
	}
	return r
}

// CheckSymmetry returns an error unless p permutes the vertices of the graph and keeps edges and
// safe marks.
func CheckSymmetry(g *Graph, p Permutation) error {
	if len(p) != g.Len() {
		return fmt.Errorf("permutation of %d vertices: want %d", len(p), g.Len())
	}
	hit := make([]bool, len(p))
	for v, image := range p {
		if image < 0 || image >= len(p) || hit[image] {
			return fmt.Errorf("permutation sends %s to %d: want each of 0 to %d once", g.Name(v), image, len(p)-1)
		}
		hit[image] = true
		if g.Safe(v) != g.Safe(image) {
			return fmt.Errorf("permutation sends %s to %s: want both safe or none", g.Name(v), g.Name(image))
		}
	}
	for u, v := range g.Edges() {
		if !g.Adjacent(p[u], p[v]) {
			return fmt.Errorf("permutation sends the edge %s-%s to %s-%s: want an edge",
				g.Name(u), g.Name(v), g.Name(p[u]), g.Name(p[v]))
		}
	}
	return nil
}

// symmetryBudget bounds the work of [Symmetries], in vertices looked at; it takes some seconds.
const symmetryBudget = 1 << 25

// Symmetries returns all automorphisms of the graph, the identity first: the permutations of its
// vertices that keep edges and safe marks. For a piece of a lattice they may be more than the
// motions of the plane or the torus: the torus of 4x4 is the hypercube of 4 dimensions, and has its
// 384.
//
// A graph with more of them than the limit is an error, and so is one that is too hard. The search
// sends one vertex after the other, each next to an earlier one if it can be, to where its edges to
// the earlier ones allow. That is quick unless the graph is both very regular and not very
// symmetric.
func Symmetries(g *Graph, limit int) ([]Permutation, error) {
	s := &search{g: g, limit: limit, budget: symmetryBudget}
	if err := s.run(); err != nil {
		return nil, fmt.Errorf("symmetries of the %v: %w", g, err)
	}
	return s.found, nil
}

// search looks for symmetries of a graph.
type search struct {
	g      *Graph
	limit  int
	budget int
	order  []int       // of the vertices
	image  Permutation // of the vertices so far, -1 for others
	taken  []bool      // whether a vertex is an image
	found  []Permutation
}

func (s *search) run() error {
	s.image, s.taken = slices.Repeat(Permutation{-1}, s.g.Len()), make([]bool, s.g.Len())
	seen := make([]bool, s.g.Len())
	reach := func(v int) {
		if !seen[v] {
			seen[v], s.order = true, append(s.order, v)
		}
	}
	for v := range seen {
		i := len(s.order)
		for reach(v); i < len(s.order); i++ {
			for _, u := range s.g.Neighbors(s.order[i]) {
				reach(u)
			}
		}
	}
	return s.extend(0)
}

// extend finds all symmetries that go on with the first vertices of the order as they are sent.
func (s *search) extend(done int) error {
	if done == len(s.order) {
		if len(s.found) == s.limit {
			return fmt.Errorf("more than %d: want at most that many", s.limit)
		}
		s.found = append(s.found, append(Permutation(nil), s.image...))
		return nil
	}
	v := s.order[done]
	for i, to := range s.candidates(v) {
		if s.budget--; s.budget < 0 {
			return fmt.Errorf("the search takes too long: want a smaller or less regular graph")
		}
		if i > 0 && to == v || !s.fits(v, to) {
			continue
		}
		s.image[v], s.taken[to] = to, true
		err := s.extend(done + 1)
		s.image[v], s.taken[to] = -1, false
		if err != nil {
			return err
		}
	}
	return nil
}

// candidates returns the vertex itself, and vertices among which are all others that it may be sent
// to: those next to the image of a vertex next to it, if one has been sent.
func (s *search) candidates(v int) []int {
	for _, u := range s.g.Neighbors(v) {
		if s.image[u] >= 0 {
			return append([]int{v}, s.g.Neighbors(s.image[u])...)
		}
	}
	return append([]int{v}, Identity(s.g.Len())...)
}

// fits reports whether a vertex may be sent to another one, with those that have been sent.
func (s *search) fits(v, to int) bool {
	if s.taken[to] || s.g.Safe(v) != s.g.Safe(to) || s.g.Degree(v) != s.g.Degree(to) {
		return false
	}
	edges := 0 // that lead to vertices before, less those of the images
	for _, u := range s.g.Neighbors(v) {
		if s.image[u] >= 0 {
			edges++
			if !s.g.Adjacent(s.image[u], to) {
				return false
			}
		}
	}
	for _, u := range s.g.Neighbors(to) {
		if s.taken[u] {
			edges--
		}
	}
	return edges == 0
}
