package plot

import (
	"fmt"
	"math"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/canvas"
)

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
		{Title: "Remainders of strips: squares and almost squares", X: "n", Y: "absolute value", Series: series(asymptotic.Remainders())},
		{Title: "Approximations to the base of liberties L", X: "n", Y: "distance from L", Series: series(asymptotic.Convergence())},
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
		Title: "What each point multiplies the number by: the n²-th root", X: "n", Y: "n²-th root", Linear: true, Series: series(kinds), Link: link,
	})
}

func series(all []asymptotic.Series) []Series {
	var drawn []Series
	for _, s := range all {
		one := Series{Name: s.Name}
		for _, p := range s.Points {
			one.Points = append(one.Points, Point{N: p.N, Y: p.Y, Label: label(s.Name, p)})
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
