package polynomial

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Poly is a polynomial in lambda with whole coefficients, that of lambda^k at index k. The last
// one is not 0; the polynomial 0 has none. It is not changed by any function of this package.
type Poly []*big.Int

// trimmed returns p without leading zeros.
func trimmed(p []*big.Int) Poly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// Degree returns the degree, -1 for the polynomial 0.
func (p Poly) Degree() int { return len(p) - 1 }

func (p Poly) lead() *big.Int { return p[len(p)-1] }

// Equal reports whether two polynomials are the same.
func (p Poly) Equal(q Poly) bool {
	return slices.EqualFunc(p, q, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
}

// At returns the value at a rational number.
func (p Poly) At(x *big.Rat) *big.Rat {
	// Horner's rule on whole numbers: with x = a/b, the sum of c_k a^k b^(d-k).
	value, scale := new(big.Int), big.NewInt(1)
	for k := len(p) - 1; k >= 0; k-- {
		value.Mul(value, x.Num())
		value.Add(value, new(big.Int).Mul(p[k], scale))
		if k > 0 {
			scale.Mul(scale, x.Denom())
		}
	}
	return new(big.Rat).SetFrac(value, scale)
}

// AtInt returns the value at a whole number.
func (p Poly) AtInt(x int64) *big.Int { return p.At(big.NewRat(x, 1)).Num() }

// Terms returns the terms that are not 0 from the highest power to the lowest, each but the first
// with its sign in front: "14 lambda^2", "- 3 lambda", "+ 1".
func (p Poly) Terms() []string {
	var terms []string
	for k := len(p) - 1; k >= 0; k-- {
		if p[k].Sign() != 0 {
			terms = append(terms, term(p[k], k, len(terms) == 0))
		}
	}
	if len(terms) == 0 {
		return []string{"0"}
	}
	return terms
}

func term(c *big.Int, k int, first bool) string {
	text, sign := strings.TrimPrefix(c.String(), "-"), "+ "
	switch {
	case k > 0 && text == "1":
		text = power("lambda", k)
	case k > 0:
		text += " " + power("lambda", k)
	}
	if c.Sign() < 0 {
		sign = "- "
	}
	if first {
		sign = strings.Trim(sign, "+ ")
	}
	return sign + text
}

func power(base string, k int) string {
	if k == 1 {
		return base
	}
	return fmt.Sprintf("%s^%d", base, k)
}

// String returns the polynomial from the highest power to the lowest, such as "14 lambda^2 + 1".
func (p Poly) String() string { return strings.Join(p.Terms(), " ") }

func (p Poly) derivative() Poly {
	if len(p) < 2 {
		return nil
	}
	d := make([]*big.Int, len(p)-1)
	for k := range d {
		d[k] = new(big.Int).Mul(p[k+1], big.NewInt(int64(k+1)))
	}
	return trimmed(d)
}

// content returns the greatest common divisor of the coefficients, with the sign of the highest; it
// is 0 for the polynomial 0.
func (p Poly) content() *big.Int {
	c := new(big.Int)
	for _, a := range p {
		c.GCD(nil, nil, c, new(big.Int).Abs(a))
	}
	if len(p) > 0 && p.lead().Sign() < 0 {
		c.Neg(c)
	}
	return c
}

func (p Poly) primitive() Poly {
	c, q := p.content(), make(Poly, len(p))
	for k := range p {
		q[k] = new(big.Int).Quo(p[k], c)
	}
	return q
}

func (p Poly) clone() Poly {
	q := make(Poly, len(p))
	for k := range p {
		q[k] = new(big.Int).Set(p[k])
	}
	return q
}

// pseudoRemainder returns the remainder of lead(q)^j p divided by q, for the least j that keeps it
// whole at every step.
func (p Poly) pseudoRemainder(q Poly) Poly {
	r := p.clone()
	for len(r) >= len(q) {
		top, shift := r[len(r)-1], len(r)-len(q)
		for k := range r[:len(r)-1] {
			r[k].Mul(r[k], q.lead())
			if k >= shift {
				r[k].Sub(r[k], new(big.Int).Mul(top, q[k-shift]))
			}
		}
		r = trimmed(r[:len(r)-1])
	}
	return r
}

// gcd returns the greatest common divisor of two polynomials that are not both 0, as a primitive
// polynomial, by Euclid's algorithm with primitive remainders.
func gcd(p, q Poly) Poly {
	p, q = p.primitive(), q.primitive()
	if len(p) < len(q) {
		p, q = q, p
	}
	for len(q) > 0 {
		p, q = q, p.pseudoRemainder(q).primitive()
	}
	return p
}

// quotient returns p/q and whether that is a polynomial with whole coefficients.
func (p Poly) quotient(q Poly) (Poly, bool) {
	if len(p) < len(q) {
		return nil, len(p) == 0
	}
	r := p.clone()
	result := make([]*big.Int, len(p)-len(q)+1)
	for shift := len(result) - 1; shift >= 0; shift-- {
		c, rest := new(big.Int).QuoRem(r[shift+len(q)-1], q.lead(), new(big.Int))
		if rest.Sign() != 0 {
			return nil, false
		}
		result[shift] = c
		for k := range q {
			r[shift+k].Sub(r[shift+k], new(big.Int).Mul(c, q[k]))
		}
	}
	return result, len(trimmed(r)) == 0
}

// pointSyntax keeps out exponents, with which a few characters could ask for a number of millions
// of digits. To compile it takes longer than any other command does to start.
var pointSyntax = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]{1,1000}(/[0-9]{1,1000})?$`) })

// ParsePoints reads a list of rational numbers, such as 2,3,-1/2.
func ParsePoints(s string) ([]*big.Rat, error) {
	var points []*big.Rat
	for word := range strings.SplitSeq(s, ",") {
		x, ok := new(big.Rat), pointSyntax().MatchString(strings.TrimSpace(word))
		if ok {
			_, ok = x.SetString(strings.TrimSpace(word))
		}
		if !ok {
			return nil, fmt.Errorf("%q is not a number: want whole numbers or fractions, such as 2,3,-1/2", word)
		}
		points = append(points, x)
	}
	return points, nil
}
