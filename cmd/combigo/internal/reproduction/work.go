package reproduction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// work is a computation in progress.
type work struct {
	entry  string // its id
	ctx    context.Context
	budget Budget
	spent  time.Duration // on the dearer lines so far, by the estimates
	took   time.Duration // the same by the clock
	short  bool          // whether the last lines were not computed for want of memory
	basis  result.Basis  // of lines that do not say otherwise
	out    *Outcome
}

// errBudget ends a line that takes longer than the budget.
var errBudget = errors.New("the budget is spent")

// within computes lines that cost about so much, and reports whether they are there: they are not
// if they do not fit the budget or the memory, or turn out not to. What costs nothing always fits
// the budget. The function computes with w.ctx.
func (w *work) within(cost time.Duration, compute func()) bool {
	all, rows, start := w.ctx, len(w.out.Rows), time.Now()
	if w.short = false; cost > 0 {
		threads := w.options().Goroutines()
		left := cmp.Or(w.budget.clock, w.budget.Time) - w.took
		if w.spent+cost > w.budget.Time || cost/time.Duration(threads) > left {
			w.more(cost)
			return false
		}
		limited, cancel := context.WithTimeoutCause(all, left, errBudget)
		defer cancel()
		w.ctx = limited
	}
	err := caught(compute)
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
		return false
	}
	check(err)
	w.spent += cost
	return true
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

// counted counts the legal positions of a small board.
func (w *work) counted(rows, cols int) *big.Int {
	return must(count.Legal(w.ctx, board.Size{Rows: rows, Cols: cols}, count.Options{Options: w.options()})).Value
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
