package bounds

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/transfer"
)

// TestMeanInverseIsRoundedAway compares with exact rational numbers: the mean of the inverse
// probabilities is rounded away from the interval that it is an end of, and by a few units in the
// last place at most.
func TestMeanInverseIsRoundedAway(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		points := make([]Probability, 1+rng.IntN(4))
		for i := range points {
			low := 0.2 + 0.3*rng.Float64()
			points[i].Enclosure = transfer.Enclosure{Low: low, High: low + 0.01*rng.Float64()}
		}
		for _, upper := range []bool{false, true} {
			mean := meanInverse(points, upper)
			if upper {
				if power(points, mean, true) < 0 || power(points, mean*(1-1e-15), true) > 0 {
					t.Fatalf("%+v: %v is no upper bound, or far from the least one", points, mean)
				}
			} else if power(points, mean, false) > 0 || power(points, mean*(1+1e-15), false) < 0 {
				t.Fatalf("%+v: %v is no lower bound, or far from the greatest one", points, mean)
			}
		}
	}
}

// power compares the power of a mean times the probabilities with 1, exactly.
func power(points []Probability, mean float64, upper bool) int {
	product := big.NewRat(1, 1)
	for _, p := range points {
		end := p.High
		if upper {
			end = p.Low
		}
		product.Mul(product, new(big.Rat).SetFloat64(end))
		product.Mul(product, new(big.Rat).SetFloat64(mean))
	}
	return product.Cmp(big.NewRat(1, 1))
}
