package plot

import (
	"fmt"
	"image/color"
	"math"
)

// viridis is the scale of colours of that name at equal steps (S. van der Walt and N. Smith, 2015): it is equally bright
// for all people, and grows brighter with the numbers.
var viridis = []color.NRGBA{
	{68, 1, 84, 255},
	{72, 40, 120, 255},
	{62, 74, 137, 255},
	{49, 104, 142, 255},
	{38, 130, 142, 255},
	{31, 158, 137, 255},
	{53, 183, 121, 255},
	{110, 206, 88, 255},
	{181, 222, 43, 255},
	{253, 231, 37, 255},
}

// shade returns the colour of a share between 0 and 1.
func shade(share float64) color.NRGBA {
	at := min(max(share, 0), 1) * float64(len(viridis)-1)
	i := min(int(at), len(viridis)-2)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a)))) }
	a, b := viridis[i], viridis[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// A Heat is a square table of numbers, of which the logarithms to base 10 are given, from 0 on, and NaN for 0.
type Heat struct {
	Title string
	X, Y  string      // what columns and rows are numbered by
	Scale string      // what the numbers are
	Logs  [][]float64 // by row and column
}

// Map draws the table as coloured squares, the first row at the bottom, with the scale beside it, on a page of a size in
// points.
func (h *Heat) Map(width, height float64) *Drawing {
	d := newDrawing(width, height)
	n := len(h.Logs)
	f := frame{left: margin + 40, top: margin + 24, right: width - margin - 80, bottom: height - margin - 34}
	f.x0, f.x1, f.y0, f.y1 = -0.5, float64(n)-0.5, -0.5, float64(n)-0.5
	largest := 1.0
	for _, row := range h.Logs {
		for _, log := range row {
			if !math.IsNaN(log) {
				largest = max(largest, log)
			}
		}
	}
	for r, row := range h.Logs {
		for c, log := range row {
			if !math.IsNaN(log) {
				x, y := f.x(float64(c)-0.5), f.y(float64(r)+0.5)
				d.rectangle(x, y, f.x(float64(c)+0.5)-x, f.y(float64(r)-0.5)-y, shade(log/largest))
			}
		}
	}
	step := wholeStep(float64(n))
	for k := 0.0; k < float64(n); k += step {
		d.label(f.x(k), f.bottom+13, textSize, Middle, fmt.Sprintf("%.0f", k))
		d.label(f.left-6, f.y(k)+3, textSize, End, fmt.Sprintf("%.0f", k))
	}
	d.line([]point{{f.left, f.top}, {f.left, f.bottom}, {f.right, f.bottom}}, 0.8, black)
	d.label(f.left, f.top-10, titleSize, Begin, h.Title)
	d.label((f.left+f.right)/2, f.bottom+28, textSize, Middle, h.X)
	d.labelUp(f.left-28, (f.top+f.bottom)/2, textSize, Middle, h.Y)
	d.scale(h.Scale, frame{left: f.right + 24, right: f.right + 38, top: f.top, bottom: f.bottom, y0: 0, y1: largest, x1: 1})
	return d
}

// scale draws the colours of the numbers up to the largest.
func (d *Drawing) scale(title string, f frame) {
	const shades = 128
	for i := range shades {
		low := float64(i) / shades // to the top: what is above is covered by the next ones, without seams
		d.rectangle(f.left, f.top, f.right-f.left, f.y(low*f.y1)-f.top, shade(low+0.5/shades))
	}
	step := wholeStep(f.y1)
	for k := 0.0; k <= f.y1; k += step {
		d.line([]point{{f.right, f.y(k)}, {f.right + 3, f.y(k)}}, 0.8, black)
		d.label(f.right+6, f.y(k)+3, textSize, Begin, powerOfTen(k))
	}
	d.labelUp(f.left-5, (f.top+f.bottom)/2, textSize, Middle, title)
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
