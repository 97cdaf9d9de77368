package view

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
	"combigo.dev/combigo/sampling/uniform"
)

// wholeTablePoints is the largest board of which the text has the table with all
// numbers; for more there is CSV.
const wholeTablePoints = 9

// Stones is the numbers of positions by their stones, drawn as a heat map on a logarithmic scale.
func Stones(t *count.StoneTable) *Answer {
	d := newDocument("Legal positions of %s by their stones", placeOf(t.Legal))
	d.labels = 37
	heat := plot.Heat{Title: "Legal positions of " + placeOf(t.Legal), X: "white stones", Y: "black stones", Scale: "positions", Values: stoneLogs(t)}
	picture := heat.Map(stonesWidth, stonesHeight)
	d.picture(picture)
	black, lines := t.Black(), d.table(">number", ">by all stones", ">by black stones")
	for stones, n := range t.Total() {
		lines.row(stones, n, black[stones])
	}
	lines.total("", t.Sum(), t.Sum())
	if t.Points() <= wholeTablePoints {
		d.line("By the numbers of black stones (down) and white stones (right)")
		d.stonesByColor(t)
	}
	mean, variance, deviation := t.Moments()
	average, _ := mean.Float64()
	d.fact("equally many black and white stones", t.WithDifference(0).String())
	d.fact("equally many, or one black more", t.Alternating().String())
	d.fact("stones of a legal position", fmt.Sprintf("mean %.6f, standard deviation %.6f", average, deviation))
	d.provenance(&t.Provenance)
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
			*count.StoneTable
			Graph       string     `json:"graph,omitempty"`
			Points      int        `json:"points"`
			Value       *big.Int   `json:"value"`
			ByBlack     []*big.Int `json:"by_black"`
			ByStones    []*big.Int `json:"by_stones"`
			Equal       *big.Int   `json:"equal"`
			Alternating *big.Int   `json:"equal_or_one_black_more"`
			momentsJSON
			Deviation float64 `json:"standard_deviation_stones"`
		}{
			t.Legal.Board, t, t.Legal.Where, t.Points(), t.Sum(), t.Black(), t.Total(), t.WithDifference(0), t.Alternating(),
			momentsJSON{mean, variance},
			deviation,
		},
		Picture: func() (*canvas.Canvas, error) { return picture, nil },
	}
}

// placeOf says on which board the positions are.
func placeOf(legal *result.Result) string { return cmp.Or(legal.Where, "board "+legal.Board.String()) }

// StoneMoments is how many stones a legal position has in the mean.
func StoneMoments(m *count.StoneMoments) *Answer {
	d := newDocument("Stones of a legal position of %s", placeOf(m.Legal))
	d.labels = 20
	mean, variance, deviation := m.Moments()
	points := m.Legal.Board.Points()
	withDensity := func(x *big.Rat) string {
		perPoint := new(big.Rat).Quo(x, big.NewRat(int64(points), 1))
		return fmt.Sprintf("%s, %s a point", x.FloatString(momentDecimals), perPoint.FloatString(momentDecimals))
	}
	d.fact("mean", withDensity(mean))
	d.fact("variance", withDensity(variance))
	d.fact("standard deviation", fmt.Sprintf("%.6f", deviation))
	d.fact("empty points, mean", new(big.Rat).Sub(big.NewRat(int64(points), 1), mean).FloatString(momentDecimals))
	d.provenance(&m.Provenance)
	return &Answer{
		Document: d, Numbers: []any{mean.FloatString(momentDecimals)},
		json: struct {
			board.Size
			*count.StoneMoments
			Points int      `json:"points"`
			Value  *big.Int `json:"value"`
			momentsJSON
			Deviation float64 `json:"standard_deviation_stones"`
		}{m.Legal.Board, m, points, m.Legal.Value, momentsJSON{mean, variance}, deviation},
	}
}

type momentsJSON struct {
	Mean     *big.Rat `json:"mean_stones"`
	Variance *big.Rat `json:"variance_stones"`
}

const momentDecimals = 16

