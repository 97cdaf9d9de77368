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

// A Factor is a primitive polynomial of positive degree that divides another one, and how often. If
// its degree is not 1 it has no rational root, and may split further.
type Factor struct {
	Poly         Poly `json:"coefficients"`
	Multiplicity int  `json:"multiplicity"`
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
			linear = append(linear, Factor{root, i + 1})
		}
		if left.Degree() > 0 {
			others = append(others, Factor{left, i + 1})
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

// firstRootPrime is the least prime modulo which roots are looked for.
const firstRootPrime = 101

// rationalRoots returns numbers among which are all rational roots of a primitive polynomial
// without multiple factors.
//
// A simple root modulo a prime that does not divide the highest coefficient c lifts to one modulo
// every power of the prime (Hensel). For a rational root r, the number c r is whole and no larger
// than the sum of the sizes of all coefficients (Cauchy), so it is known once the power is more
// than twice that.
func rationalRoots(p Poly) (roots []*big.Rat) {
	if p.Degree() < 1 {
		return nil
	}
	bound := new(big.Int)
	for _, c := range p {
		bound.Add(bound, new(big.Int).Abs(c))
	}
	bound.Lsh(bound, 1)
	prime, residues := simpleRoots(p)
	for _, x := range residues {
		roots = append(roots, lift(p, x, prime, bound))
	}
	return roots
}

// simpleRoots returns the roots of a polynomial modulo the least prime from firstRootPrime on that
// does not divide the highest coefficient, and modulo which all roots are simple.
func simpleRoots(p Poly) (prime *big.Int, roots []*big.Int) {
	slope := p.derivative()
next:
	for n := int64(firstRootPrime); ; n++ {
		prime, roots = big.NewInt(n), nil
		if !prime.ProbablyPrime(0) || new(big.Int).Mod(p.lead(), prime).Sign() == 0 {
			continue
		}
		for x := range n {
			x := big.NewInt(x)
			if atModulo(p, x, prime).Sign() != 0 {
				continue
			}
			if atModulo(slope, x, prime).Sign() == 0 {
				continue next
			}
			roots = append(roots, x)
		}
		return prime, roots
	}
}

// lift returns the rational number that a simple root modulo a prime stands for, if it stands for a
// root, by Newton's steps modulo squares of squares.
func lift(p Poly, root, prime, bound *big.Int) *big.Rat {
	modulus, slope := new(big.Int).Set(prime), p.derivative()
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
