package polynomial

// irreduciblePrimes is the number of primes that are tried for a proof. Almost
// all polynomials have Galois groups of which few random elements are enough.
const irreduciblePrimes = 40

// maxProofDegree is the highest degree for which a proof is tried: seconds.
const maxProofDegree = 200

// irreducible reports whether a primitive polynomial without multiple factors is
// proved to have no factor of lower degree: the degree of a factor over the whole
// numbers is a sum of degrees of factors modulo every prime, and no number but 0
// and the whole degree is that for all primes tried.
func irreducible(p Poly) bool {
	if p.Degree() > maxProofDegree {
		return false
	}
	possible := make([]bool, p.Degree()+1)
	for d := range possible {
		possible[d] = true
	}
	prime := uint64(2)
	for tried := 0; tried < irreduciblePrimes; prime = nextPrime(prime) {
		f, ok := p.modulo(prime)
		if !ok || !f.squarefree() {
			continue
		}
		tried++
		if restrict(possible, sums(f.factorDegrees(), p.Degree())) {
			return true
		}
	}
	return false
}

// restrict keeps the degrees that are sums, and reports whether only those of the
// trivial factors are left.
func restrict(possible, sums []bool) bool {
	trivial := true
	for d := range possible {
		possible[d] = possible[d] && sums[d]
		if d > 0 && d < len(possible)-1 && possible[d] {
			trivial = false
		}
	}
	return trivial
}

// sums tells which numbers up to the total are sums of some of the given ones.
func sums(degrees []int, total int) []bool {
	reached := make([]bool, total+1)
	reached[0] = true
	for _, d := range degrees {
		for s := total; s >= d; s-- {
			reached[s] = reached[s] || reached[s-d]
		}
	}
	return reached
}

// factorDegrees returns the degrees of the irreducible factors of a polynomial
// without multiple factors, in ascending order: the product of those of degree d
// is what divides x^(p^d) - x and nothing before (distinct-degree factorization).
func (f modPoly) factorDegrees() []int {
	var degrees []int
	x := modPoly{f.prime, []uint64{0, 1}}
	for d := 1; 2*d <= f.degree(); d++ {
		x = x.frobenius(f)
		common := f.gcd(x.minusX())
		for range common.degree() / d {
			degrees = append(degrees, d)
		}
		f, _ = f.divide(common)
		if f.degree() > 0 {
			_, x = x.divide(f)
		}
	}
	if f.degree() > 0 {
		degrees = append(degrees, f.degree())
	}
	return degrees
}
