package view

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/cmd/combigo/internal/selftest"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/buildinfo"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

const shareDigits = 6

// Result is a number, its length, its share of the whole, and how it was got.
func Result(r *result.Result) *Answer {
	d := numberDocument(titleOf(r), r)
	d.provenance(&r.Provenance)
	return &Answer{
		Document: d, json: newResultJSON(r), csv: resultRows([]*result.Result{r}), Numbers: []any{r.Value},
		Formats: map[string]func(io.Writer) error{"latex": oneLine(fmt.Sprintf("%s = %v", r.Symbol, r.Value))},
	}
}

// Quoted is the number of a board that is too large to be counted, from print.
func Quoted(e *count.LargeError) *Answer {
	r := e.Quoted()
	if r == nil {
		return nil
	}
	r.Notes = []string{fmt.Sprintf("%v; %s", e.Err, Way(e))}
	a := Result(r)
	a.Document = numberDocument(titleOf(r)+", quoted", r)
	a.fact("quoted", r.Description)
	a.fact("computing", r.Notes...)
	a.Terms, a.Comments = []result.Term{{Index: r.Board.Cols, Value: r.Value}}, []string{r.OEIS}
	return a
}

// numberDocument begins with a number, its length and its share of the whole.
func numberDocument(title string, r *result.Result) *Document {
	d, digits := newDocument("%s", title), r.Value.String()
	d.number(r.Symbol+" = ", digits)
	about := ""
	if len(digits) > 10 {
		about = ", about " + scientific(r.Value)
	}
	d.fact("digits", fmt.Sprint(len(digits), about))
	d.fact("share", shareOf(r))
	d.fact("OEIS", r.OEIS)
	d.gap()
	return d
}

type resultJSON struct {
	*result.Result
	Digits  int    `json:"digits"`
	Share   string `json:"share,omitempty"`
	ShareOf string `json:"share_of,omitempty"`
}

func newResultJSON(r *result.Result) resultJSON {
	return resultJSON{r, r.Digits(), exactShare(r), r.Whole.Power}
}

// resultRows has a line of CSV for each result. The names and the order of the columns do not
// change; new columns may come at the end.
func resultRows(results []*result.Result) *grid {
	t := newTable("quantity", "rows", "cols", "value", "digits", "share", "method", "engine", "threads", "wall_seconds", "peak_memory_bytes")
	for _, r := range results {
		quantity := r.Quantity
		if r.Where != "" { // the sides do not say all
			quantity += " on " + r.Where
		}
		t.row(quantity, r.Board.Rows, r.Board.Cols, r.Value, r.Digits(), exactShare(r), r.Method, r.Engine, r.Threads,
			fmt.Sprintf("%.6f", r.Wall.Seconds()), int64(r.PeakMemory))
	}
	return t
}

// exactShare is the share of the whole as programs have it.
func exactShare(r *result.Result) string {
	const digits = 15
	if r.Whole.Value == nil {
		return ""
	}
	return rounded(r.Share(), 'g', digits)
}

// titleOf says what is counted, and where.
func titleOf(r *result.Result) string {
	return fmt.Sprintf("%s on %s", Capital(r.Quantity), cmp.Or(r.Where, fmt.Sprintf("the %s board", r.Board)))
}

func shareOf(r *result.Result) string {
	if r.Whole.Value == nil {
		return ""
	}
	whole := r.Whole.Power
	if r.Whole.Value.BitLen() < 64 {
		whole += " = " + r.Whole.Value.String()
	} else {
		whole += ", about " + scientific(r.Whole.Value) + ","
	}
	return fmt.Sprintf("%s of all %s %s", percent(r.Share()), whole, r.Whole.Name)
}

// provenance says how a number was got.
func (d *Document) provenance(v *result.Provenance) {
	d.labels = 0
	d.gap()
	d.fact("method", strings.TrimSuffix(v.Method+": "+v.Description, ": "))
	engine := v.Engine
	if v.States > 0 {
		engine += fmt.Sprintf(", at most %s at once, %.3g state-steps", Plural(v.States, "value"), v.StateSteps)
	}
	d.fact("engine", engine)
	switch {
	case len(v.Moduli) > 0:
		d.fact("arithmetic", fmt.Sprintf("residues modulo %s of about %d bits in %s, Chinese remainders",
			Plural(len(v.Moduli), "prime"), bits.Len64(v.Moduli[0]), Plural(v.Passes, "pass")))
	case v.Limbs > 0:
		d.fact("arithmetic", fmt.Sprintf("exact, growing to %s of 64 bits", Plural(v.Limbs, "word")))
	}
	run, peak := fmt.Sprintf("%s, %s", Plural(v.Threads, "thread"), duration(v.Wall)), ""
	if v.PeakMemory > 0 {
		peak = fmt.Sprintf(", %s of memory at the peak", v.PeakMemory)
	}
	d.factVariants("run", run+peak, run)
	d.fact("checks", v.Checks...)
	d.fact("notes", v.Notes...)
}

