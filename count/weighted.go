package count

import (
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// Positions by their stones, with package border: the generating function, a polynomial in two
// variables x and y, has the degree n of the number of points. Its values for x = i+1 and y = j+1
// with i+j <= n determine it.

// table finds the coefficients.
func (g *grid) table(ctx context.Context, opt par.Options) ([][]*big.Int, error) {
	var remainders modular.Remainders
	n := float64(len(g.primes))
	for k, prime := range g.primes {
		values, err := g.values(ctx, prime, opt.Between(float64(k)/n, float64(k+1)/n))
		if err != nil {
			return nil, err
		}
		if err := interpolate(values, prime); err != nil {
			return nil, err
		}
		if _, err := remainders.AddAll(slices.Concat(values...), prime); err != nil {
			return nil, err
		}
	}
	coefficients := remainders.Signed() // none is negative, or above half of the product
	table := make([][]*big.Int, g.points()+1)
	for b := range table {
		n := g.points() + 1 - b
		table[b], coefficients = coefficients[:n], coefficients[n:]
	}
	return table, nil
}

// values returns the values modulo a prime, by i and j. An exchange of colours exchanges these.
func (g *grid) values(ctx context.Context, prime uint64, opt par.Options) ([][]uint64, error) {
	var weights [][]uint64
	for i := range g.points() + 1 {
		for j := i; i+j <= g.points(); j++ {
			weights = append(weights, []uint64{uint64(i) + 1, uint64(j) + 1})
		}
	}
	sums, err := g.CountWeighted(ctx, g.width, prime, weights, opt)
	if err != nil {
		return nil, err
	}
	all := make([][]uint64, g.points()+1)
	for i := range all {
		all[i] = make([]uint64, g.points()+1-i)
	}
	for k, x := range weights {
		i, j := x[0]-1, x[1]-1
		all[i][j], all[j][i] = sums[k], sums[k]
	}
	return all, nil
}

// interpolate puts the coefficients of a polynomial in place of its values: in one variable after
// the other, by Newton's divided differences.
func interpolate(values [][]uint64, prime uint64) error {
	f, err := modular.NewField(prime)
	if err != nil {
		return err
	}
	for _, change := range []func([]modular.Element){f.Differences, f.Coefficients} {
		for _, at := range []func(i, j int) *uint64{
			func(i, j int) *uint64 { return &values[i][j] }, // in one variable
			func(i, j int) *uint64 { return &values[j][i] }, // in the other
		} {
			for i, row := range values {
				x := make([]modular.Element, len(row))
				for j := range x {
					x[j] = f.Element(*at(i, j))
				}
				change(x)
				for j := range x {
					*at(i, j) = f.Uint64(x[j])
				}
			}
		}
	}
	return nil
}
