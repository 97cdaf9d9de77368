package border

import "math"

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
	// addProducts adds the products of all lanes of two rows to sums.
	addProducts func(sums *laneSums, a, b *row)
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
		block := code[:3*n]
		code = code[3*n:]
		switch op {
		case add:
			addRows(block, memory, a, b, f.prime)
		case subtract:
			subtractRows(block, memory, a, b, f.prime)
		case halve:
			halveRows(block, memory, a, f.half)
		case multiply:
			multiplyRows(block, memory, a, coefficients, f.prime)
		case scale:
			scaleRows(block, memory, a, b, f.prime)
		}
	}
}

type row = [lanes]uint32

// laneSums are sums of fewer than 2^32 products of values, by the lane: of the lower halves of the
// products, and of the upper ones.
type laneSums struct{ low, high [lanes]uint64 }

func rowAt(values []uint32, at int32) *row { return (*row)(values[uint32(at)/ValueBytes:]) }

// Four lanes at a time take a sixth less than one.
func addRows(block []int32, memory, from, others []uint32, prime uint32) {
	p := uint64(prime)
	for ; len(block) >= 3; block = block[3:] {
		to, a, b := rowAt(memory, block[0]), rowAt(from, block[1]), rowAt(others, block[2])
		for i := 0; i < lanes; i += 4 {
			x, y, z := (*[4]uint32)(a[i:]), (*[4]uint32)(b[i:]), (*[4]uint32)(to[i:])
			z[0] = difference(uint64(x[0])+uint64(y[0]), p, p)
			z[1] = difference(uint64(x[1])+uint64(y[1]), p, p)
			z[2] = difference(uint64(x[2])+uint64(y[2]), p, p)
			z[3] = difference(uint64(x[3])+uint64(y[3]), p, p)
		}
	}
}

func subtractRows(block []int32, memory, from, others []uint32, prime uint32) {
	p := uint64(prime)
	for ; len(block) >= 3; block = block[3:] {
		to, a, b := rowAt(memory, block[0]), rowAt(from, block[1]), rowAt(others, block[2])
		for i := 0; i < lanes; i += 4 {
			x, y, z := (*[4]uint32)(a[i:]), (*[4]uint32)(b[i:]), (*[4]uint32)(to[i:])
			z[0] = difference(uint64(x[0]), uint64(y[0]), p)
			z[1] = difference(uint64(x[1]), uint64(y[1]), p)
			z[2] = difference(uint64(x[2]), uint64(y[2]), p)
			z[3] = difference(uint64(x[3]), uint64(y[3]), p)
		}
	}
}

// difference returns x - y, plus the prime if the difference is negative.
func difference(x, y, prime uint64) uint32 { return uint32(min(x-y, x-y+prime)) }

func halveRows(block []int32, memory, from []uint32, half uint32) {
	for ; len(block) >= 3; block = block[3:] {
		to := rowAt(memory, block[0])
		for i, x := range rowAt(from, block[1]) {
			to[i] = x>>1 + half&-(x&1)
		}
	}
}

func multiplyRows(block []int32, memory, from, coefficients []uint32, prime uint32) {
	for ; len(block) >= 3; block = block[3:] {
		to, at := rowAt(memory, block[0]), uint32(block[2])/ValueBytes
		w, v := coefficients[at], coefficients[at+1]
		for i, x := range rowAt(from, block[1]) {
			to[i] = product(x, w, v, prime)
		}
	}
}

func scaleRows(block []int32, memory, from, coefficients []uint32, prime uint32) {
	for ; len(block) >= 3; block = block[3:] {
		to, w, v := rowAt(memory, block[0]), rowAt(coefficients, block[2]), rowAt(coefficients, block[2]+rowBytes)
		for i, x := range rowAt(from, block[1]) {
			to[i] = product(x, w[i], v[i], prime)
		}
	}
}

// product returns a w modulo the prime. With v = w 2^32 / prime, rounded down, the high word of a v
// is the quotient by the prime or one less (V. Shoup).
func product(a, w, v, prime uint32) uint32 {
	r := uint64(a)*uint64(w) - uint64(a)*uint64(v)>>32*uint64(prime)
	return uint32(min(r, r-uint64(prime)))
}

func (f *constants) product(a, w, v uint32) uint32 { return product(a, w, v, f.prime) }

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

func addProductsPlain(sums *laneSums, a, b *row) {
	for i, v := range a {
		product := uint64(v) * uint64(b[i])
		sums.low[i] += product & math.MaxUint32
		sums.high[i] += product >> 32
	}
}
