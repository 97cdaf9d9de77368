package connected

import (
	"math/bits"
	"unsafe"
)

// row is one gather: the values of a row of states, one active word with the
// idle words of a bin side by side, are the sums of those of its two or three
// successors. A value is a number of consecutive 64-bit words, its limbs
// (lowest first) or its residues. Where the successors lie in the same order
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

// rowKernels are the loops by the number of terms less two, and by how many of them are gathered.
type rowKernels [2][4]func(*row)

// The kernels for exact values of one word, of two and of any number; and for one residue and any
// number.
var (
	oneWord     = kernelsOf(addWord)
	twoWords    = kernelsOf(addTwoWords)
	anyWords    = kernelsOf(func(terms, gathered int) func(*row) { return addValues(terms, gathered, addLimbs) })
	oneResidue  = kernelsOf(addResidue)
	anyResidues = kernelsOf(func(terms, gathered int) func(*row) { return addValues(terms, gathered, addResidues) })
)

func addWord(terms, gathered int) func(*row) {
	return func(r *row) {
		for i := range int(r.n) {
			sum := *r.word(0, i, gathered, 1)
			for t := 1; t < terms; t++ {
				sum += *r.word(t, i, gathered, 1)
			}
			*element((*uint64)(r.out), i) = sum
		}
	}
}

func addTwoWords(terms, gathered int) func(*row) {
	return func(r *row) {
		for i := range int(r.n) {
			in := r.word(0, i, gathered, 2)
			low, high := *in, *element(in, 1)
			for t := 1; t < terms; t++ {
				in := r.word(t, i, gathered, 2)
				var carry uint64
				low, carry = bits.Add64(low, *in, 0)
				high += *element(in, 1) + carry
			}
			out := element((*uint64)(r.out), 2*i)
			*out, *element(out, 1) = low, high
		}
	}
}

func addResidue(terms, gathered int) func(*row) {
	return func(r *row) {
		modulus := r.moduli[0]
		for i := range int(r.n) {
			sum := *r.word(0, i, gathered, 1)
			for t := 1; t < terms; t++ {
				if sum += *r.word(t, i, gathered, 1); sum >= modulus {
					sum -= modulus
				}
			}
			*element((*uint64)(r.out), i) = sum
		}
	}
}

// addValues adds values of any number of words.
func addValues(terms, gathered int, add func(r *row, x, y []uint64)) func(*row) {
	return func(r *row) {
		for i := range int(r.n) {
			out := limbs(r.out, i, r.limbs)
			copy(out, limbs(r.in[0], r.place(0, i, gathered), r.limbs))
			for t := 1; t < terms; t++ {
				add(r, out, limbs(r.in[t], r.place(t, i, gathered), r.limbs))
			}
		}
	}
}

// word is the first word of value i of a term, of values of a number of words.
func (r *row) word(term, i, gathered, words int) *uint64 {
	return element((*uint64)(r.in[term]), words*r.place(term, i, gathered))
}

func kernelsOf(of func(terms, gathered int) func(*row)) rowKernels {
	return rowKernels{{of(2, 0), of(2, 1), of(2, 2)}, {of(3, 0), of(3, 1), of(3, 2), of(3, 3)}}
}

func (r *row) place(term, i, gathered int) int {
	if term < gathered {
		return int(*element(r.at[term], i))
	}
	return i
}

// addLimbs adds y to x, which has the same length and room for the sum.
func addLimbs(_ *row, x, y []uint64) {
	y = y[:len(x)]
	var carry uint64
	for i := range x {
		x[i], carry = bits.Add64(x[i], y[i], carry)
	}
}

// addResidues adds y to x modulo the moduli.
func addResidues(r *row, x, y []uint64) {
	x, y = x[:len(r.moduli)], y[:len(r.moduli)]
	for i, m := range r.moduli {
		sum := x[i] + y[i]
		if sum >= m {
			sum -= m
		}
		x[i] = sum
	}
}
