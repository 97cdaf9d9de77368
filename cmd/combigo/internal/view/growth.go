package view

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/sampling"
)

// constantWay is a constant as found in one way. The first way is the best one.
type constantWay struct {
	enclosureJSON        // the value has the certain digits, or those in print
	Method        string `json:"method"`
	// Agrees says whether the error bar has a number in common with that of the best way.
	Agrees bool `json:"agrees"`
}

const maxDecimals = 40 // of constants

// constantWays are the ways to find a constant, the best one first.
func constantWays(estimates ...asymptotic.Estimate) (ways []constantWay) {
	for _, e := range estimates {
		ways = append(ways, constantWay{
			enclosureJSON{cmp.Or(e.Printed, e.Value.Rounded(maxDecimals)), e.Value.Low.Text('f'), e.Value.High.Text('f'), scientificDecimal(e.Value.Radius())}, e.Method, e.Value.Overlaps(estimates[0].Value),
		})
	}
	return ways
}

// ways is a table of the ways in which a constant was found.
func (d *Document) ways(ways []constantWay) {
	t := d.table()
	for _, way := range ways {
		mark := way.Method
		if !way.Agrees {
			mark += ": disagrees"
		}
		t.row("", way.Value, "+- "+way.Radius, mark)
	}
}

// Constants are the constants of the asymptotic formula as they are found in some ways, the best
// one first.
func Constants(ways ...asymptotic.Constants) *Answer {
	d := &Document{}
	d.line("L(m,n) ~ A B^(m+n) L^(mn) for m rows and n columns")
	found := func(name string, of func(asymptotic.Constants) asymptotic.Estimate) []constantWay {
		all := constantWays(mapSlice(ways, of)...)
		d.heading("%s", name)
		d.ways(all)
		return all
	}
	fields := struct {
		Proved bool          `json:"proved"`
		L      []constantWay `json:"l"`
		B      []constantWay `json:"b"`
		A      []constantWay `json:"a"`
	}{
		false,
		found("L, the base of liberties", func(c asymptotic.Constants) asymptotic.Estimate { return c.L }),
		found("B", func(c asymptotic.Constants) asymptotic.Estimate { return c.B }),
		found("A", func(c asymptotic.Constants) asymptotic.Estimate { return c.A }),
	}
	d.plots(func() []*canvas.Canvas { return plot.GrowthPages(squarePage) })
	d.line("The digits shown are those that the error bar leaves. It is ten times the disagreement of the last " +
		"extrapolations; before extrapolation, the last step; in print, a unit of the last digit. Nothing here is proved.")
	return &Answer{
		Document: d, json: fields, Numbers: []any{fields.L[0].Value},
		Picture: func() (*canvas.Canvas, error) { return plot.Growth(), nil },
	}
}

// LatticeBase is the base of liberties of a lattice, as found in each way.
func LatticeBase(b *asymptotic.LatticeBase) *Answer {
	ways := constantWays(b.Ways...)
	d := newDocument("Base of liberties of the %s lattice, %s: the limit of the number of legal positions to the power of 1 over the number of points", b.Kind, Plural(b.Colors, "colour"))
	d.ways(ways)
	d.line("An error bar is ten times the disagreement of the last extrapolations. Nothing here is proved; for bounds that are, see combigo bounds --conditional.")
	return &Answer{Document: d, Numbers: []any{ways[0].Value}, json: struct {
		*asymptotic.LatticeBase
		Proved bool          `json:"proved"`
		L      []constantWay `json:"l"`
	}{b, false, ways}}
}

// printedOutput is a number in print, and whether its last digit is within a unit of what was
// found.
type printedOutput struct {
	published.Entry
	Agrees bool `json:"agrees"`
}

// enclosureJSON is a number between two others.
type enclosureJSON struct {
	Value  string `json:"value"`
	Low    string `json:"low"`
	High   string `json:"high"`
	Radius string `json:"radius"`
}

// stripJSON is a strip of boards with its numbers as they are written. Values have the digits that
// are certain.
type stripJSON struct {
	Rows      int           `json:"rows"`
	Lambda    enclosureJSON `json:"lambda"`
	Root      enclosureJSON `json:"root"`
	A         enclosureJSON `json:"a"`
	Proved    bool          `json:"proved"`
	Columns   int           `json:"columns"`
	Remainder struct {
		asymptotic.Remainder
		First int `json:"first_column"`
		Last  int `json:"last_column"`
	} `json:"observed_remainder"`
	InPrint []printedOutput `json:"in_print,omitempty"`
}

