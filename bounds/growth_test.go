package bounds

import (
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// The ratio of the numbers of positions of two long strips, from the engine for the square lattice,
// is the growth.
func TestGrowthIsRatioOfCounts(t *testing.T) {
	for height := 1; height <= 5; height++ {
		s := Strip{Kind: lattice.Square, Width: height}
		g, err := s.growth(t.Context(), 2, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		low, high := g.PerLine()
		short, long := legal(t, height, 200), legal(t, height, 201)
		got, _ := new(big.Rat).SetFrac(long, short).Float64()
		if got < low*(1-1e-14) || got > high*(1+1e-14) {
			t.Errorf("height %d: ratio %v, enclosure [%v, %v]", height, got, low, high)
		}
	}
}

func legal(t *testing.T, rows, cols int) *big.Int {
	t.Helper()
	n, err := connected.Count(t.Context(), rows, cols, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// All brackets of a constant must overlap, whatever strips they come from.
func TestBracketsOverlap(t *testing.T) {
	most := 2
	if longtests.Wanted() {
		most = 4
	}
	for _, kind := range Lattices() {
		for colors := 1; colors <= most; colors++ {
			var all []*Bracket
			for _, d := range []Direction{Rows, Columns} {
				brackets, err := Question{kind, colors, d}.Brackets(t.Context(), 1, 4, par.Options{})
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, brackets...)
			}
			if lower, upper := Best(all); lower.Value >= upper.Value {
				t.Errorf("%v, %d colours: %v >= %v", kind, colors, lower.Value, upper.Value)
			}
		}
	}
}

// Strips of rows and of columns differ on the lattices that lack horizontal edges only.
func TestDirectionsOfSymmetricLattices(t *testing.T) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular} {
		rows, _ := perPoint(t, Strip{Kind: kind, Direction: Rows, Width: 4, SafeFirst: true}, 3)
		cols, _ := perPoint(t, Strip{Kind: kind, Direction: Columns, Width: 4, SafeFirst: true}, 3)
		if math.Abs(rows-cols) > 1e-13 {
			t.Errorf("%v: %v and %v", kind, rows, cols)
		}
	}
}

// A safer border allows more positions, so eigenvalues increase; they are those of TestTables2And3.
func TestEigenvalues(t *testing.T) {
	e, err := Question{lattice.Square, 2, Either}.eigenvalues(t.Context(), 6, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !(e.Free.High < e.Single.Low && e.Single.High < e.Double.Low) {
		t.Errorf("%+v, %+v, %+v", e.Free, e.Single, e.Double)
	}
	if low, high := e.Double.perPoint(); low > 2.983702175733463 || high < 2.983702175733463 {
		t.Errorf("double-safe: [%v, %v]", low, high)
	}
}

// Without a last width, what does not fit in memory ends the widths, unless nothing fits.
func TestBracketsUpToMemory(t *testing.T) {
	q := Question{Kind: lattice.Square, Colors: 2}
	brackets, err := q.Brackets(t.Context(), 1, 0, par.Options{Memory: 250_000})
	if err != nil || len(brackets) == 0 || len(brackets) > 6 {
		t.Errorf("%d widths, error %v", len(brackets), err)
	}
	if _, err := q.Brackets(t.Context(), 1, 8, par.Options{Memory: 250_000}); err == nil {
		t.Error("no error for width 8")
	}
}

// Strips of an odd number of rows grow equally wherever they begin, as the tilings assume.
func TestOddStripsGrowEqually(t *testing.T) {
	for _, width := range []int{1, 3, 5} {
		for _, safe := range []bool{false, true} {
			s := Strip{Kind: lattice.SquareOctagonal, Width: width, SafeFirst: safe, SafeLast: safe}
			even, _ := perPoint(t, s, 2)
			s.First = 1
			if odd, _ := perPoint(t, s, 2); math.Abs(even-odd) > 1e-13 {
				t.Errorf("width %d, safe %v: %v and %v", width, safe, even, odd)
			}
		}
	}
}

func TestNewBounds(t *testing.T) {
	q := Question{Kind: lattice.SquareOctagonal, Colors: 2, Direction: Rows}
	brackets, err := q.Brackets(t.Context(), 5, 6, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if b := brackets[1]; b.Lower.New || !b.Upper.New || b.Upper.Strip.First != 0 || b.Upper.Value > 2.948807434421 {
		t.Errorf("%+v", b)
	}
	if b := brackets[0]; b.Lower.New {
		t.Errorf("%+v", b)
	}
}

func TestRoots(t *testing.T) {
	for _, x := range []float64{1, 2, 27, 1e-3, 12345.678, 1e200} {
		for n := 1; n < 60; n++ {
			low, high := rootBelow(x, n), rootAbove(x, n)
			if low > high || high-low > 4e-16*high || comparePower(low, n, x) > 0 || comparePower(high, n, x) < 0 {
				t.Errorf("root %d of %v: [%v, %v]", n, x, low, high)
			}
		}
	}
}

func TestProgressOfBrackets(t *testing.T) {
	last, calls := 0.0, 0
	opt := par.Options{Progress: func(share float64) {
		if share < last || share > 1 {
			t.Errorf("%v after %v", share, last)
		}
		last = share
		calls++
	}}
	if _, err := (Question{Kind: lattice.Hexagonal, Colors: 2}).Brackets(t.Context(), 2, 4, opt); err != nil {
		t.Fatal(err)
	}
	if last != 1 || calls < 3 {
		t.Errorf("%d calls, the last with %v", calls, last)
	}
}

func TestErrors(t *testing.T) {
	ctx := t.Context()
	for _, q := range []Question{
		{lattice.Torus, 2, Either},
		{lattice.Cylinder, 2, Either},
		{lattice.Square, 0, Either},
		{lattice.Square, 101, Either},
	} {
		if _, err := q.Constant(ctx, 2, par.Options{}); err == nil {
			t.Errorf("%+v: no error", q)
		}
	}
	q := Question{Kind: lattice.Square, Colors: 2}
	for _, width := range []int{-1, 0, MaxWidth + 1} {
		if _, err := q.Constant(ctx, width, par.Options{}); err == nil {
			t.Errorf("width %d: no error", width)
		}
	}
	if _, err := (Strip{Kind: lattice.Square, Width: 2, First: -1}).growth(ctx, 2, par.Options{}); err == nil {
		t.Error("no error for a negative row")
	}
	var memory *result.MemoryError
	if _, err := q.Constant(ctx, 6, par.Options{Memory: 2500}); !errors.As(err, &memory) || !strings.HasPrefix(err.Error(), "strips of width 6: ") {
		t.Errorf("error %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := q.Constant(stopped, 6, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
