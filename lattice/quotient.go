package lattice

import "slices"

// Quotient identifies the vertices that the given symmetries, and their products, send to each
// other. It returns the graph of these orbits, and the orbit of every vertex. Orbits are numbered
// by their least vertex and have its name. Two orbits are adjacent if any of their vertices are. An
// orbit is safe if its vertices are.
//
// The legal positions of the quotient are those of the graph that the symmetries do not change: lay
// the stones of an orbit on all its vertices. A string of the quotient comes from strings of the
// graph that the symmetries send to each other, and each of them has vertices in every orbit of the
// string, so that all have a liberty or none has.
func Quotient(g *Graph, symmetries ...Permutation) (*Graph, []int, error) {
	for _, p := range symmetries {
		if err := CheckSymmetry(g, p); err != nil {
			return nil, nil, err
		}
	}
	orbit, representatives := orbits(g, symmetries)
	q := fromEdges(len(representatives), quotientEdges(g, orbit))
	for _, v := range representatives {
		q.names = append(q.names, g.Name(v))
	}
	if g.safe != nil {
		q.safe = make([]bool, len(representatives))
		for i, v := range representatives {
			q.safe[i] = g.safe[v]
		}
	}
	return q, orbit, q.Validate()
}

// orbits returns the orbit of every vertex and the least vertex of every orbit.
func orbits(g *Graph, symmetries []Permutation) (orbit, representatives []int) {
	orbit = noOrbits(g.Len())
	for v := range orbit {
		if orbit[v] < 0 {
			fill(orbit, v, len(representatives), symmetries)
			representatives = append(representatives, v)
		}
	}
	return orbit, representatives
}

// noOrbits returns -1 for each of n vertices: it is in no orbit yet.
func noOrbits(n int) []int {
	return slices.Repeat([]int{-1}, n)
}

// fill puts a vertex, and all to which symmetries send it and that are in none yet, in an orbit.
func fill(orbit []int, v, number int, symmetries []Permutation) {
	orbit[v] = number
	for todo := []int{v}; len(todo) > 0; {
		v, todo = todo[len(todo)-1], todo[:len(todo)-1]
		for _, p := range symmetries {
			if image := p[v]; orbit[image] < 0 {
				orbit[image] = number
				todo = append(todo, image)
			}
		}
	}
}

// quotientEdges returns the edges between different orbits, each once.
func quotientEdges(g *Graph, orbit []int) [][2]int {
	var edges [][2]int
	seen := map[[2]int]bool{}
	for u, v := range g.Edges() {
		edge := [2]int{min(orbit[u], orbit[v]), max(orbit[u], orbit[v])}
		if edge[0] != edge[1] && !seen[edge] {
			seen[edge] = true
			edges = append(edges, edge)
		}
	}
	return edges
}
