package asymptotic

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
)

func mustLegal(t *testing.T, m, n int) *big.Int {
	t.Helper()
	entry, ok := published.Legal(board.Size{Rows: m, Cols: n})
	if !ok {
		t.Fatalf("L(%d,%d) is not in print", m, n)
	}
	return entry.Int()
}

func mustCount(t *testing.T, m, n int) *big.Int {
	t.Helper()
	count, err := connected.Count(context.Background(), m, n, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

func mustEstimate(t *testing.T, m, n *big.Int) *Board {
	t.Helper()
	e, err := EstimateBoard(m, n)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mustFind(t *testing.T, id string) published.Entry {
	t.Helper()
	entry, ok := published.Find(id)
	if !ok {
		t.Fatalf("%s is not in print", id)
	}
	return entry
}

// accuracy returns A B^(m+n) L^(mn) / value with the constants as printed.
func accuracy(m, n int, value *big.Int) interval.Interval {
	a := interval.New(60)
	printed := Printed()
	ln := a.Ln(interval.Int(value))
	middle := func(e Estimate) Estimate {
		x := e.Value.Middle(40)
		return Estimate{Value: interval.Interval{Low: x, High: x}}
	}
	c := Constants{middle(printed.A), middle(printed.B), middle(printed.L)}
	return a.Exp(a.Sub(lnFormula(a, c, big.NewInt(int64(m)), big.NewInt(int64(n))), ln))
}

// The claims of section 5.11, with the constants of section 5.11.
func TestAccuracyIsTheOneOfThePaper(t *testing.T) {
	for _, size := range []board.Size{{Rows: 5, Cols: 5}, {Rows: 9, Cols: 9}, {Rows: 13, Cols: 13}, {Rows: 7, Cols: 268}} {
		if !longtests.Wanted() && size.Long() > LastSquare {
			continue
		}
		var value *big.Int
		if entry, ok := published.Legal(size); ok {
			value = entry.Int()
		} else {
			value = mustCount(t, size.Rows, size.Cols)
		}
		entry := mustFind(t, "accuracy-"+size.String())
		// For 13x13 it is 1.000000000000224; 1.00000000000023 in print is neither rounded nor cut off.
		if got := accuracy(size.Rows, size.Cols, value); entry.Agrees(got) == (size.Rows == 13) {
			t.Errorf("%s is accurate to %v, printed %s", size, got.Low, entry.Printed)
		}
	}
}

// The last digit of each constant matters: L(19,19) is met as well as the
// formula can.
func TestFormulaMeetsTheLargestNumber(t *testing.T) {
	if off := Deviation(board.Size{Rows: 19, Cols: 19}, mustLegal(t, 19, 19)); math.Abs(off) > 2e-18 {
		t.Errorf("L(19,19) is off by %.3g", off)
	}
}

// No known number is off by more than what is to be expected.
func TestEstimatesMeetKnownNumbers(t *testing.T) {
	check := func(m, n int, value *big.Int) {
		e := mustEstimate(t, big.NewInt(int64(m)), big.NewInt(int64(n)))
		off, expected := e.Deviation(value), e.Error()
		if off.Abs(off); off.Cmp(expected) > 0 && value.Cmp(big.NewInt(1)) > 0 {
			t.Errorf("L(%d,%d) is off by %v, expected %v", m, n, off, expected)
		}
		a := interval.New(60)
		log := a.Quo(a.Ln(interval.Int(value)), a.Ln(interval.Whole(10)))
		if value.Cmp(big.NewInt(1)) > 0 && !e.Log10.Overlaps(log) {
			t.Errorf("L(%d,%d) is not in its interval", m, n)
		}
	}
	for n := 1; n <= LastSquare; n++ {
		if !longtests.Wanted() && n%5 != 4 {
			continue
		}
		check(n, n, mustLegal(t, n, n))
		check(n, n+1, mustLegal(t, n, n+1))
	}
	for m := 2; m <= maxHeight(3, 5); m++ {
		values, err := connected.CountEach(context.Background(), m, m, 45, 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, value := range values {
			n := m + i
			if n%24 == 0 || n%12 == 0 && longtests.Wanted() {
				check(m, n, value)
			}
		}
	}
}

// The digits that are shown as certain are those of the number.
func TestScientificShowsDigitsOfTheNumber(t *testing.T) {
	for n := 5; n <= LastSquare; n++ {
		e := mustEstimate(t, big.NewInt(int64(n)), big.NewInt(int64(n)))
		mantissa, exponent, ok := e.Scientific(60)
		value := mustLegal(t, n, n)
		if !ok || exponent.Int64() != int64(len(value.String())-1) {
			t.Errorf("L(%d,%[1]d) is %s x 10^%v", n, mantissa, exponent)
			continue
		}
		exact := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(value), -int32(exponent.Int64()))
		if want := interval.Fixed(exact, len(mantissa)-2); mantissa != want {
			t.Errorf("L(%d,%[1]d) begins %s, shown %s", n, want, mantissa)
		}
		if n >= 13 && len(mantissa) < 12 {
			t.Errorf("L(%d,%[1]d): only %s is certain", n, mantissa)
		}
	}
}

// Table 4: the estimates by sampling are right except for a unit of the last digit.
func TestEstimatesMeetSamples(t *testing.T) {
	for _, n := range []int64{18, 19, 29, 39, 49, 59, 69, 79, 89, 99} {
		entry := mustFind(t, fmt.Sprintf("sampled-%dx%[1]d", n))
		printed, power, _ := strings.Cut(entry.Printed, "e")
		sampled, err := interval.Parse(printed)
		if err != nil {
			t.Fatal(err)
		}
		mantissa, exponent, _ := mustEstimate(t, big.NewInt(n), big.NewInt(n)).Scientific(10)
		got, err := interval.Parse(mantissa)
		if err != nil {
			t.Fatal(err)
		}
		unit := apd.New(1, -int32(entry.Decimals()))
		if exponent.String() != power || !interval.New(20).Around(sampled.Low, unit).Overlaps(got) {
			t.Errorf("L(%d,%[1]d) is %s x 10^%v, by sampling %s", n, mantissa, exponent, entry.Printed)
		}
	}
}

func TestEstimateIsSymmetric(t *testing.T) {
	for _, c := range [][2]int64{{3, 50}, {14, 90}, {1, 1}, {13, 14}} {
		m, n := big.NewInt(c[0]), big.NewInt(c[1])
		x, y := mustEstimate(t, m, n), mustEstimate(t, n, m)
		if x.Log10.Low.Cmp(y.Log10.Low) != 0 || x.Log10.High.Cmp(y.Log10.High) != 0 || x.Formula() != y.Formula() {
			t.Errorf("L(%v,%v) and L(%[2]v,%[1]v) differ", m, n)
		}
	}
}

// Strips and the formula agree where both are good.
func TestStripMeetsFormula(t *testing.T) {
	a := interval.New(keptDigits)
	lengths := []int64{1000}
	if longtests.Wanted() {
		lengths = []int64{14, 20, 1000}
	}
	for m := 1; m <= LastStored(); m++ {
		for _, n := range lengths {
			long := big.NewInt(n)
			strip, own := lnStrip(a, Stored(m), long)
			formula := lnFormula(a, Best(), big.NewInt(int64(m)), long)
			off, _ := a.Sub(strip, formula).Middle(17).Float64()
			if allowed := own + formulaError(big.NewInt(int64(m)), long) + 1e-18; math.Abs(off) > allowed {
				t.Errorf("%dx%d: strip and formula differ by %.2g, expected %.2g", m, n, off, allowed)
			}
		}
	}
}

// The formula's own error is what its doc comment says, from above, on boards so large that the
// terms are out of the range of float64, too. Here they are ratios of whole numbers.
func TestOwnErrorIsFromAbove(t *testing.T) {
	power := func(base, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(base), big.NewInt(n), nil) }
	term := func(m, n int64) *big.Rat {
		sum := new(big.Rat).SetFrac(big.NewInt(2*n), power(20, m))
		return sum.Add(sum, new(big.Rat).SetFrac(big.NewInt(10), power(10, m)))
	}
	for _, c := range []struct {
		m, n int64
		text string
	}{{14, 14, "2.1e-13"}, {19, 20, ""}, {100, 100, "2.1e-99"}, {290, 291, ""}, {300, 300, ""}, {301, 301, "2.1e-300"}, {302, 302, "below 1e-300"}, {320, 1000, "below 1e-300"}, {2000, 3000, "below 1e-300"}} {
		e := mustEstimate(t, big.NewInt(c.m), big.NewInt(c.n))
		want := term(c.m, c.n)
		want.Add(want, term(c.n, c.m))
		got, ok := new(big.Rat).SetString(e.Own.Text('f'))
		if !ok {
			t.Fatalf("own error %v", e.Own)
		}
		if got.Cmp(want) < 0 {
			t.Errorf("%dx%d: own error %v is too small", c.m, c.n, e.Own)
		}
		floor := new(big.Rat).SetFrac(big.NewInt(1), power(10, 300))
		if most := new(big.Rat).Mul(want, big.NewRat(11, 10)); got.Cmp(most) > 0 && got.Cmp(floor) > 0 {
			t.Errorf("%dx%d: own error %v is too large", c.m, c.n, e.Own)
		}
		if c.text != "" && e.OwnText() != c.text {
			t.Errorf("%dx%d: own error %s, want %s", c.m, c.n, e.OwnText(), c.text)
		}
	}
	if text := mustEstimate(t, big.NewInt(7), big.NewInt(1_000_000)).OwnText(); text != "below 1e-300" {
		t.Errorf("7x1000000: own error %s", text)
	}
}

func TestEstimateRefusals(t *testing.T) {
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(MaxSide), nil)
	long := new(big.Int).Add(huge, big.NewInt(1))
	for _, side := range []*big.Int{big.NewInt(0), big.NewInt(-3), long} {
		if _, err := EstimateBoard(side, big.NewInt(5)); err == nil {
			t.Errorf("side %v is accepted", side)
		}
	}
	e := mustEstimate(t, huge, huge)
	if _, exponent, ok := e.Scientific(10); ok || exponent.Sign() <= 0 || e.Own.Form != apd.Finite {
		t.Errorf("10^%d squared: exponent %v, own error %v", MaxSide, exponent, e.Own)
	}
}

// The error that the bars lead to is that of the formula with the constants at the ends of their
// intervals. Radii have two digits.
func TestConstantsErrorIsThatOfTheBars(t *testing.T) {
	best := Best()
	a := interval.New(60)
	ln := func(e Estimate) interval.Interval { return a.Ln(e.Value) }
	for _, size := range []board.Size{{Rows: 5, Cols: 5}, {Rows: 19, Cols: 19}, {Rows: 9, Cols: 1000}, {Rows: 24, Cols: 30000}} {
		sides, points := interval.Whole(int64(size.Rows+size.Cols)), interval.Whole(int64(size.Points()))
		log := a.Add(ln(best.A), a.Add(a.Mul(sides, ln(best.B)), a.Mul(points, ln(best.L))))
		want, err := log.Radius().Float64()
		if err != nil {
			t.Fatal(err)
		}
		if got := ConstantsError(size); math.Abs(got/want-1) > 0.05 {
			t.Errorf("%s: error %g, want %g", size, got, want)
		}
	}
}
