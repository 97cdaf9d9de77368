package recurrence

import (
	"context"
	"math"
	"math/big"

	"combigo.dev/combigo/par"
)

// powers computes powers of x modulo the characteristic polynomial.
type powers struct {
	r       *Recurrence
	threads int
	length  uint64
	report  func(share float64)
}

// progress says that x^a is there. The time of a product of long numbers grows
// with the power log2(3) of their length.
func (w *powers) progress(a uint64) {
	if w.report != nil {
		w.report(math.Pow(float64(a)/float64(w.length), math.Log2(3)))
	}
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
	square, err := squarePolynomial(ctx, p, w.threads)
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
	err := par.For(ctx, w.threads, r, func(j int) {
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
