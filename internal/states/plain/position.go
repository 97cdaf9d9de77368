package plain

import (
	"fmt"

	"combigo.dev/combigo/goban"
)

// Cut is a position of which a given number of points are filled, column by column.
type Cut struct {
	position *goban.Position // the points that are not filled are empty
	filled   int
}

// New cuts a position after a given number of points, 0 to all of them.
func New(p *goban.Position, filled int) (*Cut, error) {
	points := p.Rows() * p.Cols()
	if filled < 0 || filled > points {
		return nil, fmt.Errorf("cut after %d points: want 0 to %d", filled, points)
	}
	c := &Cut{p.Clone(), filled}
	for i := filled; i < points; i++ {
		at := c.PointAt(i)
		c.position.Set(at.Row, at.Col, goban.Empty)
	}
	return c, nil
}

// PointAt returns the point that is filled after i others.
func (c *Cut) PointAt(i int) goban.Point {
	return goban.Point{Row: i % c.position.Rows(), Col: i / c.position.Rows()}
}

// Filled returns how many points are filled.
func (c *Cut) Filled() int { return c.filled }

// Hidden reports whether a point is not filled.
func (c *Cut) Hidden(at goban.Point) bool { return at.Col*c.position.Rows()+at.Row >= c.filled }

// Kink returns the number of border points in the new column.
func (c *Cut) Kink() int { return c.filled % c.position.Rows() }

// Doomed returns the points of the strings that have no liberty and cannot get
// one any more.
func (c *Cut) Doomed() []goban.Point {
	var doomed []goban.Point
	for _, s := range c.position.Illegal() {
		doomed = append(doomed, s.Points...)
	}
	return doomed
}

// Border returns the border points from the top; those of rows that have none
// filled yet are left out, which is only so in the first column.
func (c *Cut) Border() []goban.Point {
	var border []goban.Point
	for row := range c.position.Rows() {
		at := goban.Point{Row: row, Col: c.filled / c.position.Rows()}
		if row >= c.Kink() {
			at.Col--
		}
		if at.Col >= 0 {
			border = append(border, at)
		}
	}
	return border
}

// State returns what the filled part says about the rest.
func (c *Cut) State() State {
	s := Start(c.position.Rows())
	for i := range c.filled {
		at := c.PointAt(i)
		s, _ = s.Place(c.position.At(at.Row, at.Col))
	}
	return s
}

// With returns the cut with the next point filled, which there must be.
func (c *Cut) With(color goban.Color) *Cut {
	next, at := &Cut{c.position.Clone(), c.filled + 1}, c.PointAt(c.filled)
	next.position.Set(at.Row, at.Col, color)
	return next
}
