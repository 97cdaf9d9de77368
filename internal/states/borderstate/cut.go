package borderstate

import (
	"fmt"
	"slices"
	"strings"

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

// Kink returns the number of border points in the new column.
func (c *Cut) Kink() int { return c.filled % c.position.Rows() }

// live reports whether a string has a liberty among the filled points.
func (c *Cut) live(s goban.String) bool {
	return slices.ContainsFunc(s.Liberties, func(at goban.Point) bool { return at.Col*c.position.Rows()+at.Row < c.filled })
}

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
		if i := c.borderPoint(row); i >= 0 {
			border = append(border, c.PointAt(i))
		}
	}
	return border
}

// borderPoint is the last filled point of a row, negative if there is none.
func (c *Cut) borderPoint(row int) int {
	rows := c.position.Rows()
	column := c.filled / rows
	if row >= c.Kink() {
		column--
	}
	return column*rows + row
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
	strings, of := c.position.Strings(), map[goban.Point]int{}
	for n, s := range strings {
		for _, at := range s.Points {
			of[at] = n
		}
	}
	s, groups := State{Kink: c.Kink()}, map[int]int{}
	for row := range c.position.Rows() {
		p := Point{Color: Edge, Group: -1}
		if i := c.borderPoint(row); i >= 0 {
			at := c.PointAt(i)
			p.Color = c.position.At(at.Row, at.Col)
			if n, stone := of[at]; stone {
				if p.Live = c.live(strings[n]); !p.Live {
					p.Group = numbered(groups, n)
				}
			}
		}
		s.Points = append(s.Points, p)
	}
	return s
}

// numbered returns the number of a string, in the order in which strings come.
func numbered(numbers map[int]int, s int) int {
	n, known := numbers[s]
	if !known {
		n = len(numbers)
		numbers[s] = n
	}
	return n
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
	next, at := &Cut{c.position.Clone(), c.filled + 1}, c.PointAt(c.filled)
	next.position.Set(at.Row, at.Col, color)
	return next
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

// Remembered returns for each number of filled points, from 0 to all, the states that fillings of a
// board lead to, as State.String writes them, each with the number of its fillings. What leaves a
// string without a liberty for good is no filling. After the last point the numbers add up to the
// number of legal positions.
func Remembered(rows, cols int) ([]map[string]int64, error) {
	empty, err := goban.New(rows, cols)
	if err != nil {
		return nil, err
	}
	start, err := New(empty, 0)
	if err != nil {
		return nil, err
	}
	// Fillings with the same state go on alike, so one of them stands for all.
	examples := map[string]*Cut{start.State().String(): start}
	all := []map[string]int64{{start.State().String(): 1}}
	for range rows * cols {
		next, counts := map[string]*Cut{}, map[string]int64{}
		for name, cut := range examples {
			for color := goban.Empty; color <= goban.White; color++ {
				if after := cut.with(color); len(after.Doomed()) == 0 {
					state := after.State().String()
					next[state] = after
					counts[state] += all[len(all)-1][name]
				}
			}
		}
		examples, all = next, append(all, counts)
	}
	return all, nil
}
