package count

import (
	"math"
	"math/big"

	"combigo/board"
)

// The constants of the asymptotic formula
//
//	L(m,n) ~ A * B^(m+n) * L^(mn)
//
// Source: the paper, section 5.11, from L(18,18), L(18,19) and L(19,19). All
// their digits are significant.
const (
	asymptoticA = "0.8506399258457145"
	asymptoticB = "0.96553505933837387"
	asymptoticL = "2.975734192043357249381"
)

// asymptoticPrecision is in bits. The constants have at most 22 digits, so the
// arithmetic adds nothing to their error.
const asymptoticPrecision = 256

// asymptotic returns the formula's estimate of L(m,n).
func asymptotic(size board.Size) *big.Float {
	estimate := power(constant(asymptoticL), size.Points())
	estimate.Mul(estimate, power(constant(asymptoticB), size.Rows+size.Cols))
	return estimate.Mul(estimate, constant(asymptoticA))
}

func constant(digits string) *big.Float {
	x, _, err := big.ParseFloat(digits, 10, asymptoticPrecision, big.ToNearestEven)
	if err != nil {
		panic("count: a constant of the source is not a number: " + digits)
	}
	return x
}

// power returns x^k for k >= 0, by squaring; it changes x.
func power(x *big.Float, k int) *big.Float {
	z := constant("1")
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			z.Mul(z, x)
		}
		x.Mul(x, x)
	}
	return z
}

// deviation returns value/estimate - 1 for the estimate of the formula.
func deviation(size board.Size, value *big.Int) float64 {
	ratio := new(big.Float).SetPrec(asymptoticPrecision).SetInt(value)
	ratio.Quo(ratio, asymptotic(size))
	d, _ := ratio.Sub(ratio, constant("1")).Float64()
	return d
}

// minFormulaSide is the shortest side for which the formula is worth a check.
const minFormulaSide = 5

// tolerance returns the largest deviation from the formula that is taken for
// the formula's own error.
//
// Measured up to 15x15 and far off the diagonal, that error stays below
// 10^-short * 2*long: 7e-5 for 5x5, 1e-8 for 9x9, 2e-13 for 13x13. A hundred
// times as much is allowed, and the rounding of the three constants.
func tolerance(size board.Size) float64 {
	own := 100 * float64(size.Long()) * math.Pow(10, -float64(size.Short()))
	constants := 1e-15*float64(size.Rows+size.Cols) + 1e-20*float64(size.Points())
	return own + constants
}

// formulaBits returns how many bits of a wrong number the formula sees: one that
// is random below 3^points passes with a chance of less than 2^-bits. It is 0
// where the formula is of no use.
func formulaBits(size board.Size) float64 {
	if size.Short() < minFormulaSide || tolerance(size) > 0.1 {
		return 0
	}
	return -math.Log2(2 * tolerance(size))
}

// FewestDigits returns a number of decimal digits that L(m,n) has at least, for
// a start before it is known: it falls short by a few percent. L(m,n) grows by a
// factor of 2.769 or more with every point, which is its growth on a line.
func FewestDigits(size board.Size) int {
	const digitsPerPoint = 0.44
	return max(1, int(digitsPerPoint*float64(size.Points()))-1)
}