// newStripJSON returns a strip with at most some significant digits.
func newStripJSON(x *asymptotic.Strip, digits int) stripJSON {
	enclosure := func(x interval.Interval) enclosureJSON {
		_, exponent, _ := x.Scientific(digits)
		return enclosureJSON{x.Rounded(max(0, digits-1-exponent)), x.Low.Text('f'), x.High.Text('f'), x.Radius().Text('g')}
	}
	s := stripJSON{Rows: x.Height, Lambda: enclosure(x.Lambda), Root: enclosure(x.Root()), A: enclosure(x.A), Proved: true, Columns: x.Columns}
	s.Remainder.Remainder, s.Remainder.First, s.Remainder.Last = x.Remainder, x.Height, x.Columns
	for i, value := range []interval.Interval{x.Root(), x.A} {
		if entry, ok := published.Find(fmt.Sprintf("strip-%d-%s", x.Height, []string{"root", "a"}[i])); ok {
			s.InPrint = append(s.InPrint, printedOutput{entry, entry.Agrees(value)})
		}
	}
	return s
}

// Strips is one strip with all that is known of it, or a table of several as Table 2 of the paper,
// with at most the given number of significant digits.
func Strips(found []*asymptotic.Strip, digits int) *Answer {
	all := mapSlice(found, func(x *asymptotic.Strip) stripJSON { return newStripJSON(x, digits) })
	a := &Answer{json: singleOrList(all), Numbers: mapSlice(all, func(s stripJSON) any { return s.Lambda.Value })}
	a.csv = newTable("rows", "lambda_low", "lambda_high", "root", "a_low", "a_high", "columns", "remainder_scale", "remainder_phi")
	d := newDocument("Boards of M rows: L(M,n) = a lambda^n (1 + r(M,n))")
	t := d.table(">M", "lambda^(1/M)", "a", ">columns", "in print")
	for _, s := range all {
		t.row(s.Rows, s.Root.Value, s.A.Value, s.Columns, printedWord(s.InPrint))
		a.csv.row(s.Rows, s.Lambda.Low, s.Lambda.High, s.Root.Value, s.A.Low, s.A.High, s.Columns, significant(s.Remainder.Scale), significant(s.Remainder.Phi))
	}
	d.hinted("all digits shown are proved", "; --json has lambda, error bounds, numbers in print")
	a.Document = d
	if len(all) == 1 {
		a.Document = all[0].document()
	}
	return a
}

func significant(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }

// document is a strip, with what is known of it.
func (s *stripJSON) document() *Document {
	d := newDocument("Boards of %s: L(%d,n) = a lambda^n (1 + r(%[2]d,n))", Plural(s.Rows, "row"), s.Rows)
	d.labels = 17
	d.fact("  lambda", s.Lambda.Value)
	d.fact(fmt.Sprintf("  lambda^(1/%d)", s.Rows), s.Root.Value)
	d.fact("  a", s.A.Value)
	d.labels = 10
	d.gap()
	d.fact("proved", fmt.Sprintf("lambda +- %s, a +- %s; all digits shown are right", s.Lambda.Radius, s.A.Radius),
		"(quotients of completions by one column more and less)")
	d.fact("columns", fmt.Sprintf("%d at most", s.Columns))
	d.fact("observed", fmt.Sprintf("|r(%d,n)| <= %.3g * %.4g^n for n from %[1]d to %[4]d", s.Rows, s.Remainder.Scale, s.Remainder.Phi, s.Columns))
	label := "in print"
	for _, p := range s.InPrint {
		verdict := "agrees"
		if !p.Agrees {
			verdict = "its last digits are wrong"
		}
		d.fact(label, fmt.Sprintf("%s = %s: %s", p.Symbol, p.Printed, verdict))
		label = ""
	}
	if len(s.InPrint) > 0 {
		d.fact("", fmt.Sprintf("(%s)", s.InPrint[0].Source()))
	}
	return d
}

// printedWord sums up how numbers in print compare.
func printedWord(printed []printedOutput) string {
	if len(printed) == 0 {
		return ""
	}
	var wrong []string
	for _, p := range printed {
		if !p.Agrees {
			wrong = append(wrong, p.ID[strings.LastIndexByte(p.ID, '-')+1:])
		}
	}
	if len(wrong) == 0 {
		return "agrees"
	}
	return "differ: " + strings.Join(wrong, ", ")
}

