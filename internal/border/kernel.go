package border

// A kernel works on rows. There is one in Go, and there are others in assembly, with the same
// results; the build tag purego leaves these out.
type kernel struct {
	name string
	// execute executes the code of a program, which begins modulo the first prime of the constants.
	execute func(code []int32, memory, input, coefficients []uint32, all []constants)
	// copyRows copies rows from some places to others.
	copyRows func(to, from []uint32, places, rows []int32)
	// transpose takes a square of values, rows that follow each other, to the rows at the first n
	// places: the i-th lane of all of them to the i-th place.
	transpose func(to, from []uint32, places *[lanes]int32, n int)
}

// runPlain reads blocks of instructions: the operation, where a and b come from (1: the input, 0:
// the memory), and the number of instructions, or that of the prime. Each has the place of its
// result and those of a and b.
func runPlain(code []int32, memory, input, coefficients []uint32, all []constants) {
	sources := [2][]uint32{memory, input}
	f := &all[0]
	for {
		op, a, b, n := operation(code[0]), sources[code[1]], sources[code[2]], code[3]
		code = code[4:]
		switch op {
		case stop:
			return
		case modulo:
			f = &all[n]
			continue
		}
		for ; n > 0; n, code = n-1, code[3:] {
			to, x := rowAt(memory, code[0]), rowAt(a, code[1])
			switch op {
			case add:
				addRows(to, x, rowAt(b, code[2]), f.prime)
			case subtract:
				subtractRows(to, x, rowAt(b, code[2]), f.prime)
			case halve:
				f.halveRow(to, x)
			case multiply:
				w, v := coefficients[code[2]/ValueBytes], coefficients[code[2]/ValueBytes+1]
				for i := range to {
					to[i] = f.product(x[i], w, v)
				}
			case scale:
				w, v := rowAt(b, code[2]), rowAt(b, code[2]+rowBytes)
				for i := range to {
					to[i] = f.product(x[i], w[i], v[i])
				}
			}
		}
	}
}

type row = [lanes]uint32

func rowAt(values []uint32, at int32) *row { return (*row)(values[at/ValueBytes:]) }

// addRows and subtractRows take a third longer where they are inlined: registers are short there.
//
//go:noinline
func addRows(to, a, b *row, prime uint32) {
	_, _, _ = *to, *a, *b // no pointer is nil
	for i := range to {
		x := a[i] + b[i] - prime
		if x >= a[i] { // the difference is negative
			x += prime
		}
		to[i] = x
	}
}

//go:noinline
func subtractRows(to, a, b *row, prime uint32) {
	_, _, _ = *to, *a, *b
	for i := range to {
		x := a[i] - b[i]
		if x > a[i] {
			x += prime
		}
		to[i] = x
	}
}

func (f *constants) halveRow(to, a *row) {
	for i := range to {
		to[i] = a[i]>>1 + f.half&-(a[i]&1)
	}
}

// product returns a w modulo the prime. With v = w 2^32 / prime, rounded down, the high word of a v
// is the quotient by the prime or one less (V. Shoup).
func (f *constants) product(a, w, v uint32) uint32 {
	r := uint64(a)*uint64(w) - uint64(a)*uint64(v)>>32*uint64(f.prime)
	return uint32(min(r, r-uint64(f.prime)))
}

func copyRowsPlain(to, from []uint32, places, rows []int32) {
	for i, at := range places {
		*rowAt(to, at) = *rowAt(from, rows[i])
	}
}

func transposePlain(to, from []uint32, places *[lanes]int32, n int) {
	for i := range n {
		row := rowAt(to, places[i])
		for j := range row {
			row[j] = from[j*lanes+i]
		}
	}
}
