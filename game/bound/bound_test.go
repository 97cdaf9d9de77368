package bound

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/interval"
)

// TestKnownNumbers puts the bounds around the numbers of games that are known (Combinatorics of Go,
// Table 7).
func TestKnownNumbers(t *testing.T) {
	for size, games := range map[board.Size]int64{
		{Rows: 1, Cols: 1}: 1, {Rows: 1, Cols: 2}: 9, {Rows: 1, Cols: 3}: 907, {Rows: 1, Cols: 4}: 2098407841,
		{Rows: 2, Cols: 2}: 386356909593, {Rows: 3, Cols: 1}: 907,
	} {
		b, err := Find(context.Background(), size, 0)
		if err != nil {
			t.Fatal(err)
		}
		log2 := math.Log2(float64(games))
		for _, x := range b.Lower {
			if high, _ := x.Log2.High.Float64(); high > log2+1e-9 {
				t.Errorf("%v: %s > %d", size, x.Formula, games)
			}
		}
		for _, x := range b.Upper {
			if low, _ := x.Log2.Low.Float64(); low < log2-1e-9 {
				t.Errorf("%v: %s < %d", size, x.Formula, games)
			}
		}
	}
}

// TestOutdegrees checks the example of Tromp and Farnebäck, 3 * 2^19 on 1x3.
func TestOutdegrees(t *testing.T) {
	b, err := Find(context.Background(), board.Size{Rows: 1, Cols: 3}, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"product of outdegrees": 3 << 19, "3^L(1,3)": 14348907}
	for _, x := range b.Upper {
		if n, ok := want[x.Formula]; ok && x.Exact.Cmp(big.NewInt(n)) == 0 {
			delete(want, x.Formula)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

// TestTower19 recomputes Corollary 8.
func TestTower19(t *testing.T) {
	size, b := board.Size{Rows: 19, Cols: 19}, &Bounds{}
	b.lower(size)
	if err := b.upper(t.Context(), size, 0); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(b.Lower, func(x *Bound) bool { return x.Formula == "(103!)^(2^154)" })
	if i < 0 || b.Upper[0].Formula != "361^L(19,19)" || b.Upper[1].Log2.High.Cmp(b.Upper[0].Log2.Low) > 0 || !b.Figure14 {
		t.Fatalf("bounds are %v and %v", b.Lower, b.Upper)
	}
	lower, upper := b.Lower[i], b.Upper[0]
	low, _ := lower.Tower()
	high, _ := upper.Tower()
	for _, test := range []struct{ got, want string }{
		{interval.Floor(low.Binary.Low, 0), "163"},
		{interval.Ceil(high.Binary.High, 0), "569"},
		{interval.Floor(low.Decimal.Low, 0), "48"},
		{interval.Ceil(high.Decimal.High, 0), "171"},
	} {
		if test.got != test.want {
			t.Errorf("an exponent is %s, want %s", test.got, test.want)
		}
	}
	// By Stirling's series, in floating point.
	k := 103.0
	ln := k*math.Log(k) - k + math.Log(2*math.Pi*k)/2 + 1/(12*k) - 1/(360*k*k*k)
	if want, got := 154+math.Log2(ln/math.Ln2), floor(t, low.Binary); math.Abs(want-got) > 1e-9 {
		t.Errorf("log2 log2 is %v, want %v", got, want)
	}
}

func floor(t *testing.T, x interval.Interval) float64 {
	t.Helper()
	f, err := x.Low.Float64()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestExactAgreesWithLogarithm compares the two forms of bounds.
func TestExactAgreesWithLogarithm(t *testing.T) {
	for _, x := range []*Bound{LowerRow(6), Lower(Combs(3, 3)), Upper(9, big.NewInt(100), "L"), Outdegrees([]int64{0, 0, 5, 7, 2}), Lower(Combs(1, 5))} {
		f, _ := new(big.Float).SetInt(x.Exact).Float64()
		if want := math.Log2(f); math.Abs(want-floor(t, x.Log2)) > 1e-9 {
			t.Errorf("%s: log2 is %v, want %v", x.Formula, x.Log2.Low, want)
		}
	}
}

func TestFindRefuses(t *testing.T) {
	if _, err := Find(context.Background(), board.Size{Rows: 53, Cols: 1}, 0); err == nil || err.Error() != "board 53x1: want at most 52 rows and columns" {
		t.Errorf("Find: %v", err)
	}
}
