// Package doublesum counts legal positions from the two halves of a board by the definition: forward from the left and from
// the right in hash tables, and then the sum over all pairs of border states with the same colours. It is the oracle of
// the join in package border, shares no code with it, and is for up to 8 rows.
package doublesum

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// A state is the border from the top, a byte a point: 'e' empty, 'b' or 'w' a stone whose string has a liberty, or a
// stone without one, from firstNeedy on: even ones are black, and those of a string are equal.
type state string

const firstNeedy = 200

// colour returns 0 for empty, 1 for black, 2 for white.
func colour(point byte) int {
	switch {
	case point == 'e':
		return 0
	case point == 'b', isNeedy(point) && point%2 == 0:
		return 1
	}
	return 2
}

// needy is a stone of string number n without liberty.
func needy(colour, n int) byte { return byte(firstNeedy + 2*n + colour - 1) }

func isNeedy(point byte) bool { return point >= firstNeedy }

func live(colour int) byte { return "ebw"[colour] }

// canonical numbers the strings from the top.
func canonical(points []byte) state {
	var names [256 - firstNeedy]byte
	strings := 0
	out := slices.Clone(points)
	for i, p := range points {
		if isNeedy(p) {
			if names[p-firstNeedy] == 0 {
				names[p-firstNeedy] = needy(colour(p), strings)
				strings++
			}
			out[i] = names[p-firstNeedy]
		}
	}
	return state(out)
}

// replace makes all points that are old new.
func replace(points []byte, old, by byte) {
	for i := range points {
		if points[i] == old {
			points[i] = by
		}
	}
}

// place puts a colour on point y of a state; first tells that there is no column before. It reports false if a string
// loses its last hope.
func place(s state, y, c int, first bool) (state, bool) {
	const fresh = 254
	points := []byte(s)
	var beside []byte // the point above, and the one to the left, which is covered
	left := points[y]
	if y > 0 {
		beside = append(beside, points[y-1])
	}
	if !first {
		beside = append(beside, left)
	}
	if c == 0 {
		for _, p := range beside {
			if isNeedy(p) {
				replace(points, p, live(colour(p)))
			}
		}
		points[y] = 'e'
		return canonical(points), true
	}
	own := byte(fresh + c - 1)
	points[y] = own
	if !first && isNeedy(left) && colour(left) != c && !slices.Contains(points, left) {
		return "", false
	}
	alive := false
	for _, p := range beside {
		switch {
		case p == 'e' || p == live(c):
			alive = true
		case isNeedy(p) && colour(p) == c:
			replace(points, p, own)
		}
	}
	if alive {
		replace(points, own, live(c))
	}
	return canonical(points), true
}

// vector counts the ways to arrive at each state.
type vector map[state]*big.Int

// Boards are all boards with a number of rows. The ways to arrive at the states of a border are computed once for all of them.
type Boards struct {
	rows   int
	filled []vector // by the number of points that are filled
}

// New returns the boards with a number of rows, up to 8.
func New(rows int) *Boards {
	return &Boards{rows: rows, filled: []vector{{state(strings.Repeat("e", rows)): big.NewInt(1)}}}
}

// forward fills a given number of columns, and the first points of one more.
func (b *Boards) forward(columns, points int) vector {
	for i := len(b.filled) - 1; i < b.rows*columns+points; i++ {
		next := vector{}
		for s, ways := range b.filled[i] {
			for c := range 3 {
				if t, ok := place(s, i%b.rows, c, i < b.rows); ok {
					if next[t] == nil {
						next[t] = new(big.Int)
					}
					next[t].Add(next[t], ways)
				}
			}
		}
		b.filled = append(b.filled, next)
	}
	return b.filled[b.rows*columns+points]
}

// Count returns L(rows, columns). The border between the halves is the last point of each row of a given number of columns, and of one
// more for the first `kink` rows; both halves have its points.
func (b *Boards) Count(columns, cut, kink int) *big.Int {
	left := b.forward(cut, kink)
	right := b.forward(columns-cut, b.rows-kink)
	if kink == 0 {
		right = b.forward(columns-cut+1, 0)
	}
	byColours := map[string][]half{}
	for s, ways := range right {
		points := []byte(s)
		slices.Reverse(points)
		h := newHalf(points, ways)
		byColours[h.colours] = append(byColours[h.colours], h)
	}
	total, product := new(big.Int), new(big.Int)
	for s, ways := range left {
		h := newHalf([]byte(s), ways)
		for _, other := range byColours[h.colours] {
			if legal(h, other) {
				total.Add(total, product.Mul(h.ways, other.ways))
			}
		}
	}
	return total
}

// half is what a state says of the border: the colours, and sets of points, a bit each: those of a string without liberty,
// and all others.
type half struct {
	colours string
	strings []uint
	live    uint
	ways    *big.Int
}

func newHalf(points []byte, ways *big.Int) half {
	h := half{ways: ways}
	strings := map[byte]uint{}
	colours := make([]byte, len(points))
	for i, p := range points {
		colours[i] = live(colour(p))
		if isNeedy(p) {
			strings[p] |= 1 << i
		} else {
			h.live |= 1 << i
		}
	}
	h.colours, h.strings = string(colours), slices.Collect(maps.Values(strings))
	return h
}

// legal reports whether every point of the union of two halves is live in one of them, or joined to such a one by strings
// of both.
func legal(s, t half) bool {
	alive, before := s.live|t.live, uint(0)
	for alive != before {
		before = alive
		for _, strings := range [2][]uint{s.strings, t.strings} {
			for _, points := range strings {
				if points&alive != 0 {
					alive |= points
				}
			}
		}
	}
	return alive == 1<<len(s.colours)-1
}
