// Package drawing draws boards and border states: on a page in the colours of the text around them,
// light or dark.
//
// Lines and letters have the colour of the text; stones are black and white with an outline. The
// class of a drawing is wood if a page should put the drawing on wood.
package drawing

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/plain"
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

// Sheet is a drawing of several things, at places in units of a point of a board. The zero Sheet is
// empty.
type Sheet struct{ c canvas.Part }

// Board draws a position with its upper left corner at a place. Its size is that of the position
// times the scale.
func (s *Sheet) Board(x, y, scale float64, p *goban.Position, opt BoardOptions) {
	Add(s.part(x, y, scale), p, opt)
}

// State draws a border state with its upper left corner at a place. It is 3.5 points wide at scale
// 1, the old column of the border from 1 to 2, the new one from 2 to 3.
func (s *Sheet) State(x, y, scale float64, shown plain.State) {
	state(s.part(x, y, scale), shown)
}

func (s *Sheet) part(x, y, scale float64) *canvas.Part {
	return s.c.Add(canvas.Part{X: x * Cell, Y: y * Cell, Scale: scale})
}

// Stone draws a stone of a board at scale 1 around a place.
func (s *Sheet) Stone(x, y float64, color goban.Color) {
	stone(&s.c, x*Cell, y*Cell, color, stoneRadius)
}

// Word writes a text around a place, in letters size units high.
func (s *Sheet) Word(x, y float64, text string, size float64) {
	write(&s.c, x*Cell, y*Cell, text, size*Cell, canvas.Ink)
}

// Frame draws a rectangle with round corners.
func (s *Sheet) Frame(x, y, width, height float64) {
	s.c.Rectangle(x*Cell, y*Cell, width*Cell, height*Cell, 5, canvas.Style{Stroke: canvas.Ink, Opacity: 0.5})
}

// Stroke says what a line looks like.
type Stroke struct {
	Color  string  // as SVG has it; empty for that of the text
	Width  float64 // in pixels; 0 stands for 1.2
	Dashed bool
	Bend   float64 // how far the middle is from a straight line, as a part of the length
	Head   bool    // whether there is the head of an arrow at the end
}

// Line draws a line from one place to another.
func (s *Sheet) Line(x1, y1, x2, y2 float64, k Stroke) {
	x1, y1, x2, y2 = x1*Cell, y1*Cell, x2*Cell, y2*Cell
	Arrow(&s.c, x1, y1, (x1+x2)/2-k.Bend*(y2-y1), (y1+y2)/2+k.Bend*(x2-x1), x2, y2, k)
}

// Arrow draws a line in a part of a drawing, bent towards a place in the middle. All places are in
// pixels; the stroke tells the rest.
func Arrow(c *canvas.Part, x1, y1, midX, midY, x2, y2 float64, k Stroke) {
	style := canvas.Style{Stroke: cmp.Or(canvas.Color(k.Color), canvas.Ink), Width: cmp.Or(k.Width, 1.2), Opacity: lineOpacity}
	if k.Dashed {
		style.Dash = 4
	}
	c.Draw(canvas.Lines(x1, y1).Bend(midX, midY, x2, y2), style)
	if k.Head {
		head(c, midX, midY, x2, y2, style.Stroke)
	}
}

// lineOpacity lets lines that cross others be seen.
const lineOpacity = 0.75

// head draws the head of an arrow that comes from one place to another, in pixels.
func head(c *canvas.Part, fromX, fromY, x, y float64, color canvas.Color) {
	c.Draw(canvas.Head(fromX, fromY, x, y, 7, 2.8), canvas.Style{Fill: color})
}

// Loop draws an arrow from the top of something back to it, height units high.
func (s *Sheet) Loop(x, y, height float64, color string) {
	stroke := cmp.Or(canvas.Color(color), canvas.Ink)
	x, y, height = x*Cell, y*Cell, height*Cell
	loop := canvas.Lines(x-5, y).Curve(x-height, y-1.3*height, x+height, y-1.3*height, x+5, y)
	s.c.Draw(loop, canvas.Style{Stroke: stroke, Width: 1.2, Opacity: lineOpacity})
	head(&s.c, x+0.6*height, y-0.8*height, x+5, y, stroke)
}

