package modular

import (
	"math/bits"
	"testing"
)

// Three ways to multiply modulo a word, in a chain in which every product waits
// for the one before. The Montgomery form is the package's way; the others are
// here to be compared.

const benchmarkPrime = 1<<62 - 57

var sink uint64

func BenchmarkMul(b *testing.B) {
	b.Run("Montgomery", func(b *testing.B) {
		m := newMontgomery(benchmarkPrime)
		x := uint64(1<<61 - 1)
		for range b.N {
			x = m.mul(x, 1<<60+7)
		}
		sink = x
	})
	b.Run("Barrett", func(b *testing.B) {
		r := newBarrett(benchmarkPrime)
		x := uint64(1<<61 - 1)
		for range b.N {
			x = r.mul(x, 1<<60+7)
		}
		sink = x
	})
	b.Run("Division", func(b *testing.B) {
		x := uint64(1<<61 - 1)
		for range b.N {
			x = mulByDivision(x, 1<<60+7)
		}
		sink = x
	})
}

func mulByDivision(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return bits.Rem64(hi, lo, benchmarkPrime)
}

// A barrett is arithmetic modulo n < 2^62 by multiplication with an
// approximate inverse. Source: P. Barrett, CRYPTO '86, 311-323.
type barrett struct {
	n, mu uint64 // mu = floor(2^(2k) / n) for the length k of n in bits
	k     uint
}

func newBarrett(n uint64) barrett {
	k := uint(bits.Len64(n))
	mu, _ := bits.Div64(1<<(2*k-64), 0, n)
	return barrett{n: n, mu: mu, k: k}
}

func (r *barrett) mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	top := hi<<(65-r.k) | lo>>(r.k-1)
	qhi, qlo := bits.Mul64(top, r.mu)
	q := qhi<<(63-r.k) | qlo>>(r.k+1)
	z := lo - q*r.n
	for z >= r.n {
		z -= r.n
	}
	return z
}

func TestBarrettOfTheBenchmarkIsRight(t *testing.T) {
	r := newBarrett(benchmarkPrime)
	for _, x := range testNumbers(benchmarkPrime) {
		for _, y := range testNumbers(benchmarkPrime) {
			x, y := x%benchmarkPrime, y%benchmarkPrime
			if got, want := r.mul(x, y), mulByDivision(x, y); got != want {
				t.Fatalf("%d*%d is %d, want %d", x, y, got, want)
			}
		}
	}
}

func BenchmarkFieldAdd(b *testing.B) {
	f := mustField(b, benchmarkPrime)
	x, y := f.Element(1<<61-1), f.Element(1<<60+7)
	for range b.N {
		x = f.Add(x, y)
	}
	sink = uint64(x)
}

func BenchmarkFieldMul(b *testing.B) {
	f := mustField(b, benchmarkPrime)
	x, y := f.Element(1<<61-1), f.Element(1<<60+7)
	for range b.N {
		x = f.Mul(x, y)
	}
	sink = uint64(x)
}

func BenchmarkFieldInverse(b *testing.B) {
	f := mustField(b, benchmarkPrime)
	x := f.Element(1<<61 - 1)
	for range b.N {
		x = f.Inverse(x)
	}
	sink = uint64(x)
}

func BenchmarkIsPrime(b *testing.B) {
	for range b.N {
		if !IsPrime(benchmarkPrime) {
			b.Fatal("not a prime")
		}
	}
}

// Seven residues are what the 15 x 15 board takes.
func BenchmarkCombine(b *testing.B) {
	primes := PrimesBelow(1<<62, 7)
	residues := residuesOf(pseudorandom(1, 400), primes)
	for range b.N {
		if _, err := combine(residues, primes); err != nil {
			b.Fatal(err)
		}
	}
}
