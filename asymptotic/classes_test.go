package asymptotic

import (
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/connected"
)

// The generating function counts what the automaton with a stack counts.
func TestBorderClasses(t *testing.T) {
	const last = connected.MaxHeight
	classes := borderClasses(last)
	for height := 1; height <= last; height++ {
		if want := connected.ValidClassesAt(height, 0); classes[height-1].Cmp(want) != 0 {
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
	classes := borderClasses(first + order + 1)
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

// TestClassFactorIsAlgebraic finds a root of the polynomial where the computed factor has it,
// within the digits asked for: the sign changes.
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
		for i := len(classFactorPolynomial) - 1; i >= 0; i-- {
			n, ok := new(big.Int).SetString(classFactorPolynomial[i], 10)
			if !ok {
				t.Fatalf("coefficient %d: %s", i, classFactorPolynomial[i])
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

// borderClasses returns the numbers of valid border state classes without a kink, for
// heights 1 to n, from the equations of [ClassGrowth] as power series: n^2 products of
// numbers of some 2.3 n bits.
func borderClasses(n int) []*big.Int {
	zero := new(big.Int)
	convolve := func(a, b []*big.Int, n int) *big.Int {
		x, p := new(big.Int), new(big.Int)
		for k := max(0, n-len(b)+1); k <= n && k < len(a); k++ {
			if a[k].Sign() != 0 {
				x.Add(x, p.Mul(a[k], b[n-k]))
			}
		}
		return x
	}
	add := func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }
	one, two := big.NewInt(1), big.NewInt(2)
	var r, s, t, i, f, seg, k, m, u, j, ff, g, h []*big.Int
	var classes []*big.Int
	for n := range n + 1 {
		run := one
		if n == 0 {
			run = zero
		}
		r = append(r, run)
		h = append(h, convolve(g, r, n))           // GR
		s = append(s, add(run, convolve(h, s, n))) // R + GRS
		t = append(t, add(run, s[n]))              //
		i = append(i, convolve(t, i, n))           // 1/(1-T)
		if n == 0 {
			i[0] = one
		}
		f = append(f, convolve(r, i, n))
		seg = append(seg, new(big.Int).Mul(two, add(run, convolve(r, f, n))))
		k = append(k, convolve(seg, r, n))
		m = append(m, add(run, convolve(k, m, n)))
		u = append(u, convolve(t, t, n))
		j = append(j, add(t[n], convolve(u, j, n)))
		ff = append(ff, convolve(f, f, n))
		g = append(g, add(j[n], convolve(ff, m, n)))
		if n == 0 {
			continue
		}
		states := new(big.Int).Mul(two, i[n]) // 2T/(1-T) + (1 + 4F + 4F^2) M
		states.Add(states, m[n])
		inner := add(convolve(f, m, n), convolve(ff, m, n))
		states.Add(states, inner.Lsh(inner, 2))
		classes = append(classes, states.Rsh(states.Add(states, one), 1))
	}
	return classes
}

// classFactorPolynomial has beta = 165.5625915127985... as its largest root, where the factor of
// [ClassGrowth] is sqrt(beta/pi)/4: the coefficients of x^0 to x^11. Beta is a number of the field
// of Lambda: b^2 of the branch point W = w - b sqrt(1 - z Lambda), where w, a double root of a
// cubic equation, is rational in its coefficients.
var classFactorPolynomial = []string{
	"-2530731500612243435814912", "60211485724456751924183040", "-357461362961471630015856640", "35677785048560179655294976",
	"241656002738559922952601600", "-176698325915714243051697152", "38666917566653496080124928", "-4388728476594778048468800",
	"25082463346179721825088", "322620480433136788", "2607003340116", "4988869",
}
