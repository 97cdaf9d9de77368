package lattice

import "fmt"

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
