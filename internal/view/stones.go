package view

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"time"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/plot"
	"combigo.dev/combigo/result"
)

// wholeTablePoints is the largest board of which the text has the table with all
// numbers; for more there is CSV.
const wholeTablePoints = 9

// Stones is the numbers of positions by their stones.
func Stones(t *count.StoneTable) *Document {
	d := &Document{labels: 37}
	d.line("Legal positions of %s by their stones", placeOf(t))
	d.gap()
	d.picture(StonesPlot(t))
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
	lines.right = []int{1, 2, 3}
	black := t.Black()
	for stones, n := range t.Total() {
		lines.row(stones, n, black[stones])
	}
	lines.total("", t.Sum(), t.Sum())
	return lines
}

// wholeTable has a line for every number of black stones.
func wholeTable(t *count.StoneTable) *grid {
	names := []any{""}
	lines := &grid{right: []int{1}}
	for b, row := range t.Positions {
		names = append(names, b)
		lines.right = append(lines.right, b+2)
		line := []any{b}
		for _, n := range row {
			line = append(line, n)
		}
		lines.row(line...)
	}
	lines.head = [][]string{written(names)}
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

// Size of the picture of stones.
const (
	stonesWidth  = 13 * canvas.Centimeter
	stonesHeight = 11.5 * canvas.Centimeter
)

// StonesPlot draws a heat map of a table of stones, on a logarithmic scale.
func StonesPlot(t *count.StoneTable) *canvas.Canvas {
	heat := plot.Heat{Title: "Legal positions of " + placeOf(t), X: "white stones", Y: "black stones", Scale: "positions", Values: stoneLogs(t)}
	return heat.Map(stonesWidth, stonesHeight)
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
