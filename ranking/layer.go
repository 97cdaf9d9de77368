package ranking

import (
	"context"
	"math"
	"math/big"
	"math/bits"
)

// limbsFor returns the words of 64 bits that the number of completions of a given number of points,
// at most 3^points, needs.
func limbsFor(points int) int {
	// 3^points is no power of two, so a rounding error could only matter if it came within one part
	// in 2^50 of one.
	return int(float64(points)*math.Log2(choices))/64 + 1
}

// layer is the completion counts of the states of a kink: row by row, limbs words each, the lowest
// first. Row 0 is zeros.
type layer struct {
	words []uint64
	limbs int
}

func newLayer(states, limbs int) layer {
	return layer{make([]uint64, (states+1)*limbs), limbs}
}

// resized returns a layer for a given number of states that takes the memory of another one, if
// that is enough.
func (l layer) resized(states, limbs int) layer {
	n := (states + 1) * limbs
	if cap(l.words) < n {
		return newLayer(states, limbs)
	}
	l = layer{l.words[:n], limbs}
	clear(l.row(0))
	return l
}

func (l layer) row(n uint32) []uint64 {
	start := int(n) * l.limbs
	return l.words[start : start+l.limbs : start+l.limbs]
}

// last returns the layer after the last point.
func (a *automaton) last() layer {
	l := newLayer(len(a.ends)-1, limbsFor(0))
	for n, ends := range a.ends {
		if ends {
			l.row(uint32(n))[0] = 1
		}
	}
	return l
}

// before sets the completion counts of the states of a kink: the sums of those of their successors.
func (l layer) before(ctx context.Context, m moves, next layer, threads int) error {
	return share(ctx, threads, len(m), func(from, to int) {
		for n := from; n < to; n++ {
			sum := l.row(uint32(n + 1))
			e, b, w := next.row(m[n][0].row()), next.row(m[n][1].row()), next.row(m[n][2].row())
			var carry1, carry2 uint64
			for i := range e {
				var s uint64
				s, carry1 = bits.Add64(e[i], b[i], carry1)
				sum[i], carry2 = bits.Add64(s, w[i], carry2)
			}
			if len(sum) > len(e) {
				sum[len(e)] = carry1 + carry2
			}
		}
	})
}

// below reports whether a number of many words is less than one of as many or fewer.
func below(a, b []uint64) bool {
	for i := len(a) - 1; i >= len(b); i-- {
		if a[i] != 0 {
			return false
		}
	}
	for i := len(b) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// subtract takes a number of as many or fewer words, and no larger, from one.
func subtract(from, b []uint64) {
	var borrow uint64
	for i, x := range b {
		from[i], borrow = bits.Sub64(from[i], x, borrow)
	}
	for i := len(b); borrow != 0; i++ {
		from[i], borrow = bits.Sub64(from[i], 0, borrow)
	}
}

// add adds a number of as many or fewer words to one. The sum must fit.
func add(to, b []uint64) {
	var carry uint64
	for i, x := range b {
		to[i], carry = bits.Add64(to[i], x, carry)
	}
	for i := len(b); carry != 0; i++ {
		to[i], carry = bits.Add64(to[i], 0, carry)
	}
}

// fromBig writes a number that fits into words.
func fromBig(words []uint64, x *big.Int) {
	clear(words)
	raw := x.Bytes()
	for i, b := range raw {
		k := len(raw) - 1 - i
		words[k/8] |= uint64(b) << (k % 8 * 8)
	}
}
