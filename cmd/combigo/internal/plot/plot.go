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

	"combigo.dev/combigo/asymptotic"
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

// roundStep returns the least round number of which a range has at most some parts: 1, 2 or 5 times
// a power of ten.
func roundStep(size, parts float64) float64 {
	if size == 0 {
		return 1
	}
	scale := math.Pow(10, math.Floor(math.Log10(size/parts)))
	for _, step := range []float64{1, 2, 5} {
		if size/parts <= step*scale*(1+1e-9) {
			return step * scale
		}
	}
	return 10 * scale
}

// wholeStep returns a round whole number of which a range has at most ten.
func wholeStep(whole float64) float64 { return max(1, roundStep(whole, 10)) }

// ticks calls a function with the numbers of a scale and how they are written: round numbers, or
// powers of ten if the scale is logarithmic, at most some ten of them.
func ticks(low, high float64, linear bool, visit func(k float64, text string)) {
	step := wholeStep(high - low)
	if linear {
		step = roundStep(high-low, 6)
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

// colors are told apart by most people (M. Okabe and K. Ito).
var colors = []canvas.Color{"#0072b2", "#d55e00", "#009e73", "#cc79a7", canvas.Ink, "#56b4e9", "#e69f00"}

// A Panel is series over whole numbers; a line joins the points of each. On a logarithmic scale of
// their absolute values, none of which is 0, an exponential decrease is a straight line, and marks
// are filled for positive numbers, and rings for negative ones.
type Panel struct {
	Title  string
	X, Y   string // what the axes are of
	Linear bool   // else the scale is logarithmic
	Series []asymptotic.Series
	Link   func(n int) string // on a page, the address that the points of a number lead to; nil: none
}

// height is the place of a number on the scale.
func (p *Panel) height(y float64) float64 {
	if p.Linear {
		return y
	}
	return math.Log10(math.Abs(y))
}

// Lines draws panels, one below the other, on a page of a size in points. The legend of each stands
// next to its grid. Points that lead somewhere are links of the class dot; the Tab key goes to the
// first one of each series.
func Lines(width, height float64, panels ...Panel) *canvas.Canvas {
	d := newPage(width, height, panels[0].Title)
	legend := 0.0
	for _, p := range panels {
		for _, s := range p.Series {
			legend = max(legend, canvas.TextWidth(s.Name, textSize))
		}
	}
	each := height / float64(len(panels))
	for i := range panels {
		f := frame{
			left: margin + 48, right: width - margin - legend - 40,
			top: float64(i)*each + margin + 24, bottom: float64(i+1)*each - margin - 30,
		}
		d.panel(&panels[i], f)
	}
	return d.Canvas
}

// fit sets the numbers of the sides: whole numbers, and powers of ten or round numbers.
func (f *frame) fit(panel *Panel) {
	f.x0, f.x1, f.y0, f.y1 = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range panel.Series {
		for _, p := range s.Points {
			y := panel.height(p.Y)
			f.x0, f.x1 = min(f.x0, float64(p.N)), max(f.x1, float64(p.N))
			f.y0, f.y1 = min(f.y0, y), max(f.y1, y)
		}
	}
	if math.IsInf(f.x0, 0) {
		f.x0, f.x1, f.y0, f.y1 = 0, 1, 0, 1
	}
	step := 1.0
	if panel.Linear {
		step = roundStep(f.y1-f.y0, 6)
	}
	f.y0, f.y1 = step*math.Floor(f.y0/step), step*math.Ceil(f.y1/step)
	f.x0, f.x1 = f.x0-0.5, f.x1+0.5
	if f.y0 == f.y1 {
		f.y1 += step
	}
}

func (d page) panel(p *Panel, f frame) {
	f.fit(p)
	d.axes(p, &f)
	for i, s := range p.Series {
		c := colors[i%len(colors)]
		place := func(q asymptotic.Point) (x, y float64) { return f.x(float64(q.N)), f.y(p.height(q.Y)) }
		wider := float64(len(p.Series) - 1 - i) // so that no later one covers it
		style := canvas.Style{Stroke: c, Width: lineWidth + 0.5*wider}
		if len(s.Points) > 1 {
			var line []float64
			for _, q := range s.Points {
				x, y := place(q)
				line = append(line, x, y)
			}
			d.Draw(canvas.Lines(line...), style)
		}
		for k, q := range s.Points {
			x, y := place(q)
			part := &d.Part
			if p.Link != nil {
				part = d.Add(canvas.Part{Class: "dot", Link: &canvas.Link{To: p.Link(q.N), Label: label(s.Name, q), Unlisted: k > 0, Swap: true}})
				part.Circle(x, y, 9, canvas.Style{Class: "near"})
			}
			mark(part, x, y, markRadius+0.4*wider, c, q.Y > 0 || p.Linear)
		}
		y := f.top + 6 + 14*float64(i)
		d.Draw(canvas.Lines(f.right+10, y, f.right+28, y), style)
		mark(&d.Part, f.right+19, y, markRadius+0.4*wider, c, true)
		d.label(f.right+34, y+3, textSize, canvas.Begin, s.Name)
	}
	if p.Linear {
		return
	}
	y := f.top + 6 + 14*float64(len(p.Series)) + 8
	for i, text := range []string{"positive", "negative"} {
		mark(&d.Part, f.right+19, y+14*float64(i), markRadius, canvas.Ink, i == 0)
		d.label(f.right+34, y+3+14*float64(i), textSize, canvas.Begin, text)
	}
}

// mark is a filled circle or a ring.
func mark(part *canvas.Part, x, y, radius float64, c canvas.Color, filled bool) {
	style := canvas.Style{Fill: white, Stroke: c, Class: "paper"}
	if filled {
		style.Fill, style.Class = c, ""
	}
	part.Circle(x, y, radius, style)
}

// axes draws the grid, and the numbers and texts around it.
func (d page) axes(p *Panel, f *frame) {
	every := 1.0
	if n := f.x1 - f.x0; n > 30 {
		every = wholeStep(n)
	}
	for n := every * math.Ceil(f.x0/every); n <= f.x1; n += every {
		d.gridLine(f.x(n), f.top, f.x(n), f.bottom)
		d.label(f.x(n), f.bottom+13, textSize, canvas.Middle, fmt.Sprintf("%.0f", n))
	}
	ticks(f.y0, f.y1, p.Linear, func(k float64, text string) {
		d.gridLine(f.left, f.y(k), f.right, f.y(k))
		d.label(f.left-5, f.y(k)+3, textSize, canvas.End, text)
	})
	d.axis(f.left, f.top, f.left, f.bottom, f.right, f.bottom)
	d.label(f.left, f.top-10, titleSize, canvas.Begin, p.Title)
	d.label((f.left+f.right)/2, f.bottom+28, textSize, canvas.Middle, p.X)
	d.labelUp(f.left-40, (f.top+f.bottom)/2, p.Y)
}

const (
	growthWidth  = 18 * canvas.Centimeter
	growthHeight = 12 * canvas.Centimeter // of a panel
)

// Growth returns the figure of how the numbers of legal positions grow. The upper half is that of
// "Combinatorics of Go", section 5.11: the logarithms ln(1+r(m,n)) by which numbers for squares and
// almost square boards miss the growth of strips. The lower half is how approximations to the base
// of liberties converge. Both have logarithmic scales, on which an exponential decrease is a
// straight line; signs are shown by filled and empty marks.
func Growth() *canvas.Canvas {
	all := growthPanels()
	return Lines(growthWidth, growthHeight*float64(len(all)), all...)
}

func growthPanels() []Panel {
	return []Panel{
		{Title: "Remainders of strips: squares and almost squares", X: "n", Y: "absolute value", Series: asymptotic.Remainders()},
		{Title: "Approximations to the base of liberties L", X: "n", Y: "distance from L", Series: asymptotic.Convergence()},
	}
}

// GrowthPages returns the panels of [Growth] for a page, each with marks that say what they are and
// lead to the address of their square board.
func GrowthPages(link func(n int) string) (all []*canvas.Canvas) {
	for _, p := range growthPanels() {
		p.Link = link
		all = append(all, Lines(growthWidth, growthHeight, p))
	}
	return all
}

// Squares returns a plot, for a page as [GrowthPages], of what each point of square boards
// multiplies the number by, for several kinds of boards.
func Squares(kinds []asymptotic.Series, link func(n int) string) *canvas.Canvas {
	return Lines(growthWidth, growthHeight, Panel{
		Title: "What each point multiplies the number by: the n²-th root", X: "n", Y: "n²-th root", Linear: true, Series: kinds, Link: link,
	})
}

// label says what a point is: its size, its number and its error.
func label(name string, p asymptotic.Point) string {
	number := fmt.Sprintf("%.10g", p.Y)
	if math.Abs(p.Y) < 1e-3 {
		number = fmt.Sprintf("%.4e", p.Y)
	}
	text := fmt.Sprintf("%s, n = %d: %s", name, p.N, number)
	if p.Error > 0 {
		return text + fmt.Sprintf(", error at most %.1e", p.Error)
	}
	return text + ", exact but for rounding"
}

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

// A Heat is a table of numbers, of which the logarithms to base 10 are given, from 0 on. What is
// NaN is not drawn.
type Heat struct {
	Title  string
	X, Y   string      // what columns and rows are numbered by, from 0 on
	Scale  string      // what the numbers are
	Values [][]float64 // by row and column
}

// Map draws the table as coloured squares, the first row at the bottom, with the scale next to it,
// on a page of a size in points.
func (h *Heat) Map(width, height float64) *canvas.Canvas {
	rows, cols, high := len(h.Values), 0, 1.0
	for _, row := range h.Values {
		cols = max(cols, len(row))
		for _, value := range row {
			if value > high { // NaN is not
				high = value
			}
		}
	}
	f := frame{left: margin + 40, right: width - margin - 80, top: margin + 24, bottom: height - margin - 34}
	d := newPage(width, height, h.Title)
	f.x0, f.x1, f.y0, f.y1 = -0.5, float64(cols)-0.5, -0.5, float64(rows)-0.5
	for r, row := range h.Values {
		for c, value := range row {
			if !math.IsNaN(value) {
				x, y := f.x(float64(c)-0.5), f.y(float64(r)+0.5)
				d.Rectangle(x, y, f.x(float64(c)+0.5)-x, f.y(float64(r)-0.5)-y, 0, canvas.Style{Fill: shade(value / high)})
			}
		}
	}
	number(cols, func(k float64, text string) { d.label(f.x(k), f.bottom+13, textSize, canvas.Middle, text) })
	number(rows, func(k float64, text string) { d.label(f.left-6, f.y(k)+3, textSize, canvas.End, text) })
	d.axis(f.left, f.top, f.left, f.bottom, f.right, f.bottom)
	d.label(f.left, f.top-10, titleSize, canvas.Begin, h.Title)
	d.label((f.left+f.right)/2, f.bottom+28, textSize, canvas.Middle, h.X)
	d.labelUp(f.left-28, (f.top+f.bottom)/2, h.Y)
	d.scale(h, frame{left: f.right + 24, right: f.right + 38, top: f.top, bottom: f.bottom, y1: high, x1: 1})
	return d.Canvas
}

// number writes the numbers of rows or columns, at most some twenty of them.
func number(n int, write func(at float64, text string)) {
	step := int(wholeStep(float64(n)))
	if n <= 20 {
		step = 1
	}
	for k := 0; k < n; k += step {
		write(float64(k), strconv.Itoa(k))
	}
}

// scale draws the colours of the numbers between the ends.
func (d page) scale(h *Heat, f frame) {
	const shades = 128
	for i := range shades {
		low := float64(i) / shades // to the top: what is above is covered by the next ones, without seams
		d.Rectangle(f.left, f.top, f.right-f.left, f.y(f.y0+low*(f.y1-f.y0))-f.top, 0, canvas.Style{Fill: shade(low + 0.5/shades)})
	}
	ticks(f.y0, f.y1, false, func(k float64, text string) {
		d.axis(f.right, f.y(k), f.right+3, f.y(k))
		d.label(f.right+6, f.y(k)+3, textSize, canvas.Begin, text)
	})
	d.labelUp(f.left-5, (f.top+f.bottom)/2, h.Scale)
}
