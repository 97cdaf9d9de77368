package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"combigo/asymptotic"
)

// Format is a file format.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
)

// ParseFormat returns the format for the extension of a file name, such as ".svg".
func ParseFormat(extension string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(extension, "."))); f {
	case SVG, PNG:
		return f, nil
	}
	return "", fmt.Errorf("want a file name that ends in .svg or .png")
}

const (
	width  = 18 * vg.Centimeter
	height = 24 * vg.Centimeter
)

// Draw returns the figure as a file.
func Draw(format Format) ([]byte, error) {
	upper, err := panel("Remainders of strips: squares and almost squares", "absolute value", asymptotic.Remainders())
	if err != nil {
		return nil, err
	}
	lower, err := panel("Approximations to the base of liberties L", "distance from L", asymptotic.Convergence())
	if err != nil {
		return nil, err
	}
	canvas, err := draw.NewFormattedCanvas(width, height, string(format))
	if err != nil {
		return nil, err
	}
	background := draw.New(canvas)
	background.SetColor(color.White)
	background.Fill(background.Rectangle.Path())
	plots := [][]*plot.Plot{{upper}, {lower}}
	tiles := draw.Tiles{
		Rows: 2, Cols: 1, PadY: vg.Centimeter,
		PadTop: vg.Millimeter * 4, PadBottom: vg.Millimeter * 4, PadLeft: vg.Millimeter * 4, PadRight: vg.Millimeter * 6,
	}
	for i, row := range plot.Align(plots, tiles, background) {
		plots[i][0].Draw(row[0])
	}
	var file bytes.Buffer
	if _, err := canvas.WriteTo(&file); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

// colours are told apart by most people (M. Okabe and K. Ito).
var colours = []color.Color{
	color.RGBA{0, 114, 178, 255},
	color.RGBA{213, 94, 0, 255},
	color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255},
	color.RGBA{0, 0, 0, 255},
}

// panel draws series with logarithms of their absolute values.
func panel(title, y string, all []asymptotic.Series) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = title + " (● positive, ○ negative)"
	p.X.Label.Text, p.Y.Label.Text = "n", y
	p.Y.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.TickerFunc(everyN)
	p.Y.Tick.Marker = plot.TickerFunc(powersOfTen)
	p.Add(plotter.NewGrid())
	p.Legend.Left = true
	p.Legend.Padding = vg.Millimeter
	for i, s := range all {
		line, err := addSeries(p, s, colours[i%len(colours)])
		if err != nil {
			return nil, err
		}
		p.Legend.Add(s.Name, line)
	}
	return p, nil
}

// addSeries adds a line through all points, and marks by sign.
func addSeries(p *plot.Plot, s asymptotic.Series, c color.Color) (*plotter.Line, error) {
	var all plotter.XYs
	marks := map[draw.GlyphDrawer]plotter.XYs{}
	for _, point := range s.Points {
		xy := plotter.XY{X: float64(point.N), Y: math.Abs(point.Y)}
		all = append(all, xy)
		var shape draw.GlyphDrawer = draw.CircleGlyph{}
		if point.Y < 0 {
			shape = draw.RingGlyph{}
		}
		marks[shape] = append(marks[shape], xy)
	}
	line, err := plotter.NewLine(all)
	if err != nil {
		return nil, fmt.Errorf("figure: %s: %w", s.Name, err)
	}
	line.Color, line.Width = c, vg.Points(1)
	p.Add(line)
	for _, shape := range []draw.GlyphDrawer{draw.CircleGlyph{}, draw.RingGlyph{}} {
		if len(marks[shape]) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(marks[shape])
		if err != nil {
			return nil, fmt.Errorf("figure: %s: %w", s.Name, err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: c, Radius: vg.Points(2.5), Shape: shape}
		p.Add(dots)
	}
	return line, nil
}

// everyN marks whole numbers.
func everyN(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for n := math.Ceil(low); n <= high; n++ {
		ticks = append(ticks, plot.Tick{Value: n, Label: fmt.Sprintf("%.0f", n)})
	}
	return ticks
}

// powersOfTen marks every second power of ten.
func powersOfTen(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for k := math.Ceil(math.Log10(low)); k <= math.Log10(high); k++ {
		if int(k)%2 == 0 {
			ticks = append(ticks, plot.Tick{Value: math.Pow(10, k), Label: fmt.Sprintf("1e%.0f", k)})
		}
	}
	return ticks
}