// StoneDensity is how many stones a legal position has for a point of a large board.
func StoneDensity(s *count.StoneDensity) *Answer {
	last := len(s.Squares)
	d := newDocument("Stones of a legal position for a point of a large board, from boards up to %dx%d", last, last)
	t := d.table(">n", ">mean of nxn", ">variance of nxn", ">second difference", ">of the variance")
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
	method := fmt.Sprintf("epsilon algorithm, %d second differences", len(s.Means))
	mean := constantWays(asymptotic.Estimate{Value: s.Mean, Method: method})
	variance := constantWays(asymptotic.Estimate{Value: s.Variance, Method: method})
	d.heading("Mean for a point")
	d.ways(mean)
	d.heading("Variance for a point")
	d.ways(variance)
	d.line("The means are exact. With S(n,n+1) for the boards between, the second difference is S(n,n) + S(n+1,n+1) - 2 S(n,n+1). " +
		"An error bar is ten times the disagreement of the last extrapolations: the limits are observed, not proved.")
	return &Answer{Document: d, Numbers: []any{mean[0].Value}, json: struct {
		Proved   bool          `json:"proved"`
		Mean     []constantWay `json:"density"`
		Variance []constantWay `json:"density_variance"`
		Boards   []boardJSON   `json:"boards"`
	}{false, mean, variance, boards}}
}

// stonesByColor has a line for every number of black stones.
func (d *Document) stonesByColor(t *count.StoneTable) {
	names := []any{">"}
	for b := range t.Positions {
		names = append(names, fmt.Sprint(">", b))
	}
	whole := d.table(names...)
	for b, row := range t.Positions {
		whole.row(append([]any{b}, mapSlice(row, func(n *big.Int) any { return n })...)...)
	}
}

// Size of the picture of stones.
const (
	stonesWidth  = 13 * canvas.Centimeter
	stonesHeight = 11.5 * canvas.Centimeter
)

// stoneLogs returns the logarithms of a table of stones, NaN for 0.
func stoneLogs(t *count.StoneTable) [][]float64 {
	return mapSlice(t.Positions, func(row []*big.Int) []float64 {
		return mapSlice(row, func(n *big.Int) float64 {
			if n.Sign() == 0 {
				return math.NaN()
			}
			return result.Ln(n) / math.Ln10
		})
	})
}

// Statistics is the features of all positions of a board.
func Statistics(size board.Size, all []sampling.Histogram) *Answer {
	return statistics(newDocument("What the legal positions of %s have, all of them", size), statisticsJSON{Size: size, Exact: true}, all)
}

// DrawnStatistics is estimates from the features of random positions of a board.
func DrawnStatistics(size board.Size, count int64, seed uint64, s *uniform.Sampler, drawn []sampling.Histogram) *Answer {
	d := newDocument("What legal positions of %s have: %s, --seed %d, drawn %s", size, Plural(count, "position"), seed, s.Describe())
	return statistics(d, statisticsJSON{Size: size, drawnJSON: &drawnJSON{count, seed, s.Method(), s.Describe()}}, drawn)
}

// statistics has a line for every feature, and for every number of ko captures; what is drawn has
// intervals.
func statistics(d *Document, j statisticsJSON, all []sampling.Histogram) *Answer {
	text := func(s sampling.Summary) string {
		if j.Exact {
			return fmt.Sprintf("%.6f", s.Mean)
		}
		return fmt.Sprintf("%.4f ± %.4f", s.Mean, s.Error)
	}
	features := d.table("feature", ">mean", ">standard deviation", ">share not 0")
	for feature, h := range all {
		mean := h.Of(func(value int) float64 { return float64(value) })
		share := h.Of(func(value int) float64 { return float64(min(1, max(value, -value))) })
		features.row(goban.Feature(feature), text(mean), fmt.Sprintf("%.4f", mean.Deviation), text(share))
		one := featureJSON{goban.Feature(feature), mean.Mean, mean.Deviation, nil, share.Mean, share.Deviation, nil, nil}
		if !j.Exact {
			one.Error, one.NotZeroError = &mean.Error, &share.Error
		}
		for _, value := range slices.Sorted(maps.Keys(h)) {
			one.Values = append(one.Values, frequencyJSON{value, h[value]})
		}
		j.Features = append(j.Features, one)
	}
	d.gap()
	if j.Exact {
		d.line("By area score, black's less white's")
		d.gap()
		scores := d.table(">score", ">positions")
		for _, f := range j.Features[goban.AreaScore].Values {
			scores.row(f.Number, f.Positions)
		}
		d.gap()
	}
	kos := d.table(">ko captures", ">positions", ">share")
	for _, f := range j.Features[goban.Kos].Values {
		share := all[goban.Kos].Of(func(value int) float64 {
			if value == f.Number {
				return 1
			}
			return 0
		})
		kos.row(f.Number, f.Positions, text(share))
	}
	return &Answer{Document: d, json: j}
}

