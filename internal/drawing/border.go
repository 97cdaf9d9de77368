package drawing

import (
	"combigo/border/borderstate"
	"combigo/goban"
)

// BorderState draws a border state from the top to the bottom: live stones large,
// needy ones small, with a dot, and joined by an arc with the next one of their string, empty
// points as crossings, the edge as a bar. The new column stands to the right.
func BorderState(s borderstate.State) string {
	c := canvas{class: onWood}
	c.state(s)
	return c.svg(int(stateColumns*cell), len(s.Points)*cell, "border state "+s.String())
}

// stateColumns is the width of the drawing of a border state, in points.
const stateColumns = 3.5

// state draws a border state with its corner at the origin.
func (c *canvas) state(s borderstate.State) {
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
			c.add(`<path d="M %g %g C %g %g %g %g %g %g" fill="none" stroke="#2b78e4" stroke-width="2"/>`,
				x(from), at(from), bend, at(from), bend, at(i), x(i), at(i))
		}
		last[p.Group] = i
	}
	for i, p := range s.Points {
		switch {
		case p.Color == borderstate.Edge:
			c.line(x(i), at(i)-cell/2, x(i), at(i)+cell/2, 3)
		case p.Color == goban.Empty:
			c.line(x(i)-cell/3, at(i), x(i)+cell/3, at(i), 1)
			c.line(x(i), at(i)-cell/3, x(i), at(i)+cell/3, 1)
		case p.Live:
			c.stone(x(i), at(i), p.Color, stoneRadius)
		default: // differs by more than its size, for boards that are drawn small
			c.stone(x(i), at(i), p.Color, stoneRadius*0.62)
			c.add(`<circle cx="%g" cy="%g" r="%g" fill="#d9480f"/>`, x(i), at(i), stoneRadius*0.26)
		}
	}
}
