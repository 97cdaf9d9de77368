package modular

import (
	"math/bits"
	"slices"
	"sync"
)

// Products of polynomials modulo any number below 2^64. The polynomials are multiplied as integers:
// they are evaluated at roots of unity modulo one to three primes, their values are multiplied, and
// the coefficients are interpolated modulo each prime and combined. The values at 2^k points take
// about k 2^k products.

// maxTransformBits bounds the number of points: modulo each of the primes there are
// 2^maxTransformBits roots of unity.
const maxTransformBits = 40

// transformPrimes are primes just below 2^63, the largest first.
var transformPrimes = sync.OnceValue(func() (primes []uint64) {
	for n := uint64(1<<63 - 1<<maxTransformBits + 1); len(primes) < 3; n -= 1 << maxTransformBits {
		if IsPrime(n) {
			primes = append(primes, n)
		}
	}
	return primes
})

// A transform evaluates polynomials modulo a prime. The points are roots[0], -roots[0], roots[1],
// -roots[1] and so on. The squares of 2^k points are, in this order, the first 2^(k-1) points, each
// twice.
type transform struct {
	montgomery
	roots, inverses []uint64 // forms
	half            uint64   // the form of 1/2
	offset          uint64   // see multiplier
	inversePrimes   []uint64 // forms of the inverses of the primes before this one
}

// newTransform prepares for a number of points, a power of two.
func newTransform(prime uint64, points int) *transform {
	t := &transform{montgomery: newMontgomery(prime)}
	t.half = t.form(prime/2 + 1)
	nonresidue := uint64(3)
	for t.exp(t.form(nonresidue), prime/2) == t.one {
		nonresidue++
	}
	// x^(2^(k+1)) - 1 is a product of x^2 - c^2 over the roots c that the table has below 2^k. These
	// are the square roots of those below 2^(k-1), of either sign.
	t.roots, t.inverses = []uint64{t.one}, []uint64{t.one}
	for k := 2; len(t.roots) < points/2; k++ {
		w := t.exp(t.form(nonresidue), (prime-1)>>k)
		inverse := t.exp(w, prime-2)
		for i := range len(t.roots) {
			t.roots, t.inverses = append(t.roots, t.mul(t.roots[i], w)), append(t.inverses, t.mul(t.inverses[i], inverse))
		}
	}
	return t
}

// add returns x + y. Both are forms below the prime, which is less than 2^63.
func (t *transform) add(x, y uint64) uint64 {
	s := x + y - t.n
	return s + t.n&-(s>>63)
}

// sub returns x - y.
func (t *transform) sub(x, y uint64) uint64 {
	d := x - y
	return d + t.n&-(d>>63)
}

// evaluate replaces the coefficients of a polynomial by its values at the points.
func (t *transform) evaluate(x []uint64) {
	for size := len(x) / 2; size > 0; size /= 2 {
		i := 0
		for block := range slices.Chunk(x, 2*size) {
			// A block is the remainder modulo x^(2 size) - c^2. It becomes the remainders modulo
			// x^size - c and modulo x^size + c.
			c, low, high := t.roots[i], block[:size], block[size:]
			for j := range high {
				y := t.mul(high[j], c)
				low[j], high[j] = t.add(low[j], y), t.sub(low[j], y)
			}
			i++
		}
	}
}

// interpolate replaces the values of a polynomial by its coefficients, plus the offset. The values
// must be products of [montgomery.mul].
func (t *transform) interpolate(v []uint64) {
	for size := 1; size < len(v); size *= 2 {
		i := 0
		for block := range slices.Chunk(v, 2*size) {
			c, low, high := t.inverses[i], block[:size], block[size:]
			for j := range high {
				x, y := low[j], high[j]
				low[j], high[j] = t.add(x, y), t.mul(t.sub(x, y), c)
			}
			i++
		}
	}
	scale := t.form(t.exp(t.half, uint64(bits.Len(uint(len(v)))-1)))
	for j, y := range v {
		v[j] = t.add(t.mul(y, scale), t.offset)
	}
}

// A multiplier multiplies polynomials modulo a number, the modulus. The coefficients of sums of up
// to four products may be negative: a larger multiple of the modulus, the offset, is added to each
// of them.
type multiplier struct {
	modulus    uint64
	transforms []*transform
}

// newMultiplier prepares for polynomials with up to a number of points, a power of two.
func newMultiplier(modulus uint64, points int) *multiplier {
	m := &multiplier{modulus: modulus}
	need := 2*bits.Len64(modulus) + bits.Len(uint(points)) + 3 // bits of the largest integer
	for i, p := range transformPrimes()[:(need+61)/62] {
		t := newTransform(p, points)
		square := t.mul(t.form(modulus), modulus%p)
		t.offset = t.mul(t.form(square), 4*uint64(points))
		for _, q := range transformPrimes()[:i] {
			t.inversePrimes = append(t.inversePrimes, t.exp(t.form(q), p-2))
		}
		m.transforms = append(m.transforms, t)
	}
	return m
}

// evaluate returns the values of a polynomial at a number of points, modulo each prime.
func (m *multiplier) evaluate(x []uint64, points int) [][]uint64 {
	all := make([][]uint64, len(m.transforms))
	for i, t := range m.transforms {
		all[i] = make([]uint64, points)
		for j, c := range x {
			all[i][j] = c % t.n
		}
		t.evaluate(all[i])
	}
	return all
}

// interpolate returns the coefficients, modulo the modulus, of the polynomial with the given
// values: a sum of products. It overwrites the values.
func (m *multiplier) interpolate(all [][]uint64) []uint64 {
	for i, t := range m.transforms {
		t.interpolate(all[i])
	}
	// Garner's method, as in Remainders.Add.
	x := make([]uint64, len(all[0]))
	var digits [3]uint64
	for j := range x {
		for i, t := range m.transforms {
			d := all[i][j]
			for k, inverse := range t.inversePrimes {
				d = t.mul(t.sub(d, digits[k]%t.n), inverse)
			}
			digits[i] = d
		}
		for i := len(all) - 1; i >= 0; i-- {
			high, low := bits.Mul64(x[j], m.transforms[i].n)
			low, carry := bits.Add64(low, digits[i], 0)
			x[j] = bits.Rem64(high+carry, low, m.modulus)
		}
	}
	return x
}

// pointwise returns, for each prime and each point, what a function computes: i is the number of
// the prime.
func (m *multiplier) pointwise(points int, value func(t *transform, i, point int) uint64) [][]uint64 {
	all := make([][]uint64, len(m.transforms))
	for i, t := range m.transforms {
		all[i] = make([]uint64, points)
		for j := range all[i] {
			all[i][j] = value(t, i, j)
		}
	}
	return all
}

// sumOfProducts returns the values of the polynomial ab + cd.
func (m *multiplier) sumOfProducts(a, b, c, d [][]uint64) [][]uint64 {
	return m.pointwise(len(a[0]), func(t *transform, i, j int) uint64 {
		return t.add(t.mul(a[i][j], b[i][j]), t.mul(c[i][j], d[i][j]))
	})
}

// pointsFor returns the smallest power of two above a degree.
func pointsFor(degree int) int { return 1 << bits.Len(uint(degree)) }
