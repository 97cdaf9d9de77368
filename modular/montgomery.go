package modular

import "math/bits"

// A montgomery is arithmetic modulo an odd number n, prime or not, with
// numbers x in Montgomery form x*R mod n, where R = 2^64.
//
// Source: P. L. Montgomery, Modular multiplication without trial division,
// Mathematics of Computation 44 (1985) 519-521; the reduction that subtracts,
// and so needs no extra bit for moduli near 2^64, is the one of C. McIvor,
// M. McLoone and J. McCanny (2004).
type montgomery struct {
	n   uint64
	inv uint64 // n^-1 mod R
	one uint64 // R mod n, the form of 1
	rr  uint64 // R^2 mod n, which turns numbers into their form
}

func newMontgomery(n uint64) montgomery {
	one := -n % n // 2^64 - n and 2^64 are the same modulo n
	return montgomery{n: n, inv: inverseOfOdd(n), one: one, rr: square128(one, n)}
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

// square128 returns x^2 mod n for x < n, by a 128-bit division.
func square128(x, n uint64) uint64 {
	hi, lo := bits.Mul64(x, x)
	return bits.Rem64(hi, lo, n)
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
