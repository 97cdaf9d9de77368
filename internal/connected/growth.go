package connected

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"combigo.dev/combigo/internal/memory"
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

// Growth tells visit the growth of the completions for one width after the
// other, from 2 on, until it returns false or the width is the last. Values are of
// a given number of words of 64 bits.
//
// Two facts make proofs of it. For any positive v the spectral radius of T
// lies between Least and Most (L. Collatz 1942, H. Wielandt 1950). And v is
// monotone: a state that differs from another one only in that some strings have
// a liberty more has no smaller value, for so it is after the last column, and
// neither T nor the cutting off changes that.
func (e *Engine) Growth(
	ctx context.Context, words, last int, opt par.Options, visit func(*Growth) (more bool),
) (Stats, error) {
	if last < 2 {
		return Stats{}, fmt.Errorf("border: growth up to width %d, want 2 or more", last)
	}
	g, stats, err := e.newGrower(ctx, words, last, opt)
	if err != nil {
		return stats, err
	}
	defer g.free()
	for width := 2; width <= last; width++ {
		growth, err := g.next(ctx, width)
		if err != nil {
			return stats, err
		}
		stats.Width = width
		if !visit(growth) {
			break
		}
	}
	stats.StateSteps = float64(e.layout.stateSteps()) * float64(stats.Width)
	stats.LimbSteps = stats.StateSteps * float64(words)
	return stats, nil
}

// GrowthNeed estimates the bytes that Growth would use with a given number of words a
// value.
func (e *Engine) GrowthNeed(words int, opt par.Options) result.Bytes {
	return e.layout.bytes(words, opt.Goroutines()) + result.Bytes(8*int64(words)*e.layout.shape.states())
}

// columnBits is more than the bits that values gain in a column: it multiplies
// them by at most 3^m.
func columnBits(height int) int { return height*1585/1000 + 1 }

// grower takes a vector in rounded arithmetic through the columns.
type grower struct {
	*pass
	ar       arithmetic
	first    *firstColumn
	old      *memory.Words // the vector before the column
	occupied [][]int64     // states in each tile at kink 0, by prefix bin and suffix bin
	shift    int
	rounding float64
}

func (e *Engine) newGrower(ctx context.Context, words, last int, opt par.Options) (*grower, Stats, error) {
	lo := e.layout
	if most := 2 * columnBits(lo.m); words < 1 || 64*words < most {
		return nil, Stats{}, fmt.Errorf("border: %d words a value are too few: height %d wants %d bits", words, lo.m, most)
	}
	ar := exactArithmetic(words)
	stats := e.estimate(last, func(int) arithmetic { return ar }, opt)
	if stats.PlannedBytes = e.GrowthNeed(words, opt); opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return nil, stats, memoryError(lo.m, last, stats.PlannedBytes, opt.Memory)
	}
	if err := e.makeTables(ctx, stats.Threads); err != nil {
		return nil, stats, err
	}
	p, err := lo.newPass(1, ar.words, stats.Threads, &meter{})
	if err != nil {
		return nil, stats, err
	}
	old, err := memory.NewWords(lo.shape.states() * int64(words))
	if err != nil {
		p.free()
		return nil, stats, err
	}
	g := &grower{pass: p, ar: ar, first: newFirstColumn(lo), old: old}
	g.occupied = lo.tilesLeft(lo.phases[prefix])
	if err := g.column(ctx, g.always); err != nil {
		g.free()
		return nil, stats, err
	}
	return g, stats, nil
}

func (g *grower) free() {
	g.old.Free()
	g.pass.free()
}

func (g *grower) always(int) arithmetic { return g.ar }

// next takes the vector of a width one column further, and cuts it off.
func (g *grower) next(ctx context.Context, width int) (*Growth, error) {
	growth := &Growth{Width: width, Shift: g.shift, Rounding: g.rounding}
	growth.Count = g.first.sum(g.home, g.threads).integer()
	copyWords(g.old.All, g.home.values.All, g.threads)
	if err := g.column(ctx, g.always); err != nil {
		return nil, err
	}
	ends := g.extremes()
	if ends.smallest == 0 {
		return nil, fmt.Errorf("border: %d words a value are too few for height %d: some come to nothing", g.ar.words, g.m)
	}
	growth.Least, growth.Most = ends.least.rat(), ends.most.rat()
	g.cut(ends)
	return growth, nil
}

