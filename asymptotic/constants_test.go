package asymptotic

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/interval"
)

// misprinted16 is the entry of Table 6 that lacks a digit: a 6 of ...2493662.
const misprinted16 = "2.975734192043357249362"

// Table 6 to every printed digit, from the published numbers.
func TestBaseApproximationsAreTable6(t *testing.T) {
	a := interval.New(60)
	approximations := BaseApproximations(LastSquare)
	if len(approximations) != LastSquare-1 {
		t.Fatalf("%d approximations", len(approximations))
	}
	for i, x := range approximations {
		n := i + 1
		entry := mustFind(t, fmt.Sprintf("base-%d", n))
		got := interval.Fixed(a.Rat(x, x).Low, entry.Decimals())
		switch {
		case n == 16 && entry.Printed == misprinted16 && got == "2.975734192043357249366":
		case got != entry.Printed:
			t.Errorf("n = %d: %s, printed %s", n, got, entry.Printed)
		}
	}
}

// The constants in print are those of Corollary 6 at n = 19.
func TestFirstOrderIsInPrint(t *testing.T) {
	c, printed := FirstOrder(LastSquare), Printed()
	for _, p := range []struct {
		id       string
		x, print Estimate
	}{{"formula-l", c.L, printed.L}, {"formula-b", c.B, printed.B}, {"formula-a", c.A, printed.A}} {
		middle := p.x.Value.Middle(40)
		if entry := mustFind(t, p.id); !entry.Agrees(interval.Interval{Low: middle, High: middle}) {
			t.Errorf("%s is %v, printed %s", p.id, middle, entry.Printed)
		}
		if !p.x.Value.Overlaps(p.print.Value) || p.x.Method == "" {
			t.Errorf("%s: %+v", p.id, p.x)
		}
	}
}

// Error bars held with every smaller set of boards and strips.
func TestErrorBarsHold(t *testing.T) {
	best := Best()
	check := func(name string, c Constants) {
		for _, p := range []struct {
			id      string
			x, best Estimate
		}{{"L", c.L, best.L}, {"B", c.B, best.B}, {"A", c.A, best.A}} {
			if middle := p.best.Value.Middle(60); !p.x.Value.Contains(middle) {
				t.Errorf("%s: %s is %v +- %v, which leaves out %v", name, p.id, p.x.Value.Middle(30), p.x.Value.Radius(), middle)
			}
		}
	}
	for n := MinSquares; n < LastSquare; n++ {
		check(fmt.Sprintf("squares up to %d", n), FromSquares(n))
	}
	for m := MinStrips; m <= LastStored(); m++ {
		check(fmt.Sprintf("strips up to %d", m), FromStrips(m))
	}
	check("first order", FirstOrder(LastSquare))
	check("in print", Printed())
}

// The digits that are defended.
func TestBestConstants(t *testing.T) {
	c := Best()
	for _, p := range []struct {
		x        Estimate
		want     string
		decimals int
	}{
		{c.L, "2.975734192043357249380931", 40},
		{c.B, "0.96553505933837387192", 40},
		{c.A, "0.8506399258457144769", 40},
	} {
		if got := p.x.Value.Rounded(p.decimals); got != p.want {
			t.Errorf("%s, want %s", got, p.want)
		}
	}
}

// A sum of two powers with a limit is what the epsilon algorithm is made for: it is exact
// from the second column on.
func TestLimitsAreFound(t *testing.T) {
	terms := powers(20, 3, -1.0/20, 1.0/32)
	if x := extrapolate(terms).interval(); !x.Contains(apd.New(3, 0)) || x.Decimals(60) < 15 {
		t.Errorf("the limit is %v +- %v", x.Middle(30), x.Radius())
	}
	columns := wynn(terms[:5])
	if last := columns[2][0]; distance(last, newFloat().SetInt64(3)).Cmp(newFloat().SetFloat64(1e-200)) > 0 {
		t.Errorf("the second column is %v", last)
	}
}

// powers returns limit + sum of x^n for n = 1..count.
func powers(count int, limit float64, xs ...float64) []*big.Float {
	var terms []*big.Float
	for n := 1; n <= count; n++ {
		term := newFloat().SetFloat64(limit)
		for _, x := range xs {
			term.Add(term, power(newFloat().SetFloat64(x), n))
		}
		terms = append(terms, term)
	}
	return terms
}
