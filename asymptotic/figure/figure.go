package figure

import (
	"fmt"
	"math"
	"sync"

	"combigo/asymptotic"
	"combigo/internal/plot"
)

// Format is a file format.
type Format = plot.Format

// The formats.
const (
	SVG = plot.SVG
	PDF = plot.PDF
	PNG = plot.PNG
)

// Output says what file the figure is written as.
type Output = plot.Output

// ParseFormat returns the format for the extension of a file name, such as ".svg".
func ParseFormat(extension string) (Format, error) { return plot.ParseFormat(extension) }

const (
	width       = 18 * plot.Centimeter
	panelHeight = 12 * plot.Centimeter
)

// Draw returns the figure as a file.
func Draw(format Format) ([]byte, error) { return DrawAs(Output{Format: format}) }

// DrawAs returns the figure as a file of a width.
func DrawAs(o Output) ([]byte, error) {
	all := panels()
	return plot.Lines(width, panelHeight*float64(len(all)), all).EncodeAs(o)
}

var panels = sync.OnceValue(func() []plot.Panel {
	return []plot.Panel{
		{Title: "Remainders of strips: squares and almost squares", X: "n", Y: "absolute value", Series: series(asymptotic.Remainders())},
		{Title: "Approximations to the base of liberties L", X: "n", Y: "distance from L", Series: series(asymptotic.Convergence())},
	}
})

// Inline returns the panels of the figure as elements of a page, each with marks that say what they are and lead to the
// address of their square board.
func Inline(link func(n int) string) []string {
	var all []string
	for _, p := range panels() {
		all = append(all, inline(p, link))
	}
	return all
}

// Squares returns a plot, for a page as [Inline], of what each point of square boards multiplies the number by, for several kinds of
// boards.
func Squares(kinds []asymptotic.Series, link func(n int) string) string {
	return inline(plot.Panel{
		Title: "What each point multiplies the number by: the n²-th root", X: "n", Y: "n²-th root", Linear: true, Series: series(kinds),
	}, link)
}

func inline(p plot.Panel, link func(n int) string) string {
	for i := range p.Series {
		points := append([]plot.Point(nil), p.Series[i].Points...)
		for k := range points {
			points[k].Link = link(points[k].N)
		}
		p.Series[i].Points = points
	}
	return plot.Lines(width, panelHeight, []plot.Panel{p}).Inline(p.Title)
}

func series(all []asymptotic.Series) []plot.Series {
	var drawn []plot.Series
	for _, s := range all {
		one := plot.Series{Name: s.Name}
		for _, p := range s.Points {
			one.Points = append(one.Points, plot.Point{N: p.N, Y: p.Y, Told: told(s.Name, p)})
		}
		drawn = append(drawn, one)
	}
	return drawn
}

// told says what a point is: its size, its number and its error.
func told(name string, p asymptotic.Point) string {
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
