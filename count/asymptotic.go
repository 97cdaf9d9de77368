package count

import (
	"math"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
)

// minFormulaSide is the shortest side for which the formula is worth a check.
const minFormulaSide = 5

// tolerance returns the largest deviation from the formula that is taken for
// the formula's own error.
//
// Measured up to 15x15 and far off the diagonal, that error stays below
// 10^-short * 2*long: 7e-5 for 5x5, 1e-8 for 9x9, 2e-13 for 13x13. A hundred
// times as much is allowed, and a hundred times the error bars of the constants.
func tolerance(size board.Size) float64 {
	own := float64(size.Long()) * math.Pow(10, -float64(size.Short()))
	return 100 * (own + asymptotic.ConstantsError(size))
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
