package interval

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// Arithmetic computes with intervals whose ends have a given number of significant digits.
// Several goroutines may use it at once.
type Arithmetic struct {
	digits   uint32
	down, up *apd.Context
}

// New returns the arithmetic of a given number of significant digits, 1 or more.
func New(digits int) *Arithmetic {
	d := uint32(max(1, digits))
	return &Arithmetic{d, directed(d, apd.RoundFloor), directed(d, apd.RoundCeiling)}
}

type binary func(ctx *apd.Context, d, x, y *apd.Decimal) (apd.Condition, error)

func (a *Arithmetic) ends(f binary, low, lowBy, high, highBy *apd.Decimal) Interval {
	z := Interval{new(apd.Decimal), new(apd.Decimal)}
	must(f(a.down, z.Low, low, lowBy))
	must(f(a.up, z.High, high, highBy))
	return z
}

// Add returns x+y.
func (a *Arithmetic) Add(x, y Interval) Interval {
	return a.ends((*apd.Context).Add, x.Low, y.Low, x.High, y.High)
}

// Sub returns x-y.
func (a *Arithmetic) Sub(x, y Interval) Interval {
	return a.ends((*apd.Context).Sub, x.Low, y.High, x.High, y.Low)
}

// Mul returns x*y.
func (a *Arithmetic) Mul(x, y Interval) Interval { return a.hull((*apd.Context).Mul, x, y) }

// Quo returns x/y. It panics if y holds 0.
func (a *Arithmetic) Quo(x, y Interval) Interval {
	if y.Low.Sign() <= 0 && y.High.Sign() >= 0 {
		panic("interval: division by an interval that holds 0")
	}
	return a.hull((*apd.Context).Quo, x, y)
}

// hull returns the least and the largest result for the four pairs of ends.
func (a *Arithmetic) hull(f binary, x, y Interval) Interval {
	var z Interval
	for _, u := range [2]*apd.Decimal{x.Low, x.High} {
		for _, v := range [2]*apd.Decimal{y.Low, y.High} {
			w := a.ends(f, u, v, u, v)
			if z.Low == nil || w.Low.Cmp(z.Low) < 0 {
				z.Low = w.Low
			}
			if z.High == nil || w.High.Cmp(z.High) > 0 {
				z.High = w.High
			}
		}
	}
	return z
}

// Rat encloses the rational numbers from low to high.
func (a *Arithmetic) Rat(low, high *big.Rat) Interval {
	x := a.Quo(Int(low.Num()), Int(low.Denom()))
	y := a.Quo(Int(high.Num()), Int(high.Denom()))
	return Interval{x.Low, y.High}
}

// Pow returns x^n for x >= 0 and n >= 0.
func (a *Arithmetic) Pow(x Interval, n int) Interval {
	z := Whole(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			z = a.Mul(z, x)
		}
		if n > 1 {
			x = a.Mul(x, x)
		}
	}
	return z
}

// Root returns the n-th root of x > 0. A first guess is widened until its powers
// enclose x.
func (a *Arithmetic) Root(x Interval, n int) Interval {
	guess := a.Exp(a.Quo(a.Ln(x), Whole(int64(n))))
	for a.Pow(Interval{guess.Low, guess.Low}, n).High.Cmp(x.Low) > 0 ||
		a.Pow(Interval{guess.High, guess.High}, n).Low.Cmp(x.High) < 0 {
		unit := apd.New(4, -int32(a.digits)) // a few units in the last place
		guess = a.Mul(guess, a.Around(apd.New(1, 0), unit))
	}
	return guess
}

// Around returns the numbers that differ from x by at most the radius.
func (a *Arithmetic) Around(x, radius *apd.Decimal) Interval {
	return a.ends(func(ctx *apd.Context, d, x, r *apd.Decimal) (apd.Condition, error) {
		if ctx == a.down {
			return ctx.Sub(d, x, r)
		}
		return ctx.Add(d, x, r)
	}, x, radius, x, radius)
}

// guard is how many digits more than are kept logarithms and exponentials are
// computed to.
const guard = 10

type unary func(ctx *apd.Context, d, x *apd.Decimal) (apd.Condition, error)

// monotone applies an increasing function that the library knows to about its
// last digit.
func (a *Arithmetic) monotone(f unary, x Interval) Interval {
	near := func(x *apd.Decimal) Interval {
		y := new(apd.Decimal)
		must(f(apd.BaseContext.WithPrecision(a.digits+guard), y, x))
		unit := new(apd.Decimal).Abs(y)
		unit.Exponent -= int32(a.digits) + guard - 1 // ten units in the last place
		return a.Around(y, unit)
	}
	low := near(x.Low)
	if x.Low == x.High {
		return low
	}
	return Interval{low.Low, near(x.High).High}
}

// Ln returns the natural logarithm of x > 0.
func (a *Arithmetic) Ln(x Interval) Interval { return a.monotone((*apd.Context).Ln, x) }

// Exp returns e^x.
func (a *Arithmetic) Exp(x Interval) Interval { return a.monotone((*apd.Context).Exp, x) }