// Kos is how many positions of a board have each number of ko captures.
func Kos(k *measure.KoTable) *Answer {
	d := newDocument("Legal positions of the %s by their ko captures", k.Board)
	t, rows := d.table(">ko captures", ">positions", ">share"), newTable("ko_captures", "positions")
	total, captures := k.Totals()
	for kos, n := range k.Positions {
		share, _ := new(big.Rat).SetFrac(n, total).Float64()
		t.row(kos, n, fmt.Sprintf("%.6g", share))
		rows.row(kos, n)
	}
	t.total("", total)
	d.line("All positions together have %v ko captures.", captures)
	d.provenance(&k.Provenance)
	height, width := k.Board.Size()
	return &Answer{
		Document: d, csv: rows, Numbers: mapSlice(k.Positions, func(n *big.Int) any { return n }),
		json: struct {
			board.Size
			*measure.KoTable
			Points   int      `json:"points"`
			Value    *big.Int `json:"value"`
			Captures *big.Int `json:"captures"`
		}{board.Size{Rows: height, Cols: width}, k, k.Board.Len(), total, captures},
	}
}

type statisticsJSON struct {
	board.Size
	Exact bool `json:"exact"`
	*drawnJSON
	Features []featureJSON `json:"features"`
}

// drawnJSON is how random positions were drawn.
type drawnJSON struct {
	Count       int64          `json:"count"`
	Seed        uint64         `json:"seed"`
	Method      uniform.Method `json:"method"`
	Description string         `json:"description"`
}

type featureJSON struct {
	Feature          goban.Feature   `json:"feature"`
	Mean             float64         `json:"mean"`
	Deviation        float64         `json:"standard_deviation"`
	Error            *float64        `json:"half_interval,omitempty"` // of what is drawn
	NotZero          float64         `json:"not_zero_mean"`
	NotZeroDeviation float64         `json:"not_zero_standard_deviation"`
	NotZeroError     *float64        `json:"not_zero_half_interval,omitempty"`
	Values           []frequencyJSON `json:"values"`
}

type frequencyJSON struct {
	Number    int   `json:"number"`
	Positions int64 `json:"positions"`
}

// measureJSON is a measure for programs. Numbers of positions are exact, or null; then there is an
// estimate, or null if nothing is known.
type measureJSON struct {
	*measure.Measure
	Rank                  *big.Int       `json:"rank"`
	RankEstimate          *rangeJSON     `json:"rank_estimate"`
	Total                 *big.Int       `json:"total"`
	TotalEstimate         *rangeJSON     `json:"total_estimate"`
	TotalSource           string         `json:"total_source,omitempty"`
	WithAsManyStones      *big.Int       `json:"with_as_many_stones"`
	WithAsManyStonesGuess *rangeJSON     `json:"with_as_many_stones_estimate"`
	Quantities            []quantityJSON `json:"quantities"`
	Strings               []stringJSON   `json:"strings"`
}

type rangeJSON struct {
	Value string `json:"value"`
	Low   string `json:"low"`
	High  string `json:"high"`
}

type quantityJSON struct {
	Quantity string       `json:"quantity"`
	Value    int          `json:"of_position"`
	Others   *summaryJSON `json:"others"`
	Record   *int         `json:"record"`
	IsRecord *bool        `json:"is_record"`
}

type summaryJSON struct {
	Mean         float64 `json:"mean"`
	HalfInterval float64 `json:"half_interval"`
	Deviation    float64 `json:"standard_deviation"`
	AtMost       float64 `json:"share_at_most"`
	AtMostHalf   float64 `json:"share_at_most_half_interval"`
	AtLeast      float64 `json:"share_at_least"`
	AtLeastHalf  float64 `json:"share_at_least_half_interval"`
}

type stringJSON struct {
	Color           goban.Color `json:"color"`
	At              string      `json:"first_point"`
	Stones          int         `json:"stones"`
	Liberties       int         `json:"liberties"`
	Pseudoliberties int         `json:"pseudoliberties"`
}

