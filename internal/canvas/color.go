package canvas

import (
	"fmt"
	"image/color"
	"math"
)

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
	case len(c) == 4:
		if n, err := fmt.Sscanf(string(c), "#%1x%1x%1x", &paint.R, &paint.G, &paint.B); n < 3 || err != nil {
			panic("canvas: colour " + string(c)) // the program names its colours itself
		}
		paint.R, paint.G, paint.B = 17*paint.R, 17*paint.G, 17*paint.B
	default:
		if n, err := fmt.Sscanf(string(c), "#%2x%2x%2x", &paint.R, &paint.G, &paint.B); n < 3 || err != nil {
			panic("canvas: colour " + string(c))
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
