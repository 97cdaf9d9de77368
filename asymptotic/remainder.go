package asymptotic

import (
	"context"
	"fmt"
	"math"

	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/interval"
)

// remainder finds the envelope from the numbers that the columns gave, as far as
// they are known better than their remainders.
func (r *stripRun) remainder(s *Strip) Remainder {
	sizes := map[int]float64{}
	for i, step := range r.steps {
		if size := r.size(s, r.counts[i], step.Columns); size > 0 {
			sizes[step.Columns] = size
		}
	}
	if s.Height == 1 {
		sizes[1] = r.size(s, interval.Whole(1), 1) // the columns begin with the second
	}
	var e Remainder
	for n, size := range sizes {
		if n >= tailStart {
			e.Phi = max(e.Phi, math.Pow(size, 1/float64(n)))
		}
	}
	for n, size := range sizes {
		if n >= s.Height {
			e.Scale = max(e.Scale, size/math.Pow(e.Phi, float64(n)))
		}
	}
	e.Scale *= roundingUp
	return e
}

// roundingUp covers the rounding of the envelope to a few digits.
const roundingUp = 1.05

// size returns |r(m,n)|, or 0 if it is not known well.
func (r *stripRun) size(s *Strip, count interval.Interval, n int) float64 {
	a := r.arithmetic
	ratio := a.Quo(count, a.Mul(s.A, a.Pow(s.Lambda, n)))
	x := a.Sub(ratio, interval.Whole(1))
	middle, _ := x.Middle(17).Float64()
	radius, _ := x.Radius().Float64()
	if math.Abs(middle) < 10*radius {
		return 0
	}
	return math.Abs(middle)
}

// NewStrip encloses the constants of boards with a given number of rows to a given number of
// significant digits.
//
// The proof. Let T be the transfer matrix of a column, v a positive vector of
// values of border states with v(s) <= v(t) where t differs from s only in that
// some strings have a liberty more, and q = max (Tv)_s/v_s - min (Tv)_s/v_s. The
// vectors of [connected.Engine.Growth] are of that kind.
//
//  1. Lambda lies between the least and the largest (Tv)_s/v_s (Collatz and
//     Wielandt). Let u_k = T^k v and p_k = u_(k+1)/u_k, state by state. Then
//     p_k(s) is the mean of p_(k-1)(t) with weights T(s,t) u_(k-1)(t) / u_k(s), so
//     the range of p_k lies in that of p_(k-1), and all contain lambda.
//  2. The empty column may follow every state s and leads to the state e without
//     stones. Conversely, take away the stones of the first of k >= 2 columns that
//     complete s: what remains completes s too, since strings that are cut or
//     shortened get liberties there, begins with the empty column, and ends in a
//     state of no smaller value. At most 3^m columns become the same empty one. So
//     u_k(s) <= 3^m u_(k-1)(e), and the weight of e is 3^-m or more for all s.
//     Therefore the length of the range of p_k shrinks by 1 - 3^-m or more with every
//     k >= 2, and all lengths for k = 0, 1, 2, ... add up to q (1 + 3^m) or less.
//  3. The sums l_k of u_k over the states of first columns have quotients
//     l_(k+1)/l_k that are means of p_k. So a = lim l_k / lambda^k is l_0 times a
//     product of factors 1+d_k with sum |d_k| <= E = q (1 + 3^m) / min (Tv)_s/v_s:
//     it is between l_0 (1-E) and l_0 e^E.
//  4. l_0 is L(m,n) but for the rounding of v, whose bound is known, and
//     a_m = a / lambda^n.
//
// Errors are the engine's: a *[result.MemoryError] if the vectors do not fit.
func NewStrip(ctx context.Context, height, digits int, opt StripOptions) (*Strip, error) {
	if digits < FewestDigits || digits > MaxDigits {
		return nil, fmt.Errorf("asymptotic: %d digits, want %d to %d", digits, FewestDigits, MaxDigits)
	}
	if height > MaxStripHeight {
		return nil, fmt.Errorf("asymptotic: %d rows, want at most %d", height, MaxStripHeight)
	}
	engine, err := connected.New(height)
	if err != nil {
		return nil, err
	}
	r := &stripRun{height: height, digits: digits, opt: opt, arithmetic: interval.New(digits + 2*height + 20)}
	words := wordsFor(height, digits)
	if err := engine.Growth(ctx, words, maxColumns(digits), opt.Options, r.see); err != nil {
		return nil, err
	}
	if !r.done {
		return nil, fmt.Errorf("asymptotic: %d digits of height %d are not reached after %d columns", digits, height, maxColumns(digits))
	}
	last := r.steps[len(r.steps)-1]
	s := &Strip{Height: height, Lambda: last.Lambda, A: last.A, Columns: last.Columns}
	s.Remainder = r.remainder(s)
	return s, nil
}
