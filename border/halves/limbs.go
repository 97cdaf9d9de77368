package halves

import (
	"math/bits"
	"slices"
)

// Limbs returns the arithmetic of integers of a given number of 64-bit limbs. [Node.Growth] says how many bits more than the
// values the coordinates can need.
func Limbs(width int) Arithmetic {
	if width <= len(limbLoops) {
		return limbs{width, limbLoops[width-1]}
	}
	w := wide(width)
	return limbs{width, loops{w.combine, w.combineRange, w.products}}
}

func (l limbs) Width() int { return l.width }

func (l limbs) combine(v []uint64, c *combination, base []int, at []uint32) {
	l.loops.combine(v, c, base, at)
}

func (l limbs) combineRange(v []uint64, minus bool, target, source, count int) {
	l.loops.combineRange(v, minus, target, source, count)
}

func (l limbs) products(sums *classSums, weights []uint16, x, y []uint64) {
	l.loops.products(sums, weights, x, y)
}

// classWords: a sum of products with one limb for the carries, in two's complement.
func (l limbs) classWords() int { return 2*l.width + 1 }

// wide has the loops for any number of limbs.
type wide int

func (w wide) value(v []uint64, i int) []uint64 { return v[i*int(w) : (i+1)*int(w)] }

func (w wide) combine(v []uint64, c *combination, base []int, at []uint32) {
	n := c.count + 1
	t, s := make([]uint64, w), make([]uint64, w)
	for ; len(at) >= n; at = at[n:] {
		x := w.value(v, base[0]+int(at[0]))
		clear(t)
		addMultiple(t, x, c.scale, false)
		k := 1
		for _, g := range c.groups {
			clear(s)
			for range g.terms {
				addMultiple(s, w.value(v, base[k]+int(at[k])), 1, false)
				k++
			}
			addMultiple(t, s, g.coefficient, g.minus)
		}
		copy(x, t)
	}
}

func (w wide) combineRange(v []uint64, minus bool, target, source, count int) {
	for i := range count {
		addMultiple(w.value(v, target+i), w.value(v, source+i), 1, minus)
	}
}

// addMultiple sets x ±= y*k, modulo 2^64 for each limb.
func addMultiple(x, y []uint64, k uint64, minus bool) {
	var high, borrow uint64
	for l := range x {
		h, low := bits.Mul64(y[l], k)
		var c uint64
		low, c = bits.Add64(low, high, 0)
		high = h + c
		if minus {
			x[l], borrow = bits.Sub64(x[l], low, borrow)
		} else {
			x[l], borrow = bits.Add64(x[l], low, borrow)
		}
	}
}

func (w wide) products(sums *classSums, weights []uint16, x, y []uint64) {
	size := 2*int(w) + 1
	t := make([]uint64, size)
	for i, weight := range weights {
		a, signA := absolute(w.value(x, i))
		b, signB := absolute(w.value(y, i))
		clear(t)
		for j, limb := range b {
			addMultiple(t[j:j+int(w)+1], append(a[:w:w], 0), limb, false)
		}
		addMultiple(sums.words[int(weight)*size:][:size], t, 1, signA != signB)
	}
}

// absolute returns the absolute value of x and 1 if x is negative.
func absolute(x []uint64) ([]uint64, int) {
	if x[len(x)-1]>>63 == 0 {
		return x, 0
	}
	negative := make([]uint64, len(x))
	addMultiple(negative, slices.Clone(x), 1, true)
	return negative, 1
}
