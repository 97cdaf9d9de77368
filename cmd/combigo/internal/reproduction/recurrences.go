package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// stripDigits is the number of digits of a_m and lambda_m: some more than the 20 in print.
const stripDigits = 23

// theorem1 compares orders of recurrences with the numbers of valid classes that bound them.
func theorem1(w *work) {
	const last = 5
	var holds cases
	for m := 1; m <= last; m++ {
		o := must(recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: w.options(), Seed: 1}))
		holds.add(connected.ValidClassesAt(m, 0).Cmp(big.NewInt(int64(o.Order))) >= 0)
	}
	w.row("order", &holds, last)
}

// table2 goes beyond the table, which ends with 9 rows.
func table2(w *work) {
	for m := 1; m <= asymptotic.LastStored(); m++ {
		if m <= 9 {
			w.order(m)
		}
		w.strip(m)
	}
}

// order adds the lines for the classes and the order of the recurrence of boards with m rows.
func (w *work) order(m int) {
	classes, order := w.line("classes", m), w.line("order", m)
	w.lines(func() {
		found := must(recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: w.options(), Seed: 1}))
		w.against(classes, found.Bound)
		w.against(order, found.Order).Basis = result.OneWay
		if m == 9 {
			w.note(fmt.Sprintf("Orders are those modulo %d primes drawn at random; that of 9 rows is larger with a chance below %.1g.", len(found.Primes), found.Risk()))
		}
	}, classes, order)
}

// strip adds the lines for a_m and the root of lambda_m.
func (w *work) strip(m int) {
	s, from := asymptotic.Stored(m), "combigo strip 1-13, 2026-11-21, 252 s for 13 rows (docs/growth.md)"
	w.within(w.line("a", m).cost().time, func() {
		s, from = must(asymptotic.NewStrip(w.ctx, m, stripDigits, asymptotic.StripOptions{Options: w.options()})), ""
	})
	for i, x := range []interval.Interval{s.A, s.Root()} {
		r := w.row([]string{"a", "lambda"}[i], x, m)
		if r.Earlier, r.Basis = from, result.Proved; r.Printed == "" {
			r.Mark = Further
		}
	}
}

// equation adds a line for the coefficients of the shortest recurrence.
func (w *work) equation(m int) *recurrence.Recurrence {
	r := must(recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()}))
	backwards := slices.Clone(r.Coefficients)
	slices.Reverse(backwards)
	w.row("coefficients", joined(backwards), m, r.Order()-1)
	return r
}

func joined(numbers []*big.Int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// sequence adds as many terms as are in print.
func (w *work) sequence(m int, r *recurrence.Recurrence) {
	l := w.line("terms", m)
	w.against(l, joined(r.Terms(len(strings.Fields(l.printed().text)))))
}

func recurrence1(w *work) {
	w.sequence(1, w.equation(1))
	for _, symmetry := range []recurrence.Symmetry{recurrence.States, recurrence.StateClasses} {
		p := must(recurrence.NewTransfer(1, symmetry)).CharacteristicPolynomial()
		slices.Reverse(p)
		w.row("polynomial", joined(p), symmetry)
	}
	w.solution1()
}

// solution1 adds the constants of the solution of the recurrence of one row, by Newton's method and
// Vieta's formulas: x^3 - 3x^2 + x - 1 = (x - r)(x^2 + (r-3)x + 1/r), whose complex roots are c and
// its conjugate.
func (w *work) solution1() {
	lambda := asymptotic.Stored(1).Lambda
	w.row("lambda", lambda)
	r, _ := lambda.Middle(18).Float64()
	re := (3 - r) / 2
	im := math.Sqrt(1/r - re*re)
	// L(1,n) = a r^n + b c^n + conj(b c^n), c = re + im i; L(1,0) = 1, L(1,1) = 1, L(1,2) = 5.
	a, _ := asymptotic.Stored(1).A.Middle(18).Float64()
	b := complex((1-a)/2, -((1-a*r)/2-(1-a)/2*re)/im)
	w.row("amplitude", a)
	w.row("root-real", re)
	w.row("root-imaginary", im)
	w.row("amplitude-real", real(b))
	w.row("amplitude-imaginary", math.Abs(imag(b)))
	here := "+"
	if imag(b)*im < 0 {
		here = "-"
	}
	w.row("sign", here)
}

func recurrence2(w *work) {
	r := w.equation(2)
	zeroth := r.Zeroth()
	w.row("zeroth", zeroth.RatString())
	w.sequence(2, r)
}

// lemma12 solves systems of terms: of the order they give the coefficients, larger are singular.
func lemma12(w *work) {
	const last, more = 3, 3
	var solved, singular cases
	for m := 1; m <= last; m++ {
		r := must(recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()}))
		terms := r.Terms(2 * (r.Order() + more))
		x := solveTerms(terms, r.Order())
		solved.add(slices.EqualFunc(x, r.Coefficients, func(a *big.Rat, b *big.Int) bool { return a.Cmp(new(big.Rat).SetInt(b)) == 0 }))
		for n := r.Order() + 1; n <= r.Order()+more; n++ {
			singular.add(solveTerms(terms, n) == nil)
		}
		if m == 1 && x != nil {
			w.row("coefficients", fmt.Sprint(x[0].RatString(), " ", x[1].RatString(), " ", x[2].RatString()))
		}
	}
	w.row("solved", &solved, last)
	w.row("singular", &singular, more)
}

// solveTerms solves for the coefficients from the first terms; nil if the matrix is singular.
func solveTerms(terms []*big.Int, order int) []*big.Rat {
	rows := make([][]*big.Rat, order)
	for i := range rows {
		for _, t := range terms[i : i+order+1] {
			rows[i] = append(rows[i], new(big.Rat).SetInt(t))
		}
	}
	for col := range rows {
		pivot := slices.IndexFunc(rows[col:], func(row []*big.Rat) bool { return row[col].Sign() != 0 })
		if pivot < 0 {
			return nil
		}
		rows[col], rows[col+pivot] = rows[col+pivot], rows[col]
		for i, row := range rows {
			if i == col || row[col].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Quo(row[col], rows[col][col])
			for j := col; j <= order; j++ {
				row[j].Sub(row[j], new(big.Rat).Mul(factor, rows[col][j]))
			}
		}
	}
	var x []*big.Rat
	for i, row := range rows {
		x = append(x, row[order].Quo(row[order], row[i]))
	}
	return x
}
