package modular

import "math/bits"

// witnesses are the bases of [IsPrime]. The smallest composite number that is
// a strong pseudoprime to all of them is 318665857834031151167461 > 2^64.
//
// Source: J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime
// bases, Mathematics of Computation 86 (2017) 985-1003.
var witnesses = [12]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// IsPrime tells whether n is a prime, for certain.
func IsPrime(n uint64) bool {
	if n < 2 {
		return false
	}
	for _, p := range witnesses {
		if n%p == 0 {
			return n == p
		}
	}
	return isStrongProbablePrime(n)
}

// isStrongProbablePrime is the test of Miller and Rabin to all witnesses, for
// odd n that none of them divides: with n - 1 = d*2^s and d odd, a prime n has
// a^d = 1 or a^(d*2^i) = -1 for some i < s.
func isStrongProbablePrime(n uint64) bool {
	m := newMontgomery(n)
	minusOne := n - m.one
	s := bits.TrailingZeros64(n - 1)
	for _, a := range witnesses {
		x := m.exp(m.form(a), (n-1)>>s)
		if x != m.one && !squaresReach(&m, x, minusOne, s) {
			return false
		}
	}
	return true
}

// squaresReach tells whether target is among x, x^2, x^4, ..., x^(2^(s-1)).
func squaresReach(m *montgomery, x, target uint64, s int) bool {
	for range s {
		if x == target {
			return true
		}
		x = m.mul(x, x)
	}
	return false
}

// PrimesBelow returns the k largest primes below limit, largest first, or all
// of them if there are fewer. The limit 0 stands for 2^64, as it does in the
// arithmetic of words.
func PrimesBelow(limit uint64, k int) []uint64 {
	var primes []uint64
	for n := limit - 1; n >= 2 && len(primes) < k; n-- {
		if IsPrime(n) {
			primes = append(primes, n)
		}
	}
	return primes
}