const (
	logDecimals    = 20
	provedDecimals = 6 // of the logarithms of proved bounds
)

// Estimate is an estimate for a board of any size, with at most the given number of digits, and
// what is known beyond the estimate.
func Estimate(rows, cols *big.Int, e *asymptotic.Board, digits int) *Answer {
	mantissa, exponent, certain := e.Scientific(digits)
	d, symbol, number := newDocument("Legal positions on the %vx%v board, estimated", rows, cols), fmt.Sprintf("L(%v,%v)", rows, cols), e.Text(digits)
	d.labels = 10
	d.formula(symbol+" ", number)
	value, kind := "", "in the natural logarithm"
	quiet := strings.TrimPrefix(strings.TrimPrefix(number, "= "), "is between ")
	quiet = strings.Replace(quiet, " and ", "..", 1)
	if certain {
		value, kind, quiet = fmt.Sprintf("%se+%v", mantissa, exponent), "relative", fmt.Sprintf("%se%v", mantissa, exponent)
		d.fact("digits", fmt.Sprintf("%v, rounded after the last one shown", new(big.Int).Add(exponent, big.NewInt(1))))
	} else {
		mantissa = ""
	}
	if e.Method == asymptotic.ByStrip {
		d.fact("formula", e.Formula()+", with constants that are proved (combigo strip)")
	} else {
		d.fact("formula", e.Formula()+", with constants from combigo asymptotic")
	}
	d.fact("error", fmt.Sprintf("%s is to be expected, not proved, %s: %s from the constants, %s of the formula itself",
		scientificDecimal(e.Error()), kind, scientificDecimal(e.Constants), e.OwnText()))
	lower, tiles, upper := interval.Floor(asymptotic.Theorem4(rows, cols).Low, provedDecimals), asymptotic.NewTiling(rows, cols), ""
	d.fact("proved", fmt.Sprintf("%s >= 10^%s (Theorem 4: %v)", symbol, lower, tiles))
	if bounds, ok := asymptotic.Theorem3(rows, cols); ok {
		upper = interval.Ceil(bounds.High, provedDecimals)
		d.fact("", fmt.Sprintf("%s <= 10^%s (Theorem 3)", symbol, upper))
	}
	var exact *exactJSON
	if entry, ok := inPrint(e.Short, e.Long); ok {
		off := scientificDecimal(e.Deviation(entry.Int()))
		exact = &exactJSON{entry, off}
		d.fact("exactly", fmt.Sprintf("%s; the estimate is off by %s:", entry.Source(), off))
		d.number(symbol+" = ", entry.Printed)
	}
	return &Answer{Document: d, Numbers: []any{quiet}, json: struct {
		Rows     any          `json:"rows"`
		Cols     any          `json:"cols"`
		Value    string       `json:"value,omitempty"`
		Mantissa string       `json:"mantissa,omitempty"`
		Exponent *big.Int     `json:"exponent"`
		Log10    string       `json:"log10,omitempty"`
		Low      string       `json:"log10_low"`
		High     string       `json:"log10_high"`
		Error    *apd.Decimal `json:"relative_error"`
		*asymptotic.Board
		Proved  bool       `json:"proved"`
		Formula string     `json:"formula"`
		Exact   *exactJSON `json:"exact,omitempty"`
		Lower   string     `json:"proved_log10_lower"`
		Tiles   string     `json:"proved_lower_tiles"`
		Upper   string     `json:"proved_log10_upper,omitempty"`
	}{
		wordOr(rows), wordOr(cols), value, mantissa, exponent, e.Log10.Rounded(logDecimals), e.Range().Low.Text('f'), e.Log10.High.Text('f'),
		e.Error(), e, false, e.Formula(), exact, lower, tiles.String(), upper,
	}}
}

// exactJSON is a number in print, and by how much the middle of the estimate is off.
type exactJSON struct {
	published.Entry
	Deviation string `json:"deviation"`
}

// wordOr is a number as a machine word, if it fits one.
func wordOr(n *big.Int) any {
	if n.IsInt64() {
		return n.Int64()
	}
	return n
}

// inPrint returns the published number of a board, if there is one.
func inPrint(short, long *big.Int) (published.Entry, bool) {
	if long.Cmp(big.NewInt(board.MaxSide)) > 0 {
		return published.Entry{}, false
	}
	return published.Legal(board.Size{Rows: int(short.Int64()), Cols: int(long.Int64())})
}

