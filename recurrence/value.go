package recurrence

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Value returns L(m,n) exactly, for n from 1 on.
//
// With the polynomial X(x) = x^r - c[r-1]*x^(r-1) - ... - c[0], and with
// x^a = p[0] + ... + p[r-1]*x^(r-1) modulo X, the recurrence says
//
//	L(m,a+k) = p[0]*L(m,k) + ... + p[r-1]*L(m,k+r-1).
//
// So p for a, about half of n, gives L(m,a+1), ..., L(m,a+r+1) from the initial
// terms, and used once more on these it gives L(m,n): the numbers of full
// length need r products only. p itself comes by repeated squaring.
//
// Source: C. M. Fiduccia, An efficient formula for linear recurrences, SIAM
// Journal on Computing 14 (1985) 106-112.
func (r *Recurrence) Value(ctx context.Context, n uint64, opt Options) (*big.Int, error) {
	if n < 1 {
		return nil, fmt.Errorf("recurrence: length %d: want 1 or more", n)
	}
	if n <= uint64(r.Order()) {
		return new(big.Int).Set(r.Initial[n-1]), nil
	}
	if need := r.need(n); opt.Memory > 0 && need > opt.Memory {
		return nil, memoryError(r.Height, n, need, opt.Memory)
	}
	w := &powers{r, n, opt}
	k := n - 1 // L(m,n) is the term number k, from 0
	a := k / 2
	p, err := w.power(ctx, a)
	if err != nil {
		return nil, err
	}
	return w.twice(ctx, p, a, k-a)
}

// need estimates the bytes that Value takes: at its end about 2r numbers of half the length are
// alive, or four times r of a quarter, and as much again that has not been collected.
func (r *Recurrence) need(n uint64) result.Bytes { return needFor(r.Height, float64(r.Order()), n) }

// needFor estimates the memory of the exact value of L(height,n) by a recurrence of an order.
func needFor(height int, order float64, n uint64) result.Bytes {
	full := float64(height) * float64(n) * math.Log2(3) / 8
	return result.Bytes(math.Min((3*order+10)*full, math.MaxInt64/2))
}

// powers computes powers of x modulo the characteristic polynomial.
type powers struct {
	r      *Recurrence
	length uint64
	opt    Options
}

// progress says that x^a is there. The time of a product of long numbers grows
// with the power log2(3) of their length.
func (w *powers) progress(a uint64) {
	w.opt.Report(math.Pow(float64(a)/float64(w.length), math.Log2(3)))
}

// power returns x^a as r coefficients.
func (w *powers) power(ctx context.Context, a uint64) ([]*big.Int, error) {
	if a < uint64(w.r.Order()) {
		p := zeros(w.r.Order())
		p[a].SetInt64(1)
		return p, nil
	}
	p, err := w.power(ctx, a/2)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	square, err := squarePolynomial(ctx, p, w.opt.Goroutines())
	if err != nil {
		return nil, err
	}
	if a&1 == 1 {
		square = append([]*big.Int{new(big.Int)}, square...)
	}
	w.reduce(square)
	w.progress(a)
	return square[:w.r.Order()], nil
}

// reduce takes a polynomial modulo the characteristic one, in place.
func (w *powers) reduce(p []*big.Int) {
	r := w.r.Order()
	var product big.Int
	for k := len(p) - 1; k >= r; k-- {
		for i, c := range w.r.Coefficients {
			p[k-r+i].Add(p[k-r+i], product.Mul(p[k], c))
		}
		p[k] = nil
	}
}

// twice returns the term number a+b, for p = x^a and b = a or a+1.
func (w *powers) twice(ctx context.Context, p []*big.Int, a, b uint64) (*big.Int, error) {
	r := w.r.Order()
	terms := append([]*big.Int(nil), w.r.Initial...)
	for len(terms) < 2*r {
		terms = append(terms, w.r.next(terms))
	}
	products := make([]*big.Int, r)
	shift := int(b - a)
	err := par.For(ctx, w.opt.Goroutines(), r, func(j int) {
		half, product := new(big.Int), new(big.Int)
		for i, c := range p {
			half.Add(half, product.Mul(c, terms[i+j+shift]))
		}
		products[j] = product.Mul(half, p[j])
	})
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for _, x := range products {
		sum.Add(sum, x)
	}
	return sum, nil
}
