package view

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/lattice"
)

const (
	boundDecimals = 15 // of constants
	boundDigits   = 16 // of bounds for boards in text
)

func floor(x float64) string { return bounds.Floor(x, boundDecimals) }
func ceil(x float64) string  { return bounds.Ceil(x, boundDecimals) }

// Brackets is bounds of a lattice.
func Brackets(brackets []*bounds.Bracket) *Document {
	t := newTable("width", "lower bound", "", "upper bound", "", "states", "strips")
	for _, b := range brackets {
		strips := b.Lower.Strip.Direction.String()
		if upper := b.Upper.Strip.Direction.String(); upper != strips {
			strips += ", " + upper
		}
		t.row(
			b.Width, floor(b.Lower.Value), newMark(b.Lower), ceil(b.Upper.Value), newMark(b.Upper), b.States(), strips,
		)
	}
	t.right = []int{1, 6}
	q, d := brackets[0].Question, &Document{labels: 10}
	d.line("Bounds on the constant of the %v lattice, %s", q.Kind, colorsText(q.Colors))
	d.gap()
	d.table(t)
	d.gap()
	lower, upper := bounds.Best(brackets)
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
	return d
}

func newMark(b bounds.Bound) string {
	if b.New {
		return "new"
	}
	return ""
}

// BoardBracket is bounds for a board.
func BoardBracket(b *bounds.BoardBracket) *Document {
	d := &Document{labels: 9}
	d.line("Bounds for the legal positions on the %s board, %v lattice, %s", b.Board, b.Kind, colorsText(b.Colors))
	d.gap()
	if b.Exact() {
		d.formula("", "the bounds agree, so the number is exact:")
	}
	for _, x := range []struct{ name, digits, strips string }{
		{"  lower", bounds.FloorDigits(b.Lower.Value, boundDigits), divisionText(b.Lower)},
		{"  upper", bounds.CeilDigits(b.Upper.Value, boundDigits), divisionText(b.Upper)},
	} {
		d.twofold(x.name, fmt.Sprintf("%-22s  %s", x.digits, x.strips), x.digits+", "+x.strips)
	}
	d.gap()
	here := span{"these bounds", new(big.Float).SetInt(b.Lower.Value), new(big.Float).SetInt(b.Upper.Value), nil, bounds.FloorDigits(b.Lower.Value, 5), bounds.CeilDigits(b.Upper.Value, 5)}
	if b.Kind == lattice.Square && b.Colors == 2 {
		here.middle = known(b.Board)
	}
	if p := b.InPrint(); p != nil {
		d.spans("bounds", here, span{"in print", parsed(p.Lower), parsed(p.Upper), here.middle, p.Lower, p.Upper})
	} else {
		d.spans("bounds", here)
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
	return d
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

// BestBounds writes the best lower and upper bound.
func BestBounds(w io.Writer, brackets []*bounds.Bracket) error {
	lower, upper := bounds.Best(brackets)
	return Lines(w, floor(lower.Value), ceil(upper.Value))
}

// BracketsCSV writes a line for each width.
func BracketsCSV(w io.Writer, brackets []*bounds.Bracket) error {
	var rows [][]any
	for _, b := range brackets {
		rows = append(rows, []any{
			b.Kind, b.Colors, b.Width, floor(b.Lower.Value), b.Lower.New, b.Lower.Strip.Direction, b.Lower.Growth.States,
			ceil(b.Upper.Value), b.Upper.New, b.Upper.Strip.Direction, b.Upper.Growth.States, seconds(b.Wall),
		})
	}
	return writeCSV(w, rows, "lattice", "colors", "width", "lower", "lower_new", "lower_strips", "lower_states",
		"upper", "upper_new", "upper_strips", "upper_states", "wall_seconds")
}

// BoardBracketCSV writes a line for either bound.
func BoardBracketCSV(w io.Writer, b *bounds.BoardBracket) error {
	line := func(name string, d bounds.Division) []any {
		return []any{b.Kind, b.Colors, b.Board.Rows, b.Board.Cols, b.Width, name, d.Value, divisionText(d), seconds(b.Wall)}
	}
	return writeCSV(w, [][]any{line("lower", b.Lower), line("upper", b.Upper)},
		"lattice", "colors", "rows", "cols", "width", "bound", "value", "strips", "wall_seconds")
}

// colorsText returns, say, "2 colours".
func colorsText(colors int) string { return Plural(colors, "colour") }
