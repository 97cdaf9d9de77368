package figure

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/plot"
)

const (
	width       = 18 * canvas.Centimeter
	panelHeight = 12 * canvas.Centimeter
)

// Growth returns the figure.
func Growth() *canvas.Canvas {
	all := panels()
	return plot.Lines(width, panelHeight*float64(len(all)), all...)
}

var panels = sync.OnceValue(func() []plot.Panel {
	return []plot.Panel{
		{Title: "Remainders of strips: squares and almost squares", X: "n", Y: "absolute value", Series: series(asymptotic.Remainders())},
		{Title: "Approximations to the base of liberties L", X: "n", Y: "distance from L", Series: series(asymptotic.Convergence())},
	}
})

// Linked returns the panels of the figure for a page, each with marks that say what they are and
// lead to the address of their square board.
func Linked(link func(n int) string) []*canvas.Canvas {
	var all []*canvas.Canvas
	for _, p := range panels() {
		all = append(all, linked(p, link))
	}
	return all
}

// Squares returns a plot, for a page as [Linked], of what each point of square boards multiplies
// the number by, for several kinds of boards.
func Squares(kinds []asymptotic.Series, link func(n int) string) *canvas.Canvas {
	return linked(plot.Panel{
		Title: "What each point multiplies the number by: the n²-th root", X: "n", Y: "n²-th root", Linear: true, Series: series(kinds),
	}, link)
}

func linked(p plot.Panel, link func(n int) string) *canvas.Canvas {
	p.Series = slices.Clone(p.Series)
	for i := range p.Series {
		points := slices.Clone(p.Series[i].Points)
		for k := range points {
			points[k].Link = link(points[k].N)
		}
		p.Series[i].Points = points
	}
	return plot.Lines(width, panelHeight, p)
}

func series(all []asymptotic.Series) []plot.Series {
	var drawn []plot.Series
	for _, s := range all {
		one := plot.Series{Name: s.Name}
		for _, p := range s.Points {
			one.Points = append(one.Points, plot.Point{N: p.N, Y: p.Y, Label: label(s.Name, p)})
		}
		drawn = append(drawn, one)
	}
	return drawn
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
