package reproduction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// work is a computation in progress.
type work struct {
	entry     string // its id
	ctx       context.Context
	budget    Budget
	spent     time.Duration          // on the dearer lines so far, by the estimates
	took      time.Duration          // the same by the clock
	short     bool                   // whether the last lines were not computed for want of memory
	basis     result.Basis           // of lines that do not say otherwise
	memo      map[string]any         // what formulas found, by function and arguments
	own       map[string]ownFunction // of the entry, and of all entries
	functions map[string]any         // of Go, for all entries
	err       error                  // the first one of formulas, until it is taken
	out       *Outcome
}

// ownFunction is a function that is a formula.
type ownFunction struct {
	parameters []string
	formula    string
}

// errBudget ends a line that takes longer than the budget.
var errBudget = errors.New("the budget is spent")

// within computes lines of a cost with w.ctx, and reports whether they are there: not if they
// exceed the budget or the memory. What costs nothing always fits the budget.
func (w *work) within(cost time.Duration, compute func() error) (there bool, err error) {
	all, rows, start := w.ctx, len(w.out.Rows), time.Now()
	if w.short = false; cost > 0 {
		threads := w.options().Goroutines()
		left := cmp.Or(w.budget.clock, w.budget.Time) - w.took
		if w.spent+cost > w.budget.Time || cost/time.Duration(threads) > left {
			w.more(cost)
			return false, nil
		}
		limited, cancel := context.WithTimeoutCause(all, left, errBudget)
		defer cancel()
		w.ctx = limited
	}
	err = compute()
	cut := err != nil && all.Err() == nil && context.Cause(w.ctx) == errBudget
	w.ctx = all
	elapsed := time.Since(start)
	if cost > 0 {
		w.took += elapsed
	}
	if w.short = tooSmall(err); cut || w.short {
		w.out.Rows = w.out.Rows[:rows]
		if cut {
			w.more(2 * max(cost, elapsed))
		}
		return false, nil
	}
	if err == nil {
		w.spent += cost
	}
	return err == nil, err
}

// tooSmall reports whether an error says that memory is too short.
func tooSmall(err error) bool {
	var memory *result.MemoryError
	var width *transfer.WidthError
	return errors.As(err, &memory) || errors.As(err, &width)
}

// more notes that there are lines that cost so much.
func (w *work) more(cost time.Duration) {
	if next := w.spent + cost; w.out.Next == 0 || next < w.out.Next {
		w.out.Next = next
	}
}

// takes says what lines of a cost would take, after those that were computed, with a margin.
func (w *work) takes(cost time.Duration) string {
	return fmt.Sprintf("about %v of CPU time: --budget %v", cost, w.enough(cost))
}

// enough returns a budget for lines that cost so much after those that were computed.
func (w *work) enough(cost time.Duration) time.Duration {
	return ((max(w.spent, w.took) + cost) * 5 / 4).Truncate(time.Second) + time.Second
}

// add adds a line, and returns it: it may be changed until the next one comes.
func (w *work) add(r Row) *Row {
	switch {
	case r.Basis != "":
	case r.Here != "":
		r.Basis = w.basis
	case r.Printed != "":
		r.Basis = result.Quoted
	}
	w.out.Rows = append(w.out.Rows, r)
	return &w.out.Rows[len(w.out.Rows)-1]
}

func (w *work) note(sentence string) { w.out.Notes = append(w.out.Notes, sentence) }

// explain says why a line is different, if it is and that is known.
func (r *Row) explain(why string) {
	if r.Mark == Different && why != "" {
		r.Note, r.Explained = why, true
	}
}

// options is what a computation may use.
func (w *work) options() par.Options {
	return par.Options{Threads: w.budget.Threads, Memory: w.budget.Memory}
}

// A line is a line of an entry, with what it says.
type line struct {
	key
	what string
}

// line returns the line of a name, with the numbers and words that fill the places of its label.
func (w *work) line(name string, args ...any) line {
	id := name
	for _, x := range args {
		id += fmt.Sprint(" ", x)
	}
	return line{key{w.entry, id}, fmt.Sprintf(labels()[key{w.entry, name}], args...)}
}

// printed returns what is printed for a line, empty if there is nothing.
func (k key) printed() printed { return printedValues()[k] }

