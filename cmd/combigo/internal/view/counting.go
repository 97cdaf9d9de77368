package view

import (
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/polynomial"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/symmetry/patterns"
)

// symmetryOf is a table of the fixed positions, and the two numbers.
func symmetryOf(r *symmetry.Result) *Document {
	d := newDocument("Legal positions of board %s up to symmetry", r.Board)
	t := d.table("motions", ">", "colours", ">fixed positions")
	for _, row := range r.Rows {
		t.row(row.Name, row.Number, "kept", row.Same.Value)
		t.row("", row.Number, "exchanged", row.Exchanged.Value)
	}
	d.heading("Up to the %s:", Plural(r.Order, "motion"))
	d.number("", r.Orbits.String())
	d.heading("Up to the %s and exchange of colours:", Plural(r.Order, "motion"))
	d.number("", r.OrbitsColored.String())
	d.provenance(&result.Provenance{Threads: r.Threads, Wall: r.Wall, PeakMemory: r.PeakMemory, Checks: r.Checks})
	return d
}

// Symmetries is the table of one board, or has a line for each of several. One of the two numbers
// of a board is the answer in one number.
func Symmetries(results []*symmetry.Result, exchange bool) *Answer {
	a := &Answer{json: singleOrList(results), csv: newTable("rows", "cols", "motions", "number", "fixed", "fixed_exchanged", "value", "value_with_exchange")}
	d := newDocument("Legal positions up to symmetry")
	t := d.table("board", ">motions", "up to motions", "and exchange of colours")
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
	d.hinted(fmt.Sprintf("%s, %s of computing; all sums of Burnside's lemma for all subgroups come out whole, all their terms are odd",
		Plural(len(results), "board"), wall.Round(time.Millisecond)), " (--json lists them)")
	a.Document = d
	if len(results) == 1 {
		a.Document = symmetryOf(results[0])
	}
	return a
}

// SymmetryEstimates is what numbers will take.
func SymmetryEstimates(size board.Size, estimates []symmetry.Estimate) *Answer {
	d, seconds := newDocument("What it takes to count the positions of board %s up to symmetry, roughly", size), 0.0
	t := d.table("motions", "colours", "counted", ">width", ">memory", ">seconds")
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
	d.line("Together about %.3g s on one thread", seconds)
	return &Answer{Document: d}
}

// Patterns is the definition of each meaning, and a line for each number of stones below it. A tree
// of more than a number of boards was left out, and has no number.
func Patterns(r *patterns.Result, boards int) *Answer {
	kind := ""
	if r.Legal {
		kind = ", with a liberty for every string"
	}
	d := newDocument("Opening patterns on board %s%s, the same up to its %s", r.Board, kind, Plural(len(r.Motions), "motion"))
	type meaningJSON struct {
		Name       patterns.Meaning `json:"name"`
		Definition string           `json:"definition"`
	}
	var meanings []meaningJSON
	a := &Answer{Document: d, csv: newTable("rows", "cols", "legal", "meaning", "stones", "value")}
	rows, names := []([]any){}, []any{"meaning"}
	for _, v := range r.Values {
		if last := len(meanings) - 1; last < 0 || meanings[last].Name != v.Meaning {
			meanings, rows = append(meanings, meaningJSON{v.Meaning, v.Meaning.Definition()}), append(rows, []any{v.Meaning})
		}
		if len(rows) == 1 {
			names = append(names, ">"+Plural(v.Stones, "stone"))
		}
		shown, written := any("more than "+strconv.Itoa(boards)+" boards"), any("")
		if v.Number != nil {
			shown, written = v.Number, v.Number
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], shown)
		a.Terms = append(a.Terms, result.Term{Index: v.Stones, Value: v.Number})
		a.Numbers = append(a.Numbers, v.Number)
		a.csv.row(r.Board.Rows, r.Board.Cols, r.Legal, v.Meaning, v.Stones, written)
	}
	t := newTable(names...)
	for _, row := range rows {
		t.row(row...)
	}
	d.show(t)
	d.labels = 21
	for _, meaning := range meanings {
		d.fact(meaning.Name.String(), strings.Join(strings.Fields(meaning.Definition), " "))
	}
	d.pageHeading("How it was computed")
	for _, tree := range []patterns.Meaning{patterns.Tree, patterns.ColorTree} {
		if short := r.FallsShort(tree); len(short) > 0 {
			d.line("%s has fewer leaves than there are sequences for N = %s", tree, strings.ReplaceAll(strings.Trim(fmt.Sprint(short), "[]"), " ", ", "))
		}
	}
	d.provenance(&result.Provenance{Threads: r.Threads, Wall: r.Wall, Checks: r.Checks})
	a.json = struct {
		*patterns.Result
		Meanings []meaningJSON `json:"meanings"`
	}{r, meanings}
	return a
}

