package polynomial

import (
	"fmt"
	"math/big"
	"strings"
)

// A Factorization is a polynomial as a product over the whole numbers:
//
//	Content * lambda^Power * product of Poly^Multiplicity over the factors
type Factorization struct {
	Content *big.Int `json:"content"`
	Power   int      `json:"power_of_lambda"`
	Factors []Factor `json:"factors"` // linear ones first
}

// A Factor is a primitive polynomial of positive degree that divides another one as often as it
// divides.
type Factor struct {
	Poly         Poly `json:"coefficients"`
	Multiplicity int  `json:"multiplicity"`
	Irreducible  bool `json:"proved_irreducible"` // proved; a factor that is not may split further
}

// Factor splits a polynomial. The zero polynomial has the content 0 and nothing else.
func (p Poly) Factor() Factorization {
	f := Factorization{Content: p.content()}
	if len(p) == 0 {
		return f
	}
	rest := p.primitive()
	for rest[0].Sign() == 0 {
		rest = rest[1:]
		f.Power++
	}
	var linear, others []Factor
	for i, part := range squarefree(rest) {
		roots, left := splitRoots(part)
		for _, root := range roots {
			linear = append(linear, Factor{root, i + 1, true})
		}
		if left.Degree() > 0 {
			others = append(others, Factor{left, i + 1, irreducible(left)})
		}
	}
	f.Factors = append(linear, others...)
	return f
}

// squarefree returns primitive polynomials without multiple factors, of which that at index i
// divides p i+1 times, so that p is the product of their powers. The polynomial p is primitive and
// not 0.
//
// Source: D. Musser, "Algorithms for polynomial factorization", 1971.
func squarefree(p Poly) []Poly {
	var parts []Poly
	common := gcd(p, p.derivative())
	distinct, _ := p.quotient(common)
	for distinct.Degree() > 0 {
		repeated := gcd(distinct, common)
		part, _ := distinct.quotient(repeated)
		parts = append(parts, part)
		common, _ = common.quotient(repeated)
		distinct = repeated
	}
	return parts
}

// splitRoots divides a primitive polynomial without multiple factors by its linear factors, and
// returns these and what is left.
func splitRoots(p Poly) (linear []Poly, left Poly) {
	left = p
	for _, candidate := range rationalRoots(p) {
		factor := Poly{new(big.Int).Neg(candidate.Num()), new(big.Int).Set(candidate.Denom())}
		if q, ok := left.quotient(factor); ok {
			linear, left = append(linear, factor), q
		}
	}
	return linear, left
}

// String returns the product, such as "(2 lambda + 1)^2 (14 lambda^2 + 1)".
func (f Factorization) String() string {
	var parts []string
	if one := f.Content.IsInt64() && f.Content.Int64() == 1; !one || f.Power+len(f.Factors) == 0 {
		parts = append(parts, f.Content.String())
	}
	if f.Power > 0 {
		parts = append(parts, power("lambda", f.Power))
	}
	for _, factor := range f.Factors {
		parts = append(parts, power(fmt.Sprintf("(%s)", factor.Poly), factor.Multiplicity))
	}
	return strings.Join(parts, " ")
}

// A modPoly is a polynomial modulo a prime below 2^31, that of the power k at index k. The last
// coefficient is not 0.
type modPoly struct {
	prime uint64
	c     []uint64
}

// modulo returns the residues of the coefficients, and whether the degree stays.
func (p Poly) modulo(prime uint64) (modPoly, bool) {
	m, c := new(big.Int).SetUint64(prime), make([]uint64, len(p))
	for k := range p {
		c[k] = new(big.Int).Mod(p[k], m).Uint64()
	}
	f := modPoly{prime, c}.trimmed()
	return f, len(f.c) == len(p)
}

func (f modPoly) trimmed() modPoly {
	for len(f.c) > 0 && f.c[len(f.c)-1] == 0 {
		f.c = f.c[:len(f.c)-1]
	}
	return f
}

func (f modPoly) degree() int { return len(f.c) - 1 }

func (f modPoly) inverse(a uint64) uint64 {
	m := new(big.Int).SetUint64(f.prime)
	return m.ModInverse(new(big.Int).SetUint64(a), m).Uint64()
}

// divide returns the quotient and the remainder of f divided by g, which is not 0.
func (f modPoly) divide(g modPoly) (quotient, remainder modPoly) {
	r := append([]uint64(nil), f.c...)
	if len(r) < len(g.c) {
		return modPoly{f.prime, nil}, modPoly{f.prime, r}
	}
	inverse := f.inverse(g.c[len(g.c)-1])
	q := make([]uint64, len(r)-len(g.c)+1)
	for shift := len(q) - 1; shift >= 0; shift-- {
		q[shift] = r[shift+len(g.c)-1] * inverse % f.prime
		for k, c := range g.c {
			r[shift+k] = (r[shift+k] + f.prime - q[shift]*c%f.prime) % f.prime
		}
	}
	return modPoly{f.prime, q}, modPoly{f.prime, r}.trimmed()
}

