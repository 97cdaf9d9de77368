package view

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
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
	d := titled("Legal positions of %s by their stones", placeOf(t.Legal))
	d.labels = 37
	heat := plot.Heat{Title: "Legal positions of " + placeOf(t.Legal), X: "white stones", Y: "black stones", Scale: "positions", Values: stoneLogs(t)}
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
	rows := newTable("black", "white", "positions")
	for b, row := range t.Positions {
		for white, n := range row {
			rows.row(b, white, n)
		}
	}
	return &Answer{
		Document: d, csv: rows, Numbers: []any{t.Sum()},
		json: struct {
			board.Size
			Graph       string       `json:"graph,omitempty"`
			Points      int          `json:"points"`
			Value       *big.Int     `json:"value"`
			Positions   [][]*big.Int `json:"positions"`
			ByBlack     []*big.Int   `json:"by_black"`
			ByStones    []*big.Int   `json:"by_stones"`
			Equal       *big.Int     `json:"equal"`
			Alternating *big.Int     `json:"equal_or_one_black_more"`
			momentsJSON
			Deviation float64 `json:"standard_deviation_stones"`
			*result.Provenance
		}{
			t.Legal.Board, t.Legal.Where, t.Points(), t.Sum(), t.Positions, t.Black(), t.Total(), t.WithDifference(0), t.Alternating(),
			momentsJSON{mean, variance},
			deviation, &t.Provenance,
		},
		Picture: func() (*canvas.Canvas, error) { return picture, nil },
	}
}

// placeOf says on which board the positions are.
func placeOf(legal *result.Result) string { return cmp.Or(legal.Where, "board "+legal.Board.String()) }

// StoneMoments is how many stones a legal position has in the mean.
func StoneMoments(m *count.StoneMoments) *Answer {
	d := titled("Stones of a legal position of %s", placeOf(m.Legal))
	mean, variance, deviation := m.Moments()
	points := m.Legal.Board.Rows * m.Legal.Board.Cols
	for _, x := range []struct {
		name  string
		value *big.Rat
	}{{"mean", mean}, {"variance", variance}} {
		perPoint := new(big.Rat).Quo(x.value, big.NewRat(int64(points), 1))
		d.fact(x.name, fmt.Sprintf("%s, %s a point", x.value.FloatString(momentDecimals), perPoint.FloatString(momentDecimals)))
	}
	d.fact("standard deviation", fmt.Sprintf("%.6f", deviation))
	d.fact("empty points, mean", new(big.Rat).Sub(big.NewRat(int64(points), 1), mean).FloatString(momentDecimals))
	d.checks(m.Checks)
	d.cost(m.Wall, m.Threads, m.PeakMemory)
	return &Answer{
		Document: d, Numbers: []any{mean.FloatString(momentDecimals)},
		json: struct {
			board.Size
			Points int      `json:"points"`
			Value  *big.Int `json:"value"`
			momentsJSON
			Deviation float64 `json:"standard_deviation_stones"`
			*result.Provenance
		}{m.Legal.Board, points, m.Legal.Value, momentsJSON{mean, variance}, deviation, &m.Provenance},
	}
}

// momentsJSON is numbers of stones for programs.
type momentsJSON struct {
	Mean     *big.Rat `json:"mean_stones"`
	Variance *big.Rat `json:"variance_stones"`
}

const momentDecimals = 16

// StoneDensity is how many stones a legal position has for a point of a large board.
func StoneDensity(s *count.StoneDensity) *Answer {
	last := len(s.Squares)
	d := titled("Stones of a legal position for a point of a large board, from boards up to %dx%d", last, last)
	t := newTable(">n", ">mean of nxn", ">variance of nxn", ">second difference", ">of the variance")
	type boardJSON struct {
		N int `json:"n"`
		momentsJSON
	}
	var boards []boardJSON
	for i, m := range s.Squares {
		mean, variance, _ := m.Moments()
		row := []any{i + 1, mean.FloatString(8), variance.FloatString(8), "", ""}
		boards = append(boards, boardJSON{i + 1, momentsJSON{mean, variance}})
		if i < len(s.Means) {
			row[3], row[4] = s.Means[i].FloatString(momentDecimals), s.Variances[i].FloatString(momentDecimals)
		}
		t.row(row...)
	}
	d.table(t)
	method := fmt.Sprintf("epsilon algorithm, %d second differences", len(s.Means))
	mean := constantWays(asymptotic.Estimate{Value: s.Mean, Method: method})
	variance := constantWays(asymptotic.Estimate{Value: s.Variance, Method: method})
	for _, c := range []struct {
		name string
		ways []constantWay
	}{{"Mean for a point", mean}, {"Variance for a point", variance}} {
		d.head("%s", c.name)
		d.table(wayTable(c.ways))
	}
	d.line("The means are exact. With S(n,n+1) for the boards between, the second difference is S(n,n) + S(n+1,n+1) - 2 S(n,n+1). " +
		"An error bar is ten times the disagreement of the last extrapolations: the limits are observed, not proved.")
	return &Answer{Document: d, Numbers: []any{mean[0].Value}, json: struct {
		Proved   bool          `json:"proved"`
		Mean     []constantWay `json:"density"`
		Variance []constantWay `json:"density_variance"`
		Boards   []boardJSON   `json:"boards"`
	}{false, mean, variance, boards}}
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
