package lattice

import "slices"

// Quotient identifies the vertices that a symmetry, repeated, sends to each other. It returns the
// graph of these orbits, and the orbit of every vertex. Orbits are numbered by their least vertex
// and have its name. Two orbits are adjacent if any of their vertices are. An orbit is safe if its
// vertices are.
//
// The legal positions of the quotient are those of the graph that the symmetry does not change: lay
// the stones of an orbit on all its vertices. A string of the quotient comes from strings of the
// graph that the symmetry sends to each other, and each of them has vertices in every orbit of the
// string, so that all have a liberty or none has.
func Quotient(g *Graph, p Permutation) (*SignedGraph, []int, error) {
	return quotient(g, p, false)
}

// A SignedGraph is a board folded up so that stones that look alike may be of different colours:
// see [QuotientExchanged]. Of two adjacent vertices, the stones may be of one string if they are
// equal, if they are opposite, or in both cases; only if they are equal in the quotient by
// [Quotient], and in a SignedGraph of which only the Graph is set.
type SignedGraph struct {
	*Graph
	same, opposite []bool // next to Graph.adjacent; nil if edges join equal stones only
}

// Joins says whether stones on two adjacent vertices are of one string if they are equal, and
// whether they are if they are opposite.
func (g *SignedGraph) Joins(u, v int) (same, opposite bool) {
	i, found := slices.BinarySearch(g.Neighbors(u), v)
	if !found || g.same == nil {
		return found, false
	}
	at := g.start[u] + i
	return g.same[at], g.opposite[at]
}

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
	return quotient(g, p, true)
}

// quotient is either of the two.
func quotient(g *Graph, p Permutation, exchange bool) (*SignedGraph, []int, error) {
	if err := CheckSymmetry(g, p); err != nil {
		return nil, nil, err
	}
	o := orbitsOf(p, exchange)
	q := o.fold(g)
	for _, v := range o.representatives {
		q.names = append(q.names, g.Name(v))
	}
	return q, o.orbit, nil
}

// orbits are those of a symmetry, if colours are exchanged those on which they can alternate.
type orbits struct {
	orbit           []int  // of every vertex, -1 if it must be empty
	odd             []bool // whether the colours are exchanged an odd number of times from the least vertex of its orbit on
	representatives []int
}

func orbitsOf(p Permutation, exchange bool) orbits {
	o := orbits{orbit: slices.Repeat([]int{-1}, len(p)), odd: make([]bool, len(p))}
	seen := make([]bool, len(p))
	for v := range p {
		if seen[v] {
			continue
		}
		cycle := []int{v}
		for u := p[v]; u != v; u = p[u] {
			cycle = append(cycle, u)
		}
		kept := !exchange || len(cycle)%2 == 0
		for step, u := range cycle {
			seen[u] = true
			if kept {
				o.orbit[u], o.odd[u] = len(o.representatives), exchange && step%2 == 1
			}
		}
		if kept {
			o.representatives = append(o.representatives, v)
		}
	}
	return o
}

// fold makes the graph of the orbits.
func (o *orbits) fold(g *Graph) *SignedGraph {
	var edges [][2]int
	signs := map[[2]int]*[2]bool{} // whether equal and opposite stones are joined
	safe := make([]bool, len(o.representatives))
	for i, v := range o.representatives {
		safe[i] = g.Safe(v)
	}
	for u, v := range g.Edges() {
		edge := [2]int{min(o.orbit[u], o.orbit[v]), max(o.orbit[u], o.orbit[v])}
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
		if o.odd[u] != o.odd[v] {
			sign = 1
		}
		signs[edge][sign] = true
	}
	q := &SignedGraph{Graph: newGraph(len(o.representatives), edges)}
	if slices.Contains(safe, true) {
		q.safe = safe
	}
	for i := range o.representatives {
		for _, other := range q.Neighbors(i) {
			sign := signs[[2]int{min(i, other), max(i, other)}]
			q.same, q.opposite = append(q.same, sign[0]), append(q.opposite, sign[1])
		}
	}
	return q
}