func (f modPoly) gcd(g modPoly) modPoly {
	for len(g.c) > 0 {
		_, rest := f.divide(g)
		f, g = g, rest
	}
	return f
}

func (f modPoly) squarefree() bool {
	d := make([]uint64, max(0, len(f.c)-1))
	for k := range d {
		d[k] = f.c[k+1] * uint64(k+1) % f.prime % f.prime
	}
	return f.gcd(modPoly{f.prime, d}.trimmed()).degree() == 0
}

// timesModulo returns f*g modulo m.
func (f modPoly) timesModulo(g, m modPoly) modPoly {
	if len(f.c) == 0 || len(g.c) == 0 {
		return modPoly{f.prime, nil}
	}
	product := make([]uint64, len(f.c)+len(g.c)-1)
	for i, a := range f.c {
		for j, b := range g.c {
			product[i+j] = (product[i+j] + a*b%f.prime) % f.prime
		}
	}
	_, rest := modPoly{f.prime, product}.trimmed().divide(m)
	return rest
}

// frobenius returns f to the power of the prime modulo m.
func (f modPoly) frobenius(m modPoly) modPoly {
	result := modPoly{f.prime, []uint64{1}}
	for e := f.prime; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result.timesModulo(f, m)
		}
		f = f.timesModulo(f, m)
	}
	return result
}

// minusX returns f - x.
func (f modPoly) minusX() modPoly {
	c := append([]uint64(nil), f.c...)
	for len(c) < 2 {
		c = append(c, 0)
	}
	c[1] = (c[1] + f.prime - 1) % f.prime
	return modPoly{f.prime, c}.trimmed()
}

// firstRootPrime is the least prime modulo which roots are looked for.
const firstRootPrime = 101

// rationalRoots returns numbers among which are all rational roots of a primitive polynomial
// without multiple factors.
//
// A root modulo a prime that divides neither the highest coefficient c nor the discriminant lifts
// to one modulo every power of the prime (Hensel). For a rational root r, the number c r is whole
// and no larger than the sum of the sizes of all coefficients (Cauchy), so it is known once the
// power is more than twice that.
func rationalRoots(p Poly) []*big.Rat {
	if p.Degree() < 1 {
		return nil
	}
	prime := goodPrime(p, firstRootPrime).prime
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

// goodPrime returns a polynomial modulo the least prime from a number on modulo which it keeps its
// degree and has no multiple factors.
func goodPrime(p Poly, from uint64) modPoly {
	for prime := from; ; prime++ {
		if !new(big.Int).SetUint64(prime).ProbablyPrime(0) {
			continue
		}
		if f, ok := p.modulo(prime); ok && f.squarefree() {
			return f
		}
	}
}

// lift returns the rational number that a simple root x modulo a prime stands for, if it stands for
// a root, by Newton's steps modulo squares of squares.
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

// irreduciblePrimes is the number of primes that are tried for a proof. Almost all polynomials have
// Galois groups of which few random elements are enough.
const irreduciblePrimes = 40

// maxProofDegree is the highest degree for which a proof is tried: seconds.
const maxProofDegree = 200

// irreducible reports whether a primitive polynomial without multiple factors is proved to have no
// factor of lower degree: the degree of a factor over the whole numbers is a sum of degrees of
// factors modulo every prime, and no number but 0 and the whole degree is that for all primes
// tried.
func irreducible(p Poly) bool {
	if p.Degree() > maxProofDegree {
		return false
	}
	// A set of degrees is a number whose bits they are.
	trivial := new(big.Int).SetBit(big.NewInt(1), p.Degree(), 1)
	possible := new(big.Int).Lsh(big.NewInt(1), uint(p.Degree()+1))
	possible.Sub(possible, big.NewInt(1))
	prime := uint64(1)
	for range irreduciblePrimes {
		f := goodPrime(p, prime+1)
		prime = f.prime
		sums := big.NewInt(1)
		for _, d := range f.factorDegrees() {
			sums.Or(sums, new(big.Int).Lsh(sums, uint(d)))
		}
		if possible.And(possible, sums).Cmp(trivial) == 0 {
			return true
		}
	}
	return false
}

// factorDegrees returns the degrees of the irreducible factors of a polynomial without multiple
// factors, in ascending order: the product of those of degree d is what divides x^(p^d) - x and
// nothing before (distinct-degree factorization).
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
