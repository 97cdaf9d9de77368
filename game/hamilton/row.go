package hamilton

import (
	"iter"
	"math/bits"
	"strings"

	"combigo.dev/combigo/game/certificate"
)

// A row is a position of one row, two bits a point, the leftmost point in the lowest bits: 0 is
// empty, 1 black, 2 white. The number of points is kept elsewhere.
type row uint64

const (
	black     = row(1)
	white     = row(2)
	evenBits  = row(0x5555555555555555)
	rowColors = ".XO"
)

// at returns the colour of a point.
func (r row) at(v int) row { return r >> (2 * v) & 3 }

// swapped returns the row with the colours exchanged.
func (r row) swapped() row { return r&evenBits<<1 | r>>1&evenBits }

// run returns the number of points from the left that have the colour of the first.
func (r row) run() int {
	return bits.TrailingZeros64(uint64(r^(r&3)*evenBits)) / 2
}

// firsts returns the mask of the first points of a row.
func firsts(points int) row { return 1<<(2*points) - 1 }

// parseRow reads a position such as "X.O".
func parseRow(text string) (r row) {
	for i, c := range text {
		r |= row(strings.IndexRune(rowColors, c)) << (2 * i)
	}
	return r
}

// text writes a position of n points.
func (r row) text(n int) string {
	b := make([]byte, n)
	for v := range b {
		b[v] = rowColors[r.at(v)]
	}
	return string(b)
}

// play puts a stone on an empty point of a row of n points. The position stays if that is the
// suicide of a single stone.
func (r row) play(n, v int, color row) row {
	q := r | color<<(2*v)
	for _, w := range []int{v - 1, v + 1} {
		if w >= 0 && w < n && q.at(w) == 3-color {
			q = q.withoutDead(n, w)
		}
	}
	if alone := q; q == r|color<<(2*v) {
		if q = q.withoutDead(n, v); q == alone&^(3<<(2*v)) {
			return r
		}
	}
	return q
}

// withoutDead takes the string of a stone off if it has no liberty.
func (r row) withoutDead(n, v int) row {
	first, last := v, v
	for first > 0 && r.at(first-1) == r.at(v) {
		first--
	}
	for last < n-1 && r.at(last+1) == r.at(v) {
		last++
	}
	if first > 0 && r.at(first-1) == 0 || last < n-1 && r.at(last+1) == 0 {
		return r
	}
	return r &^ (firsts(last+1) &^ firsts(first))
}

// legal reports whether every string has a liberty.
func (r row) legal(n int) bool {
	for v := 0; v < n; v++ {
		if r.at(v) != 0 && r.withoutDead(n, v) != r {
			return false
		}
	}
	return true
}

// leadsTo reports whether a move leads from one position of n points to another.
func (r row) leadsTo(q row, n int) bool {
	for _, to := range r.moves(n) {
		if to == q {
			return true
		}
	}
	return false
}

// moves are the moves from a position of n points to others, each with the position that it leads
// to.
func (r row) moves(n int) iter.Seq2[certificate.Move, row] {
	return func(yield func(certificate.Move, row) bool) {
		for v := range n {
			for color := row(1); color <= 2 && r.at(v) == 0; color++ {
				to := r.play(n, v, color)
				if to != r && !yield(certificate.Move{Color: certificate.Color(rowColors[color]), Vertex: uint8(v)}, to) {
					return
				}
			}
		}
	}
}

// legalRows yields the legal positions of n points.
func legalRows(n int) iter.Seq[row] {
	return func(yield func(row) bool) {
		// A string that is filled from the left has a liberty, or waits for one on its right.
		var fill func(r row, v int, waits bool) bool
		fill = func(r row, v int, waits bool) bool {
			if v == n {
				return waits || yield(r)
			}
			before := row(3)
			if v > 0 {
				before = r.at(v - 1)
			}
			more := fill(r, v+1, false)
			for color := row(1); color <= 2; color++ {
				switch {
				case before == color:
					more = more && fill(r|color<<(2*v), v+1, waits)
				case !waits:
					more = more && fill(r|color<<(2*v), v+1, before != 0)
				}
			}
			return more
		}
		fill(0, 0, false)
	}
}

// The states of the last point filled, which decide how the points on its right can be filled.
const (
	afterEmpty   = iota
	afterSafe    // a stone whose string has a liberty on its left
	afterWaiting // a stone whose string has no liberty yet
)

// fillings returns, by number k of points up to n, then by state of the point before, the number of
// ways to fill k points up to the end of the row.
func fillings(n int) [][3]int64 {
	ways := [][3]int64{{1, 1, 0}}
	for k := range n {
		w := ways[k]
		ways = append(ways, [3]int64{
			afterEmpty:   w[afterEmpty] + 2*w[afterSafe],
			afterSafe:    w[afterEmpty] + w[afterSafe] + w[afterWaiting],
			afterWaiting: w[afterEmpty] + w[afterWaiting],
		})
	}
	return ways
}

// pairNumber returns the number, from 0, of the pair of a position and the one with the colours
// exchanged, in the order of legalRows. The position is not empty, and the fillings are those of
// its number of points or more.
func (r row) pairNumber(n int, ways [][3]int64) int32 {
	first := bits.TrailingZeros64(uint64(r)) / 2
	if r.at(first) == 2 {
		r = r.swapped()
	}
	number := (ways[n-first-1][afterEmpty] - 1) / 2 // pairs with more empty points on the left
	before, state := row(1), afterSafe
	if first == 0 {
		state = afterWaiting
	}
	for v := first + 1; v < n; v++ {
		w, color := &ways[n-v-1], r.at(v)
		after := [3]int{1: state, 2: state} // what comes after each colour
		if before == 0 {
			after = [3]int{1: afterSafe, 2: afterSafe}
		} else {
			after[3-before] = state + 1
		}
		if color > 0 {
			number += w[afterEmpty]
		}
		if color == 2 && after[1] <= afterWaiting {
			number += w[after[1]]
		}
		before, state = color, after[color]
	}
	return int32(number)
}

// blackFirst reports whether there is a stone, and the leftmost one is black.
func (r row) blackFirst() bool { return r&-r&evenBits != 0 }
