package view

import (
	"fmt"
	"strconv"
	"strings"

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
	a := &Answer{Numbers: []any{floor(lower.Value), ceil(upper.Value)}}
	mark := map[bool]string{true: "new"}
	for _, b := range brackets {
		strips := b.Lower.Strip.Direction.String()
		if upper := b.Upper.Strip.Direction.String(); upper != strips {
			strips += ", " + upper
		}
		t.row(b.Width, floor(b.Lower.Value), mark[b.Lower.New], ceil(b.Upper.Value), mark[b.Upper.New], b.States(), strips)
		a.csv = append(a.csv, object{
			"lattice", b.Kind, "colors", b.Colors, "width", b.Width, "lower", floor(b.Lower.Value), "lower_new", b.Lower.New,
			"lower_strips", b.Lower.Strip.Direction, "lower_states", b.Lower.Growth.States, "upper", ceil(b.Upper.Value), "upper_new", b.Upper.New,
			"upper_strips", b.Upper.Strip.Direction, "upper_states", b.Upper.Growth.States, "wall_seconds", milliseconds(b.Wall),
		})
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
	a.Document, a.json = d, object{
		"lattice", q.Kind, "colors", q.Colors, "lower", floor(lower.Value), "upper", ceil(upper.Value),
		"brackets", objects(brackets, func(b *bounds.Bracket) object {
			return object{"width", b.Width, "lower", boundObject(b.Lower, floor), "upper", boundObject(b.Upper, ceil), "wall_seconds", b.Wall}
		}),
		"in_print", some(objects(known, func(p bounds.Published) object {
			return object{"lower", p.Lower, "upper", some(p.Upper), "width", p.Width, "source", p.Source}
		})),
	}
	return a
}

func boundObject(b bounds.Bound, round func(float64) string) object {
	low, high := b.Growth.PerLine()
	return object{
		"value", round(b.Value), "new", b.New, "direction", b.Strip.Direction, "first_line", b.Strip.First, "states", b.Growth.States,
		"eigenvalue_low", low, "eigenvalue_high", high, // of a line
	}
}

// BoardBracket is bounds for a board.
func BoardBracket(b *bounds.BoardBracket) *Answer {
	d := titled("Bounds for the legal positions on the %s board, %v lattice, %s", b.Board, b.Kind, colorsText(b.Colors))
	d.labels = 9
	if b.Exact() {
		d.line("the bounds agree, so the number is exact:")
		d.number(fmt.Sprintf("L(%d,%d) = ", b.Board.Rows, b.Board.Cols), b.Lower.Value.String())
	}
	a := &Answer{Document: d, Numbers: []any{b.Lower.Value, b.Upper.Value}}
	for _, x := range []struct {
		name, digits string
		division     bounds.Division
	}{
		{"lower", bounds.FloorDigits(b.Lower.Value, boundDigits), b.Lower},
		{"upper", bounds.CeilDigits(b.Upper.Value, boundDigits), b.Upper},
	} {
		strips := divisionText(x.division)
		d.twofold("  "+x.name, fmt.Sprintf("%-22s  %s", x.digits, strips), x.digits+", "+strips)
		a.csv = append(a.csv, object{
			"lattice", b.Kind, "colors", b.Colors, "rows", b.Board.Rows, "cols", b.Board.Cols, "width", b.Width, "bound", x.name,
			"value", x.division.Value, "strips", strips, "wall_seconds", milliseconds(b.Wall),
		})
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
	a.json = object{
		"lattice", b.Kind, "colors", b.Colors, "rows", b.Board.Rows, "cols", b.Board.Cols, "width", b.Width, "exact", b.Exact(),
		"lower", divisionObject(b.Lower), "upper", divisionObject(b.Upper), "wall_seconds", b.Wall,
	}
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

func divisionObject(d bounds.Division) object {
	return object{
		"value", d.Value, "direction", d.Strips[0].Direction,
		"widths", each(d.Strips, func(s bounds.Strip) int { return s.Width }),
	}
}

// Conditional is bounds by conditional probabilities.
func Conditional(c *bounds.Conditional) *Answer {
	t := newTable("emptied by", ">row", ">points", ">states", "at least", "at most")
	a := &Answer{Numbers: []any{floor(c.Lower), ceil(c.Upper)}}
	for _, p := range c.Probed {
		t.row(p.Direction, p.Row, p.Done, p.States, bounds.Floor(p.Low, probabilityDecimals), bounds.Ceil(p.High, probabilityDecimals))
		a.csv = append(a.csv, append(object{"lattice", c.Kind, "colors", c.Colors, "width", c.Width}, probedObject(p)...))
	}
	d := titled("Bounds on the constant of the %v lattice, %s", c.Kind, colorsText(c.Colors))
	d.line("%s <= constant <= %s", floor(c.Lower), ceil(c.Upper))
	d.gap()
	d.line("They are geometric means of the inverses of probabilities: that a point of a row is empty in a random legal position in which all points before it are empty.")
	d.table(t)
	a.Document, a.json = d, object{
		"lattice", c.Kind, "colors", c.Colors, "width", c.Width, "lower", floor(c.Lower), "upper", ceil(c.Upper),
		"probabilities", objects(c.Probed, probedObject), "wall_seconds", c.Wall,
	}
	return a
}

func probedObject(p bounds.Probability) object {
	return object{
		"direction", p.Direction, "row", p.Row, "points", p.Done, "states", p.States,
		"low", bounds.Floor(p.Low, boundDecimals), "high", bounds.Ceil(p.High, boundDecimals),
	}
}

// Eigenvalues has a line for each strip.
func Eigenvalues(q bounds.Question, all []*bounds.Eigenvalues) *Answer {
	t, a := newTable(">width", "borders", "at least", "at most", ">states"), &Answer{}
	for _, e := range all {
		for i, g := range []*bounds.Growth{e.Free, e.Single, e.Double} {
			x, y := g.PerLine()
			borders, low, high := []string{"free", "single-safe", "double-safe"}[i], bounds.FloorSignificant(x, eigenvalueDigits), bounds.CeilSignificant(y, eigenvalueDigits)
			t.row(e.Width, borders, low, high, g.States)
			a.csv = append(a.csv, object{"width", e.Width, "borders", borders, "low", low, "high", high, "states", g.States})
			a.Numbers = append(a.Numbers, low+" "+high)
		}
	}
	a.Document, a.json = titled("Growth of strips of the %v lattice with each line, %s", q.Kind, colorsText(q.Colors)), a.csv
	a.table(t)
	return a
}
