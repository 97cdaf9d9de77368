package lattice

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"combigo.dev/combigo/internal/enum"
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

// FromEdges returns the graph of n vertices, 1 to [MaxVertices], with the given edges, at most
// [MaxEdges], in any order. A vertex out of range, a loop and a double edge are errors.
func FromEdges(n int, edges [][2]int) (*Graph, error) {
	if err := checkVertices(n); err != nil {
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
	g := newGraph(n, edges)
	for u := range n {
		for i, v := range g.Neighbors(u) {
			if i > 0 && g.Neighbors(u)[i-1] == v {
				return nil, fmt.Errorf("double edge between vertices %d and %d: want at most one", u, v)
			}
		}
	}
	return g, nil
}

// newGraph puts the edges of n vertices in order. It takes them as they are: they must be those of
// a simple graph.
func newGraph(n int, edges [][2]int) *Graph {
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

// Validate returns an error if the graph has no vertices, as the zero Graph and some quotients have
// none. Whatever this package returns is simple.
func (g *Graph) Validate() error { return checkVertices(g.Len()) }

func checkVertices(n int) error {
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

// A Kind is a kind of lattice. The zero Kind is none: a graph that is no piece of a lattice.
type Kind int

// The kinds of lattices; the package comment says what each looks like.
const (
	None Kind = iota
	Square
	Triangular
	Hexagonal
	SquareOctagonal
	Cylinder
	Torus
	Cycle
)

var kindNames = enum.Of[Kind]("lattice", "", "square", "triangular", "hexagonal", "square-octagonal", "cylinder", "torus", "cycle")

// Kinds returns all kinds of lattices.
func Kinds() []Kind {
	return []Kind{Square, Triangular, Hexagonal, SquareOctagonal, Cylinder, Torus, Cycle}
}

// String returns the name of the kind as [ParseKind] reads it.
func (k Kind) String() string {
	if k == None {
		return "none"
	}
	return kindNames.Name(k)
}

// ParseKind reads the name of a kind of lattice.
func ParseKind(s string) (Kind, error) { return kindNames.Parse(s) }

// Period returns after how many columns a strip of the lattice looks the same again: 1 or 2. It
// returns 0 for the kinds whose columns close up, which do not make strips of any length, and for
// [None].
func (k Kind) Period() int {
	switch k {
	case Square, Triangular:
		return 1
	case Hexagonal, SquareOctagonal:
		return 2
	default:
		return 0
	}
}

// Kind returns the kind of lattice that the graph is a piece of, [None] if of none.
func (g *Graph) Kind() Kind { return g.kind }

// Size returns the numbers of rows and columns of a piece of a lattice, and 0, 0 for any other
// graph.
func (g *Graph) Size() (rows, cols int) { return g.rows, g.cols }

// Place returns the row and the column of a vertex, both from 0, and whether the graph is a piece
// of a lattice.
func (g *Graph) Place(v int) (row, col int, ok bool) {
	if g.rows == 0 {
		return 0, 0, false
	}
	return v % g.rows, v / g.rows, true
}

// Name returns the name of a vertex: the one that it has in its file, for a lattice r2c3 in row 2
// and column 3 counted from 1, and its number otherwise.
func (g *Graph) Name(v int) string {
	if g.names != nil {
		return g.names[v]
	}
	if row, col, ok := g.Place(v); ok {
		return fmt.Sprintf("r%dc%d", row+1, col+1)
	}
	return strconv.Itoa(v)
}
