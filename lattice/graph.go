package lattice

import (
	"fmt"
	"iter"
	"slices"
)

const (
	// MaxVertices is the largest number of vertices that a graph can have.
	MaxVertices = 1 << 20
	// MaxEdges is the largest number of edges that a graph can have.
	MaxEdges = 1 << 22
)

// A Graph is a simple undirected graph with safe marks; the package comment says more. The zero
// Graph has no vertices.
type Graph struct {
	start      []int // neighbours of v are adjacent[start[v]:start[v+1]], in ascending order
	adjacent   []int
	safe       []bool   // nil if no vertex is safe
	names      []string // nil if names are made from numbers or places
	kind       Kind
	rows, cols int // 0 unless the graph is a piece of a lattice
}

// Len returns the number of vertices.
func (g *Graph) Len() int { return max(len(g.start)-1, 0) }

// EdgeCount returns the number of edges.
func (g *Graph) EdgeCount() int { return len(g.adjacent) / 2 }

// Neighbors returns the vertices adjacent to v in ascending order. The slice belongs to the graph.
func (g *Graph) Neighbors(v int) []int {
	return g.adjacent[g.start[v]:g.start[v+1]:g.start[v+1]]
}

// Degree returns the number of neighbours of v.
func (g *Graph) Degree(v int) int { return g.start[v+1] - g.start[v] }

// Adjacent reports whether u and v are joined.
func (g *Graph) Adjacent(u, v int) bool {
	_, found := slices.BinarySearch(g.Neighbors(u), v)
	return found
}

// Edges yields every edge once as (u, v) with u < v, in ascending order of u, then v.
func (g *Graph) Edges() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for u := range g.Len() {
			for _, v := range g.Neighbors(u) {
				if u < v && !yield(u, v) {
					return
				}
			}
		}
	}
}

// Safe reports whether every stone on v has a liberty from beyond the board.
func (g *Graph) Safe(v int) bool { return g.safe != nil && g.safe[v] }

// String returns what the graph is in a few words, such as "hexagonal 3x4" or "graph of 5 vertices
// and 4 edges".
func (g *Graph) String() string {
	if g.rows > 0 {
		return fmt.Sprintf("%s %dx%d", g.kind, g.rows, g.cols)
	}
	return fmt.Sprintf("graph of %d vertices and %d edges", g.Len(), g.EdgeCount())
}
