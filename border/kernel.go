package border

import (
	"math/bits"
	"unsafe"
)

//go:generate go run ./genkernels

// row is one gather: the values of a row of states, one active word with the
// idle words of a bin side by side, are the sums of those of its two or three
// successors. A value is a number of consecutive 64-bit words, its limbs
// (lowest first) or its residues; exact values may have half a limb after the
// whole ones, of 32 bits. Where the successors lie in the same order
// they are rows themselves; the others, which come first, are gathered: at
// holds their places in the row that in points to.
//
// The kernels index without checking: bin.run, their only caller, has
// bounded the rows, and the tables were checked when they were made.
type row struct {
	out    unsafe.Pointer
	in     [3]unsafe.Pointer
	at     [3]*uint32
	n      uintptr // states
	limbs  int     // of a value, if they are whole ones
	moduli []uint64
}

// rowKernels are the loops for one width, by the number of terms less two, and
// by how many of them are gathered.
type rowKernels [2][4]func(*row)

var wideKernels = rowKernels{
	{wide(2, 0), wide(2, 1), wide(2, 2)},
	{wide(3, 0), wide(3, 1), wide(3, 2), wide(3, 3)},
}

// wide returns the kernel for any number of limbs.
func wide(terms, gathered int) func(*row) {
	return func(r *row) {
		for i := range int(r.n) {
			out := limbs(r.out, i, r.limbs)
			copy(out, limbs(r.in[0], r.place(0, i, gathered), r.limbs))
			for t := 1; t < terms; t++ {
				addLimbs(out, limbs(r.in[t], r.place(t, i, gathered), r.limbs))
			}
		}
	}
}

func (r *row) place(term, i, gathered int) int {
	if term < gathered {
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
