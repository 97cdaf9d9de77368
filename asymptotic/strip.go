package asymptotic

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Strip is the constants of Theorem 2 for boards of Height rows,
//
//	L(m,n) = a_m lambda_m^n (1 + r(m,n)),  r(m,n) -> 0
//
// with proven error bounds, and what is known of r(m,n) by looking at it.
type Strip struct {
	Height    int
	Lambda, A interval.Interval // proven
	Columns   int               // of the widest board that was needed
	Remainder Remainder         // observed
}

// Root returns lambda_m^(1/m), which converges to the base of liberties.
func (s *Strip) Root() interval.Interval {
	const more = 5
	return interval.New(int(s.Lambda.Low.NumDigits())+more).Root(s.Lambda, s.Height)
}

// Digits of a strip that may be asked for.
const (
	MinDigits = 3
	MaxDigits = 1000
)

// StripOptions says what a computation may use.
type StripOptions struct {
	par.Options
	// Step, if set, is called with the enclosures after each column.
	Step func(Step)
}

// Step is how far the enclosures are after some columns.
type Step struct {
	Columns   int
	Lambda, A interval.Interval
	// Share is roughly how much of the work is done, 0 to 1.
	Share float64
}

// MaxStripHeight is the largest number of rows that [NewStrip] accepts.
const MaxStripHeight = 16

// CheckStrip returns a *[result.MemoryError] if the memory is too little for NewStrip, which is
// known before the vectors are there.
func CheckStrip(height, digits int, opt par.Options) error {
	if height > MaxStripHeight {
		return fmt.Errorf("asymptotic: %d rows, want at most %d", height, MaxStripHeight)
	}
	need := connected.GrowthNeed(height, wordsFor(height, digits))
	if opt.Memory > 0 && need > opt.Memory {
		what := fmt.Sprintf("a strip of %d rows to %d digits", height, digits)
		return &result.MemoryError{Of: what, Need: need, Help: "fewer rows or digits would help"}
	}
	return nil
}

// bitsPerDigit is more than log2(10), and bitsPerPoint more than log2(3).
const (
	bitsPerDigit = 3.33
	bitsPerPoint = 1.585
)

// wordsFor returns how many 64-bit words values need so that their rounding does
// not stand in the way: for the digits, the growth in a column, the factor 3^m of
// the proof, the spread of the values of a vector (about a bit a row).
func wordsFor(height, digits int) int {
	bits := bitsPerDigit*float64(digits) + (2*bitsPerPoint+1)*float64(height) + 4
	return int(math.Ceil(bits / 64))
}

// maxColumns is far more than the columns that are needed: at least three digits
// come with every four columns, ten with every ten from 5 rows on.
func maxColumns(digits int) int { return 4*digits + 200 }

// stripRun collects what the engine tells.
type stripRun struct {
	height, digits int
	opt            StripOptions
	arithmetic     *interval.Arithmetic
	steps          []Step
	counts         []interval.Interval // L(m, n) of the steps
	first          float64             // decimal digits at the first step
	done           bool
}

// see receives a column, and reports whether to go on.
func (r *stripRun) see(g *connected.Growth) bool {
	step := Step{Columns: g.Width, Lambda: r.arithmetic.Rat(g.MinRatio, g.MaxRatio)}
	count := r.count(g)
	step.A = r.factor(g, count, step.Lambda)
	reached := min(agreement(step.Lambda), agreement(step.A))
	if len(r.steps) == 0 {
		r.first = reached
	}
	step.Share = min(1, max(0, (reached-r.first)/(float64(r.digits)-r.first)))
	r.steps, r.counts = append(r.steps, step), append(r.counts, count)
	if r.opt.Step != nil {
		r.opt.Step(step)
	}
	r.done = reached >= float64(r.digits)
	return !r.done
}

// count encloses L(m, width).
func (r *stripRun) count(g *connected.Growth) interval.Interval {
	low := new(big.Int).Lsh(g.Count, uint(g.Shift))
	if g.Rounding == 0 {
		return interval.Int(low)
	}
	excess, _ := new(apd.Decimal).SetFloat64(g.Rounding)
	one := apd.New(1, 0)
	high := r.arithmetic.Around(one, excess)
	return r.arithmetic.Mul(interval.Int(low), interval.Interval{Low: one, High: high.High})
}

// factor encloses a_m: steps 3 and 4 of the proof.
func (r *stripRun) factor(g *connected.Growth, count, lambda interval.Interval) interval.Interval {
	a := r.arithmetic
	power := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(r.height)), nil)
	spread := new(big.Rat).Sub(g.MaxRatio, g.MinRatio)
	spread.Mul(spread, new(big.Rat).SetInt(power.Add(power, big.NewInt(1))))
	spread.Quo(spread, g.MinRatio)
	error := a.Rat(spread, spread)
	low := a.Sub(interval.Whole(1), error)
	if low.Low.Sign() < 0 {
		return interval.Interval{Low: apd.New(0, 0), High: apd.New(1, 100)} // nothing is known yet
	}
	factors := interval.Interval{Low: low.Low, High: a.Exp(error).High}
	return a.Quo(a.Mul(count, factors), a.Pow(lambda, g.Width))
}

// agreement returns about how many significant digits an interval has.
func agreement(x interval.Interval) float64 {
	radius := x.Radius()
	if radius.IsZero() {
		return MaxDigits
	}
	return log10(x.Middle(17)) - log10(radius)
}

