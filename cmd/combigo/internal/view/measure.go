package view

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/sampling"
)

// measureJSON is a measure for programs. Numbers of positions are exact, or null; then there is an
// estimate, or null if nothing is known.
type measureJSON struct {
	Stones                int            `json:"stones"`
	Rank                  *big.Int       `json:"rank"`
	RankEstimate          *rangeJSON     `json:"rank_estimate"`
	Total                 *big.Int       `json:"total"`
	TotalEstimate         *rangeJSON     `json:"total_estimate"`
	TotalSource           string         `json:"total_source,omitempty"`
	WithAsManyStones      *big.Int       `json:"with_as_many_stones"`
	WithAsManyStonesGuess *rangeJSON     `json:"with_as_many_stones_estimate"`
	Quantities            []quantityJSON `json:"quantities"`
	Strings               []stringJSON   `json:"strings"`
	Runs                  int            `json:"runs"`
	EffectiveRuns         float64        `json:"effective_runs"`
	Seed                  uint64         `json:"seed"`
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
	Color           string `json:"color"`
	At              string `json:"first_point"`
	Stones          int    `json:"stones"`
	Liberties       int    `json:"liberties"`
	Pseudoliberties int    `json:"pseudoliberties"`
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
	j := &measureJSON{Stones: m.Stones, Strings: []stringJSON{}, Runs: m.Runs, EffectiveRuns: m.Effective, Seed: m.Seed}
	j.Rank, j.RankEstimate = exactOr(m.Number.Exact, m.Number.Before, known)
	j.Total, j.TotalEstimate = exactOr(m.Number.Total, m.Number.All, known)
	j.TotalSource = m.Number.Source
	j.WithAsManyStones, j.WithAsManyStonesGuess = exactOr(m.Alike.Exact, m.Alike.Estimate, known)
	for _, s := range m.Strings {
		j.Strings = append(j.Strings, stringJSON{s.Color.String(), m.Position.Label(s.Points[0]), len(s.Points), len(s.Liberties), m.Position.Pseudoliberties(s)})
	}
	for _, q := range m.Quantities {
		object := quantityJSON{Quantity: q.Name, Value: q.Value}
		if m.Effective > 0 {
			object.Others = &summaryJSON{q.Others.Mean, q.Others.Error, q.Others.Deviation, q.AtMost.Mean, q.AtMost.Error, q.AtLeast.Mean, q.AtLeast.Error}
		}
		if q.Record != nil {
			is := q.IsRecord()
			object.Record, object.IsRecord = &q.Record.Value, &is
		}
		j.Quantities = append(j.Quantities, object)
	}
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
		text = fmt.Sprintf("%s of %s (%s)", estimated(n.Before), powerOfTen(magnitudeOf(n.Total)), n.Source)
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
	t := newTable(names...)
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
	d.table(t)
	if m.Effective > 0 {
		d.hinted(fmt.Sprintf("Others: %d random legal positions with as many stones, worth %.0f without weights; as few, as many: the share of those that have no more, no less.", m.Runs, m.Effective),
			fmt.Sprintf(" --seed %d", m.Seed))
		if m.Effective < fewEffective {
			d.line("The weights of few of them dominate: intervals are likely to be too short, and shares are rough.")
		}
	}
	if len(m.Strings) > 0 {
		d.gap()
		t := newTable("string at", "colour", ">stones", ">liberties", ">pseudoliberties")
		for _, s := range m.Strings {
			t.row(m.Position.Label(s.Points[0]), s.Color, len(s.Points), len(s.Liberties), m.Position.Pseudoliberties(s))
		}
		d.table(t)
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
		all := n.All.Value
		if n.Total != nil {
			all = magnitudeOf(n.Total)
		}
		lines = append(lines, fmt.Sprintf("Position number about %s of %s", powerOfTen(n.Before.Value), powerOfTen(all)))
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
	return powerOfTen(magnitudeOf(n))
}

// magnitudeOf is a number above 0, with the digits that are shown.
func magnitudeOf(n *big.Int) sampling.Magnitude {
	digits := n.String()
	leading := (digits + "00000")[:6]
	mantissa, _ := strconv.ParseFloat(leading[:1]+"."+leading[1:], 64)
	return sampling.Magnitude{Mantissa: mantissa, Exponent: int64(len(digits) - 1)}
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
