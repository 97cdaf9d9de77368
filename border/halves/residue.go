package halves

import (
	"fmt"
	"math/bits"
)

// residues is the arithmetic modulo a prime below 2^62.
type residues struct{ prime uint64 }

// minModulus is above every prime that divides a denominator.
const minModulus = 1 << 16

// Residues returns the arithmetic modulo a prime between 2^16 and 2^62, so that no denominator is zero.
func Residues(prime uint64) (Arithmetic, error) {
	if prime < minModulus || prime >= 1<<62 {
		return nil, fmt.Errorf("halves: modulus %d is not in 2^16..2^62-1", prime)
	}
	return residues{prime}, nil
}

func (r residues) Width() int { return 1 }

func (r residues) combine(v []uint64, c *combination, base []int, at []uint32) {
	n := c.count + 1
	p := r.prime
	if c.isPlain() {
		minus := c.groups[0].minus
		for ; len(at) >= n; at = at[n:] {
			x := &v[base[0]+int(at[0])]
			*x = r.add(*x, v[base[1]+int(at[1])], minus)
		}
		return
	}
	// Terms that are taken away are added to a multiple of the prime that is larger than all of them together.
	most := uint64(0)
	for _, g := range c.groups {
		most += g.coefficient * uint64(g.terms)
	}
	overHigh, overLow := bits.Mul64(p, most)
	for ; len(at) >= n; at = at[n:] {
		x := &v[base[0]+int(at[0])]
		high, low := bits.Mul64(*x, c.scale)
		var carry uint64
		low, carry = bits.Add64(low, overLow, 0)
		high += overHigh + carry
		k := 1
		for _, g := range c.groups {
			for range g.terms {
				h, l := bits.Mul64(v[base[k]+int(at[k])], g.coefficient)
				k++
				if g.minus {
					low, carry = bits.Sub64(low, l, 0)
					high -= h + carry
				} else {
					low, carry = bits.Add64(low, l, 0)
					high += h + carry
				}
			}
		}
		*x = bits.Rem64(high, low, p)
	}
}

func (r residues) add(x, y uint64, minus bool) uint64 {
	if minus {
		y = r.prime - y
	}
	if x += y; x >= r.prime {
		x -= r.prime
	}
	return x
}

func (r residues) combineRange(v []uint64, minus bool, target, source, count int) {
	to, from := v[target:target+count], v[source:source+count]
	for i := range to {
		to[i] = r.add(to[i], from[i], minus)
	}
}

// classWords: a sum of products, of three words.
func (r residues) classWords() int { return 3 }

func (r residues) products(sums *classSums, weights []uint16, x, y []uint64) {
	x, y = x[:len(weights)], y[:len(weights)]
	for i, weight := range weights {
		high, low := bits.Mul64(x[i], y[i])
		s := (*[3]uint64)(sums.words[3*int(weight):])
		var carry uint64
		s[0], carry = bits.Add64(s[0], low, 0)
		s[1], carry = bits.Add64(s[1], high, carry)
		s[2] += carry
	}
}
