package records

import "math"

// A strip is some rows of the board with a table of lower bounds: after each point and for each
// frontier, the least loss of the points of the strip that are not filled yet. This relaxed problem
// has no losses beyond the strip, and neighbours there that are best for the strip.
//
// A frontier is a number: a digit for each row, the first row lowest, and above the digits whether
// the last points of the strip connect the two neighbours of the next point.
type strip struct {
	problem     lossProblem
	grid        grid
	first, rows int       // the first row of the strip on the board, and the number of rows
	powers      []int     // by row, the value of its digit 1; then that of the connection
	least       [][]uint8 // by number of filled points, then frontier; never if the frontier has no end
}

// frontiers returns the number of frontiers of a strip.
func frontiers(p lossProblem, rows int) float64 {
	return math.Pow(float64(p.digits()), float64(rows)) * float64(1+count(p.connected()))
}

// never is the loss of a frontier without an end. Greater losses than largestLoss are stored as it.
const (
	never       = math.MaxUint8
	largestLoss = never - 1
)

// stripBytes returns the memory that a strip takes.
func stripBytes(p lossProblem, g grid, rows int) float64 {
	return frontiers(p, rows) * float64(rows*g.cols+1)
}

// newStrip returns the tables of the strip of some rows, from row first on.
func newStrip(p lossProblem, g grid, first, rows int) *strip {
	s := &strip{problem: p, grid: g, first: first, rows: rows, powers: []int{1}, least: make([][]uint8, rows*g.cols+1)}
	for i := range rows {
		s.powers = append(s.powers, s.powers[i]*p.digits())
	}
	for filled := rows * g.cols; filled >= 0; filled-- {
		s.least[filled] = make([]uint8, int(frontiers(p, rows)))
		for frontier := range s.least[filled] {
			if filled == rows*g.cols {
				s.least[filled][frontier] = s.end(frontier)
			} else {
				s.least[filled][frontier] = s.next(filled, frontier)
			}
		}
	}
	return s
}

// digit returns the digit of a row in the number of a frontier.
func (s *strip) digit(frontier, row int) uint8 {
	return uint8(frontier / s.powers[row] % s.problem.digits())
}

// free reports whether a row has a neighbour beyond the strip.
func (s *strip) free(row int) bool {
	return row == 0 && s.first > 0 || row == s.rows-1 && s.first+s.rows < s.grid.rows
}

// end returns the loss of a frontier after the last column.
func (s *strip) end(frontier int) uint8 {
	for row := range s.rows {
		if !s.problem.final(s.digit(frontier, row)) && !s.free(row) {
			return never
		}
	}
	return 0
}

// next returns the least loss from a frontier on.
func (s *strip) next(filled, frontier int) uint8 {
	row, col := filled%s.rows, filled/s.rows
	digits := frontier % s.powers[s.rows]
	before := corner{
		left: outside, above: outside, linked: frontier != digits,
		sides: s.grid.sides(s.first+row, col), free: s.free(row),
	}
	if col > 0 {
		before.left = s.digit(digits, row)
	}
	if row > 0 {
		before.above = s.digit(digits, row-1)
	}
	least := uint8(never)
	for choice := range s.problem.choices() {
		c := before
		here, loss, ok := s.problem.fill(&c, choice)
		if !ok {
			continue
		}
		to := digits + (int(here)-int(s.digit(digits, row)))*s.powers[row]
		if row > 0 {
			to += (int(c.above) - int(before.above)) * s.powers[row-1]
		}
		if s.problem.connected() && row+1 < s.rows && before.left == 1 && here == 1 && s.digit(digits, row+1) == 1 {
			to += s.powers[s.rows]
		}
		if after := s.least[filled+1][to]; after != never {
			least = min(least, uint8(min(int(after)+loss, largestLoss)))
		}
	}
	return least
}

// bound returns the least loss in the strip after some rows of a column of the board.
func (s *strip) bound(f *frontier, rows, col int) int {
	row := min(max(rows-s.first, 0), s.rows)
	number := 0
	for i, at := range f.points[s.first : s.first+s.rows] {
		number += int(f.digit(at)) * s.powers[i]
	}
	if 0 < row && row < s.rows && col > 0 && f.linked(rows) {
		number += s.powers[s.rows]
	}
	return int(s.least[col*s.rows+row][number])
}
