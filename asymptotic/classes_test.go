package asymptotic

import (
	"math"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/states/connected"
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
	var p []*big.Int
	for _, c := range ClassPolynomial {
		p = append(p, big.NewInt(c))
	}
	for _, bound := range []string{"4.8593", "4.8594"} {
		x, _ := new(big.Rat).SetString(bound)
		if sign := evaluate(p, x).Sign(); (sign > 0) != (bound == "4.8594") {
			t.Errorf("the polynomial has sign %d at %s", sign, bound)
		}
	}
}

// The factor is that of the branch point.
func TestClassFactorOfBranchPoint(t *testing.T) {
	const digits = 60
	growth := NewClassGrowth(digits)
	lambda, ok := new(big.Rat).SetString(growth.Lambda.Low.Text('f'))
	if !ok {
		t.Fatal(growth.Lambda)
	}
	if got, want := growth.Factor.Text('g', digits-4), classFactor(lambda, digits).Text('g', digits-4); got != want {
		t.Errorf("the factor is %s, at the branch point %s", got, want)
	}
}

// classEquation is the cubic equation of W over the polynomials in z: by power of W,
// the coefficients of z^0 to z^8.
var classEquation = [4][]int64{
	{0, -20, 192, -678, 1055, -597, -48, 13, 3},
	{4, -72, 444, -1275, 1756, -897, -109, 28, 9},
	{4, -50, 253, -647, 823, -372, -89, 17, 9},
	{0, -1, 10, -36, 51, -9, -28, 2, 3},
}

// classFactor returns the constant. Near the branch point z = r, W is about
// w - b sqrt(1-z/r) with b^2 = 2r Q_z/Q_ww for its equation Q; so the number of states
// is about b/(2 sqrt pi) m^(-3/2) r^-m, twice that of classes.
func classFactor(lambda *big.Rat, digits int) *big.Float {
	precision := uint(float64(digits)*math.Log2(10)) + 64
	r := new(big.Float).SetPrec(precision).SetRat(new(big.Rat).Inv(lambda))
	var q, slope [4]*big.Float // the coefficients of Q and of Q_z
	for i, polynomial := range classEquation {
		q[i], slope[i] = new(big.Float).SetPrec(precision), new(big.Float).SetPrec(precision)
		for k := len(polynomial) - 1; k >= 0; k-- {
			slope[i].Mul(slope[i], r).Add(slope[i], q[i])
			q[i].Mul(q[i], r).Add(q[i], new(big.Float).SetInt64(polynomial[k]))
		}
	}
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	product := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(x, y) }
	sum := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Add(x, y) }
	// The double root w is the larger root of Q_w = 3 q3 w^2 + 2 q2 w + q1.
	d := sum(product(q[2], q[2]), product(number(-3), product(q[3], q[1])))
	root := new(big.Float).SetPrec(precision).Sqrt(d)
	w := sum(product(number(-1), q[2]), root)
	if q[3].Sign() < 0 {
		w = sum(product(number(-1), q[2]), product(number(-1), root))
	}
	w.Quo(w, product(number(3), q[3]))
	qz := number(0)
	for i := 3; i >= 0; i-- {
		qz = sum(product(qz, w), slope[i])
	}
	qww := sum(product(number(6), product(q[3], w)), product(number(2), q[2]))
	b := product(product(number(2), r), qz)
	b.Quo(b, qww).Sqrt(b)
	pi, _, err := big.ParseFloat(piDigits, 10, precision, big.ToNearestEven)
	if err != nil {
		panic(err) // the digits are a constant
	}
	return b.Quo(b, product(number(4), pi.Sqrt(pi)))
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
