package bound

import (
	"fmt"
	"slices"
	"strings"

	"combigo.dev/combigo/goban"
)

// A grid is a board whose points are numbered row by row.
type grid struct {
	rows, cols int
	near       [][]int // the neighbours of each point
}

func newGrid(rows, cols int) *grid {
	g := &grid{rows, cols, make([][]int, rows*cols)}
	for p := range g.near {
		row, col := p/cols, p%cols
		for _, q := range [][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}} {
			if q[0] >= 0 && q[0] < rows && q[1] >= 0 && q[1] < cols {
				g.near[p] = append(g.near[p], q[0]*cols+q[1])
			}
		}
	}
	return g
}

// Rows returns the number of rows.
func (g *grid) Rows() int { return g.rows }

// Cols returns the number of columns.
func (g *grid) Cols() int { return g.cols }

// at returns a point by its number.
func (g *grid) at(p int) goban.Point { return goban.Point{Row: p / g.cols, Col: p % g.cols} }

// reach returns points and all that ways from them lead to through points of a kind.
func (g *grid) reach(from []int, through func(p int) bool) []int {
	all := slices.Clone(from)
	seen := make([]bool, len(g.near))
	for _, p := range from {
		seen[p] = true
	}
	for i := 0; i < len(all); i++ {
		for _, q := range g.near[all[i]] {
			if !seen[q] && through(q) {
				seen[q] = true
				all = append(all, q)
			}
		}
	}
	return all
}

// A Partition divides the points of a board into black ones, white ones and those between
// (Combinatorics of Go, Theorem 8): the black ones are connected, so are the white ones, and each
// point between is adjacent to both colours.
//
// Unlike the theorem, it need not have as many black points as white ones; Lower says what that
// changes.
type Partition struct {
	*grid
	points []goban.Color // row by row; Empty is between
}

// NewPartition takes a position for a partition, its empty points for those between, and fails if
// it is none.
func NewPartition(p *goban.Position) (*Partition, error) {
	q := &Partition{grid: newGrid(p.Rows(), p.Cols())}
	for row := range q.rows {
		for col := range q.cols {
			q.points = append(q.points, p.At(row, col))
		}
	}
	return q, q.check()
}

// At returns Black, White, or Empty for a point between.
func (p *Partition) At(row, col int) goban.Color { return p.points[row*p.cols+col] }

// Of returns the points of a colour, row by row.
func (p *Partition) Of(c goban.Color) []goban.Point {
	var all []goban.Point
	for i, found := range p.points {
		if found == c {
			all = append(all, p.at(i))
		}
	}
	return all
}

// Count returns the number of points of a colour.
func (p *Partition) Count(c goban.Color) int {
	n := 0
	for _, found := range p.points {
		if found == c {
			n++
		}
	}
	return n
}

// String returns the partition as a diagram: a line for each row, top row first.
func (p *Partition) String() string {
	var b strings.Builder
	for i, c := range p.points {
		if i > 0 && i%p.cols == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte(".XO"[c])
	}
	return b.String()
}

// check returns an error if the partition does not do what its type promises.
func (p *Partition) check() error {
	for _, c := range []goban.Color{goban.Black, goban.White} {
		if p.Count(c) == 0 {
			return fmt.Errorf("there is no %v point", c)
		}
		first := slices.Index(p.points, c)
		if len(p.reach([]int{first}, func(i int) bool { return p.points[i] == c })) < p.Count(c) {
			return fmt.Errorf("the %v points are not connected", c)
		}
	}
	for i, c := range p.points {
		if c == goban.Empty && (!p.touches(i, goban.Black) || !p.touches(i, goban.White)) {
			return fmt.Errorf("the point between in row %d, column %d is not adjacent to both colours", i/p.cols, i%p.cols)
		}
	}
	return nil
}

// touches reports whether a point is adjacent to a colour.
func (p *Partition) touches(i int, c goban.Color) bool {
	return slices.ContainsFunc(p.near[i], func(b int) bool { return p.points[b] == c })
}
