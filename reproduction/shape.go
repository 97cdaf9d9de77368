package reproduction

import (
	"container/heap"
	"slices"

	"combigo/border/borderstate"
	"combigo/goban"
	"combigo/internal/drawing"
)

// offShape is the colour of a place that is not on a board that is no rectangle.
const offShape = borderstate.Edge

// A shape is a board whose columns are intervals of the rows of a frame, filled with a partial position: columns of colours, from the
// left.
type shape [][]goban.Color

// shapeState is what the columns so far say of the rest: the colours of the last one, which of its stones have liberties, and which
// of the others are connected.
type shapeState struct {
	colors []goban.Color
	live   []bool
	group  []int // of needy stones, numbered as they appear; else -1
}

func (s shapeState) key() string {
	key := make([]byte, 0, len(s.colors))
	for i, c := range s.colors {
		code := byte(c)
		switch {
		case s.live[i]:
			code += 4
		case s.group[i] >= 0:
			code += 8 * byte(s.group[i]+1)
		}
		key = append(key, code)
	}
	return string(key)
}

// parted reports whether a column of a shape has a stone of a colour beside an empty point, above or below or in the column before.
func parted(before, column []goban.Color, c goban.Color) bool {
	if !c.IsStone() {
		return false
	}
	for i := range column {
		a, b := column[i], before[i]
		if a == c && b == goban.Empty || a == goban.Empty && b == c {
			return true
		}
		if i > 0 && (a == c && column[i-1] == goban.Empty || a == goban.Empty && column[i-1] == c) {
			return true
		}
	}
	return false
}

// columnsOf returns all columns of a frame: an interval of rows with all colours, off the board elsewhere.
func columnsOf(rows int) [][]goban.Color {
	var all [][]goban.Color
	for first := range rows {
		for last := first; last < rows; last++ {
			column := slices.Repeat([]goban.Color{offShape}, rows)
			var fill func(i int)
			fill = func(i int) {
				if i > last {
					all = append(all, slices.Clone(column))
					return
				}
				for _, c := range []goban.Color{goban.Empty, goban.Black, goban.White} {
					column[i] = c
					fill(i + 1)
				}
			}
			fill(first)
		}
	}
	return all
}

// extend adds a column to a state; ok is false if a string without liberty is left behind.
func (s shapeState) extend(column []goban.Color) (next shapeState, ok bool) {
	rows := len(column)
	// Points of the old column come first. Strings are sets of points, merged until nothing changes.
	name := make([]int, 2*rows)
	for i := range name {
		name[i] = i
	}
	color := func(i int) goban.Color {
		if i < rows {
			return s.colors[i]
		}
		return column[i-rows]
	}
	merge := func(i, j int) {
		for k, from := 0, name[j]; k < len(name); k++ {
			if name[k] == from {
				name[k] = name[i]
			}
		}
	}
	live := make([]bool, 2*rows)
	join := func(i, j int) {
		switch a, b := color(i), color(j); {
		case a.IsStone() && a == b:
			merge(i, j)
		case a.IsStone() && b == goban.Empty:
			live[i] = true
		case b.IsStone() && a == goban.Empty:
			live[j] = true
		}
	}
	for i := range rows {
		live[i] = s.live[i]
		for j := range i {
			if s.group[i] >= 0 && s.group[i] == s.group[j] {
				merge(i, j)
			}
		}
		join(i, i+rows)
		if i > 0 {
			join(i-1, i)
			join(i+rows-1, i+rows)
		}
	}
	has, reaches := make([]bool, 2*rows), make([]bool, 2*rows)
	for i, n := range name {
		has[n] = has[n] || live[i]
		reaches[n] = reaches[n] || i >= rows
	}
	next = shapeState{colors: column, live: make([]bool, rows), group: slices.Repeat([]int{-1}, rows)}
	for i := range rows {
		if color(i).IsStone() && !has[name[i]] && !reaches[name[i]] {
			return next, false
		}
	}
	groups := 0
	for i := range rows {
		n := name[i+rows]
		if !column[i].IsStone() {
			continue
		}
		if next.live[i] = has[n]; next.live[i] {
			continue
		}
		if first := slices.Index(name[rows:], n); first < i {
			next.group[i] = next.group[first]
		} else {
			next.group[i] = groups
			groups++
		}
	}
	return next, true
}

// shapeNode is a state that was reached, with the columns so far and the number of points.
type shapeNode struct {
	shapeState
	columns shape
	points  int
}

// shapeQueue yields the shapes with the fewest points first.
type shapeQueue []*shapeNode

func (q shapeQueue) Len() int           { return len(q) }
func (q shapeQueue) Less(i, j int) bool { return q[i].points < q[j].points }
func (q shapeQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *shapeQueue) Push(x any)        { *q = append(*q, x.(*shapeNode)) }
func (q *shapeQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// smallestShape returns a board with the fewest points on which a state of some rows is constructible, where a column may have margin
// rows more above and below, and no stone of a colour, if it is one of stones, is beside an empty point; nil if there is none.
func (w *work) smallestShape(state borderstate.State, margin int, breathless goban.Color) (shape, error) {
	rows := len(state.Points) + 2*margin
	target := shapeState{slices.Repeat([]goban.Color{offShape}, rows), make([]bool, rows), slices.Repeat([]int{-1}, rows)}
	for i, p := range state.Points {
		target.colors[i+margin], target.live[i+margin], target.group[i+margin] = p.Color, p.Live, p.Group
	}
	start := shapeState{slices.Repeat([]goban.Color{offShape}, rows), make([]bool, rows), slices.Repeat([]int{-1}, rows)}
	queue, columns, done := &shapeQueue{{shapeState: start}}, columnsOf(rows), map[string]bool{}
	for queue.Len() > 0 {
		if err := w.ctx.Err(); err != nil {
			return nil, err
		}
		x := heap.Pop(queue).(*shapeNode)
		key := x.key()
		if done[key] {
			continue
		}
		done[key] = true
		if key == target.key() {
			return x.columns, nil
		}
		for _, c := range columns {
			if parted(x.colors, c, breathless) {
				continue
			}
			next, ok := x.extend(c)
			if !ok || done[next.key()] {
				continue
			}
			points := x.points
			for _, color := range c {
				if color != offShape {
					points++
				}
			}
			heap.Push(queue, &shapeNode{next, append(slices.Clip(x.columns), c), points})
		}
	}
	return nil, nil
}

// points returns the points of a shape.
func (s shape) points() int {
	n := 0
	for _, column := range s {
		for _, c := range column {
			if c != offShape {
				n++
			}
		}
	}
	return n
}

// at returns the colour of a place, which may be outside of the frame.
func (s shape) at(row, col int) goban.Color {
	if col < 0 || col >= len(s) || row < 0 || row >= len(s[0]) {
		return offShape
	}
	return s[col][row]
}

// draw draws a board that is no rectangle: lines join neighbours.
func (s shape) draw(sheet *drawing.Sheet, x, y float64) {
	for col := range s {
		for row := range s[col] {
			if s.at(row, col) == offShape {
				continue
			}
			px, py := x+float64(col), y+float64(row)
			if s.at(row, col+1) != offShape {
				sheet.Line(px, py, px+1, py, drawing.Stroke{})
			}
			if s.at(row+1, col) != offShape {
				sheet.Line(px, py, px, py+1, drawing.Stroke{})
			}
		}
	}
	for col := range s {
		for row, c := range s[col] {
			if c.IsStone() {
				sheet.Stone(x+float64(col), y+float64(row), c)
			}
		}
	}
}
