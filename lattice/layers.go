package lattice

import (
	"fmt"
	"strconv"
)

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