// States is numbers of classes: by kinks for one height, by heights for more, as in Table 1 of the
// paper.
func States(counts []*connected.ClassCount) *Answer {
	constructible := counts[0].Constructible != nil
	row := func(cells []any, last any) []any {
		if constructible {
			return append(cells, last)
		}
		return cells
	}
	kinks := newTable(row([]any{">kink y", ">valid"}, ">constructible")...)
	heights := newTable(row([]any{">M", ">valid, y = 0", ">valid, y = M-1", ">valid, all y"}, ">constructible, y = 0")...)
	a := &Answer{json: singleOrList(counts), csv: newTable(row([]any{"rows", "kink", "valid"}, "constructible")...)}
	for _, c := range counts {
		at := slices.Repeat([]any{nil}, c.Height)
		for y, n := range c.Constructible {
			at[y] = n
		}
		for y, n := range c.Valid {
			kinks.row(row([]any{y, n}, at[y])...)
			a.csv.row(row([]any{c.Height, y, n}, at[y])...)
		}
		kinks.total(row([]any{"total", c.Total}, c.TotalConstructible)...)
		heights.row(row([]any{c.Height, c.Valid[0], c.Valid[c.Height-1], c.Total}, at[0])...)
		a.Numbers = append(a.Numbers, c.Total)
	}
	if len(counts) == 1 {
		a.Document = newDocument("Border state classes of boards with %s", Plural(counts[0].Height, "row"))
		a.show(kinks)
	} else {
		a.Document = newDocument("Border state classes of boards with M rows")
		a.show(heights)
	}
	return a
}

// ReachedStates is how many border state classes there are after each point, column by column.
func ReachedStates(rows int, counts []int64) *Answer {
	d := newDocument("Border state classes that positions of boards with %s lead to", Plural(rows, "row"))
	t := d.table(">points", ">column", ">row", ">classes")
	for i, n := range counts {
		t.row(i+1, i/rows+1, i%rows+1, n)
	}
	d.line("All further columns are like the last one.")
	return &Answer{Document: d, csv: t, Numbers: mapSlice(counts, func(n int64) any { return n }), json: struct {
		Rows    int     `json:"rows"`
		Reached []int64 `json:"reached"`
	}{rows, counts}}
}