// sampleDigits returns how many digits of an estimate mean something: those before
// the size of its error, and one more.
func sampleDigits(e *sampling.Estimate) int {
	const most = 12
	if math.IsInf(e.RelError, 0) || e.RelError <= 0 {
		return 2
	}
	return max(2, min(most, 2+int(math.Floor(-math.Log10(e.RelError)))))
}

// Sample is an estimate by sampling.
func Sample(e *sampling.Estimate) *Answer {
	digits := sampleDigits(e)
	margin := ""
	if !math.IsInf(e.RelError, 0) {
		margin = fmt.Sprintf(" +- %.2g%%", 100*e.RelError)
	}
	d := newDocument("Legal positions on the %s board, estimated", e.Board)
	d.formula(fmt.Sprintf("L(%d,%d) ~ ", e.Board.Rows, e.Board.Cols), e.Value.Text(digits)+margin)
	bounded := e.Nonzero > 0
	if bounded {
		d.fact("interval", fmt.Sprintf("%s to %s, with 95%% confidence", e.Low.Text(digits+1), e.High.Text(digits+1)))
	} else {
		d.fact("interval", "unknown")
	}
	d.fact("share", fmt.Sprintf("%s of all 3^%d positions", e.Share.Text(digits), e.Board.Points()))
	d.fact("method", e.Method.String()+": "+e.Method.Description())
	d.fact("runs", runsText(e))
	d.fact("run", fmt.Sprintf("seed %d, %s, %.3g s", e.Seed, Plural(e.Threads, "thread"), e.Wall.Seconds()))
	for _, warning := range e.Warnings() {
		d.fact("warning", warning)
	}
	if e.Interrupted {
		d.fact("note", "interrupted: this is what there was")
	}
	var low, high any
	if bounded {
		low, high = e.Low, e.High
	}
	return &Answer{Document: d, Numbers: []any{e.Value.Text(digits)}, json: struct {
		*sampling.Estimate
		Low         any      `json:"low"`
		High        any      `json:"high"`
		Log10       float64  `json:"log10,string"`
		Confidence  float64  `json:"confidence"`
		Description string   `json:"description"`
		Warnings    []string `json:"warnings"`
	}{e, low, high, e.Value.Log10(), sampling.Confidence, e.Method.Description(), e.Warnings()}}
}

func runsText(e *sampling.Estimate) string {
	text := fmt.Sprintf("%d, of which %d reached a legal position", e.Runs, e.Nonzero)
	if e.Nonzero == 0 {
		return text
	}
	return text + fmt.Sprintf("; a run has a standard deviation of %.3g times the estimate, known to %.2g%%; the largest makes up %.2g%% of the sum",
		e.RunSpread, 100*e.VarianceError, 100*e.LargestRun)
}

const (
	boundDecimals       = 15 // of constants
	boundDigits         = 16 // of bounds for boards in text
	eigenvalueDigits    = 16
	probabilityDecimals = 9 // of probabilities in text, which are multiples of 2^-28
)

func floor(x float64) string { return bounds.Floor(x, boundDecimals) }
func ceil(x float64) string  { return bounds.Ceil(x, boundDecimals) }

