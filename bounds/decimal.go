package bounds

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/interval"
)

// Floor returns x with a given number of decimals, rounded down.
func Floor(x float64, decimals int) string { return interval.Floor(exact(x), decimals) }

// Ceil returns x with a given number of decimals, rounded up.
func Ceil(x float64, decimals int) string { return interval.Ceil(exact(x), decimals) }

// exact returns x with all its digits, of which no double has more than 767.
func exact(x float64) *apd.Decimal { return interval.Decimal(big.NewFloat(x).Text('e', 766)) }

// FloorSignificant returns x >= 1 as a decimal with a given number of significant digits, rounded
// down, and no less than a unit.
func FloorSignificant(x float64, digits int) string { return Floor(x, max(0, digits-digitsBefore(x))) }

// CeilSignificant returns x >= 1 as a decimal with a given number of significant digits, rounded
// up, and no less than a unit.
func CeilSignificant(x float64, digits int) string { return Ceil(x, max(0, digits-digitsBefore(x))) }

// digitsBefore returns the number of digits before the decimal point.
func digitsBefore(x float64) int { return len(Floor(x, 0)) }

// FloorDigits returns a positive n in scientific notation with a given number of digits, rounded
// down.
func FloorDigits(n *big.Int, digits int) string { return scientific(n, digits, apd.RoundFloor) }

// CeilDigits returns a positive n in scientific notation with a given number of digits, rounded up.
func CeilDigits(n *big.Int, digits int) string { return scientific(n, digits, apd.RoundCeiling) }

func scientific(n *big.Int, digits int, rounding apd.Rounder) string {
	x := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(n), 0)
	if x.NumDigits() <= int64(digits) {
		return n.String()
	}
	c := apd.BaseContext.WithPrecision(uint32(digits))
	c.Rounding = rounding
	if _, err := c.Round(x, x); err != nil {
		panic(err) // whole numbers are finite
	}
	return x.Text('e')
}