// SVG returns the drawing, width units wide and height units high.
func (s *Sheet) SVG(width, height float64, title string) string {
	c := newCanvas(math.Ceil(width*Cell), math.Ceil(height*Cell), onWood, title)
	c.Add(s.c)
	return c.SVG()
}

// BorderState draws a border state from the top to the bottom: live stones large,
// needy ones small, with a dot, and joined by an arc with the next one of their string, empty
// points as crossings, the edge as a bar. The new column stands to the right.
func BorderState(s plain.State) *canvas.Canvas {
	c := newCanvas(stateColumns*Cell, float64(len(s.Points)*Cell), onWood, "border state "+s.String())
	state(&c.Part, s)
	return c
}

// stateColumns is the width of the drawing of a border state, in points.
const stateColumns = 3.5

// state draws a border state with its corner at the origin.
func state(c *canvas.Part, s plain.State) {
	const left, right = 1.5 * Cell, 2.5 * Cell
	x := func(i int) float64 {
		if i < s.Kink {
			return right
		}
		return left
	}
	last := map[int16]int{} // point of each string seen last
	for i, p := range s.Points {
		if !p.Needy() {
			continue
		}
		if from, ok := last[p.Group]; ok && from < i {
			// Points farther from each other are joined by wider arcs, to the left.
			bend := left - Cell*(0.5+0.3*float64(i-from))
			arc := canvas.Lines(x(from), at(from)).Curve(bend, at(from), bend, at(i), x(i), at(i))
			c.Draw(arc, canvas.Style{Stroke: "#2b78e4", Width: 2})
		}
		last[p.Group] = i
	}
	for i, p := range s.Points {
		switch {
		case p.Color == plain.Edge:
			c.Draw(canvas.Lines(x(i), at(i)-Cell/2, x(i), at(i)+Cell/2), canvas.Style{Stroke: canvas.Ink, Width: 3})
		case p.Color == goban.Empty:
			cross := canvas.Lines(x(i)-Cell/3, at(i), x(i)+Cell/3, at(i)).Move(x(i), at(i)-Cell/3).Line(x(i), at(i)+Cell/3)
			c.Draw(cross, canvas.Style{Stroke: canvas.Ink})
		case p.Live:
			stone(c, x(i), at(i), p.Color, stoneRadius)
		default: // differs by more than its size, for boards that are drawn small
			stone(c, x(i), at(i), p.Color, stoneRadius*0.62)
			c.Circle(x(i), at(i), stoneRadius*0.26, canvas.Style{Fill: "#d9480f"})
		}
	}
}

// Wheel draws positions of one row as the spokes of a wheel of wood: the first one upright, the
// others clockwise, each from the hub outward. Words are written in the hub.
func Wheel(positions []*goban.Position, words ...string) *canvas.Canvas {
	const smallest = 3 * Cell // radius of the hub
	points := positions[0].Rows() * positions[0].Cols()
	turn := 2 * math.Pi / float64(len(positions))
	hub := math.Max(smallest, Cell/turn) // stones next to each other do not touch
	rim := hub + float64(points)*Cell
	middle := rim + Cell/2
	side := math.Ceil(2 * middle)
	c := newCanvas(side, side, wheel, fmt.Sprintf("a wheel of %d positions of %d points", len(positions), points))
	c.Circle(middle, middle, (hub+rim)/2, canvas.Style{Stroke: wood, Width: rim - hub + Cell/2})
	for i, p := range positions {
		sin, cos := math.Sincos(float64(i) * turn)
		place := func(radius float64) (x, y float64) { return middle + radius*sin, middle - radius*cos }
		x1, y1 := place(hub + Cell/2)
		x2, y2 := place(rim - Cell/2)
		c.Draw(canvas.Lines(x1, y1, x2, y2), canvas.Style{Stroke: wire, Width: 1.2})
		for k := range points {
			if color := p.At(k/p.Cols(), k%p.Cols()); color.IsStone() {
				x, y := place(hub + at(k))
				stone(&c.Part, x, y, color, stoneRadius)
			}
		}
	}
	size := hub / 5
	for i, word := range words {
		write(&c.Part, middle, middle+size*1.4*(float64(i)-float64(len(words)-1)/2), word, size, canvas.Ink)
	}
	return c
}
