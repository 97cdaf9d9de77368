package modular

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

func TestIsPrimeAgreesWithSieve(t *testing.T) {
	limit := 30_000
	if longtests.Wanted() {
		limit = 100_000
	}
	composite := make([]bool, limit)
	for n := 2; n < limit; n++ {
		for multiple := 2 * n; multiple < limit; multiple += n {
			composite[multiple] = true
		}
		if IsPrime(uint64(n)) == composite[n] {
			t.Fatalf("IsPrime(%d) is %v", n, !composite[n])
		}
	}
}

// Larger numbers, by trial division.
func TestIsPrimeAgreesWithDivision(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n, prime := 1<<35|rng.Uint64N(1<<35)|1, true
		for d := uint64(3); d*d <= n && prime; d += 2 {
			prime = n%d != 0
		}
		if IsPrime(n) != prime {
			t.Errorf("IsPrime(%d) is %v", n, !prime)
		}
	}
}

// The numbers that fool tests with fewer witnesses: Carmichael numbers, and
// the smallest strong pseudoprimes to the first 1, 2, ..., 9 prime bases
// (OEIS A014233).
func TestIsPrimeRefusesPseudoprimes(t *testing.T) {
	for _, n := range []uint64{
		0, 1, 561, 1105, 1729, 41041, 825265,
		2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383,
		341550071728321, 3825123056546413051,
		(1<<32 - 5) * (1<<32 - 5), math.MaxUint64,
	} {
		if IsPrime(n) {
			t.Errorf("IsPrime(%d) is true", n)
		}
	}
}

func TestPrimesBelow(t *testing.T) {
	for _, c := range []struct {
		limit uint64
		k     int
		want  []uint64
	}{
		{10, 2, []uint64{7, 5}},
		{10, 9, []uint64{7, 5, 3, 2}},
		{7, 1, []uint64{5}},
		{3, 5, []uint64{2}},
		{2, 5, nil},
		{1, 5, nil},
		{1 << 62, 0, nil},
		{1 << 62, -1, nil},
		{1 << 62, 3, []uint64{1<<62 - 57, 1<<62 - 87, 1<<62 - 117}},
		{0, 3, []uint64{math.MaxUint64 - 58, math.MaxUint64 - 82, math.MaxUint64 - 94}},
	} {
		if got := PrimesBelow(c.limit, c.k); !slices.Equal(got, c.want) {
			t.Errorf("PrimesBelow(%d, %d) is %d, want %d", c.limit, c.k, got, c.want)
		}
	}
}

// Nothing between two neighbours of the list is a prime.
func TestPrimesBelowLeavesNoneOut(t *testing.T) {
	primes := PrimesBelow(1<<62, 8)
	for i := 1; i < len(primes); i++ {
		for n := primes[i] + 1; n < primes[i-1]; n++ {
			big2, bigN := big.NewInt(2), new(big.Int).SetUint64(n)
			if big2.Exp(big2, new(big.Int).SetUint64(n-1), bigN).Cmp(big.NewInt(1)) == 0 { // Fermat's little theorem
				t.Errorf("the prime %d is missing", n)
			}
		}
	}
}
