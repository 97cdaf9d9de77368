package view

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
)

const (
	boundDecimals       = 15 // of constants
	boundDigits         = 16 // of bounds for boards in text
	eigenvalueDigits    = 16
	probabilityDecimals = 9 // of probabilities in text, which are multiples of 2^-28
)

func floor(x float64) string { return bounds.Floor(x, boundDecimals) }
func ceil(x float64) string  { return bounds.Ceil(x, boundDecimals) }

// colorsText returns, say, "2 colours".
func colorsText(colors int) string { return Plural(colors, "colour") }

// Brackets is bounds of a lattice.
func Brackets(brackets []*bounds.Bracket) *Answer {
	t, q := newTable(">width", "lower bound", "", "upper bound", "", ">states", "strips"), brackets[0].Question
	lower, upper := bounds.Best(brackets)
	a := &Answer{Numbers: []any{floor(lower.Value), ceil(upper.Value)}, csv: newTable("lattice", "colors", "width", "lower", "lower_new",
		"lower_strips", "lower_states", "upper", "upper_new", "upper_strips", "upper_states", "wall_seconds")}
	mark := map[bool]string{true: "new"}
	for _, b := range brackets {
		strips := b.Lower.Strip.Direction.String()
		if upper := b.Upper.Strip.Direction.String(); upper != strips {
			strips += ", " + upper
		}
		t.row(b.Width, floor(b.Lower.Value), mark[b.Lower.New], ceil(b.Upper.Value), mark[b.Upper.New], b.States(), strips)
		a.csv.row(b.Kind, b.Colors, b.Width, floor(b.Lower.Value), b.Lower.New, b.Lower.Strip.Direction, b.Lower.Growth.States,
			ceil(b.Upper.Value), b.Upper.New, b.Upper.Strip.Direction, b.Upper.Growth.States, milliseconds(b.Wall))
	}
	d := titled("Bounds on the constant of the %v lattice, %s", q.Kind, colorsText(q.Colors))
	d.labels = 10
	d.table(t)
	d.fact("best", fmt.Sprintf("%s <= constant <= %s", floor(lower.Value), ceil(upper.Value)))
	known := bounds.InPrint(q.Kind, q.Colors)
	for _, p := range known {
		text := p.Lower + " <= constant"
		if p.Upper != "" {
			text += " <= " + p.Upper
		}
		d.fact("in print", text, fmt.Sprintf("(%s, width %d)", p.Source, p.Width))
	}
	if len(known) == 0 {
		d.fact("in print", "no bounds are known to this program")
	}
	type bracketJSON struct {
		Width int           `json:"width"`
		Lower boundJSON     `json:"lower"`
		Upper boundJSON     `json:"upper"`
		Wall  time.Duration `json:"wall_seconds"`
	}
	a.Document, a.json = d, struct {
		bounds.Question
		Lower    string             `json:"lower"`
		Upper    string             `json:"upper"`
		Brackets []bracketJSON      `json:"brackets"`
		InPrint  []bounds.Published `json:"in_print,omitempty"`
	}{q, floor(lower.Value), ceil(upper.Value), each(brackets, func(b *bounds.Bracket) bracketJSON {
		return bracketJSON{b.Width, newBoundJSON(b.Lower, floor), newBoundJSON(b.Upper, ceil), b.Wall}
	}), known}
	return a
}

// boundJSON is a bound for programs, with the eigenvalues of a line.
type boundJSON struct {
	Value     string           `json:"value"`
	New       bool             `json:"new"`
	Direction bounds.Direction `json:"direction"`
	First     int              `json:"first_line"`
	States    int              `json:"states"`
	Low       float64          `json:"eigenvalue_low"`
	High      float64          `json:"eigenvalue_high"`
}

func newBoundJSON(b bounds.Bound, round func(float64) string) boundJSON {
	low, high := b.Growth.PerLine()
	return boundJSON{round(b.Value), b.New, b.Strip.Direction, b.Strip.First, b.Growth.States, low, high}
}

// BoardBracket is bounds for a board.
func BoardBracket(b *bounds.BoardBracket) *Answer {
	d := titled("Bounds for the legal positions on the %s board, %v lattice, %s", b.Board, b.Kind, colorsText(b.Colors))
	d.labels = 9
	if b.Exact() {
		d.line("the bounds agree, so the number is exact:")
		d.number(fmt.Sprintf("L(%d,%d) = ", b.Board.Rows, b.Board.Cols), b.Lower.Value.String())
	}
	a := &Answer{
		Document: d, Numbers: []any{b.Lower.Value, b.Upper.Value},
		csv: newTable("lattice", "colors", "rows", "cols", "width", "bound", "value", "strips", "wall_seconds"),
	}
	for _, x := range []struct {
		name, digits string
		division     bounds.Division
	}{
		{"lower", bounds.FloorDigits(b.Lower.Value, boundDigits), b.Lower},
		{"upper", bounds.CeilDigits(b.Upper.Value, boundDigits), b.Upper},
	} {
		strips := divisionText(x.division)
		d.twofold("  "+x.name, fmt.Sprintf("%-22s  %s", x.digits, strips), x.digits+", "+strips)
		a.csv.row(b.Kind, b.Colors, b.Board.Rows, b.Board.Cols, b.Width, x.name, x.division.Value, strips, milliseconds(b.Wall))
	}
	d.hinted("whole numbers, exact", "; --json gives all digits")
	if p := b.InPrint(); p != nil {
		d.line("in print: lower %s, upper %s (%s)", p.Lower, p.Upper, p.Source)
		switch lower, upper := p.Beaten(b); {
		case lower && upper:
			d.line("both bounds here are sharper")
		case lower:
			d.line("the lower bound here is sharper")
		case upper:
			d.line("the upper bound here is sharper")
		}
	}
	a.json = struct {
		bounds.Question
		*board.Size
		Width int           `json:"width"`
		Exact bool          `json:"exact"`
		Lower divisionJSON  `json:"lower"`
		Upper divisionJSON  `json:"upper"`
		Wall  time.Duration `json:"wall_seconds"`
	}{b.Question, &b.Board, b.Width, b.Exact(), newDivisionJSON(b.Lower), newDivisionJSON(b.Upper), b.Wall}
	return a
}

