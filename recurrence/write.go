package recurrence

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Equation returns the recurrence as the paper writes it, in terms that a line
// may be broken before:
//
//	L(1,n+3) =| 3L(1,n+2)| - L(1,n+1)| + L(1,n)
func (r *Recurrence) Equation() (left string, right []string) {
	for i := r.Order() - 1; i >= 0; i-- {
		c := r.Coefficients[i]
		if c.Sign() == 0 {
			continue
		}
		right = append(right, signed(c, r.term(i), len(right) == 0))
	}
	return r.term(r.Order()), right
}

// term returns the i-th term of the recurrence as a formula.
func (r *Recurrence) term(i int) string {
	if i == 0 {
		return fmt.Sprintf("L(%d,n)", r.Height)
	}
	return fmt.Sprintf("L(%d,n+%d)", r.Height, i)
}

// signed returns c times a thing with its sign in front, as in "- 3x".
func signed(c *big.Int, thing string, first bool) string {
	number, sign := strings.TrimPrefix(c.String(), "-"), "+ "
	if number == "1" {
		number = ""
	}
	if c.Sign() < 0 {
		sign = "- "
	}
	if first {
		sign = strings.Trim(sign, "+ ")
	}
	return sign + number + thing
}

// Sage returns a program for SageMath that defines the sequence, with L(m,1) at
// index 0, as a C-finite sequence.
func (r *Recurrence) Sage() string {
	return fmt.Sprintf("# L(%d,n): legal positions of %dxn boards\n"+
		"# L[n-1] is L(%d,n); the recurrence has order %d and holds for all n >= 1\n"+
		"C.<x> = CFiniteSequences(QQ)\n"+
		"L = C.from_recurrence(\n    %s,\n    %s)\n",
		r.Height, r.Height, r.Height, r.Order(), list(r.Coefficients, "[", "]"), list(r.Initial, "[", "]"))
}

// Mathematica returns an expression for the Wolfram language: a function of n.
func (r *Recurrence) Mathematica() string {
	latest := make([]*big.Int, 0, r.Order())
	for i := r.Order() - 1; i >= 0; i-- {
		latest = append(latest, r.Coefficients[i])
	}
	return fmt.Sprintf("(* L(%d,n): legal positions of %dxn boards, n >= 1 *)\n"+
		"L%d[n_Integer?Positive] := First[LinearRecurrence[\n    %s,\n    %s,\n    {n, n}]]\n",
		r.Height, r.Height, r.Height, list(latest, "{", "}"), list(r.Initial, "{", "}"))
}

// list returns numbers between two delimiters, with commas.
func list(numbers []*big.Int, left, right string) string {
	texts := make([]string, len(numbers))
	for i, x := range numbers {
		texts[i] = x.String()
	}
	return left + strings.Join(texts, ", ") + right
}

// generatingFunction returns the coefficients of two polynomials in x, from the constant one on, of
// which the quotient is the sum of L(m,n) x^n over all n >= 1. The denominator is 1 for x = 0.
func (r *Recurrence) generatingFunction() (numerator, denominator []*big.Int) {
	order := r.Order()
	denominator = []*big.Int{big.NewInt(1)}
	for i := order - 1; i >= 0; i-- {
		denominator = append(denominator, new(big.Int).Neg(r.Coefficients[i]))
	}
	for n := range order + 1 {
		sum := new(big.Int)
		for k := 1; k <= n; k++ {
			sum.Add(sum, new(big.Int).Mul(r.Initial[k-1], denominator[n-k]))
		}
		numerator = append(numerator, sum)
	}
	return numerator, denominator
}

// Pari returns a program for PARI/GP: the generating function G(x), and L(n) by powers of x modulo
// its denominator.
func (r *Recurrence) Pari() string {
	numerator, denominator := r.generatingFunction()
	slices.Reverse(numerator)
	slices.Reverse(denominator)
	return fmt.Sprintf("\\\\ L(%d,n): legal positions of %dxn boards, n >= 1; the sum of L(%d,n) x^n is G\n"+
		"P = Pol(%s);\nQ = Pol(%s);\nG = P / Q;\n"+
		"L%d(n) = polcoef(P / Q + O(x^(n+1)), n);\n",
		r.Height, r.Height, r.Height, list(numerator, "[", "]"), list(denominator, "[", "]"), r.Height)
}
