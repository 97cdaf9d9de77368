package view

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/result"
)

// wholeTablePoints is the largest board of which the text has the table with all
// numbers; for more there is CSV.
const wholeTablePoints = 9

// Stones is the numbers of positions by their stones, drawn as a heat map on a logarithmic scale.
func Stones(t *count.StoneTable) *Answer {
	d := titled("Legal positions of %s by their stones", placeOf(t))
	d.labels = 37
	heat := plot.Heat{Title: "Legal positions of " + placeOf(t), X: "white stones", Y: "black stones", Scale: "positions", Values: stoneLogs(t)}
	picture := heat.Map(stonesWidth, stonesHeight)
	d.picture(picture)
	d.table(stonesTable(t))
	if t.Points() <= wholeTablePoints {
		d.line("By the numbers of black stones (down) and white stones (right)")
		d.table(wholeTable(t))
	}
	mean, variance, deviation := t.Moments()
	average, _ := mean.Float64()
	d.fact("equally many black and white stones", t.WithDifference(0).String())
	d.fact("equally many, or one black more", t.Alternating().String())
	d.fact("stones of a legal position", fmt.Sprintf("mean %.6f, standard deviation %.6f", average, deviation))
	d.checks(t.Checks)
	d.cost(t.Wall, t.Threads, t.PeakMemory)
	var rows []object
	for b, row := range t.Positions {
		for white, n := range row {
			rows = append(rows, object{"black", b, "white", white, "positions", n})
		}
	}
	return &Answer{
		Document: d, csv: rows, Numbers: []any{t.Sum()},
		json: object{
			"rows", t.Legal.Board.Rows, "cols", t.Legal.Board.Cols, "graph", some(t.Legal.Where), "points", t.Points(), "value", t.Sum(),
			"positions", t.Positions, "by_black", t.Black(), "by_stones", t.Total(), "equal", t.WithDifference(0),
			"equal_or_one_black_more", t.Alternating(), "mean_stones", mean, "variance_stones", variance,
			"standard_deviation_stones", deviation, "", provenanceObject(&t.Provenance),
		},
		Picture: func() (*canvas.Canvas, error) { return picture, nil },
	}
}

// placeOf says on which board the stones are.
func placeOf(t *count.StoneTable) string {
	return cmp.Or(t.Legal.Where, "board "+t.Legal.Board.String())
}

// stonesTable has a line for every number of stones.
func stonesTable(t *count.StoneTable) *grid {
	lines := newTable(">number", ">by all stones", ">by black stones")
	black := t.Black()
	for stones, n := range t.Total() {
		lines.row(stones, n, black[stones])
	}
	lines.total("", t.Sum(), t.Sum())
	return lines
}

// wholeTable has a line for every number of black stones.
func wholeTable(t *count.StoneTable) *grid {
	names := []any{">"}
	for b := range t.Positions {
		names = append(names, fmt.Sprint(">", b))
	}
	whole := newTable(names...)
	for b, row := range t.Positions {
		whole.row(append([]any{b}, each(row, func(n *big.Int) any { return n })...)...)
	}
	return whole
}

// Size of the picture of stones.
const (
	stonesWidth  = 13 * canvas.Centimeter
	stonesHeight = 11.5 * canvas.Centimeter
)

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
