// Package doublesum counts legal positions from the two halves of a board by the definition: forward from the left and from
// the right in hash tables, and then the sum over all pairs of border states with the same colours. It is the oracle of
// the join in package border, shares no code with it, and is for up to 8 rows.
package doublesum

import (
	"math/big"
	"slices"
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
	names := map[byte]byte{}
	out := slices.Clone(points)
	for i, p := range points {
		if isNeedy(p) {
			if names[p] == 0 {
				names[p] = needy(colour(p), len(names))
			}
			out[i] = names[p]
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

// forward fills a given number of columns, and the first points of one more.
func forward(rows, columns, points int) vector {
	empty := make([]byte, rows)
	for i := range empty {
		empty[i] = 'e'
	}
	v := vector{state(empty): big.NewInt(1)}
	for i := range rows*columns + points {
		next := vector{}
		for s, ways := range v {
			for c := range 3 {
				if t, ok := place(s, i%rows, c, i < rows); ok {
					if next[t] == nil {
						next[t] = new(big.Int)
					}
					next[t].Add(next[t], ways)
				}
			}
		}
		v = next
	}
	return v
}

// Count returns L(rows, columns). The border between the halves is the last point of each row of a given number of columns, and of one
// more for the first `kink` rows; both halves have its points.
func Count(rows, columns, cut, kink int) *big.Int {
	left := forward(rows, cut, kink)
	right := forward(rows, columns-cut, rows-kink)
	if kink == 0 {
		right = forward(rows, columns-cut+1, 0)
	}
	byColours := map[string][]state{}
	turned := vector{}
	for s, ways := range right {
		points := []byte(s)
		slices.Reverse(points)
		t := canonical(points)
		turned[t] = ways
		byColours[colours(t)] = append(byColours[colours(t)], t)
	}
	total, product := new(big.Int), new(big.Int)
	for s, ways := range left {
		for _, t := range byColours[colours(s)] {
			if legal(s, t) {
				total.Add(total, product.Mul(ways, turned[t]))
			}
		}
	}
	return total
}

func colours(s state) string {
	out := make([]byte, len(s))
	for i := range out {
		out[i] = live(colour(s[i]))
	}
	return string(out)
}

// legal reports whether every string of the union of two states has a liberty: strings grow from needy points over those
// that are in one string in either state, until one is live in one of them.
func legal(s, t state) bool {
	for i := range s {
		if !isNeedy(s[i]) || !isNeedy(t[i]) {
			continue
		}
		reached := map[int]bool{i: true}
		queue := []int{i}
		alive := false
		for len(queue) > 0 && !alive {
			p := queue[0]
			queue = queue[1:]
			alive = !isNeedy(s[p]) || !isNeedy(t[p])
			for q := range s {
				if !reached[q] && (isNeedy(s[p]) && s[p] == s[q] || isNeedy(t[p]) && t[p] == t[q]) {
					reached[q] = true
					queue = append(queue, q)
				}
			}
		}
		if !alive {
			return false
		}
	}
	return true
}
