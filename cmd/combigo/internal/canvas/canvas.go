// Package canvas is the model of all drawings: shapes, texts, and parts of a drawing that are
// moved, scaled or linked. Three writers put a drawing into a file: SVG, PDF and PNG.
//
// Lengths are in units from the upper left corner; a canvas says how long its unit is. SVG leaves
// the letters to the fonts of the reader; PDF and PNG have those of Go Regular, by Bigelow & Holmes
// (https://go.dev/blog/go-fonts). Lines in the colour [Ink] have the colour of the text of the page
// around an SVG, and are black elsewhere.
//
// In texts ^ raises the number, the word or the parentheses after it: "10^-8", "L^(1/n)".
//
// The same drawing gives the same bytes every time.
//
// Files in the order in which the package can be read: path.go, text.go, canvas.go, svg.go,
// files.go.
package canvas

import "fmt"

// A Canvas is a page with a drawing.
type Canvas struct {
	Part                  // what is drawn; its class is that of the svg element
	Width, Height float64 // in units
	Unit          float64 // the length of a unit in points, such as [Pixel]
	Title         string  // for those who cannot see the drawing
}

// Lengths in points, of which there are 72 to an inch.
const (
	Point      = 1.0
	Pixel      = 0.75 // of SVG
	Centimeter = 72 / 2.54
)

// A Part is shapes, texts and parts, in the order in which they cover each other.
type Part struct {
	X, Y  float64 // where the origin of the part is
	Scale float64 // how large its unit is; 0 stands for 1
	Class string  // names that style sheets of a page know
	Color Color   // what Ink is in the part; None for what it is around the part
	Link  *Link
	items []item
}

// A Link leads from a part of a drawing on a page to an address.
type Link struct {
	To, Label string
	Unlisted  bool // the Tab key passes over the link
	Swap      bool // the script of the page loads the address into the page
}

// An item is a part, a shape or a text.
type item struct {
	part  *Part
	shape *shape
	text  *Text
}

// A shape is a path, and the element of SVG for the path.
type shape struct {
	path    Path
	style   Style
	element string // without what the style says
}

// Add adds a part, to which things may be added later.
func (p *Part) Add(part Part) *Part {
	p.items = append(p.items, item{part: &part})
	return &part
}

// Write adds a text.
func (p *Part) Write(t Text) { p.items = append(p.items, item{text: &t}) }

func (p *Part) add(s shape) { p.items = append(p.items, item{shape: &s}) }

// Draw adds a path. An empty one is not added.
func (p *Part) Draw(path Path, s Style) {
	if len(path) > 0 {
		p.add(shape{path, s, `path d="` + path.svg() + `"`})
	}
}

// Rectangle adds a rectangle, whose corners are quarters of circles of a radius.
func (p *Part) Rectangle(x, y, width, height, radius float64, s Style) {
	name := fmt.Sprintf(`rect x="%s" y="%s" width="%s" height="%s"`, num(x), num(y), num(width), num(height))
	if radius > 0 {
		name += fmt.Sprintf(` rx="%s"`, num(radius))
	}
	p.add(shape{rectangle(x, y, width, height, radius), s, name})
}

// Circle adds a circle.
func (p *Part) Circle(x, y, radius float64, s Style) {
	name := fmt.Sprintf(`circle cx="%s" cy="%s" r="%s"`, num(x), num(y), num(radius))
	p.add(shape{rectangle(x-radius, y-radius, 2*radius, 2*radius, radius), s, name})
}

// Paper covers the canvas with white. Its class is paper: a page may show its own colour instead.
func (c *Canvas) Paper() {
	c.Rectangle(0, 0, c.Width, c.Height, 0, Style{Fill: "#ffffff", Class: "paper"})
}