// exactOr is an exact number, or an estimate if it is nil and an estimate is known.
func exactOr(exact *big.Int, estimate sampling.Range, known bool) (*big.Int, *rangeJSON) {
	if exact != nil || !known {
		return exact, nil
	}
	return nil, &rangeJSON{estimate.Value.Text(6), estimate.Low.Text(6), estimate.High.Text(6)}
}

func newMeasureJSON(m *measure.Measure) *measureJSON {
	known := m.Runs > 0
	j := &measureJSON{Measure: m, TotalSource: m.Number.Source}
	j.Rank, j.RankEstimate = exactOr(m.Number.Exact, m.Number.Before, known)
	j.Total, j.TotalEstimate = exactOr(m.Number.Total, m.Number.All, known)
	j.WithAsManyStones, j.WithAsManyStonesGuess = exactOr(m.Alike.Exact, m.Alike.Estimate, known)
	j.Strings = mapSlice(m.Strings, func(s goban.String) stringJSON {
		return stringJSON{s.Color, m.Position.Label(s.Points[0]), len(s.Points), len(s.Liberties), m.Position.Pseudoliberties(s)}
	})
	j.Quantities = mapSlice(m.Quantities, func(q measure.Quantity) quantityJSON {
		object := quantityJSON{Quantity: q.Name, Value: q.Value}
		if m.Effective > 0 {
			object.Others = &summaryJSON{q.Others.Mean, q.Others.Error, q.Others.Deviation, q.AtMost.Mean, q.AtMost.Error, q.AtLeast.Mean, q.AtLeast.Error}
		}
		if q.Record != nil {
			is := q.IsRecord()
			object.Record, object.IsRecord = &q.Record.Value, &is
		}
		return object
	})
	return j
}

// estimated is an estimate with its interval.
func estimated(r sampling.Range) string {
	return fmt.Sprintf("about %s (%s to %s)", r.Value.Text(3), r.Low.Text(3), r.High.Text(3))
}

// measuredNumber says which number a position has.
func measuredNumber(m *measure.Measure) string {
	n := m.Number
	switch {
	case n.Exact != nil:
		return fmt.Sprintf("%v, of 0 to %v", n.Exact, new(big.Int).Sub(n.Total, big.NewInt(1)))
	case m.Runs == 0:
		return "the board is too large for an estimate"
	}
	text := estimated(n.Before) + " of " + estimated(n.All)
	if n.Total != nil {
		text = fmt.Sprintf("%s of %s (%s)", estimated(n.Before), scientific(n.Total), n.Source)
	}
	if n.Need > 0 {
		text += fmt.Sprintf("; exactly with %s of memory", n.Need)
	}
	return text
}

// alikeText says how many positions have as many stones, and so how probable each of them is.
func alikeText(m *measure.Measure) string {
	number := ""
	switch {
	case m.Alike.Exact != nil:
		number = fmt.Sprint(m.Alike.Exact)
	case m.Runs == 0:
		return ""
	default:
		number = estimated(m.Alike.Estimate)
	}
	return fmt.Sprintf("1 in %s: that many legal positions have %s", number, Plural(m.Stones, "stone"))
}

// shareText is a share of random positions; what none of them had is rare.
func shareText(s sampling.Summary, drawn float64) string {
	const rare = 3 // divided by the number of positions: above the share in 95 of 100 cases
	if s.Mean == 0 {
		return fmt.Sprintf("< %.2g %%", 100*rare/drawn)
	}
	return fmt.Sprintf("%.1f %%", 100*s.Mean)
}

