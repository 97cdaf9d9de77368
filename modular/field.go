package modular

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// IsPrime reports whether n is a prime, for certain: the test of Baillie and PSW, which
// [big.Int.ProbablyPrime] is, has no pseudoprimes below 2^64. Fermat's little theorem, to the base
// 2, tells almost all other numbers apart sooner.
func IsPrime(n uint64) bool {
	if n < 3 || n%2 == 0 {
		return n == 2
	}
	m := newMontgomery(n)
	return m.exp(m.form(2), n-1) == m.one && new(big.Int).SetUint64(n).ProbablyPrime(0)
}

// PrimesBelow returns the k largest primes below limit, largest first, or all of them if there are
// fewer. The limit 0 stands for 2^64, as it does in the arithmetic of words.
func PrimesBelow(limit uint64, k int) []uint64 {
	var primes []uint64
	for n := limit - 1; n >= 2 && len(primes) < k; n-- {
		if IsPrime(n) {
			primes = append(primes, n)
		}
	}
	return primes
}

// An Element is an element of a [Field], in Montgomery form. The zero value is
// the zero of every field. Elements of one field are equal if and only if they
// are == to each other; elements of different fields do not mix.
type Element uint64

// A Field is the integers modulo an odd prime below 2^64. It holds constants
// only: any number of goroutines may use it at once.
type Field struct {
	m         montgomery
	inversion uint64 // the power of a number that is its inverse
}

// NewField returns the field of the integers modulo p. It returns an error if
// p is not an odd prime.
func NewField(p uint64) (*Field, error) {
	if p == 2 || !IsPrime(p) {
		return nil, fmt.Errorf("modular: the modulus %d is not an odd prime", p)
	}
	return &Field{newMontgomery(p), p - 2}, nil
}

// NewPrimePower returns the integers modulo a power n of an odd prime below 2^32, which are a field
// but for inverses: numbers that the prime divides have none, and [Field.Inverse] is wrong for
// them. It returns an error if n is no such power.
func NewPrimePower(n uint64) (*Field, error) {
	for k := 1; n>>k > 0; k++ {
		p := uint64(math.Round(math.Pow(float64(n), 1/float64(k))))
		power := p
		for i := 1; i < k && power <= n/p; i++ {
			power *= p
		}
		if power == n && p > 2 && IsPrime(p) {
			return &Field{newMontgomery(n), n/p*(p-1) - 1}, nil // Euler's theorem
		}
	}
	return nil, fmt.Errorf("modular: the modulus %d is not a power of an odd prime", n)
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

// Inverse returns 1/x, and 0 for x = 0: by Fermat's little theorem it is x^(p-2).
func (f *Field) Inverse(x Element) Element { return f.Exp(x, f.inversion) }

// A montgomery is arithmetic modulo an odd number n, prime or not, with
// numbers x in Montgomery form x*R mod n, where R = 2^64.
//
// Source: P. L. Montgomery, Modular multiplication without trial division, Mathematics of
// Computation 44 (1985) 519-521; the reduction that subtracts, and so needs no extra bit for moduli
// near 2^64, is the one of C. McIvor, M. McLoone and J. McCanny (2004).
type montgomery struct {
	n   uint64
	inv uint64 // n^-1 mod R
	one uint64 // R mod n, the form of 1
	rr  uint64 // R^2 mod n, which turns numbers into their form
}

func newMontgomery(n uint64) montgomery {
	one := -n % n // 2^64 - n and 2^64 are the same modulo n
	hi, lo := bits.Mul64(one, one)
	return montgomery{n: n, inv: inverseOfOdd(n), one: one, rr: bits.Rem64(hi, lo, n)}
}

// inverseOfOdd returns n^-1 mod 2^64 for odd n. Newton's step x <- x*(2-n*x)
// doubles the number of right bits; n*n = 1 mod 8 gives the first three.
func inverseOfOdd(n uint64) uint64 {
	x := n
	for range 5 {
		x *= 2 - n*x
	}
	return x
}

// reduce returns (hi*2^64 + lo) / R mod n for hi < n.
//
// With q = lo * n^-1 mod R the numbers hi*R + lo and q*n agree modulo R, so
// their difference divided by R is the difference of the high words.
func (m *montgomery) reduce(hi, lo uint64) uint64 {
	q := lo * m.inv
	h, _ := bits.Mul64(q, m.n)
	d, borrow := bits.Sub64(hi, h, 0)
	return d + m.n&-borrow
}

// mul returns x*y/R mod n, the form of the product.
func (m *montgomery) mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return m.reduce(hi, lo)
}

// negate returns -x.
func (m *montgomery) negate(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return m.n - x
}

// form returns x*R mod n for any x: since rr < n, so is the high word of x*rr.
func (m *montgomery) form(x uint64) uint64 { return m.mul(x, m.rr) }

// exp returns the form of x^k for the form x.
func (m *montgomery) exp(x, k uint64) uint64 {
	z := m.one
	for i := bits.Len64(k); i > 0; i-- {
		z = m.mul(z, z)
		if k>>(i-1)&1 == 1 {
			z = m.mul(z, x)
		}
	}
	return z
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
