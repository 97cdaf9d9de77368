package reproduction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// The papers besides [published.CombinatoricsOfGo].
const (
	LatticeGraphs  published.Document = "On the number of Go positions on lattice graphs"
	CountLiberties published.Document = "Go::CountLiberties"
	Patterns       published.Document = "The number of non-symmetric patterns in Go"
)

// Kind is what an entry is in its paper.
type Kind string

// The kinds of entries.
const (
	Table   Kind = "table"
	Figure  Kind = "figure"
	Theorem Kind = "theorem"
	Number  Kind = "number" // a displayed number or formula
)

// Mark says how a line compares with the published one.
type Mark string

// The marks; the package comment says more.
const (
	Equal      Mark = "equal"
	Digits     Mark = "more-digits"
	Exact      Mark = "exact"
	Sharper    Mark = "sharper"
	Further    Mark = "further"
	Different  Mark = "different"
	Undecided  Mark = "undecided"
	Quoted     Mark = "quoted"
	TooLarge   Mark = "too-large"
	NotInPaper Mark = "not-in-the-paper"
)

// Marks are all marks, in the order in which they are listed.
var Marks = []Mark{Equal, Digits, Exact, Sharper, Further, Different, Undecided, Quoted, TooLarge, NotInPaper}

// Words returns the mark as people read it.
func (m Mark) Words() string { return strings.ReplaceAll(string(m), "-", " ") }

// Tally says how many lines have which mark.
func Tally(count func(Mark) int) string {
	var words []string
	for _, m := range Marks {
		if n := count(m); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, m.Words()))
		}
	}
	return strings.Join(words, ", ")
}

// Row is a line of a comparison.
type Row struct {
	What    string       `json:"what"`
	Printed string       `json:"printed,omitempty"`
	Here    string       `json:"here,omitempty"`
	Mark    Mark         `json:"mark"`
	Basis   result.Basis `json:"basis,omitempty"` // of the number here, or of the printed one if there is none here
	Note    string       `json:"note,omitempty"`
	// Earlier is the provenance of a value that an earlier run of this program produced; empty for
	// all others.
	Earlier string `json:"earlier_run,omitempty"`
	// Explained says of a different line that it is known why: the paper is wrong, as far as anyone
	// can tell.
	Explained bool `json:"explained,omitempty"`
}

// Outcome is an entry recomputed.
type Outcome struct {
	Rows  []Row    `json:"lines"`
	Notes []string `json:"notes,omitempty"`
	// SVG is the figure, an svg element; empty if the entry has none.
	SVG string `json:"svg,omitempty"`
	// Next is the least budget of time with which more lines would be computed, 0 if there are
	// none.
	Next time.Duration `json:"-"`
}

// Count returns how many lines have a mark.
func (o *Outcome) Count(m Mark) int {
	n := 0
	for _, r := range o.Rows {
		if r.Mark == m {
			n++
		}
	}
	return n
}

// Entry is a table, a figure, a theorem or a displayed number of a paper.
type Entry struct {
	ID       string
	Kind     Kind
	Document published.Document
	Place    string // where in the document
	Title    string
	Cost     time.Duration // of the lines that are always computed, roughly, on a core
	compute  func(*work) error
}

// Source returns where the entry is printed, such as "Combinatorics of Go, Table 3".
func (e *Entry) Source() string { return string(e.Document) + ", " + e.Place }

// Budget is what a computation may use. The zero value computes what takes a few seconds in all.
type Budget struct {
	// Time is what the lines beyond the cheap ones may take together, 0 stands for [DefaultTime]. A
	// line is begun if it fits by the estimates of this package, and what earlier ones took by the
	// clock; it is given up when the time is over.
	Time time.Duration
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS. Results do not depend
	// on it.
	Threads int
	// Memory is a ceiling; 0 means what the machine has available.
	Memory result.Bytes
	// clock is what the dearer lines may take by the clock, if it is not Time.
	clock time.Duration
}

// DefaultTime is what the dearer lines of an entry may take if nothing is said.
const DefaultTime = 5 * time.Second

// Recompute computes the entry. The error is the cause of the context's end, or an internal error.
func (e *Entry) Recompute(ctx context.Context, b Budget) (*Outcome, error) {
	if b.Time == 0 {
		b.Time = DefaultTime
	}
	w := &work{ctx: ctx, budget: b, basis: result.TwoWays, out: &Outcome{}}
	if err := e.compute(w); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return w.out, nil
}

// work is a computation in progress.
type work struct {
	ctx    context.Context
	budget Budget
	spent  time.Duration // on the dearer lines so far, by the estimates
	took   time.Duration // the same by the clock
	basis  result.Basis  // of lines that do not say otherwise
	out    *Outcome
}

// errBudget ends a line that takes longer than the budget.
var errBudget = errors.New("the budget is spent")

// within computes lines that cost about so much, and reports whether they are there: they are not
// if they do not fit the budget, or turn out not to. What costs nothing always fits. The function
// computes with w.ctx.
func (w *work) within(cost time.Duration, compute func() error) (done bool, err error) {
	if cost == 0 {
		err := compute()
		return err == nil, err
	}
	threads := w.budget.Threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	left := cmp.Or(w.budget.clock, w.budget.Time) - w.took
	if w.spent+cost > w.budget.Time || cost/time.Duration(threads) > left {
		w.more(cost)
		return false, nil
	}
	all, rows := w.ctx, len(w.out.Rows)
	limited, cancel := context.WithTimeoutCause(all, left, errBudget)
	w.ctx = limited
	start := time.Now()
	err = compute()
	elapsed := time.Since(start)
	cut := err != nil && all.Err() == nil && context.Cause(limited) == errBudget
	cancel()
	w.ctx = all
	w.took += elapsed
	if cut {
		w.out.Rows = w.out.Rows[:rows]
		w.more(2 * max(cost, elapsed))
		return false, nil
	}
	w.spent += cost
	return err == nil, err
}

// more notes that there are lines that cost so much.
func (w *work) more(cost time.Duration) {
	if next := w.spent + cost; w.out.Next == 0 || next < w.out.Next {
		w.out.Next = next
	}
}

// takes says what it would take to compute lines that cost so much, after those that were computed,
// with a margin.
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

// tooLarge adds a line that was not computed.
func (w *work) tooLarge(what, printed, takes string) {
	w.add(Row{What: what, Printed: printed, Mark: TooLarge, Note: takes})
}

// options and countOptions are what a computation may use.
func (w *work) options() par.Options {
	return par.Options{Threads: w.budget.Threads, Memory: w.budget.Memory}
}

func (w *work) countOptions() count.Options {
	return count.Options{Options: par.Options{Threads: w.budget.Threads, Memory: w.budget.Memory}}
}

// claim adds a statement that holds or does not, as counted: the number of good cases among all.
// Printed says where the paper has it; it is empty if the paper does not.
func (w *work) claim(what, printed string, good, cases int) *Row {
	mark := Equal
	switch {
	case good != cases || cases == 0:
		mark = Different
	case printed == "":
		mark = NotInPaper
	}
	return w.add(Row{What: what, Printed: printed, Here: fmt.Sprintf("holds in %d of %d cases", good, cases), Mark: mark, Basis: result.Observed})
}

// explain says why a line is different, if it is.
func (r *Row) explain(why string) {
	if r.Mark == Different {
		r.Note, r.Explained = why, true
	}
}
