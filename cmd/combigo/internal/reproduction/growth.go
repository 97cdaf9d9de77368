package reproduction

import (
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

func table6(w *work) {
	w.basis = result.Quoted
	for i, x := range asymptotic.BaseApproximations(asymptotic.LastSquare - 1) {
		w.row("approximation", x, i+1)
	}
}

// constants computes the constants by Corollary 6 from the boards in print, and extrapolates them.
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
		w.row("before-limit", x.before, x.name).Basis = result.Quoted
		w.row("extrapolated", x.best, x.name).Basis = result.Observed
	}
}

// accuracy compares the formula, with the printed constants, with counted and printed numbers.
func accuracy(w *work) {
	w.basis = result.Quoted
	a, c := interval.New(keptDigits), asymptotic.Printed()
	middle := func(e asymptotic.Estimate) interval.Interval {
		x := e.Value.Middle(keptDigits)
		return interval.Interval{Low: x, High: x}
	}
	for _, size := range sizes("5x5 9x9 13x13 7x268") {
		m, n := size.Rows, size.Cols
		l := w.line("ratio", m, n, m+n, m*n)
		w.lines(func() {
			value := knownLegal(13, 13)
			if m != 13 {
				value = w.counted(m, n)
			}
			formula := a.Mul(middle(c.A), a.Mul(a.Pow(middle(c.B), m+n), a.Pow(middle(c.L), m*n)))
			w.against(l, a.Quo(formula, interval.Int(value)))
		}, l)
	}
	value, _ := w.byFormula(99)
	w.row("formula", value).Basis = result.Observed
}

// theorem3 checks the bounds on boards with known numbers, and the constants of section 5.10.
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
	w.row("enclosed", holds)
	w.row("lower-limit", math.Pow(3, 0.8))
	w.row("upper-limit", 3*math.Pow(1-2.0/243, 0.2))
}

// theorem4 puts boards together from two, in all ways up to 7x12.
func theorem4(w *work) {
	const rows, cols = 7, 12
	holds := &cases{}
	for m := 1; m <= rows; m++ {
		numbers := w.strips(m, cols)
		for n := 2; n <= cols; n++ {
			for k := 1; 2*k <= n; k++ {
				holds.add(new(big.Int).Mul(numbers[k-1], numbers[n-k-1]).Cmp(numbers[n-1]) <= 0)
			}
		}
	}
	w.row("superadditive", holds, rows, cols)
}

// theorem2 checks the constants of strips, which are proved, against the bounds of the theorem.
func theorem2(w *work) {
	last := asymptotic.LastStored()
	w.row("constants", each(1, last, func(m int) bool {
		s, most := asymptotic.Stored(m), interval.Int(power(3, int64(m))).High
		return s.A.Low.Sign() > 0 && s.Lambda.Low.Sign() > 0 && s.Lambda.High.Cmp(most) <= 0 && s.Remainder.Phi < 1
	}), last)
}

// strips returns the numbers of boards of some rows and 1 to some columns.
func (w *work) strips(rows, cols int) (all []*big.Int) {
	strip := board.Range{Rows: board.Span{First: rows, Last: rows}, Cols: board.Span{First: 1, Last: cols}}
	for _, r := range must(count.Table(w.ctx, strip, count.Options{Options: w.options()})) {
		all = append(all, r.Value)
	}
	return all
}

// corollary4 comes to the constants of strips by the limits of the corollary.
func corollary4(w *work) {
	const last, n = 5, 40
	a := interval.New(keptDigits)
	var lambda, amplitude, rest cases
	for m := 1; m <= last; m++ {
		numbers, s := w.strips(m, n+1), asymptotic.Stored(m)
		quotient := func(n int) interval.Interval { return a.Quo(interval.Int(numbers[n-1]), a.Pow(s.Lambda, n)) }
		off := func(x, y interval.Interval) float64 {
			f, _ := a.Sub(a.Quo(x, y), interval.Whole(1)).Middle(18).Float64()
			return math.Abs(f)
		}
		lambda.add(off(a.Quo(interval.Int(numbers[n]), interval.Int(numbers[n-1])), s.Lambda) < 1e-20)
		amplitude.add(off(quotient(n), s.A) < 1e-20)
		rest.add(off(quotient(10), s.A) > off(quotient(20), s.A) && off(quotient(20), s.A) < 1e-12)
	}
	w.row("lambda", &lambda, n+1, n, last)
	w.row("amplitude", &amplitude, n, last)
	w.row("rest", &rest, last)
}

// corollary5 measures the error of the bilinear form of ln L(m,n) for boards of fixed proportions.
func corollary5(w *work) {
	const last, wide = 12, 6
	var near, nearWide cases
	small := func(m, n int, number *big.Int) bool {
		return math.Abs(asymptotic.Deviation(board.Size{Rows: m, Cols: n}, number)) <= 10*float64(m)/math.Pow(10, float64(m))
	}
	for m := 1; m <= last; m++ {
		near.add(small(m, m, knownLegal(m, m)))
		near.add(small(m, m+1, knownLegal(m, m+1)))
		if m <= wide {
			nearWide.add(small(m, 2*m, w.counted(m, 2*m)))
		}
	}
	w.row("squares", &near, last)
	w.row("wide", &nearWide, wide)
}

