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

// float compares a decimal in print with a number of double precision, of which 12 digits are taken
// to be right.
func (w *work) float(what, printed string, here float64) *Row {
	x, ok := new(big.Rat).SetString(fmt.Sprintf("%.12e", here))
	if !ok {
		panic("not a finite number") // the numbers of this package are finite
	}
	return w.fraction(what, printed, x)
}

func table6(w *work) error {
	w.basis = result.Quoted
	for i, x := range asymptotic.BaseApproximations(asymptotic.LastSquare - 1) {
		n := i + 1
		w.fraction(fmt.Sprintf("n = %d", n), inPaper(fmt.Sprintf("base-%d", n)).Printed, x).
			explain("the number is 2.975734192043357249366...: in print, a 6 is missing")
	}
	w.note("From the printed numbers of Tables 3 and 5.")
	return nil
}

// constants computes the constants by Corollary 6 from the boards that the paper names, and
// extrapolates them.
func constants(w *work) error {
	const n = asymptotic.LastSquare
	best, a := asymptotic.Best(), interval.New(keptDigits)
	square, narrow, small := interval.Int(knownLegal(n, n)), interval.Int(knownLegal(n-1, n)), interval.Int(knownLegal(n-1, n-1))
	l := a.Quo(a.Mul(small, square), a.Mul(narrow, narrow))
	b := a.Quo(square, a.Mul(narrow, a.Pow(l, n)))
	for _, x := range []struct {
		name, id     string
		before, best interval.Interval
	}{
		{"L", "formula-l", l, best.L.Value},
		{"B", "formula-b", b, best.B.Value},
		{"A", "formula-a", a.Quo(square, a.Mul(a.Pow(b, 2*n), a.Pow(l, n*n))), best.A.Value},
	} {
		w.decimals(x.name+" before the limit, from L(19,19), L(19,18), L(18,18)", inPaper(x.id).Printed, x.before).Basis = result.Quoted
		w.decimals(x.name+", extrapolated", inPaper(x.id).Printed, x.best).Basis = result.Observed
	}
	w.note("Before the limit: by Corollary 6, from the printed numbers. Extrapolations have error bars of ten times the disagreement of the last ones; nothing about them is proved (docs/growth.md).")
	return nil
}

// accuracy compares the formula, with the printed constants, with numbers that are counted or in
// print.
func accuracy(w *work) error {
	a := interval.New(keptDigits)
	c := asymptotic.Printed()
	middle := func(e asymptotic.Estimate) interval.Interval {
		x := e.Value.Middle(keptDigits)
		return interval.Interval{Low: x, High: x}
	}
	for _, size := range []board.Size{{Rows: 5, Cols: 5}, {Rows: 9, Cols: 9}, {Rows: 13, Cols: 13}, {Rows: 7, Cols: 268}} {
		m, n := size.Rows, size.Cols
		var value *big.Int
		if size.Rows == 13 {
			value = knownLegal(13, 13)
		} else {
			cost := time.Duration(0)
			if n > 200 {
				cost = 2 * time.Second
			}
			done, err := w.within(cost, func() (err error) {
				value, err = w.counted(m, n)
				return err
			})
			if err != nil {
				return err
			}
			if !done {
				w.tooLarge(fmt.Sprintf("A B^%d L^%d / L(%d,%d)", m+n, m*n, m, n), inPaper("accuracy-"+size.String()).Printed, w.takes(cost))
				continue
			}
		}
		formula := a.Mul(middle(c.A), a.Mul(a.Pow(middle(c.B), m+n), a.Pow(middle(c.L), m*n)))
		w.decimals(fmt.Sprintf("A B^%d L^%d / L(%d,%d)", m+n, m*n, m, n), inPaper("accuracy-"+size.String()).Printed, a.Quo(formula, interval.Int(value)))
	}
	estimate, err := asymptotic.EstimateBoard(big.NewInt(99), big.NewInt(99))
	if err != nil {
		return err
	}
	mantissa, exponent, _ := estimate.Scientific(12)
	if value, ok := new(big.Float).SetPrec(400).SetString(mantissa + "e" + exponent.String()); ok {
		w.rounded(Row{What: "L(99,99), by the formula", Printed: "4e4638", Mark: Digits, Basis: result.Observed}, value)
	}
	return nil
}

// theorem3 checks the bounds on the boards whose numbers are known, and the two constants of
// section 5.10.
func theorem3(w *work) error {
	a := interval.New(keptDigits)
	ten := a.Ln(interval.Whole(10))
	good, cases := 0, 0
	for m := 5; m <= 15; m += 5 {
		for n := m; n <= 15; n += 5 {
			var value *big.Int
			switch {
			case m == n:
				value = knownLegal(m, n)
			case m > 5: // more than a matter of a second
				continue
			default:
				var err error
				if value, err = w.counted(m, n); err != nil {
					continue
				}
			}
			bounds, ok := asymptotic.Theorem3(big.NewInt(int64(m)), big.NewInt(int64(n)))
			log := a.Quo(a.Ln(interval.Int(value)), ten)
			cases++
			if ok && bounds.Low.Cmp(log.Low) <= 0 && bounds.High.Cmp(log.High) >= 0 {
				good++
			}
		}
	}
	w.claim("lower bound <= L(m,n) <= upper bound, for m and n of 5, 10, 15", "Theorem 3", good, cases)
	w.float("limit of the lower bound, 3^(4/5)", "2.4", math.Pow(3, 0.8))
	w.float("limit of the upper bound, 3 (1-2/243)^(1/5)", "2.995", 3*math.Pow(1-2.0/243, 0.2))
	return nil
}

// theorem4 puts boards together from two, in all ways up to 7x12.
func theorem4(w *work) error {
	const rows, cols = 7, 12
	good, cases := 0, 0
	for m := 1; m <= rows; m++ {
		results, err := count.Table(w.ctx, board.Range{Rows: board.Span{First: m, Last: m}, Cols: board.Span{First: 1, Last: cols}},
			w.countOptions())
		if err != nil {
			return err
		}
		for n := 2; n <= cols; n++ {
			for k := 1; 2*k <= n; k++ {
				cases++
				if product := new(big.Int).Mul(results[k-1].Value, results[n-k-1].Value); product.Cmp(results[n-1].Value) <= 0 {
					good++
				}
			}
		}
	}
	w.claim(fmt.Sprintf("L(m,n) L(m,n') <= L(m,n+n'), all boards up to %dx%d", rows, cols), "Theorem 4", good, cases)
	return nil
}
