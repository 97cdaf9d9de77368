package canvas

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// A Path is lines and curves, from one place to the next. The zero Path is empty.
type Path []segment

// A segment goes on from the last place. Its places are two numbers each: one place for M, which
// begins a contour, and for L, a line; three for C, a cubic curve, the first two of which bend it;
// none for Z, which closes the contour.
type segment struct {
	op     byte
	places [6]float64
}

// numbers returns how many numbers the places of a segment have.
func (s segment) numbers() int {
	switch s.op {
	case 'M', 'L':
		return 2
	case 'C':
		return 6
	}
	return 0
}

// Move begins a contour.
func (p Path) Move(x, y float64) Path { return append(p, segment{'M', [6]float64{x, y}}) }

// Line draws a line.
func (p Path) Line(x, y float64) Path { return append(p, segment{'L', [6]float64{x, y}}) }

// Curve draws a cubic curve, bent by two places.
func (p Path) Curve(x1, y1, x2, y2, x, y float64) Path {
	return append(p, segment{'C', [6]float64{x1, y1, x2, y2, x, y}})
}

// Bend draws a quadratic curve, bent by one place.
func (p Path) Bend(x1, y1, x, y float64) Path {
	last := p[len(p)-1]
	x0, y0 := last.places[last.numbers()-2], last.places[last.numbers()-1]
	return p.Curve(x0+(x1-x0)*2/3, y0+(y1-y0)*2/3, x+(x1-x)*2/3, y+(y1-y)*2/3, x, y)
}

// Close closes the contour.
func (p Path) Close() Path { return append(p, segment{op: 'Z'}) }

// Lines is a path through places, two numbers each.
func Lines(places ...float64) Path {
	path := Path{}.Move(places[0], places[1])
	for i := 2; i < len(places); i += 2 {
		path = path.Line(places[i], places[i+1])
	}
	return path
}

// moved returns the path scaled, and then moved.
func (p Path) moved(x, y, scale float64) Path {
	moved := make(Path, len(p))
	for i, s := range p {
		for k := range s.numbers() {
			s.places[k] = scale*s.places[k] + [2]float64{x, y}[k%2]
		}
		moved[i] = s
	}
	return moved
}

// num writes a length with at most three decimals.
func num(x float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// svg writes the path as the attribute d has it.
func (p Path) svg() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte(s.op)
		for k := range s.numbers() {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(num(s.places[k]))
		}
	}
	return b.String()
}

// rounded is how far the places that bend a quarter of a circle are from its ends, as a share of
// the radius.
const rounded = 0.5523

// rectangle is a rectangle whose corners are quarters of circles.
func rectangle(x, y, width, height, radius float64) Path {
	if radius == 0 {
		return Lines(x, y, x+width, y, x+width, y+height, x, y+height).Close()
	}
	right, bottom, flat := x+width, y+height, radius*(1-rounded)
	return Lines(x+radius, y, right-radius, y).
		Curve(right-flat, y, right, y+flat, right, y+radius).Line(right, bottom-radius).
		Curve(right, bottom-flat, right-flat, bottom, right-radius, bottom).Line(x+radius, bottom).
		Curve(x+flat, bottom, x, bottom-flat, x, bottom-radius).Line(x, y+radius).
		Curve(x, y+flat, x+flat, y, x+radius, y).Close()
}

// Head is the head of an arrow that comes from one place to another: a triangle, half as wide as it
// is given to be. It is empty if the places are the same.
func Head(fromX, fromY, x, y, length, half float64) Path {
	norm := math.Hypot(x-fromX, y-fromY)
	if norm == 0 {
		return nil
	}
	ux, uy := (x-fromX)/norm, (y-fromY)/norm
	return Lines(x, y, x-length*ux-half*uy, y-length*uy+half*ux, x-length*ux+half*uy, y-length*uy-half*ux).Close()
}

// turned returns the path turned by a right angle, so that what went to the right goes up.
func (p Path) turned() Path {
	turned := make(Path, len(p))
	for i, s := range p {
		for k := 0; k < s.numbers(); k += 2 {
			s.places[k], s.places[k+1] = s.places[k+1], -s.places[k]
		}
		turned[i] = s
	}
	return turned
}

// A Color is a colour as SVG has it: #rgb, #rrggbb, [Ink] or [None].
type Color string

// Colours that are no mixture of red, green and blue.
const (
	None Color = ""
	Ink  Color = "currentColor" // of the text around the drawing; black in PDF and PNG
)

// RGB returns the colour of three shares of 255.
func RGB(red, green, blue uint8) Color { return Color(fmt.Sprintf("#%02x%02x%02x", red, green, blue)) }

// mixed returns the colour for a painter: transparent for None, and ink for Ink. The opacity is a
// share of 1, and 0 stands for 1.
func (c Color) mixed(ink color.NRGBA, opacity float64) color.NRGBA {
	paint := color.NRGBA{A: 255}
	switch {
	case c == None:
		return color.NRGBA{}
	case c == Ink:
		paint = ink
	default:
		digits := c[1:]
		if len(digits) == 3 { // each of them twice
			digits = Color([]byte{c[1], c[1], c[2], c[2], c[3], c[3]})
		}
		if n, err := fmt.Sscanf(string(digits), "%2x%2x%2x", &paint.R, &paint.G, &paint.B); n < 3 || err != nil {
			panic("canvas: colour " + string(c)) // the program names its colours itself
		}
	}
	if opacity > 0 {
		paint.A = uint8(math.Round(255 * opacity))
	}
	return paint
}

// A Style says what a shape looks like.
type Style struct {
	Fill    Color
	Stroke  Color
	Width   float64 // of the stroke; 0 stands for 1
	Opacity float64 // of fill and stroke, a share of 1; 0 stands for 1
	Dash    float64 // the length of the dashes of the stroke, and of the gaps between them; 0 for a line without gaps
	Class   string  // names that style sheets of a page know
}
