package polynomial

import "math/big"

// rationalRoots returns numbers among which are all rational roots of a primitive
// polynomial without multiple factors.
//
// A root modulo a prime that divides neither the highest coefficient c nor the
// discriminant lifts to one modulo every power of the prime (Hensel). For a
// rational root r, the number c r is whole and no larger than the sum of the
// sizes of all coefficients (Cauchy), so it is known once the power is more than
// twice that.
func rationalRoots(p Poly) []*big.Rat {
	if p.Degree() < 1 {
		return nil
	}
	prime := goodPrime(p)
	bound := new(big.Int)
	for _, c := range p {
		bound.Add(bound, new(big.Int).Abs(c))
	}
	bound.Lsh(bound, 1)
	var roots []*big.Rat
	modulus := new(big.Int).SetUint64(prime)
	for x := range prime {
		if atModulo(p, new(big.Int).SetUint64(x), modulus).Sign() == 0 {
			roots = append(roots, lift(p, x, prime, bound))
		}
	}
	return roots
}

// goodPrime returns the least prime from a hundred on modulo which a polynomial
// keeps its degree and has no multiple factors.
func goodPrime(p Poly) uint64 {
	for prime := nextPrime(100); ; prime = nextPrime(prime) {
		if f, ok := p.modulo(prime); ok && f.squarefree() {
			return prime
		}
	}
}

// lift returns the rational number that a simple root x modulo a prime stands
// for, if it stands for a root, by Newton's steps modulo squares of squares.
func lift(p Poly, x, prime uint64, bound *big.Int) *big.Rat {
	modulus := new(big.Int).SetUint64(prime)
	root := new(big.Int).SetUint64(x)
	slope := p.derivative()
	for modulus.Cmp(bound) <= 0 {
		modulus.Mul(modulus, modulus)
		inverse := new(big.Int).ModInverse(atModulo(slope, root, modulus), modulus)
		step := inverse.Mul(inverse, atModulo(p, root, modulus))
		root.Mod(root.Sub(root, step), modulus)
	}
	scaled := root.Mod(root.Mul(root, p.lead()), modulus)
	if new(big.Int).Lsh(scaled, 1).Cmp(modulus) > 0 {
		scaled.Sub(scaled, modulus)
	}
	return new(big.Rat).SetFrac(scaled, p.lead())
}

func atModulo(p Poly, x, modulus *big.Int) *big.Int {
	value := new(big.Int)
	for k := len(p) - 1; k >= 0; k-- {
		value.Mod(value.Add(value.Mul(value, x), p[k]), modulus)
	}
	return value
}

// nextPrime returns the least prime above n.
func nextPrime(n uint64) uint64 {
	for n++; !new(big.Int).SetUint64(n).ProbablyPrime(0); n++ {
	}
	return n
}
