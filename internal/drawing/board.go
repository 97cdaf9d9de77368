package drawing

import (
	"fmt"
	"strings"

	"combigo/goban"
)

// BoardOptions says how a board is drawn and what is marked on it.
type BoardOptions struct {
	// Wood fills the board with the colour of wood, and marks the star points.
	Wood bool
	// Coordinates are written on the left and below, in a margin of one point.
	Coordinates bool
	// Marks are letters on points.
	Marks map[goban.Point]string
	// Ring are points with a ring around them.
	Ring []goban.Point
	// Hidden are points that are not drawn, as if not filled yet.
	Hidden func(at goban.Point) bool
	// Signs are signs on points: the last move, a string and its liberties, stones without any.
	Signs map[goban.Point]Sign
}

// Sign is a sign on a point.
type Sign int

// The signs.
const (
	LastMove   Sign = iota + 1 // a ring within the stone
	Chosen                     // a stone that is looked at
	Liberty                    // an empty point beside such stones
	Breathless                 // a stone whose string has no liberty
)

// Board draws a position.
func Board(p *goban.Position, opt BoardOptions) string {
	c := canvas{class: onWood}
	margin := 0
	if opt.Coordinates {
		margin = 1
	}
	width, height := (p.Cols()+margin)*cell, (p.Rows()+margin)*cell
	if opt.Wood {
		c.add(`<rect width="%d" height="%d" fill="%s"/>`, width, height, wood)
	}
	if opt.Coordinates {
		c.coordinates(p)
		c.add(`<g transform="translate(%d 0)">`, cell)
	}
	c.board(p, opt)
	if opt.Coordinates {
		c.add("</g>")
	}
	return c.svg(width, height, fmt.Sprintf("board of %d by %d points", p.Rows(), p.Cols()))
}

// Colours of a board of wood.
const (
	wood = "#dcb35c"
	wire = "#3d2b08"
)

// coordinates writes the letters of columns, without I, and the numbers of rows.
func (c *canvas) coordinates(p *goban.Position) {
	name := func(x, y float64, text string) { c.word(x, y, text, 0.46*cell, wire) }
	for row := range p.Rows() {
		name(cell/2, at(row), strings.TrimLeft(p.Label(goban.Point{Row: row}), "ABCDEFGHJKLMNOPQRSTUVWXYZ"))
	}
	for col := range p.Cols() {
		name(at(col)+cell, at(p.Rows()), strings.TrimRight(p.Label(goban.Point{Col: col}), "0123456789"))
	}
}

// grid draws all lines as one path.
func (c *canvas) grid(rows, cols int, color string) {
	var path strings.Builder
	for row := range rows {
		fmt.Fprintf(&path, "M%g %gH%g", at(0), at(row), at(cols-1))
	}
	for col := range cols {
		fmt.Fprintf(&path, "M%g %gV%g", at(col), at(0), at(rows-1))
	}
	c.add(`<path d="%s" fill="none" stroke="%s" stroke-width="1.2" stroke-linecap="square"/>`, path.String(), color)
}

// isStar tells whether players mark a point: the middle, and on larger boards others.
func isStar(rows, cols int, at goban.Point) bool {
	if rows != cols && (rows < 13 || cols < 13) || rows < 5 {
		return false
	}
	edge := 3
	if rows < 13 {
		edge = 2
	}
	line := func(side, i int) (corner, middle bool) {
		return i == edge || i == side-1-edge, side%2 == 1 && i == side/2
	}
	rowCorner, rowMiddle := line(rows, at.Row)
	colCorner, colMiddle := line(cols, at.Col)
	switch {
	case rowMiddle && colMiddle:
		return true
	case rowCorner && colCorner:
		return rows >= 7
	}
	return rows > 15 && cols > 15 && (rowMiddle && colCorner || rowCorner && colMiddle)
}

// board draws a position with its corner at the origin.
func (c *canvas) board(p *goban.Position, opt BoardOptions) {
	line := "currentColor"
	if opt.Wood {
		line = wire
	}
	c.grid(p.Rows(), p.Cols(), line)
	for row := range p.Rows() {
		for col := range p.Cols() {
			point := goban.Point{Row: row, Col: col}
			if opt.Hidden != nil && opt.Hidden(point) {
				c.add(`<circle cx="%g" cy="%g" r="3" fill="%s" opacity="0.35"/>`, at(col), at(row), line)
				continue
			}
			color := p.At(row, col)
			if opt.Wood && !color.IsStone() && isStar(p.Rows(), p.Cols(), point) {
				c.add(`<circle cx="%g" cy="%g" r="2.8" fill="%s"/>`, at(col), at(row), wire)
			}
			if color.IsStone() {
				c.stone(at(col), at(row), color, stoneRadius)
			}
			c.sign(at(col), at(row), opt.Signs[point], color)
		}
	}
	for _, point := range opt.Ring {
		c.add(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="#1f5fbf" stroke-width="2.5"/>`, at(point.Col), at(point.Row), stoneRadius+1.5)
	}
	for row := range p.Rows() { // in an order that is the same every time
		for col := range p.Cols() {
			if mark := opt.Marks[goban.Point{Row: row, Col: col}]; mark != "" {
				if opt.Wood && !p.At(row, col).IsStone() { // to be read without the lines
					c.add(`<circle cx="%g" cy="%g" r="%g" fill="%s"/>`, at(col), at(row), 0.38*cell, wood)
				}
				c.word(at(col), at(row), mark, 0.6*cell, line)
			}
		}
	}
}

func (c *canvas) sign(x, y float64, s Sign, color goban.Color) {
	switch s {
	case LastMove:
		stroke := "#fff"
		if color == goban.White {
			stroke = "#111"
		}
		c.add(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="%s" stroke-width="2"/>`, x, y, 0.5*stoneRadius, stroke)
	case Chosen:
		c.add(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="#0b7a3b" stroke-width="3"/>`, x, y, stoneRadius-1)
	case Liberty:
		c.add(`<circle cx="%g" cy="%g" r="%g" fill="#0b7a3b" stroke="#fff" stroke-width="1.5"/>`, x, y, 0.4*stoneRadius)
	case Breathless:
		c.add(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="#d3002a" stroke-width="3"/>`, x, y, stoneRadius-1)
		c.add(`<path d="M%g %gl8 8m0-8l-8 8" stroke="#d3002a" stroke-width="2.5"/>`, x-4, y-4)
	}
}