// earlier returns what an earlier run found for a line.
func (k key) earlier() (earlier, bool) {
	e, ok := earlierRuns()[k]
	return e, ok
}

// cost returns what a line costs; nothing is what most do.
func (k key) cost() cost { return costs()[k] }

// row adds a line: what the entry prints for it is in data/printed.tsv, and how that is compared
// depends on what is here.
//
//	whole number, text            equal or not
//	interval, *big.Rat, float64   a decimal in print, rounded or cut off after its last digit;
//	                              of a float64 12 digits are certain
//	*big.Float                    a decimal in print, rounded to its digits
//	*apd.Decimal                  a whole exponent in print, rounded down or up
//	*cases, bool                  a statement, which holds in all cases or not
//	*result.Result                its number, which rests on what the result says
//	finding                       one of these, and what is to be said of it besides
//
// A kind next to the printed value says more: see [printed].
func (w *work) row(name string, here any, args ...any) *Row {
	return w.against(w.line(name, args...), here)
}

// against is row with a given line.
func (w *work) against(l line, here any) *Row { return w.compare(l.printed(), l, here) }

// compare is row with a given line and a given printed value.
func (w *work) compare(in printed, l line, here any) *Row { return w.add(l.compared(in, here)) }

// A finding is a value with what no comparison could say of it.
type finding struct {
	value any          // what is compared
	text  string       // what the line shows in its place, if not empty
	mark  Mark         // of the line, if the comparison does not fail
	basis result.Basis // what the value rests on, if not as usual
	note  string
	why   string // follows the note if the value is different
}

// complete completes a line with what a finding says besides its value.
func (f finding) complete(r *Row) {
	r.Here, r.Basis = cmp.Or(f.text, r.Here), cmp.Or(f.basis, r.Basis)
	if r.Explained {
		return
	}
	if r.Note = f.note; r.Mark != Different {
		r.Mark = cmp.Or(f.mark, r.Mark)
	} else if f.why != "" {
		r.explain(strings.TrimPrefix(f.note+"; "+f.why, "; "))
	}
}

// compared returns the line with a value and its mark.
func (l line) compared(in printed, here any) Row {
	if f, ok := here.(finding); ok {
		r := l.compared(in, f.value)
		f.complete(&r)
		return r
	}
	r, fails := l.row(in.text), false
	switch x := here.(type) {
	case interval.Interval:
		r.decimals(x)
	case *big.Rat:
		r.decimals(exactly(x))
	case float64:
		if in.kind == lowerBound || in.kind == upperBound {
			r.eigenvalue(x, in.kind == lowerBound)
			break
		}
		if digits, err := rational(fmt.Sprintf("%.12e", x)); err == nil {
			r.decimals(exactly(digits))
		}
	case *big.Float:
		if r.Here = plainExponent(x.Text('e', 11)); !strings.Contains(in.text, "e") {
			r.Here = x.Text('g', 12)
		}
		if roundsTo(in.text, x) {
			r.Mark = Digits
		}
	case *apd.Decimal:
		round := map[string]func(*apd.Decimal, int) string{roundedDown: interval.Floor, roundedUp: interval.Ceil}[in.kind]
		if r.Here = round(x, 9); round(x, 0) == in.text {
			r.Mark = Digits
		}
	case *cases:
		r.Here, r.Basis = x.String(), result.Observed
		if fails = x.good != x.all || x.all == 0; !fails {
			r.Mark = Equal
		}
	case bool:
		if fails = !x; x {
			r.Mark = Equal
		}
	case *big.Int:
		if r.Here = x.String(); in.kind != "" {
			r.approximate(in.kind, x)
		}
	case *result.Result:
		r.Here, r.Basis = x.Value.String(), x.Basis()
	default:
		r.Here = fmt.Sprint(here)
	}
	if !fails && r.Here == in.text {
		r.Mark = Equal
	}
	if !fails && in.text == "" {
		r.Mark = NotInPaper
	}
	r.explain(in.why)
	return r
}

// rational reads a number of the data, or of a computation here.
func rational(text string) (*big.Rat, error) {
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, internal("not a number: %s", text)
	}
	return x, nil
}

// row returns the line without a value.
func (l line) row(printed string) Row {
	return Row{What: l.what, Printed: printed, Mark: Different, key: l.key}
}

