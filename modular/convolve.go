package modular

import "slices"

// arithmetic is what a product of polynomials needs of the numbers modulo n.
type arithmetic interface {
	// form and number go into the representation and out of it.
	form(x uint64) uint64
	number(x uint64) uint64
	// convolve sets z to the product x*y by the definition; z is
	// len(x)+len(y)-1 long, and the lengths are positive.
	convolve(z, x, y []uint64)
	// addTo adds x to the beginning of z, subFrom subtracts it.
	addTo(z, x []uint64)
	subFrom(z, x []uint64)
	negate(x uint64) uint64
}

// karatsubaLength is the length from which on products are split; measured.
const karatsubaLength = 48

// multiply returns the product of two polynomials, the constant coefficient
// first.
func multiply(a arithmetic, x, y []uint64) []uint64 {
	if len(x) < len(y) {
		x, y = y, x
	}
	if len(y) == 0 {
		return nil
	}
	z := make([]uint64, len(x)+len(y)-1)
	if len(y) < karatsubaLength {
		a.convolve(z, x, y)
		return z
	}
	// Pieces of x as long as y: Karatsuba's method is for equal lengths.
	scratch := make([]uint64, 6*len(y)+6*64)
	product := make([]uint64, 2*len(y)-1)
	for from := 0; from < len(x); from += len(y) {
		piece := x[from:min(from+len(y), len(x))]
		p := product[:len(piece)+len(y)-1]
		if len(piece) == len(y) {
			karatsuba(a, p, piece, y, scratch)
		} else {
			copy(p, multiply(a, piece, y))
		}
		a.addTo(z[from:], p)
	}
	return z
}

// karatsuba sets z to the product of two polynomials of one length, of which
// the halves x = x0 + x1*t and y = y0 + y1*t give
//
//	x*y = x0*y0 + ((x0+x1)*(y0+y1) - x0*y0 - x1*y1)*t + x1*y1*t^2.
//
// Source: D. E. Knuth, The Art of Computer Programming 2, section 4.3.3.
func karatsuba(a arithmetic, z, x, y, scratch []uint64) {
	n := len(x)
	if n < karatsubaLength {
		a.convolve(z, x, y)
		return
	}
	h := (n + 1) / 2
	sx, sy, middle, rest := scratch[:h], scratch[h:2*h], scratch[2*h:4*h-1], scratch[4*h-1:]
	copy(sx, x[:h])
	a.addTo(sx, x[h:])
	copy(sy, y[:h])
	a.addTo(sy, y[h:])
	karatsuba(a, middle, sx, sy, rest)
	low, high := z[:2*h-1], z[2*h:]
	karatsuba(a, low, x[:h], y[:h], rest)
	karatsuba(a, high, x[h:], y[h:], rest)
	z[2*h-1] = 0
	a.subFrom(middle, low)
	a.subFrom(middle, high)
	a.addTo(z[h:], middle)
}

// odd is arithmetic modulo an odd number.
type odd struct{ *montgomery }

func (m odd) number(x uint64) uint64 { return m.reduce(0, x) }

func (m odd) convolve(z, x, y []uint64) {
	if len(x) < len(y) {
		x, y = y, x
	}
	backward := slices.Clone(y)
	slices.Reverse(backward)
	for k := range z {
		// the terms x[i]*y[k-i] with both indices in range
		first, last := max(0, k-len(y)+1), min(k, len(x)-1)
		var sum accumulator
		sum.add(x[first:last+1], backward[len(y)-1-k+first:])
		z[k] = m.reduceSum(sum)
	}
}

func (m odd) addTo(z, x []uint64) {
	for i, v := range x {
		z[i] = addBelow(z[i], v, m.n)
	}
}

func (m odd) subFrom(z, x []uint64) {
	for i, v := range x {
		z[i] = addBelow(z[i], m.montgomery.negate(v), m.n)
	}
}

// addBelow returns x + y mod n for x, y < n < 2^63.
func addBelow(x, y, n uint64) uint64 {
	s := x + y
	if s >= n {
		s -= n
	}
	return s
}

// binary is arithmetic modulo 2^64, which serves for all powers of two.
type binary struct{}

func (binary) form(x uint64) uint64   { return x }
func (binary) number(x uint64) uint64 { return x }
func (binary) negate(x uint64) uint64 { return -x }

func (binary) convolve(z, x, y []uint64) {
	clear(z)
	for i, v := range x {
		for j, w := range y {
			z[i+j] += v * w
		}
	}
}

func (binary) addTo(z, x []uint64) {
	for i, v := range x {
		z[i] += v
	}
}

func (binary) subFrom(z, x []uint64) {
	for i, v := range x {
		z[i] -= v
	}
}
