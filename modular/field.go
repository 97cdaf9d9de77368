package modular

import (
	"fmt"
	"math/big"
	"math/bits"
)

// An Element is an element of a [Field], in Montgomery form. The zero value is
// the zero of every field. Elements of one field are equal if and only if they
// are == to each other; elements of different fields do not mix.
type Element uint64

// A Field is the integers modulo an odd prime below 2^64. It holds constants
// only: any number of goroutines may use it at once.
type Field struct {
	m montgomery
}

// NewField returns the field of the integers modulo p. It returns an error if
// p is not an odd prime.
func NewField(p uint64) (*Field, error) {
	if p == 2 || !IsPrime(p) {
		return nil, fmt.Errorf("modular: the modulus %d is not an odd prime", p)
	}
	return &Field{newMontgomery(p)}, nil
}

// Element returns x modulo the prime.
func (f *Field) Element(x uint64) Element { return Element(f.m.form(x)) }

// ElementBig returns x modulo the prime, for x of any size and sign.
func (f *Field) ElementBig(x *big.Int) Element {
	p := new(big.Int).SetUint64(f.m.n)
	return f.Element(p.Mod(x, p).Uint64())
}

// Uint64 returns the number that x stands for, between 0 and the prime - 1.
func (f *Field) Uint64(x Element) uint64 { return f.m.reduce(0, uint64(x)) }

// Add returns x + y.
func (f *Field) Add(x, y Element) Element {
	s, carry := bits.Add64(uint64(x), uint64(y), 0)
	d, borrow := bits.Sub64(s, f.m.n, 0)
	return Element(d + f.m.n&-(borrow&^carry))
}

// Sub returns x - y.
func (f *Field) Sub(x, y Element) Element {
	d, borrow := bits.Sub64(uint64(x), uint64(y), 0)
	return Element(d + f.m.n&-borrow)
}

// Mul returns x*y: of forms xR and yR, with R = 2^64, the form xR*yR/R = xyR.
func (f *Field) Mul(x, y Element) Element {
	return Element(f.m.mul(uint64(x), uint64(y)))
}

// Exp returns x^k; x^0 is 1 for every x.
func (f *Field) Exp(x Element, k uint64) Element {
	return Element(f.m.exp(uint64(x), k))
}

// Inverse returns 1/x, and 0 for x = 0: by Fermat's little theorem it is
// x^(p-2).
func (f *Field) Inverse(x Element) Element { return f.Exp(x, f.m.n-2) }
