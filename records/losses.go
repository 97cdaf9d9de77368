package records

// A lossProblem is a record as the least sum of losses against an ideal position, which no board
// with an edge has. What a choice at a point loses depends on the points beside it only, so that
// the losses to come are at least the sum over strips of rows, each of which does without its
// neighbours.
//
// Source: D. Gonçalves, A. Pinlou, M. Rao and S. Thomassé, "The domination number of grids", 2011,
// where the strips are the margins of a large board.
type lossProblem interface {
	problem
	// losses returns the losses of a position with a value, on a board of some points.
	losses(points, value int) int
	// digits returns the number of digits that a point can have in the frontier of a strip.
	digits() int
	// fill makes a choice at a point. It returns the digit of the point and the loss, and may change
	// the point above in c.
	fill(c *corner, choice uint8) (here uint8, loss int, allowed bool)
	// final reports whether a point may have a digit after the last column.
	final(digit uint8) bool
	// connected reports whether the points with digit 1 are to be one string.
	connected() bool
}

// A grid is a board that is filled column by column.
type grid struct{ rows, cols int }

// sides returns the number of neighbours beyond the edge.
func (g grid) sides(row, col int) int {
	return int(count(row == 0) + count(row == g.rows-1) + count(col == 0) + count(col == g.cols-1))
}

// A corner is what is beside a point when it is filled.
type corner struct {
	left, above uint8 // digits, or outside
	linked      bool  // the two are connected
	sides       int   // neighbours beyond the edge of the board
	free        bool  // a neighbour is beyond the strip
}

// outside is a point beyond the strip or the board.
const outside = uint8(edge)

// losses implements [lossProblem]. Let the string have s stones with w pairs of neighbours among
// them, and b sides of stones on the edge of the board; let the e other points have v pairs among
// them and a sides on the edge. With P pairs of a stone and an empty point,
//
//	4 s = P + 2 w + b and 4 e = P + 2 v + a,
//
// and w = s - 1 + c, where c is the number of times that stones are joined which were connected
// already. Twice the first equation and the second give
//
//	3 P = 4 (s + e) + 4 - (2 b + a + 4 c + 2 v).
func (pseudoliberties) losses(points, value int) int { return 4*points + 4 - 3*value }

// digits implements [lossProblem].
func (pseudoliberties) digits() int { return 2 }

// connected implements [lossProblem].
func (pseudoliberties) connected() bool { return true }

// final implements [lossProblem].
func (pseudoliberties) final(uint8) bool { return true }

// fill implements [lossProblem].
func (pseudoliberties) fill(c *corner, choice uint8) (here uint8, loss int, allowed bool) {
	if choice == 0 {
		return 0, c.sides + 2*int(count(c.left == 0)+count(c.above == 0)), true
	}
	return 1, 2*c.sides + 4*int(count(c.linked && c.left == 1 && c.above == 1)), true
}
