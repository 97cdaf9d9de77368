package reproduction

import (
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/column"
	"combigo.dev/combigo/internal/drawing"
)

// A shape is a board whose columns are intervals of the rows of a frame, filled with a partial
// position: columns of colours, from the left. Beside an interval they are [column.Off].
type shape [][]int8

// parted reports whether a column of a shape has a stone of a colour beside an empty point, above
// or below or in the column before.
func parted(before column.State, colors []int8, c int8) bool {
	between := func(a, b int8) bool { return c > 0 && (a == c && b == 0 || a == 0 && b == c) }
	for i, a := range colors {
		if between(a, before[i].Color) || i > 0 && between(a, colors[i-1]) {
			return true
		}
	}
	return false
}

// columnsOf returns all columns of a frame: an interval of rows with all colours, off the board
// elsewhere.
func columnsOf(rows int) [][]int8 {
	var all [][]int8
	off := slices.Repeat([]int8{column.Off}, rows)
	for first := range rows {
		for last := first; last < rows; last++ {
			for _, colors := range column.Colorings(last-first+1, 2) {
				all = append(all, slices.Concat(off[:first], colors, off[last+1:]))
			}
		}
	}
	return all
}

// smallestShape returns a board with the fewest points on which a state of some rows is
// constructible, where a column may have margin rows more above and below, and no stone of a
// colour, if it is one of stones, is beside an empty point; nil if there is none.
func (w *work) smallestShape(state borderstate.State, margin int, breathless goban.Color) shape {
	rows := len(state.Points) + 2*margin
	target := column.Before(rows)
	for i, p := range state.Points {
		target[i+margin] = column.Point{Color: int8(p.Color), Live: p.Live, Group: int8(p.Group + 1)}
	}
	type node struct {
		column.State
		columns shape
	}
	reached, columns, done := [][]node{{{State: column.Before(rows)}}}, columnsOf(rows), map[string]bool{} // by the number of points
	for points := 0; points < len(reached); points++ {
		for i := 0; i < len(reached[points]); i++ {
			check(w.ctx.Err())
			x := reached[points][i]
			key := x.String()
			if key == target.String() {
				return x.columns
			}
			if done[key] {
				continue
			}
			done[key] = true
			for _, c := range columns {
				if parted(x.State, c, int8(breathless)) {
					continue
				}
				next, ok := x.After(c)
				if !ok {
					continue
				}
				if next = next.WithoutLive(); !done[next.String()] {
					more := points + shape{c}.points()
					for len(reached) <= more {
						reached = append(reached, nil)
					}
					reached[more] = append(reached[more], node{next, append(slices.Clip(x.columns), c)})
				}
			}
		}
	}
	return nil
}

// points returns the points of a shape.
func (s shape) points() int {
	n := 0
	for _, colors := range s {
		for _, c := range colors {
			if c != column.Off {
				n++
			}
		}
	}
	return n
}

// at returns the colour of a place, which may be outside of the frame.
func (s shape) at(row, col int) int8 {
	if col < 0 || col >= len(s) || row < 0 || row >= len(s[0]) {
		return column.Off
	}
	return s[col][row]
}

// draw draws a board that is no rectangle: lines join neighbours.
func (s shape) draw(sheet *drawing.Sheet, x, y float64) {
	for col := range s {
		for row := range s[col] {
			if s.at(row, col) == column.Off {
				continue
			}
			px, py := x+float64(col), y+float64(row)
			if s.at(row, col+1) != column.Off {
				sheet.Line(px, py, px+1, py, drawing.Stroke{})
			}
			if s.at(row+1, col) != column.Off {
				sheet.Line(px, py, px, py+1, drawing.Stroke{})
			}
		}
	}
	for col := range s {
		for row, c := range s[col] {
			if c > 0 {
				sheet.Stone(x+float64(col), y+float64(row), goban.Color(c))
			}
		}
	}
}
