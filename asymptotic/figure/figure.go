package figure

import (
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

// ParseFormat returns the format for the extension of a file name, such as ".svg".
func ParseFormat(extension string) (Format, error) { return plot.ParseFormat(extension) }

const (
	width  = 18 * plot.Centimeter
	height = 24 * plot.Centimeter
)

// Draw returns the figure as a file.
func Draw(format Format) ([]byte, error) {
	return plot.Lines(width, height, []plot.Panel{
		{Title: "Remainders of strips: squares and almost squares", X: "n", Y: "absolute value", Series: series(asymptotic.Remainders())},
		{Title: "Approximations to the base of liberties L", X: "n", Y: "distance from L", Series: series(asymptotic.Convergence())},
	}).Encode(format)
}

func series(all []asymptotic.Series) []plot.Series {
	var drawn []plot.Series
	for _, s := range all {
		one := plot.Series{Name: s.Name}
		for _, p := range s.Points {
			one.Points = append(one.Points, plot.Point{N: p.N, Y: p.Y})
		}
		drawn = append(drawn, one)
	}
	return drawn
}
