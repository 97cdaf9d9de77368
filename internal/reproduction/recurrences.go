package reproduction

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// orderCost is about what the classes and the order of a recurrence cost, by the number of rows
// from 6 on.
var orderCost = []time.Duration{400 * time.Millisecond, 2 * time.Second, 45 * time.Second, 1000 * time.Second}

// stripCost is about what the constants of strips cost, by the number of rows from 8 on.
var stripCost = []time.Duration{
	300 * time.Millisecond, 600 * time.Millisecond, 2 * time.Second, 9 * time.Second, 60 * time.Second, 260 * time.Second,
}

// stripDigits is the number of digits of a_m and lambda_m: some more than the 20 in print.
const stripDigits = 23

// table2 goes beyond the table, which ends with 9 rows.
func table2(w *work) error {
	for m := 1; m <= asymptotic.LastStored(); m++ {
		if m <= 9 {
			if err := w.order(m); err != nil {
				return err
			}
		}
		if err := w.strip(m); err != nil {
			return err
		}
	}
	return nil
}

// order adds the lines for the classes and the order of the recurrence of boards with m rows.
func (w *work) order(m int) error {
	whatClasses, whatOrder := fmt.Sprintf("up/down classes, %d rows", m), fmt.Sprintf("order, %d rows", m)
	classes, order := inPaper(fmt.Sprintf("strip-%d-classes", m)).Printed, inPaper(fmt.Sprintf("strip-%d-order", m)).Printed
	cost := time.Duration(0)
	if m >= 6 {
		cost = orderCost[m-6]
	}
	done, err := w.within(cost, func() error {
		found, err := recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: par.Options{Threads: w.budget.Threads}, Seed: 1})
		if err != nil {
			return err
		}
		w.number(whatClasses, classes, int64(found.Bound))
		w.number(whatOrder, order, int64(found.Order)).Basis = result.OneWay
		if m == 9 {
			w.note(fmt.Sprintf("Orders are those modulo %d primes drawn at random; that of 9 rows is larger with a chance below %.1g.", len(found.Primes), found.Risk()))
		}
		return nil
	})
	if err != nil || done {
		return err
	}
	takes := w.takes(cost)
	for _, x := range []struct{ what, printed, key string }{{whatClasses, classes, "classes"}, {whatOrder, order, "order"}} {
		if e, ok := committed()[fmt.Sprintf("%s-%d", x.key, m)]; ok {
			r := w.texts(x.what, x.printed, e.value)
			r.Earlier, r.Basis = e.provenance, result.OneWay
		} else {
			w.tooLarge(x.what, x.printed, takes)
		}
	}
	return nil
}

