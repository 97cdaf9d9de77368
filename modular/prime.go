package modular

import "math/big"

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
