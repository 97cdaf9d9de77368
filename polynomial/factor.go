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
	Content *big.Int
	Power   int
	Factors []Factor // linear ones first
}

// A Factor is a primitive polynomial of positive degree that divides another one
// as often as it divides.
type Factor struct {
	Poly         Poly
	Multiplicity int
	Irreducible  bool // proved; a factor that is not may split further
}

// Factor splits a polynomial. The zero polynomial has the content 0 and nothing
// else.
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

// squarefree returns primitive polynomials without multiple factors, of which
// that at index i divides p i+1 times, so that p is the product of their powers.
// The polynomial p is primitive and not 0.
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

// splitRoots divides a primitive polynomial without multiple factors by its
// linear factors, and returns these and what is left.
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
