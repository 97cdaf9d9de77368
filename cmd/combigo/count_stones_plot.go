package main

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"combigo/count"
)

// Sizes of the picture.
const (
	pictureWidth  = 16 * vg.Centimeter
	pictureHeight = 14 * vg.Centimeter
	scaleWidth    = 2.4 * vg.Centimeter
	pictureColors = 255
)

// drawStones draws a heat map of a table of stones, on a logarithmic scale.
func drawStones(name string, t *count.StoneTable) error {
	grid := newStonesGrid(t)
	colors := moreland.ExtendedBlackBody()
	colors.SetMin(0)
	colors.SetMax(max(grid.most, 1))
	picture, err := draw.NewFormattedCanvas(pictureWidth, pictureHeight, strings.TrimPrefix(filepath.Ext(name), "."))
	if err != nil {
		return err
	}
	canvas := draw.New(picture)
	stonesMap(t, grid, colors).Draw(draw.Crop(canvas, 0, -scaleWidth, 0, 0))
	colorScale(colors).Draw(draw.Crop(canvas, pictureWidth-scaleWidth, 0, vg.Centimeter, -vg.Centimeter))
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if _, err := picture.WriteTo(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

func stonesMap(t *count.StoneTable, grid *stonesGrid, colors palette.ColorMap) *plot.Plot {
	p := plot.New()
	where := t.Legal.Where
	if where == "" {
		where = "board " + t.Legal.Board.String()
	}
	p.Title.Text = "Legal positions of " + where
	p.X.Label.Text, p.Y.Label.Text = "white stones", "black stones"
	heat := plotter.NewHeatMap(grid, colors.Palette(pictureColors))
	heat.Min, heat.Max = 0, max(grid.most, 1)
	p.Add(heat)
	return p
}

func colorScale(colors palette.ColorMap) *plot.Plot {
	p := plot.New()
	p.HideX()
	p.Y.Padding = 0
	p.Y.Tick.Marker = powersOfTen{}
	p.Add(&plotter.ColorBar{ColorMap: colors, Vertical: true})
	return p
}

// powersOfTen marks logarithms with what they are of.
type powersOfTen struct{}

func (powersOfTen) Ticks(from, to float64) []plot.Tick {
	step := max(1, math.Ceil((to-from)/10))
	var ticks []plot.Tick
	for x := math.Ceil(from); x <= to; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprintf("1e%.0f", x)})
	}
	return ticks
}

// stonesGrid is the logarithms of a table of stones, NaN for 0.
type stonesGrid struct {
	logs [][]float64
	most float64
}

func newStonesGrid(t *count.StoneTable) *stonesGrid {
	g := &stonesGrid{logs: make([][]float64, t.Points()+1)}
	for b := range g.logs {
		for w := range g.logs {
			log := math.NaN()
			if b+w <= t.Points() && t.Positions[b][w].Sign() > 0 {
				log = log10(t.Positions[b][w])
				g.most = max(g.most, log)
			}
			g.logs[b] = append(g.logs[b], log)
		}
	}
	return g
}

// log10 returns the logarithm of a positive number that may be beyond all
// floating-point numbers.
func log10(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(exponent)*math.Log10(2)
}

func (g *stonesGrid) Dims() (c, r int)   { return len(g.logs), len(g.logs) }
func (g *stonesGrid) Z(c, r int) float64 { return g.logs[r][c] }
func (g *stonesGrid) X(c int) float64    { return float64(c) }
func (g *stonesGrid) Y(r int) float64    { return float64(r) }