// ClassGrowth is how fast the classes grow, with a number of digits.
func ClassGrowth(growth *asymptotic.ClassGrowth, digits int) *Answer {
	const formula = "factor M^(-3/2) lambda^M"
	polynomial := mapSlice(asymptotic.ClassPolynomial, big.NewInt)
	lambda, factor := growth.Lambda.Rounded(digits-1), growth.Factor.Text('g', digits)
	d := newDocument("Border state classes of M rows without a kink, for large M")
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

// Polynomial is the polynomial, its factors and values, and how it was got. What is known beyond
// the board, if anything, follows its name.
func Polynomial(r *polynomial.Result, beyond string) *Answer {
	d := newDocument("Go polynomial of the %s%s", BoardName(r.Graph), beyond)
	in := func(text string) string { return strings.ReplaceAll(text, "lambda", r.Variable) }
	d.formula("", strings.Split(in(strings.Join(r.Poly.Terms(), "\n")), "\n")...)
	text := in(r.Poly.String())
	if f := r.Factorization; f != nil {
		text = in(f.String())
		d.heading("Factors")
		d.gap()
		d.formula("", factorTerms.FindAllString(text, -1)...)
		for i, factor := range f.Factors {
			d.fact(fmt.Sprintf("factor %d", i+1), factorStatus(factor))
		}
	}
	d.gap()
	numbers := []any{text}
	if len(r.Values) > 0 {
		numbers = mapSlice(r.Values, func(v polynomial.Value) any {
			d.fact("at "+v.At.RatString(), v.Value.RatString())
			return v.Value.RatString()
		})
	}
	d.provenance(&r.Provenance)
	return &Answer{Document: d, Numbers: numbers, Formats: map[string]func(io.Writer) error{
		"sage": oneLine("R.<x> = QQ[]; p = " + algebra(r.Poly, "x")), "mathematica": oneLine("p = " + algebra(r.Poly, "x")), "pari": oneLine("p = " + algebra(r.Poly, "x")),
		"latex": oneLine(exponents.ReplaceAllString(strings.ReplaceAll(text, "lambda", `\lambda`), "^{$1}")),
	}, json: struct {
		Vertices int `json:"vertices"`
		Edges    int `json:"edges"`
		Degree   int `json:"degree"`
		*polynomial.Result
	}{r.Graph.Len(), r.Graph.EdgeCount(), r.Poly.Degree(), r}}
}

var exponents = regexp.MustCompile(`\^(\d+)`)

// BoardName returns a board in words.
func BoardName(g *lattice.Graph) string {
	if g.Kind() == lattice.Cycle {
		return fmt.Sprintf("cycle of %d points", g.Len())
	}
	return g.String()
}

// factorTerms are those of a product, each with the sign before it, and are not broken within
// "14 lambda".
var factorTerms = regexp.MustCompile(`([+-] )?\S+( (lambda|p)\b\S*)?`)

func factorStatus(f polynomial.Factor) string {
	status := fmt.Sprintf("degree %d", f.Poly.Degree())
	if f.Multiplicity > 1 {
		status += fmt.Sprintf(", %d times", f.Multiplicity)
	}
	if f.Poly.Degree() == 1 {
		return status
	}
	return status + ", without rational roots and multiple factors; not split further"
}

// inX returns the terms of a polynomial in x, such as 4x^3, the highest first.
func inX(p polynomial.Poly) []string {
	terms := p.Terms()
	for i, term := range terms {
		terms[i] = strings.ReplaceAll(product.ReplaceAllString(term, "${1}x"), "lambda", "x")
	}
	return terms
}

var product = regexp.MustCompile(`(\d) lambda`)

// algebra returns a polynomial as programs for algebra read it, the highest power first.
func algebra(p polynomial.Poly, variable string) string {
	var b strings.Builder
	for k := len(p) - 1; k >= 0; k-- {
		if p[k].Sign() == 0 {
			continue
		}
		if b.Len() > 0 && p[k].Sign() > 0 {
			b.WriteByte('+')
		}
		fmt.Fprintf(&b, "%d", p[k])
		if k > 0 {
			fmt.Fprintf(&b, "*%s^%d", variable, k)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// longestEquation is the largest order of a recurrence that is written out in text.
const longestEquation = 60

// Recurrence is a recurrence with its proof, and a b-file of a number of terms, or of those of at
// most 1000 that are short enough if the number is 0.
func Recurrence(r *recurrence.Recurrence, most int) *Answer {
	d := newDocument("Recurrence of L(%d,n), the legal positions of boards with %s and n columns", r.Height, Plural(r.Height, "row"))
	left, right := r.Equation()
	if r.Order() <= longestEquation {
		d.formula(left+" = ", right...)
	} else {
		largest := 0
		for _, c := range r.Coefficients {
			largest = max(largest, len(new(big.Int).Abs(c).String()))
		}
		d.formula(left+" = ", right[0], right[1], "...")
		d.hint(fmt.Sprintf("(%d terms, with coefficients of up to %d digits: --format sage, mathematica or json prints all)", len(right), largest))
	}
	d.fact("order", fmt.Sprintf("%d, the shortest one, for all n >= 1", r.Order()))
	d.fact("starts", startOf(r))
	d.fact("backwards", fmt.Sprintf("it gives L(%d,0) = %s", r.Height, r.Zeroth().RatString()))
	d.classes(r.Classes)
	d.fact("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, and the "+
		"equation was checked in integers for as many n, 1 to %d, so it holds for all; modulo a prime "+
		"there is no shorter one", r.Verified))
	written := func(program func() string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, program())
			return err
		}
	}
	return &Answer{
		Document: d, Numbers: []any{r.Order()},
		json: struct {
			*recurrence.Recurrence
			Order  int      `json:"order"`
			Proved bool     `json:"order_proved"`
			First  int      `json:"first_index"`
			Zeroth *big.Rat `json:"zeroth_term"`
		}{r, r.Order(), true, 1, r.Zeroth()},
		Formats: map[string]func(io.Writer) error{
			"latex": oneLine(left + " = " + strings.Join(right, " ")),
			"sage":  written(r.Sage), "mathematica": written(r.Mathematica), "pari": written(r.Pari),
			"bfile": func(w io.Writer) error { return writeTerms(w, r, most) },
		},
	}
}

func writeTerms(w io.Writer, r *recurrence.Recurrence, most int) error {
	const usual = 1000
	tooLong := new(big.Int).Exp(big.NewInt(10), big.NewInt(result.MaxBFileDigits), nil)
	all, shorten := most, most == 0
	if shorten {
		all = usual
	}
	var terms []result.Term
	for i, x := range r.Terms(all) {
		if shorten && x.Cmp(tooLong) >= 0 {
			break
		}
		terms = append(terms, result.Term{Index: i + 1, Value: x})
	}
	if err := result.BFile(w, terms); err != nil {
		return fmt.Errorf("--terms %d: %w", all, err)
	}
	return nil
}

// startOf lists the first few terms.
func startOf(r *recurrence.Recurrence) string {
	const shown = 8
	return strings.Join(mapSlice(r.Terms(shown), (*big.Int).String), ", ") + ", ..."
}

func (d *Document) classes(c *recurrence.Classes) {
	d.fact("classes", fmt.Sprintf("of border states without a kink: %s valid, %d constructible", c.Valid, c.Constructible),
		fmt.Sprintf("up to turning upside down: %s valid, %d constructible", c.ValidUpDown, c.ConstructibleUpDown))
}

// RecurrenceOrder is the order of a recurrence, with its proof.
func RecurrenceOrder(o *recurrence.Order) *Answer {
	d := newDocument("Order of the recurrence of L(%d,n), the legal positions of boards with %s and n columns", o.Height, Plural(o.Height, "row"))
	d.fact("order", fmt.Sprintf("%d", o.Order))
	for i, p := range o.Primes {
		d.fact("", fmt.Sprintf("%d modulo the prime %d", o.Orders[i], p))
	}
	d.classes(o.Classes)
	d.fact("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, %d, so twice as many "+
		"terms, %d, give the order modulo a prime for certain; the last %d of them only confirm it", o.Bound, o.Terms, o.Extra()),
		fmt.Sprintf("the order over the integers is at least that; it is larger with a chance of less than 2^%.0f, "+
			"for primes drawn at random between 2^61 and 2^62", o.Risk()))
	return &Answer{Document: d, Numbers: []any{o.Order}, json: struct {
		*recurrence.Order
		Proved bool    `json:"order_proved"`
		Extra  int     `json:"terms_that_only_confirm"`
		Risk   float64 `json:"log2_chance_that_order_is_larger"`
	}{o, false, o.Extra(), o.Risk()}}
}

