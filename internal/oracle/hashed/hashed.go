// Package hashed counts legal positions by the textbook dynamic program: the border states of the
// partial boards, point by point, in a hash table (Combinatorics of Go, sections 5.1 to 5.5). It
// shares no code with the engine in package border, and serves as its oracle in tests and as the
// yardstick of benchmarks.
package hashed

import (
	"math/big"
	"slices"
)

// maxHeight is what a state has room for.
const maxHeight = 14

// cell is a point of the border: edge, empty, or a stone of colour c (0 or 1): live+c if its string
// has a liberty, else needy+2*s+c where s numbers the needy strings from the top.
type cell = uint8

const (
	edge cell = iota
	empty
	live
	needy = live + 2
)

type state [maxHeight]cell

// Count returns L(rows, cols); a board side, the smaller one, is at most 14.
func Count(rows, cols int) *big.Int {
	return Counts(min(rows, cols), max(rows, cols))[max(rows, cols)-1]
}

// Counts returns L(height, 1), L(height, 2), ... to the given width, in the time that the last one
// takes. The height is at most 14.
func Counts(height, width int) []*big.Int {
	var all []*big.Int
	run(height, width, func(points int, table map[state]*big.Int) {
		if points%height > 0 {
			return
		}
		total := new(big.Int)
		for s, ways := range table {
			if !s.hasNeedy() {
				total.Add(total, ways)
			}
		}
		all = append(all, total)
	})
	return all
}

// Run tells visit after each step how many points are done and how many border states there are.
func Run(rows, cols int, visit func(points, states int)) {
	run(min(rows, cols), max(rows, cols), func(points int, table map[state]*big.Int) { visit(points, len(table)) })
}

// run tells visit after each step the number of partial positions for each border state.
func run(height, width int, visit func(points int, table map[state]*big.Int)) {
	table := map[state]*big.Int{{}: big.NewInt(1)}
	for point := range height * width {
		next := make(map[state]*big.Int, 2*len(table))
		for s, ways := range table {
			for c := range 3 {
				if t, ok := s.place(point%height, c); ok {
					add(next, t, ways)
				}
			}
		}
		table = next
		visit(point+1, table)
	}
}

func add(table map[state]*big.Int, s state, ways *big.Int) {
	if sum, ok := table[s]; ok {
		sum.Add(sum, ways)
	} else {
		table[s] = new(big.Int).Set(ways)
	}
}

func (s state) hasNeedy() bool { return slices.Max(s[:]) >= needy }

func colourOf(c cell) int { return int(c) & 1 }

// fresh numbers no other string: states are renumbered after each step.
const fresh = needy + 2*maxHeight

// place puts a point of the new column at height y: 0 empty, 1 and 2 a stone.
func (s state) place(y, point int) (state, bool) {
	left, up := s[y], edge
	if y > 0 {
		up = s[y-1]
	}
	if point == 0 {
		s[y] = empty
		s.revive(up)
		s.revive(left)
		return s.renumbered(), true
	}
	c := point - 1
	own := func(neighbour cell) bool { return neighbour >= needy && colourOf(neighbour) == c }
	mine := live + cell(c)
	s[y] = edge
	if left >= needy && !own(left) && !slices.Contains(s[:], left) {
		return s, false
	}
	if up == empty || left == empty || up == mine || left == mine {
		s[y] = mine
		if own(up) {
			s.revive(up)
		}
		if own(left) {
			s.revive(left)
		}
		return s.renumbered(), true
	}
	s[y] = fresh + cell(c)
	if own(up) {
		s.replace(up, s[y])
	}
	if own(left) {
		s.replace(left, s[y])
	}
	return s.renumbered(), true
}

// revive gives the string of a needy cell its liberty.
func (s *state) revive(c cell) {
	if c >= needy {
		s.replace(c, live+cell(colourOf(c)))
	}
}

func (s *state) replace(from, to cell) {
	for i, c := range s {
		if c == from {
			s[i] = to
		}
	}
}

// renumbered numbers the needy strings in the order of their first points.
func (s state) renumbered() state {
	var number [256]cell
	next := needy
	for i, c := range s {
		if c < needy {
			continue
		}
		if number[c] == 0 {
			number[c] = cell(next) + cell(colourOf(c))
			next += 2
		}
		s[i] = number[c]
	}
	return s
}
