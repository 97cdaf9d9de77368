package view

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/symmetry/patterns"
)

// symmetryOf is a table of the fixed positions, and the two numbers.
func symmetryOf(r *symmetry.Result) *Document {
	t := newTable("motions", ">", "colours", ">fixed positions")
	for _, row := range r.Rows {
		t.row(row.Name, row.Number, "kept", row.Same.Value)
		t.row("", row.Number, "exchanged", row.Exchanged.Value)
	}
	d := titled("Legal positions of board %s up to symmetry", r.Board)
	d.table(t)
	d.head("Up to the %s:", Plural(r.Order, "motion"))
	d.number("", r.Orbits.String())
	d.head("Up to the %s and exchange of colours:", Plural(r.Order, "motion"))
	d.number("", r.OrbitsColored.String())
	d.checks(r.Checks)
	d.cost(r.Wall, r.Threads, r.PeakMemory)
	return d
}

// Symmetries is the table of one board, or has a line for each of several. One of the two numbers
// of a board is the answer in one number.
func Symmetries(results []*symmetry.Result, exchange bool) *Answer {
	a := &Answer{json: oneOf(results), csv: newTable("rows", "cols", "motions", "number", "fixed", "fixed_exchanged", "value", "value_with_exchange")}
	t := newTable("board", ">motions", "up to motions", "and exchange of colours")
	var wall time.Duration
	for _, r := range results {
		t.row(r.Board, r.Order, r.Orbits, r.OrbitsColored)
		wall += r.Wall
		number := r.Orbits
		if exchange {
			number = r.OrbitsColored
		}
		a.Numbers = append(a.Numbers, number)
		for _, row := range r.Rows {
			a.csv.row(r.Board.Rows, r.Board.Cols, row.Name, row.Number, row.Same.Value, row.Exchanged.Value, r.Orbits, r.OrbitsColored)
		}
	}
	if len(results) == 1 {
		a.Document = symmetryOf(results[0])
		return a
	}
	d := titled("Legal positions up to symmetry")
	d.table(t)
	d.hinted(fmt.Sprintf("%s, %s of computing; all sums of Burnside's lemma for all subgroups come out whole, all their terms are odd",
		Plural(len(results), "board"), wall.Round(time.Millisecond)), " (--json lists them)")
	a.Document = d
	return a
}

// SymmetryEstimates is what numbers will take.
func SymmetryEstimates(size board.Size, estimates []symmetry.Estimate) *Answer {
	t := newTable("motions", "colours", "counted", ">width", ">memory", ">seconds")
	seconds := 0.0
	for _, e := range estimates {
		colours, memory := "kept", ""
		if e.Colored {
			colours = "exchanged"
		}
		if e.Bytes > 0 {
			memory = e.Bytes.String()
		}
		t.row(e.Name, colours, e.Board, orEmpty(e.Width), memory, fmt.Sprintf("%.3g", e.Seconds))
		seconds += e.Seconds
	}
	d := titled("What it takes to count the positions of board %s up to symmetry, roughly", size)
	d.table(t)
	d.line("Together about %.3g s on one thread", seconds)
	return &Answer{Document: d}
}

// Patterns is the definition of each meaning, and a line for each number of stones below it. A tree
// of more than a number of boards was left out, and has no number.
func Patterns(r *patterns.Result, boards int) *Answer {
	a, kind := &Answer{csv: newTable("rows", "cols", "legal", "meaning", "stones", "value")}, ""
	if r.Legal {
		kind = ", with a liberty for every string"
	}
	d := titled("Opening patterns on board %s%s, the same up to its %s", r.Board, kind, Plural(len(r.Motions), "motion"))
	rows := map[patterns.Meaning][]any{}
	names, meanings := []any{"meaning"}, []patterns.Meaning{}
	for _, v := range r.Values {
		if rows[v.Meaning] == nil {
			meanings = append(meanings, v.Meaning)
			rows[v.Meaning] = []any{v.Meaning}
		}
		if name := ">" + Plural(v.Stones, "stone"); !slices.Contains(names, any(name)) {
			names = append(names, name)
		}
		shown, written := any("more than "+strconv.Itoa(boards)+" boards"), any("")
		if v.Number != nil {
			shown, written = v.Number, v.Number
		}
		rows[v.Meaning] = append(rows[v.Meaning], shown)
		a.Terms = append(a.Terms, result.Term{Index: v.Stones, Value: v.Number})
		a.Numbers = append(a.Numbers, v.Number)
		a.csv.row(r.Board.Rows, r.Board.Cols, r.Legal, v.Meaning, v.Stones, written)
	}
	t := newTable(names...)
	for _, meaning := range meanings {
		t.row(rows[meaning]...)
	}
	d.table(t)
	d.labels = 21
	for _, meaning := range meanings {
		d.fact(meaning.String(), strings.Join(strings.Fields(meaning.Definition()), " "))
	}
	d.title("How it was computed")
	for _, tree := range []patterns.Meaning{patterns.Tree, patterns.ColorTree} {
		if short := r.FallsShort(tree); len(short) > 0 {
			d.line("%s has fewer leaves than there are sequences for N = %s", tree, listed(short))
		}
	}
	d.checks(r.Checks)
	d.line("%s of computing", r.Wall.Round(time.Millisecond))
	type meaningJSON struct {
		Name       patterns.Meaning `json:"name"`
		Definition string           `json:"definition"`
	}
	a.Document, a.json = d, struct {
		*board.Size
		Legal    bool              `json:"legal"`
		Motions  []symmetry.Motion `json:"motions"`
		Meanings []meaningJSON     `json:"meanings"`
		Patterns []patterns.Value  `json:"patterns"`
		Threads  int               `json:"threads"`
		Wall     time.Duration     `json:"wall_seconds"`
		Checks   []string          `json:"checks"`
	}{
		&r.Board, r.Legal, r.Motions, each(meanings, func(m patterns.Meaning) meaningJSON { return meaningJSON{m, m.Definition()} }), r.Values,
		r.Threads, r.Wall, r.Checks,
	}
	return a
}

