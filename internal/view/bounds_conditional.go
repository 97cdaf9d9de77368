package view

import (
	"io"

	"combigo.dev/combigo/bounds"
)

// probabilityDecimals is the number of decimals of probabilities in text; they are multiples of
// 2^-28.
const probabilityDecimals = 9

// Conditional is bounds by conditional probabilities.
func Conditional(c *bounds.Conditional) *Document {
	t := newTable("emptied by", "row", "points", "states", "at least", "at most")
	t.right = []int{2, 3, 4}
	for _, p := range c.Probed {
		t.row(
			p.Direction, p.Row, p.Done, p.States,
			bounds.Floor(p.Low, probabilityDecimals), bounds.Ceil(p.High, probabilityDecimals),
		)
	}
	d := &Document{}
	d.line("Bounds on the constant of the %v lattice, %s", c.Kind, colorsText(c.Colors))
	d.gap()
	d.line("%s <= constant <= %s", floor(c.Lower), ceil(c.Upper))
	d.gap()
	d.line("They are geometric means of the inverses of probabilities: that a point of a row is empty in a random legal position in which all points before it are empty.")
	d.gap()
	d.table(t)
	return d
}

// ConditionalJSON returns bounds by conditional probabilities as they are written in JSON.
func ConditionalJSON(c *bounds.Conditional) any {
	type line struct {
		Direction bounds.Direction `json:"direction"`
		Row       int              `json:"row"`
		Points    int              `json:"points"`
		States    int              `json:"states"`
		Low       string           `json:"low"`
		High      string           `json:"high"`
	}
	var lines []line
	for _, p := range c.Probed {
		low, high := bounds.Floor(p.Low, boundDecimals), bounds.Ceil(p.High, boundDecimals)
		lines = append(lines, line{p.Direction, p.Row, p.Done, p.States, low, high})
	}
	return struct {
		Lattice       string  `json:"lattice"`
		Colors        int     `json:"colors"`
		Width         int     `json:"width"`
		Lower         string  `json:"lower"`
		Upper         string  `json:"upper"`
		Probabilities []line  `json:"probabilities"`
		Wall          float64 `json:"wall_seconds"`
	}{c.Kind.String(), c.Colors, c.Width, floor(c.Lower), ceil(c.Upper), lines, c.Wall.Seconds()}
}

// ConditionalCSV writes a line for each probability.
func ConditionalCSV(w io.Writer, c *bounds.Conditional) error {
	var rows [][]any
	for _, p := range c.Probed {
		rows = append(rows, []any{c.Kind, c.Colors, c.Width, p.Direction, p.Row, p.Done, p.States, bounds.Floor(p.Low, boundDecimals), bounds.Ceil(p.High, boundDecimals)})
	}
	return writeCSV(w, rows, "lattice", "colors", "width", "direction", "row", "points", "states", "low", "high")
}

// ConditionalBounds writes the lower and the upper bound.
func ConditionalBounds(w io.Writer, c *bounds.Conditional) error {
	return Lines(w, floor(c.Lower), ceil(c.Upper))
}
