package lattice

import (
	"fmt"
	"slices"
)

// FromEdges returns the graph of n vertices, 1 to [MaxVertices], with the given edges, at most
// [MaxEdges], in any order. A vertex out of range, a loop and a double edge are errors.
func FromEdges(n int, edges [][2]int) (*Graph, error) {
	if err := checkLen(n); err != nil {
		return nil, err
	}
	if len(edges) > MaxEdges {
		return nil, fmt.Errorf("%d edges: want at most %d", len(edges), MaxEdges)
	}
	for _, e := range edges {
		if err := checkEdge(n, e); err != nil {
			return nil, err
		}
	}
	g := fromEdges(n, edges)
	return g, g.Validate()
}

// fromEdges puts the edges of n vertices in order. It takes them as they are: see [Graph.Validate].
func fromEdges(n int, edges [][2]int) *Graph {
	g := &Graph{start: make([]int, n+1), adjacent: make([]int, 2*len(edges))}
	for _, e := range edges {
		g.start[e[0]+1]++
		g.start[e[1]+1]++
	}
	for v := range n {
		g.start[v+1] += g.start[v]
	}
	free := slices.Clone(g.start)
	for _, e := range edges {
		for k, v := range e {
			g.adjacent[free[v]] = e[1-k]
			free[v]++
		}
	}
	for v := range n {
		slices.Sort(g.adjacent[g.start[v]:g.start[v+1]])
	}
	return g
}

// WithSafe returns a copy of the graph in which exactly the given vertices are safe.
func (g *Graph) WithSafe(vertices ...int) (*Graph, error) {
	safe := make([]bool, g.Len())
	for _, v := range vertices {
		if v < 0 || v >= g.Len() {
			return nil, fmt.Errorf("safe vertex %d: want a vertex from 0 to %d", v, g.Len()-1)
		}
		safe[v] = true
	}
	marked := *g
	marked.safe = nil
	if slices.Contains(safe, true) {
		marked.safe = safe
	}
	return &marked, nil
}

// Validate returns an error if the graph has no vertices or too many, or is not simple. What this
// package returns is valid.
func (g *Graph) Validate() error {
	if err := checkLen(g.Len()); err != nil {
		return err
	}
	for u := range g.Len() {
		if err := g.validateNeighbors(u); err != nil {
			return err
		}
	}
	return nil
}

func (g *Graph) validateNeighbors(u int) error {
	for i, v := range g.Neighbors(u) {
		if err := checkEdge(g.Len(), [2]int{u, v}); err != nil {
			return err
		}
		if i > 0 && g.Neighbors(u)[i-1] == v {
			return fmt.Errorf("double edge between vertices %s and %s: want at most one", g.Name(u), g.Name(v))
		}
		if !g.Adjacent(v, u) {
			return fmt.Errorf("vertex %s has neighbour %s, but not the other way round", g.Name(u), g.Name(v))
		}
	}
	return nil
}

func checkLen(n int) error {
	if n < 1 || n > MaxVertices {
		return fmt.Errorf("%d vertices: want from 1 to %d", n, MaxVertices)
	}
	return nil
}

func checkEdge(n int, e [2]int) error {
	for _, v := range e {
		if v < 0 || v >= n {
			return fmt.Errorf("edge between vertices %d and %d: want vertices from 0 to %d", e[0], e[1], n-1)
		}
	}
	if e[0] == e[1] {
		return fmt.Errorf("loop at vertex %d: want edges between different vertices", e[0])
	}
	return nil
}
