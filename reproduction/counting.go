package reproduction

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"combigo/asymptotic"
	"combigo/board"
	"combigo/border"
	"combigo/count"
	"combigo/result"
	"combigo/sampling"
)

// countCost is about what L(n,n) or L(n,n+1) costs, by n from 10 on.
var countCost = []time.Duration{
	300 * time.Millisecond, 1500 * time.Millisecond, 7 * time.Second, 30 * time.Second, 150 * time.Second, 950 * time.Second,
}

// countTakes is what a run on disk of the larger boards would take, by n from 16 on: with the least processor time, and with the
// least disk (docs/cluster.md).
var countTakes = []string{
	"178 GiB of disk and 1.9 core-hours, or 72 GiB and 6",
	"0.5 TiB of disk and 8 core-hours, or 0.22 TiB and 27",
	"4.2 TiB of disk and 52 core-hours, or 1.4 TiB and 170",
	"12 TiB of disk and 215 core-hours, or 4.4 TiB and 780",
}

// legal adds a line for L(rows,cols).
func (w *work) legal(rows, cols int) error {
	what := fmt.Sprintf("L(%d,%d)", rows, cols)
	printed := knownLegal(rows, cols).String()
	if rows >= 16 {
		w.stored(legalKey(rows, cols), what, printed, "about "+countTakes[rows-16]+" (docs/cluster.md)")
		return nil
	}
	takes, cost := "more memory than there is", time.Duration(0)
	if rows >= 10 {
		cost = countCost[rows-10]
	}
	fits := true
	done, err := w.within(cost, func() error {
		r, err := count.Legal(w.ctx, rows, cols, w.countOptions())
		if tooSmall(err) {
			fits = false
			return nil
		}
		if err != nil {
			return err
		}
		w.whole(what, printed, r.Value)
		return nil
	})
	if err != nil || done && fits {
		return err
	}
	if fits {
		takes = w.takes(cost)
	}
	w.stored(legalKey(rows, cols), what, printed, takes)
	return nil
}

// legalKey is that of a number among the results of earlier runs.
func legalKey(rows, cols int) string { return fmt.Sprintf("legal-%dx%d", rows, cols) }

// tooSmall reports whether an error says that memory is too short.
func tooSmall(err error) bool {
	var memory *result.MemoryError
	var width *count.WidthError
	return errors.As(err, &memory) || errors.As(err, &width)
}

func table3(w *work) error {
	for n := 1; n <= 19; n++ {
		if err := w.legal(n, n); err != nil {
			return err
		}
	}
	return nil
}

func table5(w *work) error {
	for n := 1; n <= 19; n++ {
		if err := w.legal(n, n+1); err != nil {
			return err
		}
	}
	return nil
}

