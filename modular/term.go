package modular

import (
	"context"
	"fmt"
	"math/bits"
)

// MaxModulus is the largest modulus of [LinearTerm].
const MaxModulus = 1<<63 - 1

// LinearTerm returns the term number n, counted from 0, of the sequence that
// begins with the initial terms and goes on by the linear recurrence
//
//	term[k+r] = c[0]*term[k] + c[1]*term[k+1] + ... + c[r-1]*term[k+r-1],
//
// modulo any number from 2 to [MaxModulus], prime or not. There are as many
// initial terms as coefficients. The time is that of 2*log2(n) products of
// polynomials of degree r, which are formed by Karatsuba's method.
//
// With Q(x) = 1 - c[r-1]*x - ... - c[0]*x^r the generating function is P/Q,
// with P of degree less than r. Now P(x)/Q(x) = P(x)Q(-x) / Q(x)Q(-x), where
// the denominator has even powers only: it is V(x^2), and the even terms, or
// the odd ones, are a quotient with the denominator V again.
//
// Even moduli are split in a power of two and an odd number.
//
// Source: A. Bostan and R. Mori, A simple and fast algorithm for computing the
// N-th term of a linearly recurrent sequence, SOSA 2021, 118-132.
func LinearTerm(ctx context.Context, coefficients, initial []uint64, n, modulus uint64) (uint64, error) {
	switch {
	case modulus < 2 || modulus > MaxModulus:
		return 0, fmt.Errorf("modular: modulus %d is not in 2..%d", modulus, uint64(MaxModulus))
	case len(coefficients) != len(initial):
		return 0, fmt.Errorf("modular: %d coefficients and %d initial terms of a recurrence", len(coefficients), len(initial))
	case len(coefficients) == 0:
		return 0, nil // the sequence of zeros
	}
	shift := bits.TrailingZeros64(modulus)
	part := modulus >> shift
	mask := uint64(1)<<shift - 1
	var low, high uint64
	var err error
	if shift > 0 {
		low, err = linearTerm(ctx, binary{}, coefficients, initial, n)
	}
	if part > 1 && err == nil {
		m := newMontgomery(part)
		high, err = linearTerm(ctx, odd{&m}, coefficients, initial, n)
	}
	if err != nil {
		return 0, err
	}
	// high + part*t with t = (low-high)/part modulo the power of two
	return high + part*((low-high)*inverseOfOdd(part)&mask), nil
}

func linearTerm(ctx context.Context, a arithmetic, coefficients, initial []uint64, n uint64) (uint64, error) {
	r := len(coefficients)
	p, q := make([]uint64, r), make([]uint64, r+1)
	q[0] = a.form(1)
	for i, c := range coefficients {
		q[r-i] = a.negate(a.form(c))
	}
	for i, x := range initial {
		p[i] = a.form(x)
	}
	p = multiply(a, p, q)[:r]
	for ; n > 0; n >>= 1 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		minus := alternate(a, q)
		p = everyOther(multiply(a, p, minus), int(n&1))
		q = everyOther(multiply(a, q, minus), 0)
	}
	return a.number(p[0]), nil // and q[0] is 1 all along
}

// alternate returns q(-x).
func alternate(a arithmetic, q []uint64) []uint64 {
	z := make([]uint64, len(q))
	for i, x := range q {
		if i&1 == 1 {
			x = a.negate(x)
		}
		z[i] = x
	}
	return z
}

// everyOther returns the coefficients of the even powers, or of the odd ones
// if first is 1.
func everyOther(x []uint64, first int) []uint64 {
	var z []uint64
	for i := first; i < len(x); i += 2 {
		z = append(z, x[i])
	}
	return z
}
