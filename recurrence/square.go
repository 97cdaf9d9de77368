package recurrence

import (
	"context"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/par"
)

// squarePolynomial returns the square of a polynomial, the constant coefficient
// first. Its coefficients are numbers of about one length.
//
// From some length of them on values are faster: the products must take longer than the sums, and
// the length that values have beyond that of the coefficients must not matter. Measured.
func squarePolynomial(ctx context.Context, p []*big.Int, threads int) ([]*big.Int, error) {
	n, longest := float64(len(p)), slices.MaxFunc(p, func(x, y *big.Int) int { return x.BitLen() - y.BitLen() })
	if n < 3 || longest.BitLen() < 10_000+int(4*n*math.Log2(n)) {
		return squareByDefinition(p), nil
	}
	return squareByValues(ctx, p, threads)
}

// squareByDefinition returns the square of a polynomial, coefficient by coefficient.
func squareByDefinition(p []*big.Int) []*big.Int {
	z := zeros(2*len(p) - 1)
	var product big.Int
	for i, x := range p {
		for j, y := range p[:i] {
			product.Mul(x, y)
			z[i+j].Add(z[i+j], product.Lsh(&product, 1))
		}
		z[2*i].Add(z[2*i], product.Mul(x, x))
	}
	return z
}

// squareByValues squares the values of p at as many small integers as the
// square has coefficients, and interpolates by Newton's formula. The difference of
// order k is a multiple of k!, since the coefficients are integers. So
// there are 2n-1 products of long numbers where the definition has n^2/2.
func squareByValues(ctx context.Context, p []*big.Int, threads int) ([]*big.Int, error) {
	n := 2*len(p) - 1
	values := make([]*big.Int, n)
	first := int64(1 - len(p)) // the points are first, first+1, ..., -first
	err := par.For(ctx, threads, n, func(i int) {
		v := valueAt(p, first+int64(i))
		values[i] = v.Mul(v, v)
	})
	if err != nil {
		return nil, err
	}
	return interpolate(ctx, values, first)
}

// valueAt returns p(x), by Horner's rule.
func valueAt(p []*big.Int, x int64) *big.Int {
	v, factor := new(big.Int), big.NewInt(x)
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, factor)
		v.Add(v, p[i])
	}
	return v
}

// interpolate returns the polynomial that has the given values at first,
// first+1, and so on, in the place of the values.
func interpolate(ctx context.Context, values []*big.Int, first int64) ([]*big.Int, error) {
	n := len(values)
	for order := 1; order < n; order++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for i := n - 1; i >= order; i-- {
			values[i].Sub(values[i], values[i-1])
		}
	}
	factorial := big.NewInt(1)
	for order := 1; order < n; order++ {
		factorial.Mul(factorial, big.NewInt(int64(order)))
		values[order].Quo(values[order], factorial)
	}
	// From values[0] + (x-x0)*(values[1] + (x-x1)*(...)) to powers of x.
	var point, product big.Int
	for k := n - 2; k >= 0; k-- {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		point.SetInt64(first + int64(k))
		for i := k; i < n-1; i++ {
			values[i].Sub(values[i], product.Mul(values[i+1], &point))
		}
	}
	return values, nil
}

// zeros returns n numbers 0.
func zeros(n int) []*big.Int {
	z := make([]*big.Int, n)
	for i := range z {
		z[i] = new(big.Int)
	}
	return z
}
