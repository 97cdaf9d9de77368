package border

import "math/bits"

// The kernels work on rows. There are two of each, with the same results: in Go, and in assembly
// for processors that have AVX2. The build tag purego leaves the second ones out.

// run executes a program. Its memory has room for its rows, and the input begins with its inputs.
func (f *field) run(p *program, memory, input []uint64) {
	if vectors {
		runVector(&p.code[0], &[2]*uint64{&memory[0], &input[0]}, &f.coefficients[0], &f.constants)
		return
	}
	f.runPlain(p.code, memory, input)
}

// runPlain reads blocks of instructions: the operation, where a and b come from (1: the input, 0:
// the memory), and the number of instructions. Each has the place of its result and those of a and
// b.
func (f *field) runPlain(code []int32, memory, input []uint64) {
	sources := [2][]uint64{memory, input}
	for {
		op, a, b, n := operation(code[0]), sources[code[1]], sources[code[2]], code[3]
		code = code[4:]
		if op == stop {
			return
		}
		for ; n > 0; n, code = n-1, code[3:] {
			to, x := rowAt(memory, code[0]), rowAt(a, code[1])
			switch op {
			case add:
				f.addRows(to, x, rowAt(b, code[2]))
			case subtract:
				f.subtractRows(to, x, rowAt(b, code[2]))
			case halve:
				f.halveRow(to, x)
			case multiply:
				f.multiplyRow(to, x, (*[2]uint64)(f.coefficients[code[2]/8:]))
			}
		}
	}
}

type row = [lanes]uint64

func rowAt(values []uint64, at int32) *row { return (*row)(values[at/8:]) }

func (f *field) addRows(to, a, b *row) {
	for i := range to {
		d, borrow := bits.Sub64(a[i]+b[i], f.prime, 0)
		to[i] = d + f.prime&-borrow
	}
}

func (f *field) subtractRows(to, a, b *row) {
	for i := range to {
		d, borrow := bits.Sub64(a[i], b[i], 0)
		to[i] = d + f.prime&-borrow
	}
}

func (f *field) halveRow(to, a *row) {
	for i := range to {
		to[i] = a[i]>>1 + f.half&-(a[i]&1)
	}
}

// multiplyRow multiplies by w. With v = w 2^64 / prime, rounded down, the high word of a v is the
// quotient by the prime or one less (V. Shoup).
func (f *field) multiplyRow(to, a *row, coefficient *[2]uint64) {
	w, v := coefficient[0], coefficient[1]
	for i := range to {
		quotient, _ := bits.Mul64(a[i], v)
		d, borrow := bits.Sub64(a[i]*w-quotient*f.prime, f.prime, 0)
		to[i] = d + f.prime&-borrow
	}
}

// copyRows copies rows from some places to others.
func copyRows(to, from []uint64, places, rows []int32) {
	if vectors {
		copyVector(&to[0], &from[0], &places[0], &rows[0], len(places))
		return
	}
	for i, at := range places {
		*rowAt(to, at) = *rowAt(from, rows[i])
	}
}

// transpose takes a square of values, rows that follow each other, to the rows at the first n
// places: the i-th lane of all of them to the i-th place.
func transpose(to, from []uint64, places *[lanes]int32, n int) {
	if vectors && n == lanes {
		transposeVector(&to[0], &from[0], places)
		return
	}
	for i := range n {
		row := rowAt(to, places[i])
		for j := range row {
			row[j] = from[j*lanes+i]
		}
	}
}
