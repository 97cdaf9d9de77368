package drawing

import (
	"cmp"
	"math"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/canvas"
)

// Sheet is a drawing of several things, at places in units of a point of a board. The zero Sheet is
// empty.
type Sheet struct{ c canvas.Part }

// Board draws a position with its upper left corner at a place. Its size is that of the position
// times the scale.
func (s *Sheet) Board(x, y, scale float64, p *goban.Position, opt BoardOptions) {
	board(s.part(x, y, scale), p, opt)
}

// State draws a border state with its upper left corner at a place. It is 3.5 points wide at scale
// 1, the old column of the border from 1 to 2, the new one from 2 to 3.
func (s *Sheet) State(x, y, scale float64, shown borderstate.State) {
	state(s.part(x, y, scale), shown)
}

// part adds a part with its origin at a place.
func (s *Sheet) part(x, y, scale float64) *canvas.Part {
	return s.c.Add(canvas.Part{X: x * cell, Y: y * cell, Scale: scale})
}

// Stone draws a stone of a board at scale 1 around a place.
func (s *Sheet) Stone(x, y float64, color goban.Color) {
	stone(&s.c, x*cell, y*cell, color, stoneRadius)
}

// Word writes a text around a place, in letters size units high.
func (s *Sheet) Word(x, y float64, text string, size float64) {
	write(&s.c, x*cell, y*cell, text, size*cell, canvas.Ink)
}

// Frame draws a rectangle with round corners.
func (s *Sheet) Frame(x, y, width, height float64) {
	s.c.Rectangle(x*cell, y*cell, width*cell, height*cell, 5, canvas.Style{Stroke: canvas.Ink, Opacity: 0.5})
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
	x1, y1, x2, y2 = x1*cell, y1*cell, x2*cell, y2*cell
	style := canvas.Style{Stroke: cmp.Or(canvas.Color(k.Color), canvas.Ink), Width: cmp.Or(k.Width, 1.2), Opacity: lineOpacity}
	if k.Dashed {
		style.Dash = 4
	}
	midX, midY := (x1+x2)/2-k.Bend*(y2-y1), (y1+y2)/2+k.Bend*(x2-x1)
	s.c.Draw(canvas.Lines(x1, y1).Bend(midX, midY, x2, y2), style)
	if k.Head {
		s.head(midX, midY, x2, y2, style.Stroke)
	}
}

// lineOpacity lets lines that cross others be seen.
const lineOpacity = 0.75

// head draws the head of an arrow that comes from one place to another, in pixels.
func (s *Sheet) head(fromX, fromY, x, y float64, color canvas.Color) {
	s.c.Draw(canvas.Head(fromX, fromY, x, y, 7, 2.8), canvas.Style{Fill: color})
}

// Loop draws an arrow from the top of something back to it, height units high.
func (s *Sheet) Loop(x, y, height float64, color string) {
	stroke := cmp.Or(canvas.Color(color), canvas.Ink)
	x, y, height = x*cell, y*cell, height*cell
	loop := canvas.Lines(x-5, y).Curve(x-height, y-1.3*height, x+height, y-1.3*height, x+5, y)
	s.c.Draw(loop, canvas.Style{Stroke: stroke, Width: 1.2, Opacity: lineOpacity})
	s.head(x+0.6*height, y-0.8*height, x+5, y, stroke)
}

// SVG returns the drawing, width units wide and height units high.
func (s *Sheet) SVG(width, height float64, title string) string {
	c := newCanvas(math.Ceil(width*cell), math.Ceil(height*cell), onWood, title)
	c.Add(s.c)
	return c.SVG()
}