func table1(w *work) error {
	for m := 1; m <= 19; m++ {
		classes := border.ValidClasses(m)
		w.whole(fmt.Sprintf("valid classes, %d rows, y = 0", m), printed("table-1", fmt.Sprintf("%d first", m)), classes[0])
		w.whole(fmt.Sprintf("valid classes, %d rows, y = %d", m, m-1), printed("table-1", fmt.Sprintf("%d last", m)), classes[m-1])
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	for m := 20; m <= border.MaxHeight; m++ {
		done, err := w.within(2*time.Second, func() error {
			classes := border.ValidClasses(m)
			w.add(Row{What: fmt.Sprintf("valid classes, %d rows, y = 0", m), Here: classes[0].String(), Mark: Better, Note: "a further row"})
			w.add(Row{What: fmt.Sprintf("valid classes, %d rows, y = %d", m, m-1), Here: classes[m-1].String(), Mark: Better, Note: "a further row"})
			return w.ctx.Err()
		})
		if err != nil || !done {
			return err
		}
	}
	return nil
}

func unconstructible(w *work) error {
	const rows = 9
	constructible, err := border.ConstructibleClasses(w.ctx, rows, border.Options{Threads: w.budget.Threads})
	if err != nil {
		return err
	}
	valid := border.ValidClassesAt(rows, 0)
	w.whole("valid classes, 9 rows, y = 0", "109736", valid)
	w.number("of these not constructible", "337", valid.Int64()-constructible[0])
	return nil
}

// factors divides the numbers of the tables by the primes that are in print.
func factors(w *work) error {
	for _, row := range printedRows()["factors"] {
		var n int
		if _, err := fmt.Sscan(row.row, &n); err != nil {
			return err
		}
		rest := knownLegal(n, n)
		for text := range strings.FieldsSeq(row.printed) {
			p, _ := new(big.Int).SetString(text, 10)
			quotient, remainder := new(big.Int).QuoRem(rest, p, new(big.Int))
			good := 0
			if remainder.Sign() == 0 {
				good, rest = good+1, quotient
			}
			if p.ProbablyPrime(30) {
				good++
			}
			w.claim(fmt.Sprintf("prime factor of L(%d,%d)", n, n), text, good, 2)
		}
		if n == 18 {
			w.note("What the two printed factors of L(17,17) and the one of L(18,18) leave is not prime; it is not factored here.")
		}
		state := "composite"
		if rest.ProbablyPrime(30) {
			state = "prime"
		}
		w.add(Row{What: fmt.Sprintf("what remains of L(%d,%d)", n, n), Here: fmt.Sprintf("%s, of %d digits", state, len(rest.String())), Mark: Unprinted})
	}
	return nil
}

// table4 sets the estimates beside those of the asymptotic formula, and beside samples of this program.
func table4(w *work) error {
	for _, n := range []int{18, 19, 29, 39, 49, 59, 69, 79, 89, 99} {
		text := inPaper(fmt.Sprintf("sampled-%dx%[1]d", n)).Printed
		size := big.NewInt(int64(n))
		estimate, err := asymptotic.EstimateBoard(size, size)
		if err != nil {
			return err
		}
		mantissa, exponent, ok := estimate.Scientific(12)
		if !ok {
			return fmt.Errorf("internal error: no digit of L(%d,%d) is certain", n, n)
		}
		here := mantissa + "e" + exponent.String()
		r := Row{What: fmt.Sprintf("L(%d,%[1]d), by the formula", n), Printed: text, Here: here, Mark: Better, Note: "more digits; by " + estimate.Formula()}
		if !nearPrinted(text, here) {
			r.Mark = Different
		}
		w.add(r).explain("an estimate by sampling, whose last digit is uncertain; the error of the formula is far smaller")
		if _, err := w.within(time.Duration(n*n)*300*time.Microsecond, func() error { return w.sample(n, text) }); err != nil {
			return err
		}
	}
	return nil
}

// nearPrinted reports whether two numbers such as 2.2e397 differ by at most a unit of the last digit of the first, which
// is in print.
func nearPrinted(printed, here string) bool {
	x, ok1 := new(big.Rat).SetString(printed)
	y, ok2 := new(big.Rat).SetString(here)
	mantissa, exponent, _ := strings.Cut(printed, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	var e int
	if _, err := fmt.Sscan(exponent, &e); err != nil || !ok1 || !ok2 {
		return false
	}
	unit, _ := new(big.Rat).SetString(fmt.Sprintf("1e%d", e-len(fraction)))
	return x.Sub(x, y).Abs(x).Cmp(unit) <= 0
}

// samplingRuns is enough for two digits.
const samplingRuns = 1000

// sample adds a line for an estimate by sampling; its interval is to hold the number in print, but for the last digit of that.
func (w *work) sample(n int, printed string) error {
	e, err := sampling.Sample(w.ctx, board.Size{Rows: n, Cols: n}, sampling.Options{Runs: samplingRuns, Seed: 1, Threads: w.budget.Threads})
	if err != nil {
		return err
	}
	r := Row{
		What: fmt.Sprintf("L(%d,%[1]d), sampled", n), Printed: printed, Here: e.Value.Text(4), Mark: Equal,
		Note: fmt.Sprintf("%d runs, 95%% interval %s to %s", e.Runs, e.Low.Text(3), e.High.Text(3)),
	}
	if !nearPrinted(printed, e.Low.Text(6)) && !nearPrinted(printed, e.High.Text(6)) && !between(printed, e.Low.Text(12), e.High.Text(12)) {
		r.Mark, r.Explained = Different, true
		r.Note += ", outside of which an estimate lies once in 20 times; the formula is far more accurate than both"
	}
	w.add(r)
	return nil
}

// between reports whether a number is in an interval.
func between(x, low, high string) bool {
	a, ok1 := new(big.Rat).SetString(x)
	b, ok2 := new(big.Rat).SetString(low)
	c, ok3 := new(big.Rat).SetString(high)
	return ok1 && ok2 && ok3 && b.Cmp(a) <= 0 && a.Cmp(c) <= 0
}
