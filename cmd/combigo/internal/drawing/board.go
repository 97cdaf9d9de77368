// Package drawing draws boards and border states: on a page in the colours of the text around them,
// light or dark.
//
// Lines and letters have the colour of the text; stones are black and white with an outline. The
// class of a drawing is wood if a page should put the drawing on wood.
package drawing

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
)

// Cell is the distance of two lines, in pixels.
const Cell = 24

// Classes of drawings: what pages put them on.
const (
	onWood = "wood" // light or dark
	wheel  = "wheel"
)

// newCanvas returns an empty drawing of a size in pixels.
func newCanvas(width, height float64, class, title string) *canvas.Canvas {
	return &canvas.Canvas{Part: canvas.Part{Class: class}, Width: width, Height: height, Unit: canvas.Pixel, Title: title}
}

const stoneRadius = 0.44 * Cell

// stone draws a stone.
func stone(c *canvas.Part, x, y float64, color goban.Color, radius float64) {
	style := canvas.Style{Fill: "#111", Stroke: "#777", Width: 1.2}
	if color == goban.White {
		style.Fill = "#fff"
	}
	c.Circle(x, y, radius, style)
}

// write writes letters in the middle of a place.
func write(c *canvas.Part, x, y float64, text string, size float64, color canvas.Color) {
	c.Write(canvas.Text{X: x, Y: y + canvas.Central*size, Size: size, Anchor: canvas.Middle, Color: color, Text: text})
}

// at is the place of line i.
func at(i int) float64 { return Cell * (float64(i) + 0.5) }

// BoardOptions says how a board is drawn and what is marked on it.
type BoardOptions struct {
	// Wood fills the board with the colour of wood, and marks the star points.
	Wood bool
	// Bare leaves out the lines.
	Bare bool
	// Coordinates are written on the left and below, in a margin.
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
	Liberty                    // an empty point next to such stones
	Breathless                 // a stone whose string has no liberty
)

// Board draws a position.
func Board(p *goban.Position, opt BoardOptions) *canvas.Canvas {
	margin := 0.0
	if opt.Coordinates {
		margin = boardMargin + boardEdge
	}
	width, height := float64(p.Cols()*Cell)+margin, float64(p.Rows()*Cell)+margin
	c := newCanvas(width, height, onWood, fmt.Sprintf("board of %d by %d points", p.Rows(), p.Cols()))
	if opt.Wood {
		c.Rectangle(0, 0, width, height, 0, canvas.Style{Fill: wood})
	}
	inner := &c.Part
	if opt.Coordinates {
		coordinates(inner, p)
		inner = c.Add(canvas.Part{X: boardMargin, Y: boardEdge})
	}
	Add(inner, p, opt)
	return c
}

// Margins of a board that has coordinates: three quarters of a point on the left and below, where
// they are, and less on the other sides.
const (
	boardMargin = 0.75 * Cell
	boardEdge   = 0.2 * Cell
)

// Colours of a board of wood.
const (
	wood canvas.Color = "#dcb35c"
	wire canvas.Color = "#3d2b08"
)

// coordinates writes the letters of columns, without I, and the numbers of rows.
func coordinates(c *canvas.Part, p *goban.Position) {
	name := func(x, y float64, text string) { write(c, x, y+boardEdge, text, 0.42*Cell, wire) }
	for row := range p.Rows() {
		name(0.6*boardMargin, at(row), strings.TrimLeft(p.Label(goban.Point{Row: row}), "ABCDEFGHJKLMNOPQRSTUVWXYZ"))
	}
	for col := range p.Cols() {
		name(at(col)+boardMargin, at(p.Rows()-1)+Cell/2+0.4*boardMargin, strings.TrimRight(p.Label(goban.Point{Col: col}), "0123456789"))
	}
}

// grid draws all lines as one path.
func grid(c *canvas.Part, rows, cols int, color canvas.Color) {
	var path canvas.Path
	for row := range rows {
		path = path.Move(at(0), at(row)).Line(at(cols-1), at(row))
	}
	for col := range cols {
		path = path.Move(at(col), at(0)).Line(at(col), at(rows-1))
	}
	c.Draw(path, canvas.Style{Stroke: color, Width: 1.2})
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

// Add draws a position in a part of a drawing, with its corner at the origin. Coordinates and the
// colour of wood need a board of its own.
func Add(c *canvas.Part, p *goban.Position, opt BoardOptions) {
	line := canvas.Ink
	if opt.Wood {
		line = wire
	}
	if !opt.Bare {
		grid(c, p.Rows(), p.Cols(), line)
	}
	for row := range p.Rows() {
		for col := range p.Cols() {
			point := goban.Point{Row: row, Col: col}
			if opt.Hidden != nil && opt.Hidden(point) {
				c.Circle(at(col), at(row), 3, canvas.Style{Fill: line, Opacity: 0.35})
				continue
			}
			color := p.At(row, col)
			if opt.Wood && !color.IsStone() && isStar(p.Rows(), p.Cols(), point) {
				c.Circle(at(col), at(row), 2.8, canvas.Style{Fill: wire})
			}
			if color.IsStone() {
				stone(c, at(col), at(row), color, stoneRadius)
			}
			sign(c, at(col), at(row), opt.Signs[point], color)
		}
	}
	for _, point := range opt.Ring {
		c.Circle(at(point.Col), at(point.Row), stoneRadius+1.5, canvas.Style{Stroke: "#1f5fbf", Width: 2.5})
	}
	for row := range p.Rows() { // in an order that is the same every time
		for col := range p.Cols() {
			if mark := opt.Marks[goban.Point{Row: row, Col: col}]; mark != "" {
				if opt.Wood && !p.At(row, col).IsStone() { // to be read without the lines
					c.Circle(at(col), at(row), 0.38*Cell, canvas.Style{Fill: wood})
				}
				write(c, at(col), at(row), mark, 0.6*Cell, line)
			}
		}
	}
}

// sign draws a sign on a point that has a color.
func sign(c *canvas.Part, x, y float64, s Sign, color goban.Color) {
	switch s {
	case LastMove:
		ring := canvas.Style{Stroke: "#fff", Width: 2}
		if color == goban.White {
			ring.Stroke = "#111"
		}
		c.Circle(x, y, 0.5*stoneRadius, ring)
	case Chosen:
		c.Circle(x, y, stoneRadius-1, canvas.Style{Stroke: green, Width: 3})
	case Liberty:
		c.Circle(x, y, 0.4*stoneRadius, canvas.Style{Fill: green, Stroke: "#fff", Width: 1.5})
	case Breathless:
		c.Circle(x, y, stoneRadius-1, canvas.Style{Stroke: red, Width: 3})
		cross := canvas.Lines(x-4, y-4, x+4, y+4).Move(x+4, y-4).Line(x-4, y+4)
		c.Draw(cross, canvas.Style{Stroke: red, Width: 2.5})
	}
}

// Colours of signs.
const (
	green canvas.Color = "#0b7a3b"
	red   canvas.Color = "#d3002a"
)
