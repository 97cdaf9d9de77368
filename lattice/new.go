package lattice

import (
	"fmt"
	"slices"
)

// Options say what is beyond the board, and which part of the lattice it is. The zero Options are
// the usual board.
type Options struct {
	SafeTop    bool // the row above row 0 is known to be empty
	SafeBottom bool // the row below the last row is known to be empty

	// FirstRow is the row of the lattice that is row 0 of the piece, at least 0. It changes the
	// hexagonal lattice, in which every second row looks the same, and the square-octagonal one, in
	// which every fourth does.
	FirstRow int
}

// New builds a piece of a lattice; the package comment says how. Sides are at least 1 and there are
// at most [MaxVertices] vertices. A cycle has a single row. A torus and a cycle have no top and no
// bottom that could be safe.
func New(kind Kind, rows, cols int, opts Options) (*Graph, error) {
	if err := checkPiece(kind, rows, cols, opts); err != nil {
		return nil, err
	}
	p := piece{kind, rows, cols, opts.FirstRow % rowPeriod}
	g := newGraph(rows*cols, p.edges())
	g.kind, g.rows, g.cols = kind, rows, cols
	return g.WithSafe(p.safe(opts)...)
}

func checkPiece(kind Kind, rows, cols int, opts Options) error {
	if !slices.Contains(Kinds(), kind) {
		return fmt.Errorf("%v is no lattice: want one of %v", kind, Kinds())
	}
	if rows < 1 || cols < 1 || rows > MaxVertices/cols {
		return fmt.Errorf("%s %dx%d: want sides from 1, and at most %d vertices", kind, rows, cols, MaxVertices)
	}
	if opts.FirstRow < 0 {
		return fmt.Errorf("%s from row %d of the lattice: want a row from 0", kind, opts.FirstRow)
	}
	if kind == Cycle && rows != 1 {
		return fmt.Errorf("cycle %dx%d: a cycle has a single row, such as 1x%d", rows, cols, rows*cols)
	}
	if (opts.SafeTop || opts.SafeBottom) && (kind == Torus || kind == Cycle) {
		return fmt.Errorf("%s with a safe boundary: a %[1]s has no top and no bottom", kind)
	}
	return nil
}

// rowPeriod is after how many rows any lattice looks the same.
const rowPeriod = 4

// piece is a piece of a lattice that is yet to be built.
type piece struct {
	kind       Kind
	rows, cols int
	firstRow   int
}

func (p piece) vertex(row, col int) int { return col*p.rows + row }

// edges returns every edge once: those that lead down, right, and diagonally up.
func (p piece) edges() [][2]int {
	var edges [][2]int
	for col := range p.cols {
		for row := range p.rows {
			v := p.vertex(row, col)
			if down, ok := p.down(row); ok {
				edges = append(edges, [2]int{v, p.vertex(down, col)})
			}
			if right, ok := p.right(row, col); ok {
				edges = append(edges, [2]int{v, p.vertex(row, right)})
			}
			if p.kind == Triangular && row > 0 && col+1 < p.cols {
				edges = append(edges, [2]int{v, p.vertex(row-1, col+1)})
			}
		}
	}
	return edges
}

// down returns the row that a row is joined to from above.
func (p piece) down(row int) (int, bool) {
	return nextIndex(row, p.rows, p.kind == Torus)
}

// right returns the column that a vertex is joined to from the left.
func (p piece) right(row, col int) (int, bool) {
	i := p.firstRow + row
	switch {
	case p.kind == Hexagonal && (i+col)%2 == 1:
		return 0, false
	case p.kind == SquareOctagonal && ((i+1)/2+col)%2 == 1:
		return 0, false
	}
	return nextIndex(col, p.cols, p.kind == Cylinder || p.kind == Torus || p.kind == Cycle)
}

// nextIndex returns what comes after i in 0..n-1. Closing up takes at least 3, lest it makes a loop
// or a double edge.
func nextIndex(i, n int, closed bool) (int, bool) {
	if i+1 < n {
		return i + 1, true
	}
	return 0, closed && n > 2
}

// safe returns the vertices of the rows that are safe.
func (p piece) safe(opts Options) []int {
	var vertices []int
	for col := range p.cols {
		if opts.SafeTop {
			vertices = append(vertices, p.vertex(0, col))
		}
		if opts.SafeBottom {
			vertices = append(vertices, p.vertex(p.rows-1, col))
		}
	}
	return vertices
}
