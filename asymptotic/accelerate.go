package asymptotic

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/interval"
)

// precision is in bits: that of the sequences that are accelerated. They are
// smooth to some 30 digits at most, and acceleration loses a few dozen more.
const precision = 768

func float(n *big.Int) *big.Float { return new(big.Float).SetPrec(precision).SetInt(n) }

func newFloat() *big.Float { return new(big.Float).SetPrec(precision) }

// power returns x^k for k >= 0, by squaring.
func power(x *big.Float, k int) *big.Float {
	z, square := newFloat().SetInt64(1), newFloat().Set(x)
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			z.Mul(z, square)
		}
		square.Mul(square, square)
	}
	return z
}

// wynn is the epsilon algorithm (P. Wynn, "On a device for computing the e_m(S_n) transformation",
// 1956). Its k-th sequence has the limit of terms that differ from it by a sum of k powers, real or
// complex. The result is the columns of even number, which are those that converge.
func wynn(terms []*big.Float) [][]*big.Float {
	before := make([]*big.Float, len(terms)+1)
	for i := range before {
		before[i] = newFloat()
	}
	columns := [][]*big.Float{terms}
	for column, even := terms, false; len(column) > 1; even = !even {
		next := make([]*big.Float, len(column)-1)
		for i := range next {
			step := newFloat().Sub(column[i+1], column[i])
			if step.Sign() == 0 {
				return columns
			}
			next[i] = step.Add(before[i+1], step.Quo(newFloat().SetInt64(1), step))
		}
		before, column = column, next
		if even {
			columns = append(columns, next)
		}
	}
	return columns
}

// limit is a value that a sequence was extrapolated to, and what it may be wrong by.
type limit struct{ value, radius *big.Float }

// safety is by how much the disagreement of the last extrapolations is taken to
// fall short of the error.
const safety = 10

// extrapolate returns the last value of the last sequence of the epsilon algorithm
// that has more than one. Its error bar is the largest distance to the last values
// of the two sequences before, times a safety.
func extrapolate(terms []*big.Float) limit {
	columns := wynn(terms)
	if n := len(columns) - 1; n > 0 && len(columns[n]) == 1 {
		columns = columns[:n] // it hangs on the very first term
	}
	last := func(back int) *big.Float {
		column := columns[max(0, len(columns)-1-back)]
		return column[len(column)-1]
	}
	value, radius := last(0), newFloat()
	for back := 1; back <= 2; back++ {
		if d := distance(value, last(back)); d.Cmp(radius) > 0 {
			radius = d
		}
	}
	return limit{value, radius.Mul(radius, newFloat().SetInt64(safety))}
}

// Limit extrapolates terms that tend to a limit, but for powers that vanish. The error bar, ten
// times the disagreement of the last extrapolations, is not proved.
func Limit(terms []*big.Rat) interval.Interval {
	var all []*big.Float
	for _, x := range terms {
		all = append(all, newFloat().SetRat(x))
	}
	return extrapolate(all).interval()
}

func distance(x, y *big.Float) *big.Float {
	d := newFloat().Sub(x, y)
	return d.Abs(d)
}

// interval encloses the value with its error bar.
func (l limit) interval() interval.Interval {
	decimal := func(x *big.Float, digits int) *apd.Decimal { return interval.Decimal(x.Text('e', digits)) }
	return interval.New(keptDigits).Around(decimal(l.value, keptDigits), decimal(l.radius, 3))
}

// keptDigits is how many digits the ends of an estimate have.
const keptDigits = 80
