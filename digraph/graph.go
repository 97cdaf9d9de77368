// Package digraph holds directed graphs in a compact form, made once and then read, and answers
// what is asked of them as graphs: components, distances, cycles of length 2.
//
// # Form
//
// The n nodes are the numbers 0 to n-1. All successors are in one slice, those of node 0 first, and
// a second slice has the place where those of each node begin: the form is called CSR, compressed
// sparse row. An edge takes 4 bytes and a node 8. The successors of a node are in ascending order,
// without repetition, and a node is not its own successor.
//
//	for v := range g.Len() {
//		for _, w := range g.Successors(v) {
//			// there is an edge from v to w
//		}
//	}
//
// # Words
//
// A path is a sequence of edges each of which begins where the one before ends. It is simple if it
// meets no node twice. The distance from v to w is the number of edges of a shortest path. The
// eccentricity of v is the largest distance from v. The diameter of a graph is the largest
// eccentricity and the radius the smallest; both are for strongly connected graphs, in which there
// is a path from every node to every other.
package digraph

import (
	"fmt"
	"math"
	"slices"
)

// MaxNodes is the largest number of nodes of a graph.
const MaxNodes = math.MaxInt32

// A Graph is a directed graph; the package comment draws its form. It does not change once it is
// made, so that any number of goroutines may read it. The zero Graph has no nodes.
type Graph struct {
	first []int64 // where the successors of each node begin, and where the last ones end
	heads []int32
}

// New returns the graph whose successors of v are heads[first[v]:first[v+1]]. It keeps both slices.
// The error says what breaks the form of the package comment.
func New(first []int64, heads []int32) (*Graph, error) {
	n := len(first) - 1
	if n < 0 || first[0] != 0 || first[n] != int64(len(heads)) || n > MaxNodes {
		return nil, fmt.Errorf("digraph: %d offsets for %d edges: want them from 0 to the number of edges", len(first), len(heads))
	}
	g := &Graph{first, heads}
	for v := range n {
		if first[v] > first[v+1] || first[v+1] > first[n] {
			return nil, fmt.Errorf("digraph: the offsets of node %d are from %d to %d", v, first[v], first[v+1])
		}
		if err := g.check(v); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// check returns an error unless the successors of a node are other nodes, in ascending order.
func (g *Graph) check(v int) error {
	before := int32(-1)
	for _, w := range g.Successors(v) {
		if w <= before || int(w) >= g.Len() || int(w) == v {
			return fmt.Errorf("digraph: successor %d of node %d after %d: want other nodes in ascending order, below %d",
				w, v, before, g.Len())
		}
		before = w
	}
	return nil
}

// FromEdges returns the graph of n nodes with the given edges (from, to) in any order. Loops and
// repetitions are dropped. A node out of range is an error.
func FromEdges(n int, edges [][2]int) (*Graph, error) {
	lists := make([][]int32, n)
	for _, e := range edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= n {
			return nil, fmt.Errorf("digraph: edge %v: want nodes from 0 to %d", e, n-1)
		}
		if e[0] != e[1] {
			lists[e[0]] = append(lists[e[0]], int32(e[1]))
		}
	}
	g := &Graph{first: make([]int64, 1, n+1)}
	for _, list := range lists {
		slices.Sort(list)
		g.heads = append(g.heads, slices.Compact(list)...)
		g.first = append(g.first, int64(len(g.heads)))
	}
	return g, nil
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return max(len(g.first)-1, 0) }

// EdgeCount returns the number of edges.
func (g *Graph) EdgeCount() int { return len(g.heads) }

// Successors returns the nodes to which there is an edge from v, in ascending order. The slice
// belongs to the graph.
func (g *Graph) Successors(v int) []int32 { return g.heads[g.first[v]:g.first[v+1]:g.first[v+1]] }

// Degree returns the outdegree of v, the number of its successors.
func (g *Graph) Degree(v int) int { return int(g.first[v+1] - g.first[v]) }

// HasEdge reports whether there is an edge from v to w.
func (g *Graph) HasEdge(v, w int) bool {
	_, found := slices.BinarySearch(g.Successors(v), int32(w))
	return found
}

// Reverse returns the graph with all edges turned round, so that its successors are the
// predecessors in g.
func (g *Graph) Reverse() *Graph {
	r := &Graph{first: make([]int64, len(g.first)), heads: make([]int32, len(g.heads))}
	for _, w := range g.heads {
		r.first[w+1]++
	}
	for v := range g.Len() {
		r.first[v+1] += r.first[v]
	}
	next := slices.Clone(r.first)
	for v := range g.Len() {
		for _, w := range g.Successors(v) {
			r.heads[next[w]] = int32(v)
			next[w]++
		}
	}
	return r
}

// Without returns the graph without some of its edges: those of which drop(from, to) is true.
func (g *Graph) Without(drop func(from, to int) bool) *Graph {
	h := &Graph{first: make([]int64, 1, len(g.first))}
	for v := range g.Len() {
		for _, w := range g.Successors(v) {
			if !drop(v, int(w)) {
				h.heads = append(h.heads, w)
			}
		}
		h.first = append(h.first, int64(len(h.heads)))
	}
	return h
}

// TwoLoops returns the number of pairs {v, w} with edges both ways.
func (g *Graph) TwoLoops() int {
	loops := 0
	for v := range g.Len() {
		for _, w := range g.Successors(v) {
			if int(w) > v && g.HasEdge(int(w), v) {
				loops++
			}
		}
	}
	return loops
}
