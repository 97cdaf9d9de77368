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

// A SignedGraph is a board folded up so that stones that look alike may be of different colours:
// see [QuotientExchanged]. Of two adjacent vertices, the stones may be of one string if they are
// equal, if they are opposite, or in both cases.
type SignedGraph struct {
	*Graph
	same, opposite []bool // beside Graph.adjacent
}

// Joins says whether stones on two adjacent vertices are of one string if they are equal, and
// whether they are if they are opposite.
func (g *SignedGraph) Joins(u, v int) (same, opposite bool) {
	i, found := slices.BinarySearch(g.Neighbors(u), v)
	if !found {
		return false, false
	}
	at := g.start[u] + i
	return g.same[at], g.opposite[at]
}

// Balanced reports whether all edges join equal stones only, so that the legal positions are those
// of the Graph.
func (g *SignedGraph) Balanced() bool { return !slices.Contains(g.opposite, true) }

// QuotientExchanged identifies the vertices that a symmetry, repeated, sends to each other, and
// exchanges the colours each time: its legal positions, of two colours, are those of the graph that
// the symmetry turns into themselves with black and white exchanged. Vertices are orbits as in
// [Quotient], and stand for their least vertex. The second result is the orbit of every vertex, or
// -1 if it must be empty.
//
// A vertex that comes back to itself after an odd number of exchanges must be empty. Such vertices
// are left out, and their neighbours are safe. On all other orbits the colours alternate. So an
// edge between vertices that are both an even number of steps from the least ones of their orbits,
// or both an odd number, joins equal stones of the quotient, and any other edge joins opposite
// ones; there may be edges of both signs between the same orbits. An edge inside an orbit does
// nothing: whether its ends are of one string or not, they have the same liberties, up to the
// symmetry.
//
// As in [Quotient], a string of the quotient comes from strings of the graph that the symmetry
// sends to each other, and all of them have a liberty or none has.
//
// The quotient by the identity has no vertices: the empty position is the only one that is its own
// exchange.
func QuotientExchanged(g *Graph, p Permutation) (*SignedGraph, []int, error) {
	if err := CheckSymmetry(g, p); err != nil {
		return nil, nil, err
	}
	a := alternate(g.Len(), p)
	signed := a.fold(g)
	for _, v := range a.representatives {
		signed.names = append(signed.names, g.Name(v))
	}
	return signed, a.orbit, nil
}

// alternation is the orbits of a symmetry on which colours can alternate.
type alternation struct {
	orbit           []int  // of every vertex, -1 if it must be empty
	odd             []bool // whether a vertex is an odd number of steps from the least one of its orbit
	representatives []int
}

func alternate(n int, p Permutation) alternation {
	a := alternation{orbit: noOrbits(n), odd: make([]bool, n)}
	seen := make([]bool, n)
	for v := range n {
		if seen[v] {
			continue
		}
		cycle := []int{v}
		for u := p[v]; u != v; u = p[u] {
			cycle = append(cycle, u)
		}
		for step, u := range cycle {
			seen[u] = true
			if len(cycle)%2 == 0 {
				a.orbit[u], a.odd[u] = len(a.representatives), step%2 == 1
			}
		}
		if len(cycle)%2 == 0 {
			a.representatives = append(a.representatives, v)
		}
	}
	return a
}

// fold makes the graph of the orbits.
func (a *alternation) fold(g *Graph) *SignedGraph {
	var edges [][2]int
	signs := map[[2]int]*[2]bool{} // whether equal and opposite stones are joined
	safe := make([]bool, len(a.representatives))
	for o, v := range a.representatives {
		safe[o] = g.Safe(v)
	}
	for u, v := range g.Edges() {
		edge := [2]int{min(a.orbit[u], a.orbit[v]), max(a.orbit[u], a.orbit[v])}
		switch {
		case edge[1] < 0 || edge[0] == edge[1]:
			continue
		case edge[0] < 0:
			safe[edge[1]] = true
			continue
		case signs[edge] == nil:
			signs[edge] = new([2]bool)
			edges = append(edges, edge)
		}
		sign := 0
		if a.odd[u] != a.odd[v] {
			sign = 1
		}
		signs[edge][sign] = true
	}
	q := &SignedGraph{Graph: fromEdges(len(a.representatives), edges)}
	if slices.Contains(safe, true) {
		q.safe = safe
	}
	for o := range a.representatives {
		for _, other := range q.Neighbors(o) {
			sign := signs[[2]int{min(o, other), max(o, other)}]
			q.same, q.opposite = append(q.same, sign[0]), append(q.opposite, sign[1])
		}
	}
	return q
}
