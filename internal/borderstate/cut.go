package borderstate

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/goban"
)

// Cut is a position of which a given number of points are filled, column by column.
type Cut struct {
	rows, cols int
	filled     int
	color      []goban.Color // by number in the order of filling
}

// New cuts a position after a given number of points, 0 to all of them.
func New(p *goban.Position, filled int) (*Cut, error) {
	if filled < 0 || filled > p.Rows()*p.Cols() {
		return nil, fmt.Errorf("cut after %d points: want 0 to %d", filled, p.Rows()*p.Cols())
	}
	c := &Cut{rows: p.Rows(), cols: p.Cols(), filled: filled}
	for i := range filled {
		at := c.PointAt(i)
		c.color = append(c.color, p.At(at.Row, at.Col))
	}
	return c, nil
}

// PointAt returns the point that is filled after i others.
func (c *Cut) PointAt(i int) goban.Point { return goban.Point{Row: i % c.rows, Col: i / c.rows} }

// Filled returns how many points are filled.
func (c *Cut) Filled() int { return c.filled }

// Kink returns the number of border points in the new column.
func (c *Cut) Kink() int { return c.filled % c.rows }

// neighbours returns the points next to point i, as numbers in the order of filling.
func (c *Cut) neighbours(i int) []int {
	var next []int
	if i%c.rows > 0 {
		next = append(next, i-1)
	}
	if i%c.rows < c.rows-1 {
		next = append(next, i+1)
	}
	if i >= c.rows {
		next = append(next, i-c.rows)
	}
	if i+c.rows < c.rows*c.cols {
		next = append(next, i+c.rows)
	}
	return next
}

// group is a string of the filled part.
type group struct {
	points []int
	live   bool // it has a liberty among the filled points
	open   bool // a point beside it is not filled yet
}

// groupOf finds the string of a stone.
func (c *Cut) groupOf(stone int) group {
	g := group{points: []int{stone}}
	seen := map[int]bool{stone: true}
	for i := 0; i < len(g.points); i++ {
		for _, n := range c.neighbours(g.points[i]) {
			switch {
			case n >= c.filled:
				g.open = true
			case c.color[n] == goban.Empty:
				g.live = true
			case c.color[n] == c.color[stone] && !seen[n]:
				seen[n] = true
				g.points = append(g.points, n)
			}
		}
	}
	return g
}

// Doomed returns the points of the strings that have no liberty and cannot get
// one any more.
func (c *Cut) Doomed() []goban.Point {
	var doomed []goban.Point
	for i, color := range c.color {
		if !color.IsStone() {
			continue
		}
		if g := c.groupOf(i); !g.live && !g.open {
			doomed = append(doomed, c.PointAt(i))
		}
	}
	return doomed
}

// Border returns the border points from the top; those of rows that have none
// filled yet are left out, which is only so in the first column.
func (c *Cut) Border() []goban.Point {
	var border []goban.Point
	for row := range c.rows {
		if i := c.borderPoint(row); i >= 0 {
			border = append(border, c.PointAt(i))
		}
	}
	return border
}

// borderPoint is the last filled point of a row, -1 if there is none.
func (c *Cut) borderPoint(row int) int {
	column := c.filled / c.rows
	if row >= c.Kink() {
		column--
	}
	if column < 0 {
		return -1
	}
	return column*c.rows + row
}

// Point is a border point.
type Point struct {
	Color goban.Color
	Live  bool // of stones: the string has a liberty
	Group int  // of needy stones: which string, numbered from 0 as they appear; else -1
}

// State is a border state: its kink and its points from the top. Where there is
// no column yet, the edge of the board stands, as a point of no colour.
type State struct {
	Kink   int
	Points []Point
}

// Edge is the colour of a border point in the first column that is not filled
// yet.
const Edge = goban.Color(3)

// State returns what the filled part says about the rest.
func (c *Cut) State() State {
	s := State{Kink: c.Kink()}
	groups := map[int]int{} // by first point
	for row := range c.rows {
		s.Points = append(s.Points, c.statePoint(row, groups))
	}
	return s
}

func (c *Cut) statePoint(row int, groups map[int]int) Point {
	i := c.borderPoint(row)
	if i < 0 {
		return Point{Color: Edge, Group: -1}
	}
	p := Point{Color: c.color[i], Group: -1}
	if !p.Color.IsStone() {
		return p
	}
	g := c.groupOf(i)
	if p.Live = g.live; p.Live {
		return p
	}
	first := g.points[0]
	for _, point := range g.points {
		first = min(first, point)
	}
	if _, known := groups[first]; !known {
		groups[first] = len(groups)
	}
	p.Group = groups[first]
	return p
}

// String writes a state on one line: from the top . for an empty point, X and O for
// live stones, x and o for needy ones with the number of their string, # for the
// edge, and | where the new column ends.
func (s State) String() string {
	var b strings.Builder
	for i, p := range s.Points {
		if i == s.Kink && i > 0 {
			b.WriteByte('|')
		}
		switch {
		case p.Color == Edge:
			b.WriteByte('#')
		case p.Color == goban.Empty || p.Live:
			b.WriteByte(".XO"[p.Color])
		default:
			fmt.Fprintf(&b, "%c%d", ".xo"[p.Color], p.Group)
		}
	}
	return b.String()
}

// Swap returns the state with its colours exchanged.
func (s State) Swap() State {
	swapped := State{Kink: s.Kink}
	for _, p := range s.Points {
		if p.Color.IsStone() {
			p.Color = p.Color.Opponent()
		}
		swapped.Points = append(swapped.Points, p)
	}
	return swapped
}

// with returns the cut with the next point filled.
func (c *Cut) with(color goban.Color) *Cut {
	next := *c
	next.color = append(append([]goban.Color(nil), c.color...), color)
	next.filled++
	return &next
}

// Successor is what a colour of the next point leads to.
type Successor struct {
	Color goban.Color
	State State
	Legal bool // whether every string has a liberty, or may get one
}

// Successors tries the three colours of the next point, which there must be.
func (c *Cut) Successors() []Successor {
	var all []Successor
	for _, color := range []goban.Color{goban.Empty, goban.Black, goban.White} {
		next := c.with(color)
		all = append(all, Successor{Color: color, State: next.State(), Legal: len(next.Doomed()) == 0})
	}
	return all
}
