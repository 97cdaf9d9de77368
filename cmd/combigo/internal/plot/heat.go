package plot

import (
	"math"
	"strconv"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
)

// viridis is the scale of colours of that name at equal steps (S. van der Walt and N. Smith, 2015):
// it is equally bright for all people, and grows brighter with the numbers.
var viridis = [][3]uint8{
	{68, 1, 84},
	{72, 40, 120},
	{62, 74, 137},
	{49, 104, 142},
	{38, 130, 142},
	{31, 158, 137},
	{53, 183, 121},
	{110, 206, 88},
	{181, 222, 43},
	{253, 231, 37},
}

// shade returns the colour of a share between 0 and 1.
func shade(share float64) canvas.Color {
	at := min(max(share, 0), 1) * float64(len(viridis)-1)
	i := min(int(at), len(viridis)-2)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a)))) }
	a, b := viridis[i], viridis[i+1]
	return canvas.RGB(mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2]))
}

// A Heat is a table of numbers. On a logarithmic scale their logarithms to base 10 are given, from
// 0 on. What is NaN is not drawn.
type Heat struct {
	Title              string
	X, Y               string      // what columns and rows are numbered by
	Scale              string      // what the numbers are
	Values             [][]float64 // by row and column
	Linear             bool        // else the scale is logarithmic
	FirstRow, FirstCol int         // the numbers of the first row and column
	Words              [][]string  // written into the squares, if there are any and all fit
}

// Sizes in points if the page is as high as the squares need.
const (
	maxSquare = 1.1 * canvas.Centimeter
	minScale  = 3.5 * canvas.Centimeter
)

// Map draws the table as coloured squares, the first row at the bottom, with the scale next to it,
// on a page of a size in points. If no height is given the squares are squares, and the page is not
// larger than they need.
func (h *Heat) Map(width, height float64) *canvas.Canvas {
	rows, cols := len(h.Values), 0
	for _, row := range h.Values {
		cols = max(cols, len(row))
	}
	const left, right, above, below = margin + 40, margin + 80, margin + 24, margin + 34
	f := frame{left: left, right: width - right, top: above, bottom: height - below}
	if height == 0 {
		side := min((f.right-left)/float64(cols), maxSquare)
		f.right = left + side*float64(cols)
		width = max(f.right+right, left+canvas.TextWidth(h.Title, titleSize)+margin)
		f.bottom = above + max(side*float64(rows), minScale)
		f.top, height = f.bottom-side*float64(rows), f.bottom+below
	}
	d := newPage(width, height, h.Title)
	f.x0, f.x1, f.y0, f.y1 = -0.5, float64(cols)-0.5, -0.5, float64(rows)-0.5
	low, high := h.bounds()
	for r, row := range h.Values {
		for c, value := range row {
			if !math.IsNaN(value) {
				x, y := f.x(float64(c)-0.5), f.y(float64(r)+0.5)
				d.Rectangle(x, y, f.x(float64(c)+0.5)-x, f.y(float64(r)-0.5)-y, 0, canvas.Style{Fill: shade((value - low) / (high - low))})
			}
		}
	}
	d.words(h, &f, low, high)
	number(cols, h.FirstCol, func(k float64, text string) { d.label(f.x(k), f.bottom+13, textSize, canvas.Middle, text) })
	number(rows, h.FirstRow, func(k float64, text string) { d.label(f.left-6, f.y(k)+3, textSize, canvas.End, text) })
	d.axis(f.left, f.top, f.left, f.bottom, f.right, f.bottom)
	d.label(f.left, above-10, titleSize, canvas.Begin, h.Title)
	d.label((f.left+f.right)/2, f.bottom+28, textSize, canvas.Middle, h.X)
	d.labelUp(f.left-28, (f.top+f.bottom)/2, h.Y)
	d.scale(h, frame{left: f.right + 24, right: f.right + 38, top: above, bottom: f.bottom, y0: low, y1: high, x1: 1})
	return d.Canvas
}

// bounds are the ends of the scale.
func (h *Heat) bounds() (low, high float64) {
	low, high = 0, 1
	if h.Linear {
		low, high = math.Inf(1), math.Inf(-1)
	}
	for _, row := range h.Values {
		for _, value := range row {
			if !math.IsNaN(value) {
				low, high = min(low, value), max(high, value)
			}
		}
	}
	if h.Linear {
		step := roundStep(high - low)
		low, high = step*math.Floor(low/step), step*math.Ceil(high/step)
		if low == high {
			high += step
		}
	}
	return low, high
}

// number writes the numbers of rows or columns, from the first one, at most ten of them.
func number(n, first int, write func(at float64, text string)) {
	step := int(wholeStep(float64(n)))
	if n <= 20 {
		step = 1
	}
	for k := range n {
		if (first+k)%step == 0 {
			write(float64(k), strconv.Itoa(first+k))
		}
	}
}

// words writes into the squares, if all words can be read there.
func (d page) words(h *Heat, f *frame, low, high float64) {
	const least = 5
	width, size := f.x(1)-f.x(0), float64(textSize)
	for _, row := range h.Words {
		for _, word := range row {
			size = min(size, 0.9*width/canvas.TextWidth(word, 1), 0.7*(f.y(0)-f.y(1)))
		}
	}
	if size < least {
		return
	}
	for r, row := range h.Words {
		for c, word := range row {
			ink := white
			if (h.Values[r][c]-low)/(high-low) > 0.55 { // on bright squares
				ink = "#000000"
			}
			d.Write(canvas.Text{X: f.x(float64(c)), Y: f.y(float64(r)) + canvas.Central*size, Size: size, Anchor: canvas.Middle, Color: ink, Text: word})
		}
	}
}

// scale draws the colours of the numbers between the ends.
func (d page) scale(h *Heat, f frame) {
	const shades = 128
	for i := range shades {
		low := float64(i) / shades // to the top: what is above is covered by the next ones, without seams
		d.Rectangle(f.left, f.top, f.right-f.left, f.y(f.y0+low*(f.y1-f.y0))-f.top, 0, canvas.Style{Fill: shade(low + 0.5/shades)})
	}
	ticks(f.y0, f.y1, h.Linear, func(k float64, text string) {
		d.axis(f.right, f.y(k), f.right+3, f.y(k))
		d.label(f.right+6, f.y(k)+3, textSize, canvas.Begin, text)
	})
	d.labelUp(f.left-5, (f.top+f.bottom)/2, h.Scale)
}
