package interval

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Interval is the real numbers from Low to High, both included.
type Interval struct{ Low, High *apd.Decimal }

// Middle returns the point half way between the ends, to a given number of significant
// digits.
func (x Interval) Middle(digits int) *apd.Decimal {
	sum := new(apd.Decimal)
	ctx := apd.BaseContext.WithPrecision(uint32(digits + 2))
	must(ctx.Add(sum, x.Low, x.High))
	must(ctx.Mul(sum, sum, apd.New(5, -1)))
	return sum
}

// Radius returns no less than half the distance of the ends, to two
// significant digits.
func (x Interval) Radius() *apd.Decimal {
	r := new(apd.Decimal)
	ctx := directed(2, apd.RoundUp)
	must(ctx.Sub(r, x.High, x.Low))
	must(ctx.Mul(r, r, apd.New(5, -1)))
	return r
}

// Contains reports whether y is in the interval.
func (x Interval) Contains(y *apd.Decimal) bool { return x.Low.Cmp(y) <= 0 && y.Cmp(x.High) <= 0 }

// Overlaps reports whether the intervals have a number in common.
func (x Interval) Overlaps(y Interval) bool { return x.Low.Cmp(y.High) <= 0 && y.Low.Cmp(x.High) <= 0 }

// Rounded returns the number rounded to as many decimals as are certain, at most
// a given number: both ends, and all between them, round to it. It returns an empty
// string if not even the whole number is certain.
func (x Interval) Rounded(maxDecimals int) string {
	for decimals := maxDecimals; decimals >= 0; decimals-- {
		low, high := Fixed(x.Low, decimals), Fixed(x.High, decimals)
		if low == high {
			return low
		}
	}
	return ""
}

// Decimals returns how many decimals [Interval.Rounded] finds certain, -1 if
// none and not the whole number either.
func (x Interval) Decimals(maxDecimals int) int {
	text := x.Rounded(maxDecimals)
	if text == "" {
		return -1
	}
	_, fraction, _ := strings.Cut(text, ".")
	return len(fraction)
}

// Fixed returns a number rounded half to even to a given number of decimals.
func Fixed(x *apd.Decimal, decimals int) string { return quantized(x, decimals, apd.RoundHalfEven) }

// Floor returns a number rounded down to a given number of decimals.
func Floor(x *apd.Decimal, decimals int) string { return quantized(x, decimals, apd.RoundFloor) }

// Ceil returns a number rounded up to a given number of decimals.
func Ceil(x *apd.Decimal, decimals int) string { return quantized(x, decimals, apd.RoundCeiling) }

func quantized(x *apd.Decimal, decimals int, rounding apd.Rounder) string {
	digits := max(0, x.NumDigits()+int64(x.Exponent)) + int64(decimals) + 2
	ctx := directed(uint32(digits), rounding)
	y := new(apd.Decimal)
	must(ctx.Quantize(y, x, int32(-decimals)))
	if y.IsZero() {
		y.Negative = false
	}
	return y.Text('f')
}

// Parse reads a decimal number exactly.
func Parse(text string) (Interval, error) {
	x, _, err := apd.NewFromString(text)
	if err != nil || x.Form != apd.Finite {
		return Interval{}, fmt.Errorf("interval: %q is no decimal number", text)
	}
	return Interval{x, x}, nil
}

// Decimal returns the number of a text that is one, such as what a [big.Float] is as text.
func Decimal(text string) *apd.Decimal {
	x, _, err := apd.NewFromString(text)
	must(0, err)
	return x
}

// Int returns a whole number exactly.
func Int(n *big.Int) Interval {
	x := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(n), 0)
	return Interval{x, x}
}

// Whole returns a whole number exactly.
func Whole(n int64) Interval {
	x := apd.New(n, 0)
	return Interval{x, x}
}

func directed(digits uint32, rounding apd.Rounder) *apd.Context {
	ctx := apd.BaseContext.WithPrecision(digits)
	ctx.Rounding = rounding
	ctx.Traps = apd.DefaultTraps &^ (apd.Subnormal | apd.Underflow)
	return ctx
}

// must ends the program if an operation has no result: the caller's mistake, such
// as a division by an interval that holds 0.
func must(_ apd.Condition, err error) {
	if err != nil {
		panic("interval: " + err.Error())
	}
}

// Scientific returns the number as mantissa x 10^exponent, with as many
// significant digits as are certain, at most a given number, and whether any is. The
// interval must be positive.
func (x Interval) Scientific(maxDigits int) (mantissa string, exponent int, ok bool) {
	if x.Low.Sign() <= 0 {
		return "", 0, false
	}
	middle := x.Middle(maxDigits + 2)
	exponent = int(middle.NumDigits()) + int(middle.Exponent) - 1
	mantissa = x.shifted(exponent).Rounded(maxDigits - 1)
	if strings.HasPrefix(mantissa, "10") {
		exponent++
		mantissa = x.shifted(exponent).Rounded(maxDigits - 1)
	}
	return mantissa, exponent, mantissa != "" && mantissa[0] != '0'
}

// shifted returns the interval divided by 10^k.
func (x Interval) shifted(k int) Interval {
	low, high := new(apd.Decimal).Set(x.Low), new(apd.Decimal).Set(x.High)
	low.Exponent -= int32(k)
	high.Exponent -= int32(k)
	return Interval{low, high}
}
