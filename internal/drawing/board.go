package drawing

import (
	"fmt"

	"combigo/goban"
)

// BoardOptions says what is marked on a board.
type BoardOptions struct {
	// Marks are letters on points.
	Marks map[goban.Point]string
	// Ring are points with a ring around them.
	Ring []goban.Point
	// Hidden are points that are not drawn, as if not filled yet.
	Hidden func(at goban.Point) bool
}

// Board draws a position.
func Board(p *goban.Position, opt BoardOptions) string {
	var c canvas
	c.board(p, opt)
	return c.svg(p.Cols()*cell, p.Rows()*cell, fmt.Sprintf("board of %d by %d points", p.Rows(), p.Cols()))
}

// board draws a position with its corner at the origin.
func (c *canvas) board(p *goban.Position, opt BoardOptions) {
	for row := range p.Rows() {
		c.line(at(0), at(row), at(p.Cols()-1), at(row), 1)
	}
	for col := range p.Cols() {
		c.line(at(col), at(0), at(col), at(p.Rows()-1), 1)
	}
	for row := range p.Rows() {
		for col := range p.Cols() {
			point := goban.Point{Row: row, Col: col}
			if opt.Hidden != nil && opt.Hidden(point) {
				c.add(`<circle cx="%g" cy="%g" r="3" fill="currentColor" opacity="0.25"/>`, at(col), at(row))
				continue
			}
			if color := p.At(row, col); color.IsStone() {
				c.stone(at(col), at(row), color, stoneRadius)
			}
		}
	}
	for _, point := range opt.Ring {
		c.add(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="#2b78e4" stroke-width="2.5"/>`, at(point.Col), at(point.Row), stoneRadius+1.5)
	}
	for row := range p.Rows() { // in an order that is the same every time
		for col := range p.Cols() {
			if mark := opt.Marks[goban.Point{Row: row, Col: col}]; mark != "" {
				c.word(at(col), at(row), mark, 0.6*cell)
			}
		}
	}
}
