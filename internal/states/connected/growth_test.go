package connected

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func mustGrow(t *testing.T, height, words, last int, opt par.Options) []*Growth {
	t.Helper()
	var all []*Growth
	err := Grow(context.Background(), height, words, last, opt, func(g *Growth) bool {
		all = append(all, g)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Rounded counts enclose the exact ones, and the quotients of exact counts lie between
// those of the completions.
func TestGrowthEnclosesCounts(t *testing.T) {
	most, last := 4, 30
	if longtests.Wanted() {
		most, last = 6, 40
	}
	for height := 1; height <= most; height++ {
		exact, err := CountEach(context.Background(), height, 1, last+1, 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range []int{1, 2, 3, 9} {
			for _, g := range mustGrow(t, height, words, last, par.Options{}) {
				low := new(big.Int).Lsh(g.Count, uint(g.Shift))
				excess := new(big.Rat).SetInt(new(big.Int).Sub(exact[g.Width-1], low))
				most := new(big.Rat).SetFloat64(g.Rounding)
				if most.Mul(most, new(big.Rat).SetInt(low)); excess.Sign() < 0 || excess.Cmp(most) > 0 {
					t.Errorf("%d words: L(%d,%d) = %v is not %v and at most %g of it more", words, height, g.Width, exact[g.Width-1], low, g.Rounding)
				}
				grown := new(big.Rat).SetFrac(exact[g.Width], exact[g.Width-1])
				slack := new(big.Rat).SetFloat64(2 * g.Rounding)
				slack.Mul(slack, grown)
				if new(big.Rat).Add(grown, slack).Cmp(g.MinRatio) < 0 || grown.Cmp(slack.Add(slack, g.MaxRatio)) > 0 {
					t.Errorf("%d words: L(%d,%d)/L(%[2]d,%d) is not between %v and %v", words, height, g.Width+1, g.Width, g.MinRatio, g.MaxRatio)
				}
			}
		}
	}
}

// Without rounding each range lies in the one before.
func TestGrowthNarrows(t *testing.T) {
	most := 5
	if longtests.Wanted() {
		most = 7
	}
	for height := 1; height <= most; height++ {
		var before *Growth
		for _, g := range mustGrow(t, height, 8, 24, par.Options{}) {
			if g.Rounding > 0 {
				break
			}
			if before != nil && (g.MinRatio.Cmp(before.MinRatio) < 0 || g.MaxRatio.Cmp(before.MaxRatio) > 0) {
				t.Errorf("height %d, width %d: the range grows", height, g.Width)
			}
			before = g
		}
	}
}

func TestGrowthForAnyThreads(t *testing.T) {
	want := mustGrow(t, 6, 2, 12, par.Options{Threads: 1})
	for _, threads := range []int{2, 3, 7} {
		for i, g := range mustGrow(t, 6, 2, 12, par.Options{Threads: threads}) {
			w := want[i]
			if g.MinRatio.Cmp(w.MinRatio) != 0 || g.MaxRatio.Cmp(w.MaxRatio) != 0 || g.Count.Cmp(w.Count) != 0 || g.Shift != w.Shift || g.Rounding != w.Rounding {
				t.Fatalf("%d threads: width %d differs", threads, g.Width)
			}
		}
	}
}

// No state has more than 3^m times as many completions as the stoneless one has
// by a column less.
func TestStonelessStateIsWorthAColumn(t *testing.T) {
	most := 5
	if longtests.Wanted() {
		most = 8
	}
	for height := 1; height <= most; height++ {
		g, err := newGrower(context.Background(), height, 4, par.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		columns := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(height)), nil)
		for width := 2; width <= 12; width++ {
			limit := new(big.Int).Mul(columns, modular.FromLimbs(g.values.Of(g.State(height, 0))))
			if _, err := g.advance(context.Background(), width); err != nil {
				t.Fatal(err)
			}
			if g.shift > 0 {
				break
			}
			for n := range g.levels[height].from.size {
				if n := modular.FromLimbs(g.values.Of(n + 1)); n.Cmp(limit) > 0 {
					t.Fatalf("height %d: a state has %v completions by %d columns, 3^%[1]d times the stoneless one by a column less is %v",
						height, n, width, limit)
				}
			}
		}
	}
}

func TestGrowthRefusals(t *testing.T) {
	ctx := context.Background()
	never := func(*Growth) bool { return false }
	if err := Grow(ctx, 10, 2, 1, par.Options{}, never); err == nil {
		t.Error("width 1 is accepted")
	}
	if err := Grow(ctx, 10, 0, 5, par.Options{}, never); err == nil {
		t.Error("no words are accepted")
	}
	var memory *result.MemoryError
	if err := Grow(ctx, 10, 2, 5, par.Options{Memory: 1 << 20}, never); !errors.As(err, &memory) {
		t.Errorf("height 10 in a megabyte: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := Grow(ended, 10, 2, 5, par.Options{}, never); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
}

func TestLimbArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []uint64 {
		x := make([]uint64, n)
		for i := range x {
			x[i] = r.Uint64() >> r.UintN(64)
		}
		return x
	}
	for range 2000 {
		n := 1 + r.IntN(10)
		x, y, u, v := random(n), random(n), random(n), random(n)
		product := make([]uint64, 2*n)
		multiply(product, x, y)
		if got, want := modular.FromLimbs(product), new(big.Int).Mul(modular.FromLimbs(x), modular.FromLimbs(y)); got.Cmp(want) != 0 {
			t.Fatalf("%v * %v = %v, want %v", x, y, got, want)
		}
		if got, want := bitLength(x), modular.FromLimbs(x).BitLen(); got != want {
			t.Fatalf("%v has %d bits, want %d", x, got, want)
		}
		v[n-1], y[n-1] = v[n-1]|1, y[n-1]|1
		e := newExtremes(n)
		want := quotient{x, y}.rat().Cmp(quotient{u, v}.rat()) < 0
		if got := e.less(quotient{x, y}, quotient{u, v}); got != want {
			t.Fatalf("%v/%v < %v/%v: %v", x, y, u, v, got)
		}
		shift := r.IntN(64*n + 70)
		cut := new(big.Int).Rsh(modular.FromLimbs(x), uint(shift))
		shiftRight(x, shift)
		if modular.FromLimbs(x).Cmp(cut) != 0 {
			t.Fatalf("shifted by %d: %v, want %v", shift, modular.FromLimbs(x), cut)
		}
	}
}

// The extremes are those of
// fractions, also where these differ in the last bits only.
func TestExtremesAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, width := range []int{1, 2, 3, 9} {
		for _, spread := range []int{8, 50, 64*width - 4} {
			var least, most *big.Rat
			e := newExtremes(width)
			for range 300 {
				x, y := make([]uint64, width), make([]uint64, width)
				x[width-1], y[width-1] = 3<<60, 1<<62
				x[max(0, width-1-spread/64)] |= r.Uint64() >> (spread % 64) >> 2
				y[0] |= r.Uint64N(8)
				e.include(quotient{x, y}, quotient{x, y}, 0, 0, 0)
				q := quotient{x, y}.rat()
				if least == nil || q.Cmp(least) < 0 {
					least = q
				}
				if most == nil || q.Cmp(most) > 0 {
					most = q
				}
			}
			if e.minRatio.rat().Cmp(least) != 0 || e.maxRatio.rat().Cmp(most) != 0 {
				t.Errorf("%d words, spread %d: the extremes are wrong", width, spread)
			}
		}
	}
}

// The bound on the rounding covers the value that loses most.
func TestCutBoundsTheRounding(t *testing.T) {
	g := &grower{words: 1}
	g.sweep = sweep{Engine: &Engine{height: 1}, opt: par.Options{Threads: 1}}
	g.values = Values{Words: []uint64{0, 7, 1<<63 | 7}, Limbs: 1} // the first is no state
	ends := &extremes{minLength: 3, maxLength: 64}
	if err := g.cutOff(context.Background(), ends); err != nil {
		t.Fatal(err)
	}
	if g.shift != 2 || g.values.Words[1] != 1 || g.values.Words[2] != 1<<61|1 {
		t.Fatalf("shifted by %d: %d", g.shift, g.values.Words)
	}
	if lost := 7.0/4 - 1; g.rounding < lost {
		t.Errorf("rounding %g is claimed, %g is lost", g.rounding, lost)
	}
}
