package interval

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

func mustParse(t testing.TB, text string) Interval {
	t.Helper()
	x, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func between(t testing.TB, low, high string) Interval {
	t.Helper()
	return Interval{mustParse(t, low).Low, mustParse(t, high).High}
}

func rat(t testing.TB, x *apd.Decimal) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(x.Text('f'))
	if !ok {
		t.Fatalf("%v is no fraction", x)
	}
	return r
}

// Sums, differences, products and quotients of points of two intervals lie in the
// results, whose ends have no more digits than asked for and are close.
func TestArithmeticEncloses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	number := func() *apd.Decimal { return apd.New(r.Int64N(2e12)-1e12, -int32(r.IntN(20))) }
	random := func() Interval {
		x, y := number(), number()
		if x.Cmp(y) > 0 {
			x, y = y, x
		}
		return Interval{x, y}
	}
	a := New(12)
	inside := func(name string, z Interval, exact *big.Rat) {
		t.Helper()
		if exact.Cmp(rat(t, z.Low)) < 0 || exact.Cmp(rat(t, z.High)) > 0 {
			t.Fatalf("%s: %v is not in %v", name, exact, z)
		}
		if z.Low.NumDigits() > 12 || z.High.NumDigits() > 12 {
			t.Fatalf("%s: %v has more than 12 digits", name, z)
		}
	}
	for range 3000 {
		x, y := random(), random()
		for _, u := range []*apd.Decimal{x.Low, x.High} {
			for _, v := range []*apd.Decimal{y.Low, y.High} {
				p, q := rat(t, u), rat(t, v)
				inside("sum", a.Add(x, y), new(big.Rat).Add(p, q))
				inside("difference", a.Sub(x, y), new(big.Rat).Sub(p, q))
				inside("product", a.Mul(x, y), new(big.Rat).Mul(p, q))
				if y.Low.Sign()*y.High.Sign() > 0 {
					inside("quotient", a.Quo(x, y), new(big.Rat).Quo(p, q))
				}
			}
		}
	}
}

func TestPowersAndRoots(t *testing.T) {
	a := New(50)
	for _, text := range []string{"2", "0.5", "17665.06600837", "1"} {
		x := mustParse(t, text)
		for _, n := range []int{1, 2, 3, 9, 40} {
			root := a.Root(x, n)
			if back := a.Pow(root, n); !back.Contains(x.Low) || x.Low.Cmp(apd.New(1, 0)) != 0 && back.Decimals(60) < 30 {
				t.Errorf("the %d-th root of %s is %v, and its power %v", n, text, root, back)
			}
		}
	}
	if got := a.Root(Whole(2), 2).Rounded(40); got != "1.4142135623730950488016887242096980785697" {
		t.Errorf("the square root of 2 is %s", got)
	}
	if got := a.Pow(Whole(7), 0); got.Low.Cmp(apd.New(1, 0)) != 0 {
		t.Errorf("7^0 is %v", got)
	}
}