// theorem5 checks that roots of the known numbers are below the base of liberties.
func theorem5(w *work) {
	base := asymptotic.Best().L.Value
	var holds cases
	for n := 1; n <= asymptotic.LastSquare; n++ {
		root := asymptotic.BaseBound(board.Size{Rows: n, Cols: n}, knownLegal(n, n))
		holds.add(root.Low.Cmp(base.High) <= 0)
		if n == asymptotic.LastSquare {
			w.row("lower-bound", root.Rounded(12)).Basis = result.Quoted
		}
	}
	w.row("roots", &holds)
}

// lemma14 writes ln L(m,n) with u(m) = ln a_m and v(m) = ln lambda_m, which are proved, and a rest.
func lemma14(w *work) {
	const last = 6 // boards of up to 8 rows
	a := interval.New(keptDigits)
	legal := map[[2]int]interval.Interval{}
	for m := 1; m <= last+2; m++ {
		for n := m; n <= min(m+2, last+2); n++ {
			legal[[2]int{m, n}] = a.Ln(interval.Int(w.counted(m, n)))
			legal[[2]int{n, m}] = legal[[2]int{m, n}]
		}
	}
	times := func(n int, x interval.Interval) interval.Interval { return a.Mul(interval.Whole(int64(n)), x) }
	u := func(m int) interval.Interval { return a.Ln(asymptotic.Stored(m).A) }
	v := func(m int) interval.Interval { return a.Ln(asymptotic.Stored(m).Lambda) }
	rest := func(m, n int) interval.Interval { return a.Sub(legal[[2]int{m, n}], a.Add(u(m), times(n, v(m)))) }
	var second, first cases
	for n := 1; n <= last; n++ {
		left := a.Add(a.Sub(v(n+2), times(2, v(n+1))), v(n))
		right := a.Sub(a.Add(a.Sub(a.Add(a.Sub(rest(n+1, n+2), rest(n+2, n+1)), rest(n, n+1)), rest(n+1, n)), rest(n+2, n)), rest(n, n+2))
		second.add(agree(left, right))
		if n == last {
			w.row("second-difference", left.Rounded(20), n).Basis = result.OneWay
		}
		right = a.Add(a.Sub(a.Sub(times(n+1, v(n)), times(n, v(n+1))), rest(n+1, n)), rest(n, n+1))
		first.add(agree(a.Sub(u(n+1), u(n)), right))
	}
	w.row("second-differences", &second, last)
	w.row("first-differences", &first, last)
}

// lemma15 measures ln lambda_m and ln a_m against lines, and the differences of Lemma 13.
func lemma15(w *work) {
	w.basis = result.Observed
	const phi, ofV, ofU = 0.1, 2, 10
	last, best, a := asymptotic.LastStored(), asymptotic.Best(), interval.New(keptDigits)
	alpha, beta, lambda := a.Ln(best.A.Value), a.Ln(best.B.Value), a.Ln(best.L.Value)
	// off returns how far a logarithm is from c + m d, and whether it certainly is.
	off := func(x, c, d interval.Interval, m int) (float64, bool) {
		rest := a.Sub(a.Ln(x), a.Add(c, a.Mul(interval.Whole(int64(m)), d)))
		f, _ := rest.Middle(16).Float64()
		return f, rest.Low.Sign()*rest.High.Sign() > 0
	}
	power := func(m int) float64 { return math.Pow(phi, float64(m)) }
	var near, vNear, uNear, slopes cases
	v := make([]float64, last+1)
	for m := 1; m <= last; m++ {
		s, certain := asymptotic.Stored(m), false
		v[m], certain = off(s.Lambda, beta, lambda, m)
		slopes.add(certain)
		vNear.add(math.Abs(v[m]) <= ofV*power(m))
		u, _ := off(s.A, alpha, beta, m)
		uNear.add(math.Abs(u) <= ofU*float64(m)*power(m))
	}
	// Lemma 13 for g(m) = ln lambda_(m+1) - ln lambda_m - ln L, which tends to 0.
	g := func(m int) float64 { return v[m+1] - v[m] }
	c := 0.0
	for m := 1; m < last-1; m++ {
		c = max(c, math.Abs(g(m+1)-g(m))/power(m))
	}
	for m := 1; m < last; m++ {
		near.add(math.Abs(g(m)) <= c*power(m)/(1-phi))
	}
	w.row("slopes", &near, fmt.Sprintf("%.3g", c), last)
	w.row("lambda", &vNear, ofV, last)
	w.row("amplitude", &uNear, ofU, last)
	for _, m := range []int{1, last} {
		w.row("distance", fmt.Sprintf("%.6g", v[m]), m)
	}
	w.row("not-zero", &slopes, last)
}

// agree reports whether two enclosures overlap and are narrow, 12 decimals or more.
func agree(x, y interval.Interval) bool {
	const decimals = 12
	return x.Overlaps(y) && x.Decimals(decimals) == decimals && y.Decimals(decimals) == decimals
}
