package connected

import (
	"math"
	"math/bits"
)

// Values is a number for each of some states, by their numbers from 1 on, and 0 for number 0: exact
// ones of several words of 64 bits each, the lowest first, or residues of one word.
type Values struct {
	Words []uint64
	Limbs int // words a number
}

// Of returns the number of a state.
func (v *Values) Of(state int) []uint64 {
	return v.Words[state*v.Limbs : (state+1)*v.Limbs : (state+1)*v.Limbs]
}

// resize makes room for the values of a number of states. Their memory is used again if that is
// enough.
func (v *Values) resize(states, limbs int) {
	n := (states + 1) * limbs
	if cap(v.Words) < n {
		v.Words = make([]uint64, n)
	}
	v.Words, v.Limbs = v.Words[:n], limbs
	clear(v.Of(0))
}

// LimbsFor returns the words that a number of completions of a number of points, at most 3^points,
// needs.
func LimbsFor(points int) int {
	// 3^points is no power of two, so a rounding error could only matter if it came within one part
	// in 2^50 of one.
	return int(float64(points)*math.Log2(choices))/64 + 1
}

// arithmetic is that of the values of a run: modulo a number, or exact for 0.
type arithmetic struct{ modulus uint64 }

// gather sets the values of states, numbered from first on, to the sums of those of their
// successors.
func (a arithmetic) gather(v *Values, first int, next *Values, to *successors) {
	if a.modulus != 0 {
		a.gatherResidues(v.Words[first:], next.Words, to)
		return
	}
	for i := range to[0] {
		sum := v.Of(first + i)
		x, y, z := next.Of(to[0][i]), next.Of(to[1][i]), next.Of(to[2][i])
		var carry1, carry2 uint64
		for j := range x {
			var s uint64
			s, carry1 = bits.Add64(x[j], y[j], carry1)
			sum[j], carry2 = bits.Add64(s, z[j], carry2)
		}
		rest := sum[len(x):]
		clear(rest)
		if len(rest) > 0 {
			rest[0] = carry1 + carry2
		}
	}
}

func (a arithmetic) gatherResidues(out, x []uint64, to *successors) {
	second, third := to[1][:len(to[0])], to[2][:len(to[0])]
	for i, n := range to[0] {
		out[i] = a.add(a.add(x[n], x[second[i]]), x[third[i]])
	}
}

// add adds residues. No branch depends on them: a processor would guess it wrong half of the time.
func (a arithmetic) add(x, y uint64) uint64 {
	sum, carry := bits.Add64(x, y, 0)
	rest, borrow := bits.Sub64(sum, a.modulus, 0)
	return rest + a.modulus&-(borrow&^carry)
}
