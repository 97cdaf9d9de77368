package drawing

import (
	"cmp"
	"fmt"
	"math"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/borderstate"
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
func (s *Sheet) State(x, y, scale float64, shown borderstate.State) {
	state(s.part(x, y, scale), shown)
}

// part adds a part with its origin at a place.
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
func BorderState(s borderstate.State) *canvas.Canvas {
	c := newCanvas(stateColumns*Cell, float64(len(s.Points)*Cell), onWood, "border state "+s.String())
	state(&c.Part, s)
	return c
}

// stateColumns is the width of the drawing of a border state, in points.
const stateColumns = 3.5

// state draws a border state with its corner at the origin.
func state(c *canvas.Part, s borderstate.State) {
	const left, right = 1.5 * Cell, 2.5 * Cell
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
			bend := left - Cell*(0.5+0.3*float64(i-from))
			arc := canvas.Lines(x(from), at(from)).Curve(bend, at(from), bend, at(i), x(i), at(i))
			c.Draw(arc, canvas.Style{Stroke: "#2b78e4", Width: 2})
		}
		last[p.Group] = i
	}
	for i, p := range s.Points {
		switch {
		case p.Color == borderstate.Edge:
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
