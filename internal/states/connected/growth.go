package connected

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Growth says by which factors the numbers of completions grow with one more column. Let v be a
// vector of them, positive at every state, and w = Tv the vector after one more column, where T is
// the transfer matrix of the height.
//
// Values have only a given number of words: after each column their lowest bits are cut off. So v
// is not the vector W of the completions by Width-1 columns, but bounds it at every state,
//
//	2^Shift v <= W <= 2^Shift v (1+Rounding)
//
// and w is exactly Tv for this v.
type Growth struct {
	// Width is the number of columns of the boards that Count counts.
	Width int
	// MinRatio and MaxRatio are the smallest and the largest w/v of all states.
	MinRatio, MaxRatio *big.Rat
	// Count is the sum of v over the states after the first column, so that
	//
	//	2^Shift Count <= L(height, Width) <= 2^Shift Count (1+Rounding)
	Count    *big.Int
	Shift    int
	Rounding float64
}

// Grow calls visit with the growth for each width from 2 to last, until visit returns false. Values
// have a given number of words of 64 bits.
//
// Two facts turn a growth into proofs. For any positive v the spectral radius of T lies between
// MinRatio and MaxRatio (L. Collatz 1942, H. Wielandt 1950). And v is monotone: if a state differs
// from another state only by strings that have a liberty more, its value is no smaller. That holds
// after the last column, and neither T nor cutting off bits changes it.
func Grow(ctx context.Context, height, words, last int, opt par.Options, visit func(*Growth) (more bool)) error {
	if last < 2 {
		return fmt.Errorf("connected: growth up to width %d, want 2 or more", last)
	}
	g, err := newGrower(ctx, height, words, opt)
	if err != nil {
		return err
	}
	for width := 2; width <= last; width++ {
		growth, err := g.advance(ctx, width)
		if err != nil || !visit(growth) {
			return err
		}
	}
	return nil
}

// GrowthNeed estimates the memory of [Grow], where each value has some words.
func GrowthNeed(height, words int) result.Bytes { return vectorsNeed(height, words, 1) }

// columnBits bounds how many bits longer a column makes values: it multiplies them by at most
// 3^height.
func columnBits(height int) int { return height*1585/1000 + 1 }

// A grower takes a vector through the columns, and cuts off low bits so that values keep their
// words.
type grower struct {
	sweep
	words    int
	before   []uint64 // the values before the column
	shift    int
	rounding float64
}

// newGrower returns a grower whose vector has gone through one column.
func newGrower(ctx context.Context, height, words int, opt par.Options) (*grower, error) {
	if most := 2 * columnBits(height); words < 1 || 64*words < most {
		return nil, fmt.Errorf("connected: %d words a value are too few: height %d wants %d bits", words, height, most)
	}
	if err := fits(height, 2, func() result.Bytes { return GrowthNeed(height, words) }, opt.Memory); err != nil {
		return nil, err
	}
	e, err := New(ctx, height, opt.Goroutines())
	if err != nil {
		return nil, err
	}
	g := &grower{sweep: sweep{Engine: e, limbs: func(int) int { return words }, opt: opt}, words: words}
	g.start(0)
	return g, g.advanceColumn(ctx)
}

// advance returns the growth of a width: it takes the vector through one more column, and cuts off
// bits.
func (g *grower) advance(ctx context.Context, width int) (*Growth, error) {
	growth := &Growth{Width: width, Shift: g.shift, Rounding: g.rounding}
	var err error
	if growth.Count, err = g.total(ctx); err != nil {
		return nil, err
	}
	g.before = append(g.before[:0], g.values.Words...)
	if err := g.advanceColumn(ctx); err != nil {
		return nil, err
	}
	ends, err := g.extremes(ctx)
	if err != nil {
		return nil, err
	}
	if ends.minOldLength == 0 {
		return nil, fmt.Errorf("connected: %d words a value are too few for height %d: some come to nothing", g.words, g.height)
	}
	growth.MinRatio, growth.MaxRatio = ends.minRatio.rat(), ends.maxRatio.rat()
	return growth, g.cutOff(ctx, ends)
}

// cutOff divides all values by a power of two, if they may not have enough bits for the next
// column.
func (g *grower) cutOff(ctx context.Context, ends *extremes) error {
	shift := ends.maxLength + columnBits(g.height) - 64*g.words
	if shift <= 0 {
		return nil
	}
	g.shift += shift
	// Less than one is cut off from a value of which at least 2^(minLength-shift-1) remains.
	unit := math.Ldexp(1, 1-(ends.minLength-shift))
	g.rounding = (g.rounding + unit + g.rounding*unit) * (1 + 0x1p-50)
	return g.eachPart(ctx, func(_, from, to int) {
		for i := from; i < to; i += g.words {
			shiftRight(g.values.Words[i:i+g.words], shift)
		}
	})
}

