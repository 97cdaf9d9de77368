package drawing

import (
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/canvas"
)

// BorderState draws a border state from the top to the bottom: live stones large,
// needy ones small, with a dot, and joined by an arc with the next one of their string, empty
// points as crossings, the edge as a bar. The new column stands to the right.
func BorderState(s borderstate.State) *canvas.Canvas {
	c := newCanvas(stateColumns*cell, float64(len(s.Points)*cell), onWood, "border state "+s.String())
	state(&c.Part, s)
	return c
}

// stateColumns is the width of the drawing of a border state, in points.
const stateColumns = 3.5

// state draws a border state with its corner at the origin.
func state(c *canvas.Part, s borderstate.State) {
	const left, right = 1.5 * cell, 2.5 * cell
	x := func(i int) float64 {
		if i < s.Kink {
			return right
		}
		return left
	}
	last := map[int]int{} // point of each string seen last
	for i, p := range s.Points {
		if p.Group < 0 {
			continue
		}
		if from, ok := last[p.Group]; ok && from < i {
			// Points farther from each other are joined by wider arcs, to the left.
			bend := left - cell*(0.5+0.3*float64(i-from))
			arc := canvas.Lines(x(from), at(from)).Curve(bend, at(from), bend, at(i), x(i), at(i))
			c.Draw(arc, canvas.Style{Stroke: "#2b78e4", Width: 2})
		}
		last[p.Group] = i
	}
	for i, p := range s.Points {
		switch {
		case p.Color == borderstate.Edge:
			c.Draw(canvas.Lines(x(i), at(i)-cell/2, x(i), at(i)+cell/2), canvas.Style{Stroke: canvas.Ink, Width: 3})
		case p.Color == goban.Empty:
			cross := canvas.Lines(x(i)-cell/3, at(i), x(i)+cell/3, at(i)).Move(x(i), at(i)-cell/3).Line(x(i), at(i)+cell/3)
			c.Draw(cross, canvas.Style{Stroke: canvas.Ink})
		case p.Live:
			stone(c, x(i), at(i), p.Color, stoneRadius)
		default: // differs by more than its size, for boards that are drawn small
			stone(c, x(i), at(i), p.Color, stoneRadius*0.62)
			c.Circle(x(i), at(i), stoneRadius*0.26, canvas.Style{Fill: "#d9480f"})
		}
	}
}
