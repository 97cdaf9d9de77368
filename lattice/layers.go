package lattice

// Kind returns the kind of lattice that the graph is a piece of, [None] if of none.
func (g *Graph) Kind() Kind { return g.kind }

// Size returns the numbers of rows and columns of a piece of a lattice, and 0, 0 for any other graph.
func (g *Graph) Size() (rows, cols int) { return g.rows, g.cols }

// Place returns the row and the column of a vertex, both from 0, and whether the graph is a piece of a lattice.
func (g *Graph) Place(v int) (row, col int, ok bool) {
	if g.rows == 0 {
		return 0, 0, false
	}
	return v % g.rows, v / g.rows, true
}
