package drawing

import (
	"math"

	"combigo/border/borderstate"
	"combigo/goban"
)

// Sheet is a drawing of several things, at places in units of a point of a board. The zero Sheet is empty.
type Sheet struct{ c canvas }

// Board draws a position with its upper left corner at a place. Its size is that of the position times the scale.
func (s *Sheet) Board(x, y, scale float64, p *goban.Position, opt BoardOptions) {
	s.group(x, y, scale, func(c *canvas) { c.board(p, opt) })
}

// State draws a border state with its upper left corner at a place. It is 3.5 points wide at scale 1, the old column of
// the border from 1 to 2, the new one from 2 to 3.
func (s *Sheet) State(x, y, scale float64, state borderstate.State) {
	s.group(x, y, scale, func(c *canvas) { c.state(state) })
}

func (s *Sheet) group(x, y, scale float64, draw func(*canvas)) {
	s.c.add(`<g transform="translate(%.2f %.2f) scale(%.4g)">`, x*cell, y*cell, scale)
	draw(&s.c)
	s.c.add("</g>")
}

// Stone draws a stone of a board at scale 1 around a place.
func (s *Sheet) Stone(x, y float64, color goban.Color) {
	s.c.stone(x*cell, y*cell, color, stoneRadius)
}

// Word writes a text around a place, in letters size units high.
func (s *Sheet) Word(x, y float64, text string, size float64) {
	s.c.word(x*cell, y*cell, text, size*cell, "currentColor")
}

// Frame draws a rectangle with round corners.
func (s *Sheet) Frame(x, y, width, height float64) {
	s.c.add(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" rx="5" fill="none" stroke="currentColor" stroke-opacity="0.5"/>`,
		x*cell, y*cell, width*cell, height*cell)
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
	if k.Color == "" {
		k.Color = "currentColor"
	}
	if k.Width == 0 {
		k.Width = 1.2
	}
	dash := ""
	if k.Dashed {
		dash = ` stroke-dasharray="5 3"`
	}
	midX, midY := (x1+x2)/2-k.Bend*(y2-y1), (y1+y2)/2+k.Bend*(x2-x1)
	s.c.add(`<path d="M%.2f %.2fQ%.2f %.2f %.2f %.2f" fill="none" stroke="%s" stroke-width="%g" stroke-opacity="0.75"%s/>`,
		x1, y1, midX, midY, x2, y2, k.Color, k.Width, dash)
	if k.Head {
		s.head(midX, midY, x2, y2, k.Color)
	}
}

// head draws the head of an arrow that comes from one place to another, in pixels.
func (s *Sheet) head(fromX, fromY, x, y float64, color string) {
	const length, half = 7.0, 2.8
	norm := math.Hypot(x-fromX, y-fromY)
	if norm == 0 {
		return
	}
	ux, uy := (x-fromX)/norm, (y-fromY)/norm
	s.c.add(`<path d="M%.2f %.2fL%.2f %.2fL%.2f %.2fZ" fill="%s"/>`, x, y,
		x-length*ux-half*uy, y-length*uy+half*ux, x-length*ux+half*uy, y-length*uy-half*ux, color)
}

// Loop draws an arrow from the top of something back to it, height units high.
func (s *Sheet) Loop(x, y, height float64, color string) {
	if color == "" {
		color = "currentColor"
	}
	x, y, height = x*cell, y*cell, height*cell
	s.c.add(`<path d="M%.2f %.2fC%.2f %.2f %.2f %.2f %.2f %.2f" fill="none" stroke="%s" stroke-width="1.2" stroke-opacity="0.75"/>`,
		x-5, y, x-height, y-1.3*height, x+height, y-1.3*height, x+5, y, color)
	s.head(x+0.6*height, y-0.8*height, x+5, y, color)
}

// SVG returns the drawing, width units wide and height units high.
func (s *Sheet) SVG(width, height float64, title string) string {
	s.c.class = onWood
	return s.c.svg(int(math.Ceil(width*cell)), int(math.Ceil(height*cell)), title)
}
