package modular

import (
	"context"
	"errors"
	"fmt"
)

// LinearTerm returns the term number n, counted from 0, of the sequence that
// begins with the initial terms and goes on by the linear recurrence
//
//	term[k+r] = c[0]*term[k] + c[1]*term[k+1] + ... + c[r-1]*term[k+r-1],
//
// modulo any number from 2 on, prime or not. There are as many initial terms as
// coefficients. The time is that of 3*log2(n) transforms of more than 2r points.
//
// With Q(x) = 1 - c[r-1]*x - ... - c[0]*x^r the generating function is P/Q, with P of degree less
// than r. Now P(x)/Q(x) = P(x)Q(-x) / Q(x)Q(-x), where the denominator has even powers only: it is
// V(x^2), and the even terms, or the odd ones, are a quotient with the denominator V again. The
// values of P and Q at x and -x give those of the new ones at x^2.
//
// Source: A. Bostan and R. Mori, A simple and fast algorithm for computing the
// N-th term of a linearly recurrent sequence, SOSA 2021, 118-132.
func LinearTerm(ctx context.Context, coefficients, initial []uint64, n, modulus uint64) (uint64, error) {
	r := len(coefficients)
	switch {
	case modulus < 2:
		return 0, errors.New("modular: the modulus is not 2 or more")
	case r != len(initial):
		return 0, fmt.Errorf("modular: %d coefficients and %d initial terms of a recurrence", r, len(initial))
	case r == 0:
		return 0, nil // the sequence of zeros
	}
	points := pointsFor(2 * r)
	m := newMultiplier(modulus, points)
	p, q := make([]uint64, r), make([]uint64, r+1)
	q[0] = 1
	for i, c := range coefficients {
		p[i], q[r-i] = initial[i]%modulus, (modulus-c%modulus)%modulus
	}
	p = m.interpolate(m.products(m.evaluate(p, points), m.evaluate(q, points)))[:r]
	for ; n > 0; n >>= 1 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		atP, atQ := m.evaluate(p, points), m.evaluate(q, points)
		p, q = m.interpolate(m.half(atP, atQ, n&1))[:r], m.interpolate(m.squares(atQ))[:r+1]
	}
	return p[0], nil // and q[0] is 1 all along
}

// products returns the values of a product.
func (m *multiplier) products(p, q [][]uint64) [][]uint64 {
	return m.pointwise(len(p[0]), func(t *transform, i, j int) uint64 { return t.mul(p[i][j], q[i][j]) })
}

// half returns, at the squares of the points, the values of the polynomial of the even or the odd
// powers of P(x)Q(-x).
func (m *multiplier) half(p, q [][]uint64, odd uint64) [][]uint64 {
	return m.pointwise(len(p[0])/2, func(t *transform, i, j int) uint64 {
		x, y := t.mul(p[i][2*j], q[i][2*j+1]), t.mul(p[i][2*j+1], q[i][2*j])
		if odd == 0 {
			return t.mul(t.add(x, y), t.half)
		}
		return t.mul(t.mul(t.sub(x, y), t.inverses[j]), t.half)
	})
}

// squares returns, at the squares of the points, the values of Q(x)Q(-x).
func (m *multiplier) squares(q [][]uint64) [][]uint64 {
	return m.pointwise(len(q[0])/2, func(t *transform, i, j int) uint64 { return t.mul(q[i][2*j], q[i][2*j+1]) })
}
