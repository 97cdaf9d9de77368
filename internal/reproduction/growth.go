package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

func table6(w *work) {
	w.basis = result.Quoted
	for i, x := range asymptotic.BaseApproximations(asymptotic.LastSquare - 1) {
		w.row(fmt.Sprintf("n = %d", i+1), x)
	}
	w.note("From the printed numbers of Tables 3 and 5.")
}

// constants computes the constants by Corollary 6 from the boards that the paper names, and
// extrapolates them.
func constants(w *work) {
	const n = asymptotic.LastSquare
	best, a := asymptotic.Best(), interval.New(keptDigits)
	square, narrow, small := interval.Int(knownLegal(n, n)), interval.Int(knownLegal(n-1, n)), interval.Int(knownLegal(n-1, n-1))
	l := a.Quo(a.Mul(small, square), a.Mul(narrow, narrow))
	b := a.Quo(square, a.Mul(narrow, a.Pow(l, n)))
	for _, x := range []struct {
		name         string
		before, best interval.Interval
	}{
		{"L", l, best.L.Value},
		{"B", b, best.B.Value},
		{"A", a.Quo(square, a.Mul(a.Pow(b, 2*n), a.Pow(l, n*n))), best.A.Value},
	} {
		w.row(x.name+" before the limit, from L(19,19), L(19,18), L(18,18)", x.before).Basis = result.Quoted
		w.row(x.name+", extrapolated", x.best).Basis = result.Observed
	}
	w.note("Before the limit: by Corollary 6, from the printed numbers. Extrapolations have error bars of ten times the disagreement of the last ones; nothing about them is proved (docs/growth.md).")
}

// accuracy compares the formula, with the printed constants, with numbers that are counted or in
// print.
func accuracy(w *work) {
	w.basis = result.Quoted
	a, c := interval.New(keptDigits), asymptotic.Printed()
	middle := func(e asymptotic.Estimate) interval.Interval {
		x := e.Value.Middle(keptDigits)
		return interval.Interval{Low: x, High: x}
	}
	for _, size := range sizes("5x5 9x9 13x13 7x268") {
		m, n, cost := size.Rows, size.Cols, time.Duration(0)
		if n > 200 {
			cost = 2 * time.Second
		}
		what := fmt.Sprintf("A B^%d L^%d / L(%d,%d)", m+n, m*n, m, n)
		w.dear(cost, func() {
			value := knownLegal(13, 13)
			if m != 13 {
				value = w.counted(m, n)
			}
			formula := a.Mul(middle(c.A), a.Mul(a.Pow(middle(c.B), m+n), a.Pow(middle(c.L), m*n)))
			w.row(what, a.Quo(formula, interval.Int(value)))
		}, what)
	}
	value, _ := w.byFormula(99)
	w.row("L(99,99), by the formula", value).Basis = result.Observed
}

// theorem3 checks the bounds on the boards whose numbers are known, and the two constants of
// section 5.10.
func theorem3(w *work) {
	a, holds := interval.New(keptDigits), &cases{}
	ten := a.Ln(interval.Whole(10))
	for _, size := range sizes("5x5 5x10 5x15 10x10 15x15") {
		number := w.counted
		if size.Rows == size.Cols {
			number = knownLegal
		}
		bounds, ok := asymptotic.Theorem3(big.NewInt(int64(size.Rows)), big.NewInt(int64(size.Cols)))
		log := a.Quo(a.Ln(interval.Int(number(size.Rows, size.Cols))), ten)
		holds.add(ok && bounds.Low.Cmp(log.Low) <= 0 && bounds.High.Cmp(log.High) >= 0)
	}
	w.row("lower bound <= L(m,n) <= upper bound, for m and n of 5, 10, 15", holds)
	w.row("limit of the lower bound, 3^(4/5)", math.Pow(3, 0.8))
	w.row("limit of the upper bound, 3 (1-2/243)^(1/5)", 3*math.Pow(1-2.0/243, 0.2))
}

// theorem4 puts boards together from two, in all ways up to 7x12.
func theorem4(w *work) {
	const rows, cols = 7, 12
	holds := &cases{}
	for m := 1; m <= rows; m++ {
		strip := board.Range{Rows: board.Span{First: m, Last: m}, Cols: board.Span{First: 1, Last: cols}}
		results := must(count.Table(w.ctx, strip, count.Options{Options: w.options()}))
		for n := 2; n <= cols; n++ {
			for k := 1; 2*k <= n; k++ {
				holds.add(new(big.Int).Mul(results[k-1].Value, results[n-k-1].Value).Cmp(results[n-1].Value) <= 0)
			}
		}
	}
	w.row(fmt.Sprintf("L(m,n) L(m,n') <= L(m,n+n'), all boards up to %dx%d", rows, cols), holds)
}