// log10 returns about the logarithm of x > 0, however small that is.
func log10(x *apd.Decimal) float64 {
	mantissa := new(apd.Decimal).Set(x)
	mantissa.Exponent = -int32(x.NumDigits() - 1)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(x.NumDigits()-1) + float64(x.Exponent)
}

// Remainder is an envelope of r(m,n) for one height m: |r(m,n)| <= Scale Phi^n for
// n from m up to what was looked at. Beyond, it is expected, not proved.
type Remainder struct {
	Scale float64 `json:"scale"`
	Phi   float64 `json:"phi"`
}

// at returns the envelope at n.
func (r Remainder) at(n float64) float64 { return r.Scale * math.Pow(r.Phi, n) }

// tailStart is the first n whose remainder decides on Phi.
const tailStart = 12

// remainder finds the envelope from the numbers that the columns gave, as far as
// they are known better than their remainders.
func (r *stripRun) remainder(s *Strip) Remainder {
	sizes := map[int]float64{}
	for i, step := range r.steps {
		if size := r.size(s, r.counts[i], step.Columns); size > 0 {
			sizes[step.Columns] = size
		}
	}
	if s.Height == 1 {
		sizes[1] = r.size(s, interval.Whole(1), 1) // the columns begin with the second
	}
	var e Remainder
	for n, size := range sizes {
		if n >= tailStart {
			e.Phi = max(e.Phi, math.Pow(size, 1/float64(n)))
		}
	}
	for n, size := range sizes {
		if n >= s.Height {
			e.Scale = max(e.Scale, size/math.Pow(e.Phi, float64(n)))
		}
	}
	e.Scale *= roundingUp
	return e
}

// roundingUp covers the rounding of the envelope to a few digits.
const roundingUp = 1.05

// size returns |r(m,n)|, or 0 if it is not known well.
func (r *stripRun) size(s *Strip, count interval.Interval, n int) float64 {
	a := r.arithmetic
	ratio := a.Quo(count, a.Mul(s.A, a.Pow(s.Lambda, n)))
	x := a.Sub(ratio, interval.Whole(1))
	middle, _ := x.Middle(17).Float64()
	radius, _ := x.Radius().Float64()
	if math.Abs(middle) < 10*radius {
		return 0
	}
	return math.Abs(middle)
}

// NewStrip encloses the constants of boards with a given number of rows to a given number of
// significant digits.
//
// The proof. Let T be the transfer matrix of a column, v a positive vector of
// values of border states with v(s) <= v(t) where t differs from s only in that
// some strings have a liberty more, and q = max (Tv)_s/v_s - min (Tv)_s/v_s. The
// vectors of [connected.Grow] are of that kind.
//
//  1. Lambda lies between the least and the largest (Tv)_s/v_s (Collatz and
//     Wielandt). Let u_k = T^k v and p_k = u_(k+1)/u_k, state by state. Then
//     p_k(s) is the mean of p_(k-1)(t) with weights T(s,t) u_(k-1)(t) / u_k(s), so
//     the range of p_k lies in that of p_(k-1), and all contain lambda.
//  2. The empty column may follow every state s and leads to the state e without
//     stones. Conversely, take away the stones of the first of k >= 2 columns that
//     complete s: what remains completes s too, since strings that are cut or
//     shortened get liberties there, begins with the empty column, and ends in a
//     state of no smaller value. At most 3^m columns become the same empty one. So
//     u_k(s) <= 3^m u_(k-1)(e), and the weight of e is 3^-m or more for all s.
//     Therefore the length of the range of p_k shrinks by 1 - 3^-m or more with every
//     k >= 2, and all lengths for k = 0, 1, 2, ... add up to q (1 + 3^m) or less.
//  3. The sums l_k of u_k over the states of first columns have quotients
//     l_(k+1)/l_k that are means of p_k. So a = lim l_k / lambda^k is l_0 times a
//     product of factors 1+d_k with sum |d_k| <= E = q (1 + 3^m) / min (Tv)_s/v_s:
//     it is between l_0 (1-E) and l_0 e^E.
//  4. l_0 is L(m,n) except for the rounding of v, whose bound is known, and
//     a_m = a / lambda^n.
//
// Errors are the engine's: a *[result.MemoryError] if the vectors do not fit.
func NewStrip(ctx context.Context, height, digits int, opt StripOptions) (*Strip, error) {
	if digits < MinDigits || digits > MaxDigits {
		return nil, fmt.Errorf("asymptotic: %d digits, want %d to %d", digits, MinDigits, MaxDigits)
	}
	r := &stripRun{height: height, digits: digits, opt: opt, arithmetic: interval.New(digits + 2*height + 20)}
	words := wordsFor(height, digits)
	if err := connected.Grow(ctx, height, words, maxColumns(digits), opt.Options, r.see); err != nil {
		return nil, err
	}
	if !r.done {
		return nil, fmt.Errorf("asymptotic: %d digits of height %d are not reached after %d columns", digits, height, maxColumns(digits))
	}
	last := r.steps[len(r.steps)-1]
	s := &Strip{Height: height, Lambda: last.Lambda, A: last.A, Columns: last.Columns}
	s.Remainder = r.remainder(s)
	return s, nil
}