// cut makes room for the next column.
func (g *grower) cut(ends *extremes) {
	shift := ends.longest + columnBits(g.m) - 64*g.ar.words
	if shift <= 0 {
		return
	}
	g.shift += shift
	g.parallelWords(func(words []uint64) {
		for i := 0; i < len(words); i += g.ar.words {
			shiftRight(words[i:i+g.ar.words], shift)
		}
	})
	// What is cut off is less than a unit of what remains, and that is at
	// least 2^(bits-1).
	unit := math.Ldexp(1, 1-(ends.shortest-shift))
	g.rounding = (g.rounding + unit + g.rounding*unit) * (1 + 0x1p-50)
}

// parallelWords calls f for all words, in parts of whole values.
func (g *grower) parallelWords(f func(words []uint64)) {
	all := g.home.values.All
	piece := g.ar.words << 16
	parallel(g.threads, (len(all)+piece-1)/piece, func(i int) {
		f(all[i*piece : min((i+1)*piece, len(all))])
	})
}

func copyWords(to, from []uint64, threads int) {
	const piece = 1 << 18
	parallel(threads, (len(from)+piece-1)/piece, func(i int) {
		end := min((i+1)*piece, len(from))
		copy(to[i*piece:end], from[i*piece:end])
	})
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

// extremes are the ends of the quotients of some states, and of the lengths in
// bits of their new values.
type extremes struct {
	least, most                 quotient
	shortest, longest, smallest int // smallest is the shortest old value
}

// quotient is w/v, both lowest limb first.
type quotient struct{ w, v []uint64 }

func (q quotient) rat() *big.Rat {
	return new(big.Rat).SetFrac(modular.FromLimbs(q.w), modular.FromLimbs(q.v))
}

// extremes compares the new vector with the old one.
func (g *grower) extremes() *extremes {
	rows := g.sorted[prefix].count
	parts := make([]*extremes, rows)
	parallel(g.threads, rows, func(t int) {
		c := comparer{width: g.ar.words}
		for s := range g.sorted[suffix].count {
			tile := g.home.tile(prefix, t, s)
			from := g.home.offset[tile] * int64(g.ar.words)
			to := from + g.occupied[t][s]*int64(g.ar.words)
			c.add(g.home.values.All[from:to], g.old.All[from:to])
		}
		parts[t] = c.ends
	})
	all := comparer{width: g.ar.words}
	for _, p := range parts {
		if p != nil {
			all.join(p)
		}
	}
	return all.ends
}

// comparer finds the extremes of the states that it is told.
type comparer struct {
	width       int
	ends        *extremes
	left, right [2 * maxCompared]uint64
}

// maxCompared is the longest value that is compared without allocation.
const maxCompared = 8

func (c *comparer) add(w, v []uint64) {
	for i := 0; i < len(w); i += c.width {
		c.addState(quotient{w[i : i+c.width], v[i : i+c.width]})
	}
}

func (c *comparer) addState(q quotient) {
	bits, old := length(q.w), length(q.v)
	c.join(&extremes{q, q, bits, bits, old})
}

func (c *comparer) join(e *extremes) {
	if c.ends == nil {
		ends := *e
		c.ends = &ends
		return
	}
	c.ends.shortest = min(c.ends.shortest, e.shortest)
	c.ends.longest = max(c.ends.longest, e.longest)
	c.ends.smallest = min(c.ends.smallest, e.smallest)
	if c.less(e.least, c.ends.least) {
		c.ends.least = e.least
	}
	if c.less(c.ends.most, e.most) {
		c.ends.most = e.most
	}
}

// less reports whether a < b, by cross-multiplication.
func (c *comparer) less(a, b quotient) bool {
	left, right := c.left[:], c.right[:]
	if c.width > maxCompared {
		left, right = make([]uint64, 2*c.width), make([]uint64, 2*c.width)
	}
	left, right = left[:2*c.width], right[:2*c.width]
	multiply(left, a.w, b.v)
	multiply(right, b.w, a.v)
	for i := len(left) - 1; i >= 0; i-- {
		if left[i] != right[i] {
			return left[i] < right[i]
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
