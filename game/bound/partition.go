package bound

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/goban"
)

// A Partition divides the points of a board into black ones, white ones and those between
// (Combinatorics of Go, Theorem 8): the black ones are connected, so are the white ones, and each
// point between is adjacent to both colours.
//
// Unlike the theorem, it need not have as many black points as white ones; Lower says what that
// changes.
type Partition struct {
	rows, cols int
	points     []goban.Color // row by row; Empty is between
}

// NewPartition takes a position for a partition, its empty points for those between, and fails if
// it is none.
func NewPartition(p *goban.Position) (*Partition, error) {
	q := &Partition{rows: p.Rows(), cols: p.Cols()}
	for row := range q.rows {
		for col := range q.cols {
			q.points = append(q.points, p.At(row, col))
		}
	}
	return q, q.check()
}

// Rows returns the number of rows.
func (p *Partition) Rows() int { return p.rows }

// Cols returns the number of columns.
func (p *Partition) Cols() int { return p.cols }

// At returns Black, White, or Empty for a point between.
func (p *Partition) At(row, col int) goban.Color { return p.points[row*p.cols+col] }

// Of returns the points of a colour, row by row.
func (p *Partition) Of(c goban.Color) []goban.Point {
	var all []goban.Point
	for i, found := range p.points {
		if found == c {
			all = append(all, goban.Point{Row: i / p.cols, Col: i % p.cols})
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
		if !p.connected(c) {
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

// neighbours returns the points beside one, and how many there are.
func (p *Partition) neighbours(i int) ([4]int, int) {
	var all [4]int
	n := 0
	row, col := i/p.cols, i%p.cols
	for _, b := range [4][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}} {
		if b[0] >= 0 && b[0] < p.rows && b[1] >= 0 && b[1] < p.cols {
			all[n] = b[0]*p.cols + b[1]
			n++
		}
	}
	return all, n
}

// touches reports whether a point is adjacent to a colour.
func (p *Partition) touches(i int, c goban.Color) bool {
	near, n := p.neighbours(i)
	for _, b := range near[:n] {
		if p.points[b] == c {
			return true
		}
	}
	return false
}

// connected reports whether the points of a colour are connected.
func (p *Partition) connected(c goban.Color) bool {
	seen := make([]bool, len(p.points))
	var todo []int
	for i, found := range p.points {
		if found == c {
			todo, seen[i] = append(todo, i), true
			break
		}
	}
	reached := len(todo)
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		near, n := p.neighbours(i)
		for _, b := range near[:n] {
			if p.points[b] == c && !seen[b] {
				seen[b] = true
				todo = append(todo, b)
				reached++
			}
		}
	}
	return reached == p.Count(c)
}
