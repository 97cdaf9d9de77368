package view

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/count"
	"combigo/internal/plot"
	"combigo/result"
)

// wholeTablePoints is the largest board of which the text has the table with all
// numbers; for more there is CSV.
const wholeTablePoints = 9

// Stones is the numbers of positions by their stones.
func Stones(t *count.StoneTable) *Document {
	d := &Document{labels: 37}
	d.line("Legal positions of %s by their stones", placeOf(t))
	d.gap()
	d.table(stonesTable(t))
	d.gap()
	if t.Points() <= wholeTablePoints {
		d.line("By the numbers of black stones (down) and white stones (right)")
		d.gap()
		d.table(wholeTable(t))
		d.gap()
	}
	mean, _ := t.Mean().Float64()
	d.fact("equally many black and white stones", t.WithDifference(0).String())
	d.fact("equally many, or one black more", t.Alternating().String())
	d.fact("stones of a legal position", fmt.Sprintf("mean %.6f, standard deviation %.6f", mean, t.Spread()))
	d.gap()
	d.checks(t.Checks)
	d.line("%s of computing, %s, at most %s of memory", t.Wall.Round(time.Millisecond), Plural(t.Threads, "thread"), t.PeakMemory)
	return d
}

// placeOf says on which board the stones are.
func placeOf(t *count.StoneTable) string {
	return cmp.Or(t.Legal.Where, "board "+t.Legal.Board.String())
}

// stonesTable has a line for every number of stones.
func stonesTable(t *count.StoneTable) *grid {
	lines := newTable("number", "by all stones", "by black stones")
	lines.SetColumnConfigs(right(1, 2, 3))
	black := t.Black()
	for stones, n := range t.Total() {
		lines.AppendRow(table.Row{stones, n, black[stones]})
	}
	lines.AppendFooter(table.Row{"", t.Sum(), t.Sum()})
	return lines
}

// wholeTable has a line for every number of black stones.
func wholeTable(t *count.StoneTable) *grid {
	lines := newTable()
	header, numbers := table.Row{""}, []int{1}
	for b, row := range t.Positions {
		header = append(header, b)
		numbers = append(numbers, b+2)
		line := table.Row{b}
		for _, n := range row {
			line = append(line, n)
		}
		lines.AppendRow(line)
	}
	lines.AppendHeader(header)
	lines.SetColumnConfigs(right(numbers...))
	return lines
}

// StonesCSV writes a line for each number of black and white stones.
func StonesCSV(w io.Writer, t *count.StoneTable) error {
	var rows [][]any
	for b, row := range t.Positions {
		for white, n := range row {
			rows = append(rows, []any{b, white, n})
		}
	}
	return writeCSV(w, rows, "black", "white", "positions")
}

// Sizes of the picture of stones, on paper and in a page.
const (
	pictureWidth  = 16 * plot.Centimeter
	pictureHeight = 14 * plot.Centimeter
	inlineWidth   = 13 * plot.Centimeter
	inlineHeight  = 11.5 * plot.Centimeter
)

// StonesPlot draws a heat map of a table of stones, on a logarithmic scale.
func StonesPlot(t *count.StoneTable, o plot.Output) ([]byte, error) {
	return stonesHeat(t).Map(pictureWidth, pictureHeight).EncodeAs(o)
}

// StonesInline is that heat map as an element of a page, in its colours.
func StonesInline(t *count.StoneTable) string {
	heat := stonesHeat(t)
	return heat.Map(inlineWidth, inlineHeight).Inline(heat.Title)
}

func stonesHeat(t *count.StoneTable) *plot.Heat {
	return &plot.Heat{Title: "Legal positions of " + placeOf(t), X: "white stones", Y: "black stones", Scale: "positions", Values: stoneLogs(t)}
}

// stoneLogs returns the logarithms of a table of stones, NaN for 0.
func stoneLogs(t *count.StoneTable) [][]float64 {
	logs := make([][]float64, t.Points()+1)
	for b := range logs {
		for w := range logs {
			log := math.NaN()
			if b+w <= t.Points() && t.Positions[b][w].Sign() > 0 {
				log = result.Ln(t.Positions[b][w]) / math.Ln10
			}
			logs[b] = append(logs[b], log)
		}
	}
	return logs
}
