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

// A Growth says how the numbers of completions grow with a column, for one
// vector v of them: v is positive at every state, and w = Tv is one column
// further, where T is the transfer matrix of the height.
//
// Values carry only a given number of words: what a column adds in length is cut off at
// their lower end. So v is not the vector W of the completions by Width-1 columns,
// but bounds it at every state,
//
//	2^Shift v <= W <= 2^Shift v (1+Rounding)
//
// and w is exactly Tv for the v that is there.
type Growth struct {
	// Width is the columns of the boards that Count is about.
	Width int
	// Least and Most are the smallest and the largest w/v of any state.
	Least, Most *big.Rat
	// Count is the sum of v over the states of first columns, so that
	//
	//	2^Shift Count <= L(height, Width) <= 2^Shift Count (1+Rounding)
	Count    *big.Int
	Shift    int
	Rounding float64
}

// Grow tells visit the growth of the completions for one width after the other, from 2 on, until it
// returns false or the width is the last. Values are of a given number of words of 64 bits.
//
// Two facts make proofs of it. For any positive v the spectral radius of T lies between Least and
// Most (L. Collatz 1942, H. Wielandt 1950). And v is monotone: a state that differs from another
// one only in that some strings have a liberty more has no smaller value, for so it is after the
// last column, and neither T nor the cutting off changes that.
func Grow(ctx context.Context, height, words, last int, opt par.Options, visit func(*Growth) (more bool)) error {
	if last < 2 {
		return fmt.Errorf("connected: growth up to width %d, want 2 or more", last)
	}
	g, err := newGrower(ctx, height, words, opt)
	if err != nil {
		return err
	}
	for width := 2; width <= last; width++ {
		growth, err := g.next(ctx, width)
		if err != nil || !visit(growth) {
			return err
		}
	}
	return nil
}

// GrowthNeed estimates the bytes that Grow uses with a given number of words a value.
func GrowthNeed(height, words int) result.Bytes { return vectorsNeed(height, words, 1) }

// columnBits is more than the bits that values gain in a column: it multiplies them by at most 3^m.
func columnBits(height int) int { return height*1585/1000 + 1 }

// grower takes a vector in rounded arithmetic through the columns.
type grower struct {
	run
	words    int
	old      []uint64 // the values before the column
	shift    int
	rounding float64
}

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
	g := &grower{run: run{Engine: e, limbs: func(int) int { return words }, opt: opt}, words: words}
	g.start(0)
	return g, g.column(ctx)
}

// next takes the vector of a width one column further, and cuts it off.
func (g *grower) next(ctx context.Context, width int) (*Growth, error) {
	growth := &Growth{Width: width, Shift: g.shift, Rounding: g.rounding}
	var err error
	if growth.Count, err = g.total(ctx); err != nil {
		return nil, err
	}
	g.old = append(g.old[:0], g.v.Words...)
	if err := g.column(ctx); err != nil {
		return nil, err
	}
	ends, err := g.extremes(ctx)
	if err != nil {
		return nil, err
	}
	if ends.smallest == 0 {
		return nil, fmt.Errorf("connected: %d words a value are too few for height %d: some come to nothing", g.words, g.height)
	}
	growth.Least, growth.Most = ends.least.rat(), ends.most.rat()
	return growth, g.cut(ctx, ends)
}

// cut makes room for the next column.
func (g *grower) cut(ctx context.Context, ends *extremes) error {
	shift := ends.longest + columnBits(g.height) - 64*g.words
	if shift <= 0 {
		return nil
	}
	g.shift += shift
	// What is cut off is less than a unit of what remains, and that is at least 2^(bits-1).
	unit := math.Ldexp(1, 1-(ends.shortest-shift))
	g.rounding = (g.rounding + unit + g.rounding*unit) * (1 + 0x1p-50)
	return g.each(ctx, func(_, from, to int) {
		for i := from; i < to; i += g.words {
			shiftRight(g.v.Words[i:i+g.words], shift)
		}
	})
}

// valuesOfTask is the number of values that a goroutine takes at once.
const valuesOfTask = 1 << 14

// each calls f for parts of the words of all states.
func (g *grower) each(ctx context.Context, f func(part, from, to int)) error {
	size := g.words * valuesOfTask
	return par.For(ctx, g.opt.Goroutines(), g.parts(), func(i int) {
		f(i, max(g.words, i*size), min((i+1)*size, len(g.v.Words)))
	})
}

func (g *grower) parts() int { return (len(g.v.Words)/g.words + valuesOfTask - 1) / valuesOfTask }

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

// quotient is w/v, both lowest limb first.
type quotient struct{ w, v []uint64 }

func (q quotient) rat() *big.Rat {
	return new(big.Rat).SetFrac(modular.FromLimbs(q.w), modular.FromLimbs(q.v))
}

// extremes are the ends of the quotients of some states, and of the lengths in bits of their new
// values.
type extremes struct {
	least, most                 quotient
	shortest, longest, smallest int      // smallest is the shortest old value
	left, right                 []uint64 // room for products
}

func newExtremes(words int) *extremes {
	return &extremes{
		shortest: math.MaxInt, smallest: math.MaxInt, left: make([]uint64, 2*words), right: make([]uint64, 2*words),
	}
}

// extremes compares the new vector with the old one.
func (g *grower) extremes(ctx context.Context) (*extremes, error) {
	parts := make([]*extremes, g.parts())
	err := g.each(ctx, func(part, from, to int) {
		parts[part] = newExtremes(g.words)
		for i := from; i < to; i += g.words {
			q := quotient{g.v.Words[i : i+g.words], g.old[i : i+g.words]}
			parts[part].add(q, q, length(q.w), length(q.w), length(q.v))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, p := range parts[1:] {
		parts[0].add(p.least, p.most, p.shortest, p.longest, p.smallest)
	}
	return parts[0], nil
}

// add adds the ends of more states.
func (e *extremes) add(least, most quotient, shortest, longest, smallest int) {
	e.shortest, e.longest, e.smallest = min(e.shortest, shortest), max(e.longest, longest), min(e.smallest, smallest)
	if e.least.w == nil || e.less(least, e.least) {
		e.least = least
	}
	if e.most.w == nil || e.less(e.most, most) {
		e.most = most
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

// length returns the number of bits of x.
func length(x []uint64) int {
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
