// Package plot draws lines with marks over numbers, heat maps and intervals, and with them how the
// numbers of legal positions grow.
//
// Lengths are in points, of which there are 72 to an inch. The same numbers give the same bytes
// every time.
package plot

import (
	"fmt"
	"math"
	"strconv"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
)

// A frame is where the grid is on the page, and what numbers its sides stand for.
type frame struct {
	left, right, top, bottom float64
	x0, x1, y0, y1           float64
}

func (f *frame) x(v float64) float64 { return f.left + (v-f.x0)/(f.x1-f.x0)*(f.right-f.left) }

func (f *frame) y(v float64) float64 { return f.bottom - (v-f.y0)/(f.y1-f.y0)*(f.bottom-f.top) }

// Sizes in points.
const (
	textSize   = 9
	titleSize  = 11
	margin     = 10
	markRadius = 2.2
	lineWidth  = 1.2
)

// roundStep returns a round number of which a range has some six.
func roundStep(size float64) float64 {
	if size == 0 {
		return 1
	}
	scale := math.Pow(10, math.Floor(math.Log10(size/6)))
	for _, step := range []float64{1, 2, 5} {
		if size/6 <= step*scale*(1+1e-9) {
			return step * scale
		}
	}
	return 10 * scale
}

// wholeStep returns a round whole number of which a range has at most ten.
func wholeStep(whole float64) float64 {
	for scale := 1.0; ; scale *= 10 {
		for _, step := range []float64{1, 2, 5} {
			if whole/(step*scale) <= 10 {
				return step * scale
			}
		}
	}
}

// ticks calls a function with the numbers of a scale and how they are written: round numbers, or
// powers of ten if the scale is logarithmic, at most some ten of them.
func ticks(low, high float64, linear bool, visit func(k float64, text string)) {
	step := wholeStep(high - low)
	if linear {
		step = roundStep(high - low)
	}
	first := step * math.Ceil(low/step-1e-3)
	for i := 0.0; first+i*step <= high+step/1000; i++ {
		k := first + i*step
		text := strconv.FormatFloat(k, 'g', 6, 64)
		if !linear {
			text = powerOfTen(k)
		}
		visit(k, text)
	}
}

func powerOfTen(k float64) string {
	switch k {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return fmt.Sprintf("10^%.0f", k)
}

// Colours of a page. What a page on the web may show in colours of its own has a class as well.
const (
	white canvas.Color = "#ffffff"
	grey  canvas.Color = "#dddddd"
)

// A page is a drawing in the making.
type page struct{ *canvas.Canvas }

// newPage returns an empty page of a size in points.
func newPage(width, height float64, title string) page {
	p := page{&canvas.Canvas{Width: width, Height: height, Unit: canvas.Point, Title: title}}
	p.Paper()
	return p
}

// label writes a text with its base line at a place.
func (p page) label(x, y, size float64, anchor canvas.Anchor, text string) {
	p.Write(canvas.Text{X: x, Y: y, Size: size, Anchor: anchor, Text: text})
}

// labelUp writes a text turned by a right angle, with its middle at a place.
func (p page) labelUp(x, y float64, text string) {
	p.Write(canvas.Text{X: x, Y: y, Size: textSize, Anchor: canvas.Middle, Upward: true, Text: text})
}

// gridLine draws a line of the grid.
func (p page) gridLine(x1, y1, x2, y2 float64) {
	p.Draw(canvas.Lines(x1, y1, x2, y2), canvas.Style{Stroke: grey, Width: 0.5, Class: "grid"})
}

// axis draws the line of an axis, or a short line at a number of a scale.
func (p page) axis(places ...float64) {
	p.Draw(canvas.Lines(places...), canvas.Style{Stroke: canvas.Ink, Width: 0.8})
}
