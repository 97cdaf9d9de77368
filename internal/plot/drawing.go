package plot

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Format is a file format.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PDF Format = "pdf"
	PNG Format = "png"
)

// ParseFormat returns the format for the extension of a file name, such as ".svg".
func ParseFormat(extension string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(extension, "."))); f {
	case SVG, PDF, PNG:
		return f, nil
	}
	return "", fmt.Errorf("want a file name that ends in .svg, .pdf or .png")
}

// Centimeter is a length in points.
const Centimeter = 72 / 2.54

// DefaultDPI is the number of pixels to an inch of PNG files, if nothing is said.
const DefaultDPI = 144

// maxPixels bounds the pixels of a PNG file: 400 million bytes of memory, about.
const maxPixels = 50_000_000

// Output says what file a drawing is written as.
type Output struct {
	Format Format
	Width  float64 // in points, the height in proportion; 0 for that of the drawing
	DPI    float64 // pixels to an inch, of PNG; 0 for [DefaultDPI]
}

// Check returns an error that names what is out of range.
func (o Output) Check() error {
	switch {
	case o.Width != 0 && !(o.Width >= 1 && o.Width <= 14400): // that of PDF
		return fmt.Errorf("width %.3g cm: want from 0.04 to 508", o.Width/Centimeter)
	case o.DPI != 0 && !(o.DPI >= 1 && o.DPI <= 10000):
		return fmt.Errorf("%g pixels to an inch: want from 1 to 10000", o.DPI)
	}
	return nil
}

// A Drawing is a page with shapes and texts, in the order in which they cover each other.
type Drawing struct {
	width, height float64
	items         []item
}

// newDrawing returns an empty page of a size in points.
func newDrawing(width, height float64) *Drawing { return &Drawing{width: width, height: height} }

// An item is a shape or a text.
type item struct {
	contours [][]point // of a shape
	fill     color.NRGBA
	stroke   color.NRGBA
	width    float64 // of the stroke
	radius   float64
	told     string // of a mark that says on a page what it is
	link     string // and leads there

	text   string // if not empty
	at     point
	size   float64
	anchor Anchor
	upward bool // turned to be read from below to above
}

type point struct{ x, y float64 }

// An Anchor says which part of a text is at its place.
type Anchor int

// The anchors.
const (
	Begin Anchor = iota
	Middle
	End
)

// black is the colour of texts and axes.
var black = color.NRGBA{0, 0, 0, 255}

func (d *Drawing) add(i item) { d.items = append(d.items, i) }

// rectangle fills a rectangle.
func (d *Drawing) rectangle(x, y, width, height float64, fill color.NRGBA) {
	d.add(item{contours: [][]point{{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}}, fill: fill})
}

// line joins points.
func (d *Drawing) line(points []point, width float64, stroke color.NRGBA) {
	if len(points) > 1 {
		d.add(item{contours: [][]point{points}, stroke: stroke, width: width})
	}
}

// circle is filled, or has a stroke around it.
func (d *Drawing) circle(center point, radius float64, fill, stroke color.NRGBA) {
	d.add(item{contours: [][]point{{center}}, radius: radius, fill: fill, stroke: stroke, width: 1})
}

// label writes a text with its base line at a place.
func (d *Drawing) label(x, y, size float64, anchor Anchor, text string) {
	d.add(item{text: text, at: point{x, y}, size: size, anchor: anchor, fill: black})
}

// labelUp writes a text turned by a right angle.
func (d *Drawing) labelUp(x, y, size float64, anchor Anchor, text string) {
	d.add(item{text: text, at: point{x, y}, size: size, anchor: anchor, upward: true, fill: black})
}

// circlePoints is a polygon that looks like a circle.
func circlePoints(center point, radius float64) []point {
	corners := 8 * max(4, int(1.5*math.Sqrt(radius))) // the larger the circle the more
	points := make([]point, corners)
	for i := range points {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		points[i] = point{center.x + radius*c, center.y + radius*s}
	}
	return points
}