// Brackets is bounds of a lattice.
func Brackets(brackets []*bounds.Bracket) *Answer {
	q := brackets[0].Question
	d := newDocument("Bounds on the constant of the %v lattice, %s", q.Kind, Plural(q.Colors, "colour"))
	t := d.table(">width", "lower bound", "", "upper bound", "", ">states", "strips")
	best, worst := bounds.Best(brackets)
	lower, upper, mark := floor(best.Value), ceil(worst.Value), map[bool]string{true: "new"}
	for _, b := range brackets {
		strips := b.Lower.Strip.Direction.String()
		if upper := b.Upper.Strip.Direction.String(); upper != strips {
			strips += ", " + upper
		}
		t.row(b.Width, floor(b.Lower.Value), mark[b.Lower.New], ceil(b.Upper.Value), mark[b.Upper.New], b.States(), strips)
	}
	d.labels = 10
	d.fact("best", fmt.Sprintf("%s <= constant <= %s", lower, upper))
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
	return &Answer{Document: d, Numbers: []any{lower, upper}, json: struct {
		bounds.Question
		Lower    string             `json:"lower"`
		Upper    string             `json:"upper"`
		Brackets []bracketJSON      `json:"brackets"`
		InPrint  []bounds.Published `json:"in_print,omitempty"`
	}{q, lower, upper, mapSlice(brackets, func(b *bounds.Bracket) bracketJSON {
		return bracketJSON{b.Width, newBoundJSON(b.Lower, floor), newBoundJSON(b.Upper, ceil), b.Wall}
	}), known}}
}

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
	d := newDocument("Bounds for the legal positions on the %s board, %v lattice, %s", b.Board, b.Kind, Plural(b.Colors, "colour"))
	d.labels = 9
	if b.Exact() {
		d.line("the bounds agree, so the number is exact:")
		d.number(fmt.Sprintf("L(%d,%d) = ", b.Board.Rows, b.Board.Cols), b.Lower.Value.String())
	}
	a := &Answer{Document: d, Numbers: []any{b.Lower.Value, b.Upper.Value}}
	divided := func(label, digits string, division bounds.Division) {
		strips := divisionText(division)
		d.factVariants(label, fmt.Sprintf("%-22s  %s", digits, strips), digits+", "+strips)
	}
	divided("  lower", bounds.FloorDigits(b.Lower.Value, boundDigits), b.Lower)
	divided("  upper", bounds.CeilDigits(b.Upper.Value, boundDigits), b.Upper)
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
		*bounds.BoardBracket
		Exact bool         `json:"exact"`
		Lower divisionJSON `json:"lower"`
		Upper divisionJSON `json:"upper"`
	}{b, b.Exact(), newDivisionJSON(b.Lower), newDivisionJSON(b.Upper)}
	return a
}

// divisionText returns, say, "rows 3 + 8 + 8".
func divisionText(d bounds.Division) string {
	const most = 12
	widths := mapSlice(d.Strips, func(s bounds.Strip) string { return strconv.Itoa(s.Width) })
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
	return divisionJSON{d.Value, d.Strips[0].Direction, mapSlice(d.Strips, func(s bounds.Strip) int { return s.Width })}
}

// Conditional is bounds by conditional probabilities.
func Conditional(c *bounds.Conditional) *Answer {
	type probabilityJSON struct {
		Direction bounds.Direction `json:"direction"`
		Row       int              `json:"row"`
		Points    int              `json:"points"`
		States    int              `json:"states"`
		Low       string           `json:"low"`
		High      string           `json:"high"`
	}
	lower, upper := floor(c.Lower), ceil(c.Upper)
	d := newDocument("Bounds on the constant of the %v lattice, %s", c.Kind, Plural(c.Colors, "colour"))
	d.line("%s <= constant <= %s", lower, upper)
	d.gap()
	d.line("They are geometric means of the inverses of probabilities: that a point of a row is empty in a random legal position in which all points before it are empty.")
	t := d.table("emptied by", ">row", ">points", ">states", "at least", "at most")
	probed := mapSlice(c.Probed, func(p bounds.Probability) probabilityJSON {
		t.row(p.Direction, p.Row, p.Done, p.States, bounds.Floor(p.Low, probabilityDecimals), bounds.Ceil(p.High, probabilityDecimals))
		return probabilityJSON{p.Direction, p.Row, p.Done, p.States, floor(p.Low), ceil(p.High)}
	})
	return &Answer{Document: d, Numbers: []any{lower, upper}, json: struct {
		*bounds.Conditional
		Lower         string            `json:"lower"`
		Upper         string            `json:"upper"`
		Probabilities []probabilityJSON `json:"probabilities"`
	}{c, lower, upper, probed}}
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
	d := newDocument("Growth of strips of the %v lattice with each line, %s", q.Kind, Plural(q.Colors, "colour"))
	a, t := &Answer{Document: d}, d.table(">width", "borders", "at least", "at most", ">states")
	for _, e := range all {
		for i, g := range []*bounds.Growth{e.Free, e.Single, e.Double} {
			x, y := g.PerLine()
			borders, low, high := []string{"free", "single-safe", "double-safe"}[i], bounds.FloorSignificant(x, eigenvalueDigits), bounds.CeilSignificant(y, eigenvalueDigits)
			t.row(e.Width, borders, low, high, g.States)
			rows = append(rows, growthJSON{e.Width, borders, low, high, g.States})
			a.Numbers = append(a.Numbers, low+" "+high)
		}
	}
	a.json = rows
	return a
}
