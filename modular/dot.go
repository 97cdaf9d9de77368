package modular

import "math/bits"

// An accumulator is a sum of products of words, of up to 192 bits: reducing
// once at the end costs a third of reducing every product.
type accumulator struct{ top, hi, lo uint64 }

// add adds the inner product of x and y, of which y is at least as long.
func (a *accumulator) add(x, y []uint64) {
	top, hi, lo := a.top, a.hi, a.lo
	y = y[:len(x)]
	for i, v := range x {
		h, l := bits.Mul64(v, y[i])
		var carry uint64
		lo, carry = bits.Add64(lo, l, 0)
		hi, carry = bits.Add64(hi, h, carry)
		top += carry
	}
	a.top, a.hi, a.lo = top, hi, lo
}

// reduceSum returns a / R mod n: of a sum of products of forms, the form.
func (m *montgomery) reduceSum(a accumulator) uint64 {
	hi := a.hi
	if a.top != 0 || hi >= m.n {
		hi = bits.Rem64(a.top, hi, m.n)
	}
	return m.reduce(hi, a.lo)
}

// subMultiple subtracts c*x[i] from y[i] for all i; c, x and y are forms.
func (m *montgomery) subMultiple(y []uint64, c uint64, x []uint64) {
	n, inv := m.n, m.inv
	y = y[:len(x)]
	for i, v := range x {
		hi, lo := bits.Mul64(c, v)
		h, _ := bits.Mul64(lo*inv, n)
		product, borrow := bits.Sub64(hi, h, 0)
		product += n & -borrow
		d, borrow := bits.Sub64(y[i], product, 0)
		y[i] = d + n&-borrow
	}
}