// measured tells what was measured of a position.
func (d *Document) measured(m *measure.Measure) {
	d.gap()
	d.fact("number", measuredNumber(m))
	d.fact("probability", alikeText(m))
	names := []any{"", ">here"}
	if m.Effective > 0 {
		names = append(names, ">others", ">deviation", ">as few", ">as many")
	}
	if slices.ContainsFunc(m.Quantities, func(q measure.Quantity) bool { return q.Record != nil }) {
		names = append(names, ">record")
	}
	t := d.table(names...)
	for _, q := range m.Quantities {
		cells := []any{q.Name, q.Value}
		if m.Effective > 0 {
			cells = append(cells, fmt.Sprintf("%.2f", q.Others.Mean), fmt.Sprintf("%.2f", q.Others.Deviation), shareText(q.AtMost, m.Effective), shareText(q.AtLeast, m.Effective))
		}
		switch {
		case q.IsRecord():
			cells = append(cells, fmt.Sprintf("%d: reached", q.Value))
		case q.Record != nil:
			cells = append(cells, q.Record.Value)
		}
		t.row(cells...)
	}
	if m.Effective > 0 {
		d.hinted(fmt.Sprintf("Others: %d random legal positions with as many stones, worth %.0f without weights; as few, as many: the share of those that have no more, no less.", m.Runs, m.Effective),
			fmt.Sprintf(" --seed %d", m.Seed))
		if m.Effective < fewEffective {
			d.line("The weights of few of them dominate: intervals are likely to be too short, and shares are rough.")
		}
	}
	if len(m.Strings) > 0 {
		d.gap()
		t := d.table("string at", "colour", ">stones", ">liberties", ">pseudoliberties")
		for _, s := range m.Strings {
			t.row(m.Position.Label(s.Points[0]), s.Color, len(s.Points), len(s.Liberties), m.Position.Pseudoliberties(s))
		}
	}
	d.gap()
}

// Measured is what was measured of a position, drawn as a picture to share.
func Measured(m *measure.Measure) *Answer {
	d := &Document{}
	d.measured(m)
	return &Answer{Document: d, json: newMeasureJSON(m), Picture: func() (*canvas.Canvas, error) { return measuredPlot(m), nil }}
}

// MeasuredHeadline says in a few lines what is most unusual of a position.
func MeasuredHeadline(m *measure.Measure) []string {
	var lines []string
	switch n := m.Number; {
	case n.Exact != nil:
		lines = append(lines, fmt.Sprintf("Position number %s of %s", shortNumber(n.Exact), shortNumber(n.Total)))
	case m.Runs > 0:
		all := powerOfTen(n.All.Value)
		if n.Total != nil {
			all = scientific(n.Total)
		}
		lines = append(lines, fmt.Sprintf("Position number about %s of %s", powerOfTen(n.Before.Value), all))
	}
	if m.Effective == 0 {
		return lines
	}
	odd, distance := (*measure.Quantity)(nil), 0.0
	for i := range m.Quantities {
		q := &m.Quantities[i]
		if away := math.Abs(float64(q.Value)-q.Others.Mean) / q.Others.Deviation; q.Others.Deviation > 0 && away > distance {
			odd, distance = q, away
		}
	}
	if odd != nil {
		lines = append(lines,
			fmt.Sprintf("%s: %d. Random positions with %s have %.1f ± %.1f.", Capital(odd.Name), odd.Value, Plural(m.Stones, "stone"), odd.Others.Mean, odd.Others.Deviation),
			fmt.Sprintf("That is %.1f standard deviations away.", distance))
	}
	return lines
}

// shortNumber is a number with a few digits.
func shortNumber(n *big.Int) string {
	if digits := n.String(); len(digits) <= 12 {
		return digits
	}
	return scientific(n)
}

func powerOfTen(m sampling.Magnitude) string {
	if m.Exponent < 6 {
		return fmt.Sprintf("%.0f", m.Mantissa*math.Pow10(int(m.Exponent)))
	}
	return fmt.Sprintf("%.2f x 10^%d", m.Mantissa, m.Exponent)
}

// measuredPlot is the board with the headline below it.
func measuredPlot(m *measure.Measure) *canvas.Canvas {
	const size, line, least, margin = 14, 20, 460, 12
	board := BoardPlot(m.Position)
	lines := append(MeasuredHeadline(m), "combigo")
	c := &canvas.Canvas{Width: max(board.Width, least) + 2*margin, Unit: canvas.Pixel, Title: board.Title}
	c.Height = board.Height + float64(len(lines)*line) + 3*margin
	c.Paper()
	part := board.Part
	part.X, part.Y = (c.Width-board.Width)/2, margin
	c.Add(part)
	for i, text := range lines {
		c.Write(canvas.Text{X: c.Width / 2, Y: board.Height + float64((i+1)*line) + margin, Size: size, Anchor: canvas.Middle, Color: "#111111", Text: text})
	}
	return c
}