// Known digits (Abramowitz and Stegun, Table 1.1).
func TestLogarithmsAndExponentials(t *testing.T) {
	a := New(40)
	for _, c := range []struct {
		got  Interval
		want string
	}{
		{a.Ln(Whole(10)), "2.30258509299404568401799145468"},
		{a.Ln(Whole(2)), "0.693147180559945309417232121458"},
		{a.Exp(Whole(1)), "2.71828182845904523536028747135"},
		{a.Exp(a.Ln(between(t, "3", "3"))), "3.00000000000000000000000000000"},
		{a.Ln(mustParse(t, "0.1")), "-2.30258509299404568401799145468"},
	} {
		if got := c.got.Rounded(len(c.want) - strings.IndexByte(c.want, '.') - 1); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	wide := a.Ln(between(t, "2", "10"))
	if wide.Low.Cmp(apd.New(7, -1)) > 0 || wide.High.Cmp(apd.New(23, -1)) < 0 {
		t.Errorf("the logarithms of 2 to 10 are %v", wide)
	}
}

// Several goroutines share an arithmetic: with -race, the test finds what they would both write to.
func TestArithmeticOfSeveralGoroutines(t *testing.T) {
	shared := New(40)
	of := func(a *Arithmetic, n int64) Interval {
		return a.Root(a.Quo(a.Exp(a.Ln(Whole(n))), a.Sub(a.Mul(Whole(2), Whole(n)), Whole(1))), 3)
	}
	results := make([]Interval, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { results[i] = of(shared, int64(i+2)) })
	}
	all.Wait()
	for i, got := range results {
		if want := of(New(40), int64(i+2)); got.Low.Cmp(want.Low) != 0 || got.High.Cmp(want.High) != 0 {
			t.Errorf("%d: %v, alone %v", i, got, want)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		low, high string
		most      int
		want      string
		decimals  int
	}{
		{"1.2341", "1.2343", 10, "1.234", 3},
		{"1.2341", "1.2343", 2, "1.23", 2},
		{"1.2349", "1.2351", 10, "1.235", 3},
		{"0.9999", "1.0001", 10, "1.000", 3},
		{"1.4", "1.6", 10, "", -1},
		{"-0.0001", "0.0001", 3, "0.000", 3},
		{"123456", "123456", 0, "123456", 0},
	} {
		x := between(t, c.low, c.high)
		if got := x.Rounded(c.most); got != c.want || x.Decimals(c.most) != c.decimals {
			t.Errorf("%s to %s: %q with %d decimals, want %q with %d", c.low, c.high, got, x.Decimals(c.most), c.want, c.decimals)
		}
	}
}

func TestScientific(t *testing.T) {
	for _, c := range []struct {
		low, high string
		want      string
		exponent  int
	}{
		{"123.41", "123.43", "1.234", 2},
		{"0.00123411", "0.00123413", "1.2341", -3},
		{"9.99996", "10.00001", "1.00000", 1},
		{"5", "5", "5.0000000", 0},
	} {
		got, exponent, ok := between(t, c.low, c.high).Scientific(8)
		if !ok || got != c.want || exponent != c.exponent {
			t.Errorf("%s to %s: %s x 10^%d, want %s x 10^%d", c.low, c.high, got, exponent, c.want, c.exponent)
		}
	}
	for _, x := range []Interval{between(t, "-1", "2"), between(t, "1", "8"), Whole(0)} {
		if got, _, ok := x.Scientific(8); ok {
			t.Errorf("%v has the digits %s", x, got)
		}
	}
}

func TestMiddleAndRadius(t *testing.T) {
	x := between(t, "1.25", "1.75")
	if m := x.Middle(5); m.Cmp(apd.New(15, -1)) != 0 || x.Radius().Cmp(apd.New(25, -2)) != 0 {
		t.Errorf("%v has the middle %v and the radius %v", x, m, x.Radius())
	}
	y := between(t, "1.7", "2")
	if !x.Overlaps(y) || !y.Overlaps(x) || x.Overlaps(Whole(2)) || !x.Contains(apd.New(125, -2)) || x.Contains(apd.New(2, 0)) {
		t.Error("the order of intervals is wrong")
	}
	if low, high := Floor(apd.New(-15, -1), 0), Ceil(apd.New(-15, -1), 0); low != "-2" || high != "-1" {
		t.Errorf("-1.5 is between %s and %s", low, high)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", "x", "NaN", "Infinity", "1.2.3"} {
		if x, err := Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, x)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1.5")
	f.Add("-1e-20")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := Parse(text)
		if err != nil {
			return
		}
		if y, err := Parse(x.Low.String()); err != nil || y.Low.Cmp(x.Low) != 0 {
			t.Errorf("%q is read as %v, and that as %v, %v", text, x.Low, y.Low, err)
		}
	})
}
