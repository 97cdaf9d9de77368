package border

import "math/bits"

//go:generate go run ./genkernels

// row is one gather: the values of a row of states, one active word with the
// idle words of a bin side by side, are the sums of those of its two or three
// successors. A value is a number of consecutive 64-bit words, its limbs
// (lowest first) or its residues. Where the successors lie in the same order
// they are rows themselves; else at holds, for each term, the places in the
// row that in points to.
//
// The kernels index without checking: phase.step, their only caller, has
// bounded the rows, and the tables were checked when they were made.
type row struct {
	out    *uint64
	in     [3]*uint64
	at     [3]*uint32
	n      uintptr // states
	width  int     // 64-bit words a value
	moduli []uint64
}

// rowKernels are the loops for one width, by number of terms and by whether
// the terms are gathered.
type rowKernels struct {
	add2, add3, gather2, gather3 func(*row)
}

// arithmetic is the semiring of the values of a run.
type arithmetic struct {
	rowKernels
	width  int
	moduli []uint64 // nil: exact, in limbs
}

// kernel picks the loop for so many terms, in the same order (straight) or gathered.
func (k *rowKernels) kernel(terms int, straight bool) func(*row) {
	switch {
	case straight && terms == 3:
		return k.add3
	case straight:
		return k.add2
	case terms == 3:
		return k.gather3
	default:
		return k.gather2
	}
}

// exactArithmetic adds natural numbers below 2^(64*limbs).
func exactArithmetic(limbs int) arithmetic {
	if limbs <= len(exactKernels) {
		return arithmetic{rowKernels: exactKernels[limbs-1], width: limbs}
	}
	return arithmetic{rowKernels: wideKernels, width: limbs}
}

// residueArithmetic adds modulo each of the moduli.
func residueArithmetic(moduli []uint64) arithmetic {
	return arithmetic{rowKernels: residueKernels[len(moduli)-1], width: len(moduli), moduli: moduli}
}

// MaxResidues is the largest number of moduli that one pass can carry.
const MaxResidues = len(residueKernels)

// limbsFor returns how many limbs hold a number of completions of so many points.
func limbsFor(points int) int {
	// 3^points < 2^(points*1585/1000) holds for every points.
	return points*1585/1000/64 + 1
}

var wideKernels = rowKernels{
	add2:    func(r *row) { r.addWide(2, false) },
	add3:    func(r *row) { r.addWide(3, false) },
	gather2: func(r *row) { r.addWide(2, true) },
	gather3: func(r *row) { r.addWide(3, true) },
}

// addWide is the kernel for any number of limbs.
func (r *row) addWide(terms int, gather bool) {
	for i := range int(r.n) {
		out := limbs(r.out, i, r.width)
		copy(out, limbs(r.in[0], r.place(0, i, gather), r.width))
		for t := 1; t < terms; t++ {
			addLimbs(out, limbs(r.in[t], r.place(t, i, gather), r.width))
		}
	}
}

func (r *row) place(term, i int, gather bool) int {
	if gather {
		return int(*element(r.at[term], i))
	}
	return i
}

// addLimbs adds y to x, which has the same length and room for the sum.
func addLimbs(x, y []uint64) {
	y = y[:len(x)]
	var carry uint64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		x4, y4 := (*[4]uint64)(x[i:]), (*[4]uint64)(y[i:])
		x4[0], carry = bits.Add64(x4[0], y4[0], carry)
		x4[1], carry = bits.Add64(x4[1], y4[1], carry)
		x4[2], carry = bits.Add64(x4[2], y4[2], carry)
		x4[3], carry = bits.Add64(x4[3], y4[3], carry)
	}
	for ; i < len(x); i++ {
		x[i], carry = bits.Add64(x[i], y[i], carry)
	}
}
