package transfer

import (
	"context"
	"fmt"
	"math"

	"combigo.dev/combigo/par"
)

// A Transfer is the transfer matrix T of one period of an endless strip, over the states that come
// up in strips of any length: T[s][t] is the sum, over the ways to fill a period from state s to
// state t, of the products of factors. It is kept as one sparse matrix for each point of the
// period. States have numbers; which state has which does not matter, but it is the same for any
// number of threads.
//
// Methods that take a context return its cause once it is done. A Transfer is for one goroutine at
// a time, and uses several itself.
type Transfer struct {
	levels  []links   // the points of a period
	start   []float64 // partial solutions of the first periods, by state
	periods int       // how many those are
	accept  []float64 // 1 for the states that may be the last, else 0
	factors [256]float64
	threads int
	scratch [2][]float64
}

// links is the arcs from one level to the next: those of state n are first[n] to first[n+1]-1. One
// first more is where the last ones end.
type links struct {
	first   []uint32
	to      []int32
	by      []uint8 // 1 + the factor
	maxArcs int     // arcs of a state
}

// states returns the number of states whose arcs are known.
func (l *links) states() int { return len(l.first) - 1 }

// States returns the number of states at the end of a period, which is the dimension of the matrix.
func (t *Transfer) States() int { return len(t.accept) }

// Accept returns the vector that is 1 for the states after which the strip may end, such as those
// without a needy string, and 0 for all others.
func (t *Transfer) Accept() []float64 { return append([]float64(nil), t.accept...) }

// Start returns, for each state, the number of partial solutions of the first few periods that end
// in it, and how many periods those are. The number of solutions of a strip of n+periods periods is
// the scalar product of Start with what n times [Transfer.Apply] makes of [Transfer.Accept].
func (t *Transfer) Start() (ways []float64, periods int) {
	return append([]float64(nil), t.start...), t.periods
}

// Apply sets to = T from, where both have length [Transfer.States]: if from[s] is the number of
// ways to go on from state s, to[s] is the number of ways to do so one period earlier. For a vector
// without negative components the relative error of each component is at most Transfer.rounding.
func (t *Transfer) Apply(ctx context.Context, to, from []float64) error {
	if len(to) != t.States() || len(from) != t.States() {
		return fmt.Errorf("transfer: vectors of %d and %d components for %d states", len(to), len(from), t.States())
	}
	for i := len(t.levels) - 1; i >= 0; i-- {
		into := to
		if i > 0 {
			into = t.buffer(i)
		}
		if err := t.levels[i].apply(ctx, t.threads, &t.factors, into, from); err != nil {
			return err
		}
		from = into
	}
	return nil
}

// buffer returns a vector for the states of a level.
func (t *Transfer) buffer(level int) []float64 {
	states := t.levels[level].states()
	b := &t.scratch[level%2]
	if cap(*b) < states {
		*b = make([]float64, states)
	}
	return (*b)[:states]
}

// applyStates is the number of components that one goroutine computes at a time.
const applyStates = 4096

// apply sets to to the product of the matrix with from.
func (l *links) apply(ctx context.Context, threads int, factors *[256]float64, to, from []float64) error {
	chunks := (len(to) + applyStates - 1) / applyStates
	return par.For(ctx, threads, chunks, func(c int) {
		for n := c * applyStates; n < min((c+1)*applyStates, len(to)); n++ {
			sum := 0.0
			for i := l.first[n]; i < l.first[n+1]; i++ {
				sum += factors[l.by[i]] * from[l.to[i]]
			}
			to[n] = sum
		}
	})
}

// rounding returns a bound on the relative error of the components that [Transfer.Apply] computes:
// a component of a level with n arcs takes n products and n-1 sums, each with a relative error of
// at most 2^-53, and products with 1 are exact.
func (t *Transfer) rounding() float64 {
	roundings := 0
	for i := range t.levels {
		roundings += 2 * t.levels[i].maxArcs
	}
	return float64(roundings) * 0x1p-53 * (1 + 0x1p-20)
}

// ratios returns the least and the largest component of to divided by that of from. If to = T from
// and all components of from are positive, the spectral radius of T is between the two (L. Collatz
// 1942, H. Wielandt 1950). If a component of from is not positive, it returns 0 and +Inf.
func ratios(to, from []float64) (least, greatest float64) {
	least, greatest = math.Inf(1), 0
	for s, x := range from {
		if !(x > 0) {
			return 0, math.Inf(1)
		}
		least, greatest = min(least, to[s]/x), max(greatest, to[s]/x)
	}
	return least, greatest
}

// Root returns a certified enclosure low <= r <= high of the spectral radius r of T, the factor by
// which the number of solutions grows with a period. It repeats [Transfer.Apply] until high/low-1
// is at greatest the tolerance or gets no smaller any more; rounding is allowed for in both bounds.
func (t *Transfer) Root(ctx context.Context, tolerance float64) (low, high float64, err error) {
	v, w := make([]float64, t.States()), make([]float64, t.States())
	for s := range v {
		v[s] = 1
	}
	slack := t.rounding() + 0x1p-52
	low, high = 0, math.Inf(1)
	for stuck := 0; stuck < 8; stuck++ {
		if err := t.Apply(ctx, w, v); err != nil {
			return 0, 0, err
		}
		least, greatest := ratios(w, v)
		if l, h := max(low, least*(1-slack)), min(high, greatest*(1+slack)); l > low || h < high {
			low, high, stuck = l, h, 0
		}
		if high <= low*(1+tolerance) {
			break
		}
		v, w = w, v
		scale(v, 1/greatest)
	}
	return low, high, nil
}

// scale multiplies a vector by the power of two nearest to a number, which is exact.
func scale(v []float64, x float64) {
	_, exp := math.Frexp(x)
	for i := range v {
		v[i] = math.Ldexp(v[i], exp)
	}
}