// maxCharacteristic is the largest matrix whose characteristic polynomial is given: the time grows
// with the fourth power.
const maxCharacteristic = 64

// Transfer is a matrix with its states.
func Transfer(t *recurrence.Transfer) *Answer {
	kind := [...]string{"constructible states", "constructible classes", "constructible up-down classes"}[t.Symmetry]
	names := []any{"state", ">l", fmt.Sprintf(">L(%d,1)", t.Height)}
	for i := range t.States {
		names = append(names, fmt.Sprint(">", i+1))
	}
	d := newDocument("L(%d,n) = l T^(n-1) L(%d,1), on %d %s", t.Height, t.Height, len(t.States), kind)
	table := d.table(names...)
	for i, s := range t.States {
		table.row(append([]any{s, t.Legal[i], t.First[i]}, mapSlice(t.Matrix[i], func(x int64) any { return x })...)...)
	}
	d.line("Each point of a state is . for empty, X or O for a stone with a liberty, x or o for one without, with a letter for its " +
		"string. The columns with numbers are T: column j is what follows state j.")
	var p []*big.Int
	if len(t.States) <= maxCharacteristic {
		p = t.CharacteristicPolynomial()
		d.heading("Characteristic polynomial")
		d.gap()
		d.formula("", inX(p)...)
	}
	matrix := func(open, rows, end string) string {
		var all []string
		for _, row := range t.Matrix {
			all = append(all, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(row), "[]")), ", "))
		}
		return open + strings.Join(all, rows) + end
	}
	vector := func(v []int64) string { return strings.ReplaceAll(fmt.Sprint(v), " ", ", ") }
	formula := fmt.Sprintf("L(%d,n) = l T^(n-1) f", t.Height)
	formats := map[string]func(io.Writer) error{
		"sage": oneLine(fmt.Sprintf("# %s\nT = %s\nl = vector(ZZ, %s); f = vector(ZZ, %s)", formula, matrix("matrix(ZZ, [[", "], [", "]])"), vector(t.Legal), vector(t.First))),
		"pari": oneLine(fmt.Sprintf("\\\\ %s\nT = %s;\nl = %s; f = %s~;", formula, matrix("[", "; ", "]"), vector(t.Legal), vector(t.First))),
	}
	return &Answer{Document: d, Formats: formats, Numbers: []any{len(t.States)}, json: struct {
		*recurrence.Transfer
		Polynomial []*big.Int `json:"characteristic_polynomial,omitempty"`
	}{t, p}}
}