// listed writes numbers in order, those in a row as 3 to 6.
func listed(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		part := strconv.Itoa(numbers[i])
		if j > i {
			part += " to " + strconv.Itoa(numbers[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// States is numbers of classes: by kinks for one height, by heights for more.
func States(counts []*connected.ClassCount) *Answer {
	a, constructible := &Answer{json: oneOf(counts), csv: newTable("rows", "kink", "valid")}, counts[0].Constructible != nil
	if constructible {
		a.csv = newTable("rows", "kink", "valid", "constructible")
	}
	if len(counts) == 1 {
		a.Document = titled("Border state classes of boards with %s", Plural(counts[0].Height, "row"))
		a.table(kinks(counts[0], constructible))
	} else {
		a.Document = titled("Border state classes of boards with M rows")
		a.table(heights(counts, constructible))
	}
	for _, c := range counts {
		a.Numbers = append(a.Numbers, c.Total)
		for y, n := range c.Valid {
			row := []any{c.Height, y, n}
			if constructible {
				row = append(row, c.Constructible[y])
			}
			a.csv.row(row...)
		}
	}
	return a
}

// ReachedStates is how many border state classes there are after each point, column by column.
func ReachedStates(rows int, counts []int64) *Answer {
	d := titled("Border state classes that positions of boards with %s lead to", Plural(rows, "row"))
	t := newTable(">points", ">column", ">row", ">classes")
	table := newTable("points", "column", "row", "classes")
	for i, n := range counts {
		t.row(i+1, i/rows+1, i%rows+1, n)
		table.row(i+1, i/rows+1, i%rows+1, n)
	}
	d.table(t)
	d.line("All further columns are like the last one.")
	return &Answer{Document: d, csv: table, Numbers: each(counts, func(n int64) any { return n }), json: struct {
		Rows    int     `json:"rows"`
		Reached []int64 `json:"reached"`
	}{rows, counts}}
}

// kinks has a line for every kink of one height.
func kinks(c *connected.ClassCount, constructible bool) *grid {
	names, footer := []any{">kink y", ">valid"}, []any{"total", c.Total}
	if constructible {
		names, footer = append(names, ">constructible"), append(footer, c.TotalConstructible)
	}
	t := newTable(names...)
	for y, n := range c.Valid {
		row := []any{y, n}
		if constructible {
			row = append(row, c.Constructible[y])
		}
		t.row(row...)
	}
	t.total(footer...)
	return t
}

// heights has a line for every height, with the numbers at the first
// and the last kink: Table 1 of the paper.
func heights(counts []*connected.ClassCount, constructible bool) *grid {
	names := []any{">M", ">valid, y = 0", ">valid, y = M-1", ">valid, all y"}
	if constructible {
		names = append(names, ">constructible, y = 0")
	}
	t := newTable(names...)
	for _, c := range counts {
		row := []any{c.Height, c.Valid[0], c.Valid[c.Height-1], c.Total}
		if constructible {
			row = append(row, c.Constructible[0])
		}
		t.row(row...)
	}
	return t
}

// ClassGrowth is how fast the classes grow, with a number of digits.
func ClassGrowth(growth *asymptotic.ClassGrowth, digits int) *Answer {
	const formula = "factor M^(-3/2) lambda^M"
	var polynomial []*big.Int
	for _, c := range asymptotic.ClassPolynomial {
		polynomial = append(polynomial, big.NewInt(c))
	}
	lambda, factor := growth.Lambda.Rounded(digits-1), growth.Factor.Text('g', digits)
	d := titled("Border state classes of M rows without a kink, for large M")
	d.labels = 8
	d.fact("number", fmt.Sprintf("about %s, relative error of order 1/M", formula))
	d.fact("lambda", lambda+", the largest root of", strings.Join(inX(polynomial), " "))
	d.fact("factor", factor)
	return &Answer{Document: d, Numbers: []any{lambda}, json: struct {
		Formula    string  `json:"formula"`
		Low        string  `json:"lambda_low"`
		High       string  `json:"lambda_high"`
		Factor     string  `json:"factor"`
		Polynomial []int64 `json:"polynomial"` // coefficients of x^0, x^1, ...
	}{formula, growth.Lambda.Low.Text('f'), growth.Lambda.High.Text('f'), factor, asymptotic.ClassPolynomial}}
}