func exactly(x *big.Rat) interval.Interval { return interval.New(keptDigits).Rat(x, x) }

// cases says of a statement in how many cases it was tried, and in how many it holds.
type cases struct{ good, all int }

func (c *cases) add(holds bool) {
	c.all++
	if holds {
		c.good++
	}
}

func (c *cases) String() string { return fmt.Sprintf("holds in %d of %d cases", c.good, c.all) }

// one is a statement about one case.
func one(holds bool) *cases {
	c := &cases{}
	c.add(holds)
	return c
}

// keptDigits is the precision of intermediate results.
const keptDigits = 60

// extraDigits is how many digits more than the printed ones are shown where they are known.
const extraDigits = 6

// decimals compares a decimal in print, rounded or cut off, with an enclosure of the number.
func (r *Row) decimals(here interval.Interval) {
	e := published.Entry{Printed: r.Printed, Kind: published.Rounded}
	known := here.Decimals(e.Decimals() + extraDigits)
	r.Here = here.Rounded(max(known, 0))
	whole, err := interval.Parse(r.Printed)
	switch {
	case r.Printed == "":
		r.Here = here.Rounded(20)
	case err == nil && here.Low.Cmp(here.High) == 0 && here.Low.Cmp(whole.Low) == 0:
		r.Mark, r.Here = Equal, r.Printed
	case !e.Agrees(here):
	case known > e.Decimals():
		r.Mark = Digits
	default:
		r.Mark = Equal
	}
}

// relativeError is the error of the floating-point numbers that Farr and Schmidt print.
const relativeError = 1e-12

// approximate compares a number with one in print that is not meant to be exact.
func (r *Row) approximate(kind string, here *big.Int) {
	least, over := strings.CutPrefix(kind, moreThan)
	if !over {
		least = r.Printed
	}
	x, err := rational(least)
	if err != nil {
		return
	}
	if over {
		if new(big.Rat).SetInt(here).Cmp(x) > 0 {
			r.Mark = Exact
		}
		return
	}
	off, _ := new(big.Rat).Quo(x, new(big.Rat).SetInt(here)).Float64()
	if math.Abs(off-1) > relativeError {
		return
	}
	if r.Mark = Exact; !roundsTo(r.Printed, new(big.Float).SetInt(here)) {
		r.Note = "the last printed digits have the rounding errors of double precision"
	}
}

// roundsTo reports whether a number, rounded to as many digits, is the printed one: 2.2e397, 0.012.
func roundsTo(printed string, here *big.Float) bool {
	mantissa, _, _ := strings.Cut(printed, "e")
	digits := len(strings.TrimLeft(strings.Replace(mantissa, ".", "", 1), "0"))
	x, ok := new(big.Float).SetPrec(longFloat).SetString(printed)
	return ok && x.Text('e', digits-1) == here.Text('e', digits-1)
}

// plainExponent writes a number such as 1.5e+30 as 1.5e30.
func plainExponent(text string) string {
	return strings.NewReplacer("e+", "e", "e-0", "e-").Replace(text)
}

// doublePrecision is the error that the last digits of published eigenvalues may have.
const doublePrecision = 1e-13

// eigenvalue compares a bound with the one in print: the same except for rounding, sharper, or not.
func (r *Row) eigenvalue(here float64, lower bool) {
	x, _ := strconv.ParseFloat(r.Printed, 64)
	gain, text := here-x, bounds.Floor(here, 15)
	if !lower {
		gain, text = -gain, bounds.Ceil(here, 15)
	}
	r.Here, r.Basis = text, result.Proved
	switch {
	case math.Abs(gain) < doublePrecision:
		r.Mark, r.Note = Equal, "but for rounding: here away from the constant, in print as double precision had it"
	case gain > 0:
		r.Mark = Sharper
	}
	r.explain("the bounds here are certified to all their digits (docs/bounds.md)")
}

// longFloat is the precision of floating-point numbers that are as large as those of positions.
const longFloat = 400

func power(base, exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
}

// tooLarge adds a line that was not computed.
func (w *work) tooLarge(l line, takes string) *Row {
	r := w.add(l.row(l.printed().text))
	r.Mark, r.Note = TooLarge, takes
	return r
}
