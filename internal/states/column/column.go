// Package column adds columns to a board one after the other, in the plain way: by flood fill over
// two columns. Any number of colours, and boards whose columns have points off the board.
package column

import (
	"fmt"
	"slices"
	"strings"
)

// Off is the colour of what is not on the board.
const Off = -1

// A Point is what the columns so far say of a point of the last one.
type Point struct {
	Color int8 // Off, 0 for an empty point, else that of a stone
	Live  bool // of stones: whether the string has a liberty
	Group int8 // of stones: the number of the string, from 1; 0 where it does not matter
}

// Needy reports whether the point is a stone of a string without liberty.
func (p Point) Needy() bool { return p.Color > 0 && !p.Live }

// A State is the points of a column, from the top, with the strings of the columns so far.
type State []Point

// Before returns the state before the first column of a height.
func Before(height int) State { return slices.Repeat(State{{Color: Off}}, height) }

// After returns the state of one more column with the given colours; it is not ok if a string is
// left without liberty for good. All strings of the column are numbered in the order of their first
// points. The time grows with the cube of the height.
func (s State) After(colors []int8) (next State, ok bool) {
	m := len(colors)
	all := slices.Clone(s) // the old column, then the new one
	for _, c := range colors {
		all = append(all, Point{Color: c})
	}
	name, live := make([]int, 2*m), make([]bool, 2*m) // by point: the least point known to be of its string
	for i := range name {
		name[i], live[i] = i, all[i].Live
	}
	merge := func(i, j int) {
		for k, from := 0, name[j]; k < len(name); k++ {
			if name[k] == from {
				name[k] = name[i]
			}
		}
	}
	touch := func(i, j int) {
		if all[i].Color > 0 && all[i].Color == all[j].Color {
			merge(i, j)
		}
		live[i], live[j] = live[i] || all[j].Color == 0, live[j] || all[i].Color == 0
	}
	for i := range m {
		for j := range i {
			if s[i].Group > 0 && s[i].Group == s[j].Group {
				merge(i, j)
			}
		}
		if i > 0 {
			touch(m+i-1, m+i)
		}
		touch(i, m+i)
	}
	groupLive, goesOn := make([]bool, 2*m), make([]bool, 2*m)
	for i, n := range name {
		groupLive[n] = groupLive[n] || live[i]
		goesOn[n] = goesOn[n] || i >= m
	}
	for i, p := range all {
		if n := name[i]; p.Color > 0 && !groupLive[n] && !goesOn[n] {
			return nil, false
		}
	}
	next = all[m:]
	for i := range next {
		if next[i].Color > 0 {
			next[i].Live, next[i].Group = groupLive[name[m+i]], int8(name[m+i]+1)
		}
	}
	return next.numbered(), true
}

// numbered numbers the strings in the order of their first points, in place.
func (s State) numbered() State {
	number := map[int8]int8{0: 0}
	for i, p := range s {
		if _, known := number[p.Group]; !known {
			number[p.Group] = int8(len(number))
		}
		s[i].Group = number[p.Group]
	}
	return s
}

// WithoutLive returns the state without the numbers of strings that have a liberty: all that the
// rest of the board needs.
func (s State) WithoutLive() State {
	t := slices.Clone(s)
	for i := range t {
		if t[i].Live {
			t[i].Group = 0
		}
	}
	return t.numbered()
}

// Legal reports whether all strings have a liberty.
func (s State) Legal() bool { return !slices.ContainsFunc(s, Point.Needy) }

// String writes a state, such as "1a 2B .": colours, with a letter for each string, capital if it
// has a liberty.
func (s State) String() string {
	var words []string
	for _, p := range s {
		switch {
		case p.Color == Off:
			words = append(words, "-")
		case p.Color == 0:
			words = append(words, ".")
		case p.Live:
			words = append(words, fmt.Sprintf("%d%c", p.Color, 'A'-1+rune(p.Group)))
		default:
			words = append(words, fmt.Sprintf("%d%c", p.Color, 'a'-1+rune(p.Group)))
		}
	}
	return strings.Join(words, " ")
}

// Colorings returns all columns of a height in colours from 0 to the given one.
func Colorings(height, colors int) [][]int8 {
	all := [][]int8{nil}
	for range height {
		var longer [][]int8
		for _, c := range all {
			for color := range int8(colors + 1) {
				longer = append(longer, append(slices.Clone(c), color))
			}
		}
		all = longer
	}
	return all
}