// valuesPerTask is the number of values that a goroutine does at once.
const valuesPerTask = 1 << 14

// eachPart calls f, in several goroutines, for parts of the vector: the number of the part, and the
// words that it begins and ends with.
func (g *grower) eachPart(ctx context.Context, f func(part, from, to int)) error {
	size := g.words * valuesPerTask
	return par.For(ctx, g.opt.Goroutines(), g.parts(), func(i int) {
		f(i, max(g.words, i*size), min((i+1)*size, len(g.values.Words)))
	})
}

// parts returns the number of parts of the vector.
func (g *grower) parts() int {
	return (len(g.values.Words)/g.words + valuesPerTask - 1) / valuesPerTask
}

// shiftRight divides x, lowest limb first, by 2^shift.
func shiftRight(x []uint64, shift int) {
	words, part := shift/64, shift%64
	for i := range x {
		var low, high uint64
		if i+words < len(x) {
			low = x[i+words]
		}
		if i+words+1 < len(x) {
			high = x[i+words+1]
		}
		x[i] = low>>part | high<<(64-part) // a shift by 64 gives 0
	}
}

// A quotient is w/v, where both numbers have their lowest limb first.
type quotient struct{ w, v []uint64 }

func (q quotient) rat() *big.Rat {
	return new(big.Rat).SetFrac(modular.FromLimbs(q.w), modular.FromLimbs(q.v))
}

// extremes are the smallest and largest of the quotients of some states, and of the lengths in bits
// of their values.
type extremes struct {
	minRatio, maxRatio                 quotient
	minLength, maxLength, minOldLength int      // minOldLength is that of the values before the column
	left, right                        []uint64 // room for products
}

func newExtremes(words int) *extremes {
	return &extremes{
		minLength: math.MaxInt, minOldLength: math.MaxInt, left: make([]uint64, 2*words), right: make([]uint64, 2*words),
	}
}

// extremes returns the extremes of all states: of the vector after a column and the one before it.
func (g *grower) extremes(ctx context.Context) (*extremes, error) {
	parts := make([]*extremes, g.parts())
	err := g.eachPart(ctx, func(part, from, to int) {
		parts[part] = newExtremes(g.words)
		for i := from; i < to; i += g.words {
			q := quotient{g.values.Words[i : i+g.words], g.before[i : i+g.words]}
			parts[part].include(q, q, bitLength(q.w), bitLength(q.w), bitLength(q.v))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, p := range parts[1:] {
		parts[0].include(p.minRatio, p.maxRatio, p.minLength, p.maxLength, p.minOldLength)
	}
	return parts[0], nil
}

// include extends the extremes by those of other states.
func (e *extremes) include(least, most quotient, shortest, longest, smallest int) {
	e.minLength, e.maxLength, e.minOldLength = min(e.minLength, shortest), max(e.maxLength, longest), min(e.minOldLength, smallest)
	if e.minRatio.w == nil || e.less(least, e.minRatio) {
		e.minRatio = least
	}
	if e.maxRatio.w == nil || e.less(e.maxRatio, most) {
		e.maxRatio = most
	}
}

// less reports whether a < b, by cross-multiplication.
func (e *extremes) less(a, b quotient) bool {
	multiply(e.left, a.w, b.v)
	multiply(e.right, b.w, a.v)
	for i := len(e.left) - 1; i >= 0; i-- {
		if e.left[i] != e.right[i] {
			return e.left[i] < e.right[i]
		}
	}
	return false
}

// bitLength returns the number of bits of x.
func bitLength(x []uint64) int {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != 0 {
			return 64*i + bits.Len64(x[i])
		}
	}
	return 0
}

// multiply sets out = x*y; out has twice the length of either.
func multiply(out, x, y []uint64) {
	clear(out)
	y = y[:len(x)]
	for i, a := range x {
		var carry uint64
		for j, b := range y {
			high, low := bits.Mul64(a, b)
			var c uint64
			low, c = bits.Add64(low, carry, 0)
			high += c
			out[i+j], c = bits.Add64(out[i+j], low, 0)
			carry = high + c
		}
		out[i+len(x)] = carry
	}
}
