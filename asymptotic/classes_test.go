package asymptotic

import (
	"math/big"
	"testing"

	"combigo/border"
)

// The generating function counts what the automaton with a stack counts.
func TestBorderClasses(t *testing.T) {
	const last = 17
	classes := BorderClasses(last)
	for height := 1; height <= last; height++ {
		if want := border.ValidClasses(height)[0]; classes[height-1].Cmp(want) != 0 {
			t.Errorf("height %d: %v classes, want %v", height, classes[height-1], want)
		}
	}
}

// The constants, by extrapolation of the numbers of classes themselves: m^k times what
// is left is made small by Richardson's method.
func TestClassGrowth(t *testing.T) {
	const (
		digits = 40
		order  = 10
		first  = 200
	)
	growth := NewClassGrowth(digits)
	if got, want := growth.Lambda.Rounded(digits), "4.8593151962519269826223322414612485865506"; got != want {
		t.Errorf("lambda is %s, want %s", got, want)
	}
	if got, want := growth.Factor.Text('g', 30), "1.81487275140594086114778616664"; got != want {
		t.Errorf("the factor is %s, want %s", got, want)
	}
	classes := BorderClasses(first + order + 1)
	const precision = 400
	float := func() *big.Float { return new(big.Float).SetPrec(precision) }
	richardson := func(f func(m int) *big.Float) *big.Float {
		// sum over i of (-1)^(order-i) (m+i)^order f(m+i) / (i! (order-i)!)
		sum := float()
		for i := range order + 1 {
			weight := new(big.Int).Exp(big.NewInt(int64(first+i)), big.NewInt(order), nil)
			weight.Mul(weight, new(big.Int).Binomial(order, int64(i)))
			if (order-i)%2 == 1 {
				weight.Neg(weight)
			}
			sum.Add(sum, float().Mul(float().SetInt(weight), f(first+i)))
		}
		return sum.Quo(sum, float().SetInt(new(big.Int).MulRange(1, order)))
	}
	near := func(what string, got, want *big.Float, within float64) {
		t.Helper()
		off := float().Sub(got, want)
		if x, _ := off.Quo(off, want).Float64(); x > within || x < -within {
			t.Errorf("%s: %v by extrapolation, %v by the branch point", what, got, want)
		}
	}
	lambda, _, err := big.ParseFloat(growth.Lambda.Rounded(digits), 10, precision, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	ratio := func(m int) *big.Float {
		return float().Quo(float().SetInt(classes[m]), float().SetInt(classes[m-1]))
	}
	near("lambda", richardson(ratio), lambda, 1e-14)
	factor := func(m int) *big.Float {
		x := float().SetInt(classes[m-1])
		for range m {
			x.Quo(x, lambda)
		}
		cube := float().SetInt64(int64(m) * int64(m) * int64(m))
		return x.Mul(x, cube.Sqrt(cube))
	}
	near("factor", richardson(factor), growth.Factor, 1e-12)
	for _, bound := range []string{"4.8593", "4.8594"} {
		x, _ := new(big.Rat).SetString(bound)
		if sign := evaluate(ClassPolynomial, x).Sign(); (sign > 0) != (bound == "4.8594") {
			t.Errorf("the polynomial has sign %d at %s", sign, bound)
		}
	}
}

// TestClassFactorIsAlgebraic finds a root of the polynomial where the computed factor has it, within the digits asked for: the sign
// changes.
func TestClassFactorIsAlgebraic(t *testing.T) {
	const digits = 60
	factor := NewClassGrowth(digits).Factor
	pi, _, err := big.ParseFloat(piDigits, 10, 400, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	beta := new(big.Float).SetPrec(400).Mul(factor, factor)
	beta.Mul(beta, pi).Mul(beta, big.NewFloat(16))
	if about, _ := beta.Float64(); about < 165.5625915 || about > 165.5625916 {
		t.Fatalf("beta is %v", about)
	}
	value := func(x *big.Float) int {
		sum := new(big.Float).SetPrec(1000)
		for i := len(ClassFactorPolynomial) - 1; i >= 0; i-- {
			n, ok := new(big.Int).SetString(ClassFactorPolynomial[i], 10)
			if !ok {
				t.Fatalf("coefficient %d: %s", i, ClassFactorPolynomial[i])
			}
			sum.Mul(sum, x).Add(sum, new(big.Float).SetInt(n))
		}
		return sum.Sign()
	}
	bar, _, err := big.ParseFloat("1e-55", 10, 400, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	below, above := new(big.Float).SetPrec(400).Sub(beta, bar), new(big.Float).SetPrec(400).Add(beta, bar)
	if value(below)*value(above) >= 0 {
		t.Errorf("no root between %v and %v", below.Text('g', 60), above.Text('g', 60))
	}
}