// strip adds the lines for a_m and the root of lambda_m.
func (w *work) strip(m int) error {
	var root, a string
	if m <= 9 {
		root, a = inPaper(fmt.Sprintf("strip-%d-root", m)).Printed, inPaper(fmt.Sprintf("strip-%d-a", m)).Printed
	}
	s, from := asymptotic.Stored(m), "combigo strip 1-13, 2026-11-21, 252 s for 13 rows (docs/growth.md)"
	cost := time.Duration(0)
	if m >= 8 {
		cost = stripCost[m-8]
	}
	_, err := w.within(cost, func() error {
		found, err := asymptotic.NewStrip(w.ctx, m, stripDigits, asymptotic.StripOptions{
			Options: par.Options{Threads: w.budget.Threads, Memory: w.budget.Memory},
		})
		if memory := (*result.MemoryError)(nil); errors.As(err, &memory) {
			return nil
		}
		if err == nil {
			s, from = found, ""
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, x := range []struct {
		what, printed string
		value         interval.Interval
		why           string
	}{
		{fmt.Sprintf("a_%d", m), a, s.A, "the value here is proved to all its digits (docs/growth.md); what is in print is wrong in its last digits"},
		{fmt.Sprintf("lambda_%d^(1/%[1]d)", m), root, s.Root(), "the value here is proved to all its digits (docs/growth.md); the 17th digit in print looks like double precision"},
	} {
		r := w.decimals(x.what, x.printed, x.value)
		r.Earlier, r.Basis = from, result.Proved
		if x.printed == "" {
			r.Mark = Further
		}
		r.explain(x.why)
	}
	return nil
}

// equation adds a line for the coefficients of the shortest recurrence.
func (w *work) equation(m int) (*recurrence.Recurrence, error) {
	r, err := recurrence.Find(w.ctx, m, recurrence.Options{Options: par.Options{Threads: w.budget.Threads}})
	if err != nil {
		return nil, err
	}
	var here []string
	for i := len(r.Coefficients) - 1; i >= 0; i-- {
		here = append(here, r.Coefficients[i].String())
	}
	w.texts(fmt.Sprintf("coefficients, of L(%d,n+%d) first", m, r.Order()-1), printed(fmt.Sprintf("recurrence-%d", m), "coefficients"), strings.Join(here, " "))
	return r, nil
}

func (w *work) sequence(m int, in string, r *recurrence.Recurrence) {
	var here []string
	for _, x := range r.Terms(len(strings.Fields(in))) {
		here = append(here, x.String())
	}
	w.texts(fmt.Sprintf("L(%d,1), L(%[1]d,2), ...", m), in, strings.Join(here, " "))
}

func recurrence1(w *work) error {
	r, err := w.equation(1)
	if err != nil {
		return err
	}
	w.sequence(1, "1 5 15 41 113 313 867 2401 6649 18413", r)
	for _, x := range []struct {
		symmetry recurrence.Symmetry
		printed  string
	}{{recurrence.States, "1 -5 8 -6 3 -1"}, {recurrence.StateClasses, "1 -3 1 -1"}} {
		t, err := recurrence.NewTransfer(1, x.symmetry)
		if err != nil {
			return err
		}
		w.texts(fmt.Sprintf("characteristic polynomial, by %v", x.symmetry), x.printed, polynomialText(t.CharacteristicPolynomial()))
	}
	return w.solution1()
}

// polynomialText writes coefficients from the highest power on.
func polynomialText(p []*big.Int) string {
	var words []string
	for i := len(p) - 1; i >= 0; i-- {
		words = append(words, p[i].String())
	}
	return strings.Join(words, " ")
}

// solution1 adds the constants of the solution of the recurrence of one row, by Newton's method and
// Vieta's formulas: x^3 - 3x^2 + x - 1 = (x - r)(x^2 + (r-3)x + 1/r), whose complex roots are c and
// its conjugate.
func (w *work) solution1() error {
	lambda := asymptotic.Stored(1).Lambda
	w.decimals("lambda_1", "2.769292354", lambda)
	r, _ := lambda.Middle(18).Float64()
	re := (3 - r) / 2
	im := math.Sqrt(1/r - re*re)
	c := complex(re, im)
	// L(1,n) = a r^n + b c^n + conj(b c^n); with L(1,0) = 1, L(1,1) = 1 and L(1,2) = 5 as the
	// recurrence has them.
	a, _ := asymptotic.Stored(1).A.Middle(18).Float64()
	b := complex((1-a)/2, -((1-a*r)/2-(1-a)/2*re)/im)
	w.float("amplitude of lambda_1^n", "0.694", a)
	w.float("real part of the other roots", "0.115", real(c))
	w.float("imaginary part of the other roots", "0.590", imag(c))
	w.float("real part of their amplitudes", "0.153", real(b))
	w.float("imaginary part of their amplitudes, absolute", "0.812", math.Abs(imag(b)))
	here := "+"
	if imag(b)*imag(c) < 0 {
		here = "-"
	}
	w.texts("sign of the product of the imaginary parts of amplitude and root", "-", here).
		explain("with the signs in print the formula gives 2.92 for L(1,1) = 1: the conjugates are paired the wrong way round")
	return nil
}

func recurrence2(w *work) error {
	r, err := w.equation(2)
	if err != nil {
		return err
	}
	zeroth := r.Zeroth()
	w.texts("L(2,0), backwards", "1", zeroth.RatString())
	w.sequence(2, "5 57 489 4125 35117 299681", r)
	return nil
}

func recurrence3(w *work) error {
	_, err := w.equation(3)
	return err
}

// lemma12 solves the systems of terms: with as many unknowns as the order they give the
// coefficients, with more they are singular.
func lemma12(w *work) error {
	const last, more = 3, 3
	solved, singular := 0, 0
	for m := 1; m <= last; m++ {
		r, err := recurrence.Find(w.ctx, m, recurrence.Options{Options: par.Options{Threads: w.budget.Threads}})
		if err != nil {
			return err
		}
		terms := r.Terms(2 * (r.Order() + more))
		x := solveTerms(terms, r.Order())
		if x != nil && slices.EqualFunc(x, r.Coefficients, func(a *big.Rat, b *big.Int) bool { return a.Cmp(new(big.Rat).SetInt(b)) == 0 }) {
			solved++
		}
		for n := r.Order() + 1; n <= r.Order()+more; n++ {
			if solveTerms(terms, n) == nil {
				singular++
			}
		}
		if m == 1 && x != nil {
			w.texts("coefficients of one row from L(1,1), ..., L(1,6), c_0 first", "1 -1 3", fmt.Sprint(x[0].RatString(), " ", x[1].RatString(), " ", x[2].RatString()))
		}
	}
	w.claim(fmt.Sprintf("the matrix of the least order is not singular and gives the coefficients, 1 to %d rows", last), "Lemma 12", solved, last)
	w.claim(fmt.Sprintf("the next %d are singular", more), "Lemma 12", singular, more*last)
	return nil
}

// solveTerms solves for the coefficients of a recurrence of an order that its first terms satisfy;
// nil if the matrix is singular.
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