// divisionText returns, say, "rows 3 + 8 + 8".
func divisionText(d bounds.Division) string {
	var widths []string
	for _, s := range d.Strips {
		widths = append(widths, strconv.Itoa(s.Width))
	}
	const most = 12
	if len(widths) > most {
		widths = append(widths[:most-2:most-2], fmt.Sprintf("... (%d strips)", len(d.Strips)))
	}
	return d.Strips[0].Direction.String() + " " + strings.Join(widths, " + ")
}

// divisionJSON is a division of a board into strips for programs.
type divisionJSON struct {
	Value     *big.Int         `json:"value"`
	Direction bounds.Direction `json:"direction"`
	Widths    []int            `json:"widths"`
}

func newDivisionJSON(d bounds.Division) divisionJSON {
	return divisionJSON{d.Value, d.Strips[0].Direction, each(d.Strips, func(s bounds.Strip) int { return s.Width })}
}

// Conditional is bounds by conditional probabilities.
func Conditional(c *bounds.Conditional) *Answer {
	t := newTable("emptied by", ">row", ">points", ">states", "at least", "at most")
	a := &Answer{
		Numbers: []any{floor(c.Lower), ceil(c.Upper)},
		csv:     newTable("lattice", "colors", "width", "direction", "row", "points", "states", "low", "high"),
	}
	type probabilityJSON struct {
		Direction bounds.Direction `json:"direction"`
		Row       int              `json:"row"`
		Points    int              `json:"points"`
		States    int              `json:"states"`
		Low       string           `json:"low"`
		High      string           `json:"high"`
	}
	var probed []probabilityJSON
	for _, p := range c.Probed {
		low, high := bounds.Floor(p.Low, boundDecimals), bounds.Ceil(p.High, boundDecimals)
		t.row(p.Direction, p.Row, p.Done, p.States, bounds.Floor(p.Low, probabilityDecimals), bounds.Ceil(p.High, probabilityDecimals))
		a.csv.row(c.Kind, c.Colors, c.Width, p.Direction, p.Row, p.Done, p.States, low, high)
		probed = append(probed, probabilityJSON{p.Direction, p.Row, p.Done, p.States, low, high})
	}
	d := titled("Bounds on the constant of the %v lattice, %s", c.Kind, colorsText(c.Colors))
	d.line("%s <= constant <= %s", floor(c.Lower), ceil(c.Upper))
	d.gap()
	d.line("They are geometric means of the inverses of probabilities: that a point of a row is empty in a random legal position in which all points before it are empty.")
	d.table(t)
	a.Document, a.json = d, struct {
		bounds.Question
		Width         int               `json:"width"`
		Lower         string            `json:"lower"`
		Upper         string            `json:"upper"`
		Probabilities []probabilityJSON `json:"probabilities"`
		Wall          time.Duration     `json:"wall_seconds"`
	}{c.Question, c.Width, floor(c.Lower), ceil(c.Upper), probed, c.Wall}
	return a
}

// Eigenvalues has a line for each strip.
func Eigenvalues(q bounds.Question, all []*bounds.Eigenvalues) *Answer {
	type growthJSON struct {
		Width   int    `json:"width"`
		Borders string `json:"borders"`
		Low     string `json:"low"`
		High    string `json:"high"`
		States  int    `json:"states"`
	}
	var rows []growthJSON
	t, a := newTable(">width", "borders", "at least", "at most", ">states"), &Answer{csv: newTable("width", "borders", "low", "high", "states")}
	for _, e := range all {
		for i, g := range []*bounds.Growth{e.Free, e.Single, e.Double} {
			x, y := g.PerLine()
			borders, low, high := []string{"free", "single-safe", "double-safe"}[i], bounds.FloorSignificant(x, eigenvalueDigits), bounds.CeilSignificant(y, eigenvalueDigits)
			t.row(e.Width, borders, low, high, g.States)
			a.csv.row(e.Width, borders, low, high, g.States)
			rows = append(rows, growthJSON{e.Width, borders, low, high, g.States})
			a.Numbers = append(a.Numbers, low+" "+high)
		}
	}
	a.Document, a.json = titled("Growth of strips of the %v lattice with each line, %s", q.Kind, colorsText(q.Colors)), rows
	a.table(t)
	return a
}