// duration returns d with a precision that means something: 0.3 ms, 12 ms,
// 4.56 s, 12 min 5 s, 3 h 7 min.
func duration(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < 100*time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < 100*time.Minute:
		seconds := int(d.Round(time.Second).Seconds())
		return fmt.Sprintf("%d min %d s", seconds/60, seconds%60)
	}
	minutes := int(d.Round(time.Minute).Minutes())
	return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
}

// rounded returns a number with some significant digits, in a format of [big.Float.Text].
func rounded(x *big.Rat, format byte, digits int) string {
	const precision = 256 // bits: enough for all digits to be right
	return new(big.Float).SetPrec(precision).SetRat(x).Text(format, digits)
}

// scientific returns n as, say, 2.0817 x 10^170.
func scientific(n *big.Int) string {
	mantissa, exponent, _ := strings.Cut(rounded(new(big.Rat).SetInt(n), 'e', shareDigits-2), "e")
	return mantissa + " x 10^" + strings.TrimLeft(exponent, "+0")
}

// percent returns a share as, say, 23.4351 %, or in scientific form if that would begin with zeros.
func percent(share *big.Rat) string {
	if share.Cmp(big.NewRat(1, 10_000)) < 0 && share.Sign() > 0 {
		return rounded(share, 'g', shareDigits)
	}
	return rounded(new(big.Rat).Mul(share, big.NewRat(100, 1)), 'g', shareDigits) + " %"
}

// OneIn returns a share as one in a number: 4.3 for 23 %.
func OneIn(share *big.Rat) string {
	return fmt.Sprintf("1 in %.3g", new(big.Float).SetRat(new(big.Rat).Inv(share)))
}

// Results has a line for each result, and below them what it took; one result is all that is known
// of it.
func Results(results []*result.Result) *Answer {
	if len(results) == 1 {
		return Result(results[0])
	}
	name, graphs := "board", results[0].Board == board.Size{} // graphs have no sides
	if graphs {
		name = ">graph"
	}
	t, d, checks, wall := newTable(name, ">digits", ">share", results[0].Quantity), &Document{}, 0, time.Duration(0)
	for i, r := range results {
		name := any(r.Board)
		if graphs {
			name = i + 1
		}
		t.row(name, r.Digits(), new(big.Rat).Mul(r.Share(), big.NewRat(100, 1)).FloatString(3)+"%", r.Value)
		wall += r.Wall
		checks += len(r.Checks)
	}
	if where := results[0].Where; where != "" && !graphs { // the boards are not plain
		d.line("From %s to %s", where, results[len(results)-1].Where)
	}
	d.squares(results)
	d.show(t)
	d.hinted(fmt.Sprintf("%s, %s of computing, %s passed", Plural(len(results), "number"), wall.Round(time.Millisecond), Plural(checks, "check")), " (--json lists them)")
	return &Answer{
		Document: d, json: mapSlice(results, newResultJSON), csv: resultRows(results),
		Numbers: mapSlice(results, func(r *result.Result) any { return r.Value }),
	}
}

// squares plots the numbers of the square boards from 1x1 on, and those in print of two colours on
// plain boards. Other boards are not plotted.
func (d *Document) squares(results []*result.Result) {
	var found []*big.Int
	for i, r := range results {
		if r.Board != (board.Size{Rows: i + 1, Cols: i + 1}) {
			return
		}
		found = append(found, r.Value)
	}
	d.plots(func() []*canvas.Canvas {
		var printed []*big.Int
		for n := 1; n <= asymptotic.LastSquare; n++ {
			if entry, ok := published.Legal(board.Size{Rows: n, Cols: n}); ok {
				printed = append(printed, entry.Int())
			}
		}
		return []*canvas.Canvas{plot.Squares([]asymptotic.Series{asymptotic.Roots("in print", printed), asymptotic.Roots("these boards", found)}, squarePage)}
	})
}

// Version says which program this is, and what checks of it found, if it was checked.
func Version(b buildinfo.Info, checks []selftest.Outcome) *Answer {
	d := &Document{}
	d.record("combigo version %s", b)
	if checks == nil {
		return &Answer{Document: d, json: b}
	}
	passed := true
	for _, c := range checks {
		outcome := "equal: " + c.Equal
		if c.Fault != nil {
			outcome, passed = "FAILS: "+c.Fault.Error(), false
		}
		d.fact(c.Name, outcome)
	}
	return &Answer{Document: d, json: struct {
		buildinfo.Info
		Passed bool               `json:"passed"`
		Checks []selftest.Outcome `json:"checks"`
	}{b, passed, checks}}
}
