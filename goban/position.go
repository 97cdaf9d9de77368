package goban

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/syntax"
)

// Color is the state of a point: empty, or a stone of one of the two colours. The zero value is
// Empty.
type Color uint8

const (
	Empty Color = iota
	Black
	White

	// edge surrounds the board in a Position's grid, so that the neighbours of a point need no
	// bounds checks.
	edge
)

// Opponent returns the other player's colour. The opponent of Empty is Empty.
func (c Color) Opponent() Color {
	if c.IsStone() {
		return Black + White - c
	}
	return c
}

// IsStone reports whether c is Black or White.
func (c Color) IsStone() bool { return c == Black || c == White }

// String returns "empty", "black" or "white".
func (c Color) String() string {
	return [...]string{"empty", "black", "white", "no colour"}[min(c, edge)]
}

// symbol returns the character that stands for c in the diagrams that this package writes.
func (c Color) symbol() byte { return ".XO?"[min(c, edge)] }

// columnLetters are the letters of a Go board: without I, which is too easily taken for J or 1.
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// Point is a place on a board: Row counts from 0 at the top, Col from 0 at the left.
type Point struct {
	Row, Col int
}

// ColumnLabel returns the name of a column, counted from 0: A to Z without I, then AA, BB, ..., ZZ,
// then AAA and so on. GTP and most books stop at Z (25 columns); doubled letters are how CGoban
// goes on. A negative column has no label: "".
func ColumnLabel(col int) string {
	if col < 0 {
		return ""
	}
	letter := columnLetters[col%len(columnLetters)]
	return strings.Repeat(string(letter), col/len(columnLetters)+1)
}

// MaxSide is the greatest number of rows or columns of a Position. SGF stops at [MaxSGFSide].
const MaxSide = 4096

// Position is a colouring of the points of a rectangular board. It need not be legal. Use New to
// make one. A Position may be read from many goroutines at once, so long as none changes it.
type Position struct {
	rows, cols int

	// grid has the points row by row, each row preceded by one edge, with a row of edges above and
	// below and one edge at the end: the neighbours of i are i-1, i+1, i-stride and i+stride.
	grid   []Color
	stride int
}

// New returns the empty position on a board of the given height and width, each from 1 to MaxSide.
func New(rows, cols int) (*Position, error) {
	if rows < 1 || cols < 1 || rows > MaxSide || cols > MaxSide {
		return nil, fmt.Errorf("board %dx%d: expected 1 to %d rows and columns", rows, cols, MaxSide)
	}
	stride := cols + 1
	p := &Position{
		rows:   rows,
		cols:   cols,
		grid:   slices.Repeat([]Color{edge}, (rows+2)*stride+1),
		stride: stride,
	}
	for row := range rows {
		clear(p.row(row))
	}
	return p, nil
}

// Rows returns the height of the board.
func (p *Position) Rows() int { return p.rows }

// Cols returns the width of the board.
func (p *Position) Cols() int { return p.cols }

// On reports whether a point is on the board.
func (p *Position) On(at Point) bool {
	return at.Row >= 0 && at.Row < p.rows && at.Col >= 0 && at.Col < p.cols
}

// At returns the colour of a point. A point off the board is a mistake of the program and panics,
// as a slice index out of range does; On tells beforehand.
func (p *Position) At(row, col int) Color { return p.grid[p.index(row, col)] }

// Set gives a point a colour and does nothing else: no string is captured. It panics where At does,
// and for a colour that is none of Empty, Black and White.
func (p *Position) Set(row, col int, c Color) {
	if c >= edge {
		panic(fmt.Sprintf("goban: Set: colour %d: expected Empty, Black or White", c))
	}
	p.grid[p.index(row, col)] = c
}

// Clone returns a copy that shares nothing with p.
func (p *Position) Clone() *Position {
	q := *p
	q.grid = slices.Clone(p.grid)
	return &q
}

// Equal reports whether two positions have the same board and the same stones.
func (p *Position) Equal(q *Position) bool {
	return p.rows == q.rows && p.cols == q.cols && slices.Equal(p.grid, q.grid)
}

// String returns the position as a plain diagram: a line for each row, top row first, of '.', 'X'
// (black) and 'O' (white), without a newline at the end.
func (p *Position) String() string {
	var b strings.Builder
	for row := range p.rows {
		if row > 0 {
			b.WriteByte('\n')
		}
		for _, c := range p.row(row) {
			b.WriteByte(c.symbol())
		}
	}
	return b.String()
}

// size returns the size of the board as people write it, such as 9x13.
func (p *Position) size() string { return fmt.Sprintf("%dx%d", p.rows, p.cols) }

// index returns the place of a point in the grid.
func (p *Position) index(row, col int) int {
	if uint(row) >= uint(p.rows) || uint(col) >= uint(p.cols) {
		panic(fmt.Sprintf("goban: point (%d, %d) is off the %s board", row, col, p.size()))
	}
	return (row+1)*p.stride + col + 1
}

// point is the inverse of index.
func (p *Position) point(i int) Point {
	return Point{Row: i/p.stride - 1, Col: i%p.stride - 1}
}

// row returns the part of the grid that holds one row of the board.
func (p *Position) row(row int) []Color {
	start := p.index(row, 0)
	return p.grid[start : start+p.cols]
}

// Label returns the name of a point of the board in A1 style: the column's label and the row's
// number, which counts from 1 at the bottom. The bottom left point is A1.
func (p *Position) Label(at Point) string {
	return ColumnLabel(at.Col) + strconv.Itoa(p.rows-at.Row)
}

// SyntaxError says what is wrong with a text that should hold positions, and where.
type SyntaxError = syntax.Error
