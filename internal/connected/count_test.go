package connected

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/oracle/hashed"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// The published numbers of legal positions on square boards (Combinatorics of
// Go; OEIS A094777).
var publishedSquares = []string{
	"1", "57", "12675", "24318165", "414295148741", "62567386502084877",
	"83677847847984287628595", "990966953618170260281935463385",
	"103919148791293834318983090438798793469",
	"96498428501909654589630887978835098088148177857",
	"793474866816582266820936671790189132321673383112185151899",
}

func mustCount(t *testing.T, height, width int, opt par.Options) *big.Int {
	t.Helper()
	count, _, err := Count(context.Background(), height, width, opt)
	if err != nil {
		t.Fatalf("%dx%d: %v", height, width, err)
	}
	return count
}

func TestCountPublishedSquares(t *testing.T) {
	for i, want := range publishedSquares {
		n := i + 1
		if testing.Short() && n > 9 {
			break
		}
		if got := mustCount(t, n, n, par.Options{}); got.String() != want {
			t.Errorf("L(%d,%d) = %v, published %s", n, n, got, want)
		}
	}
}

// L(m,n) = L(n,m), each with its own short side for the border.
func TestCountBothWaysRound(t *testing.T) {
	most := 9
	if testing.Short() {
		most = 8
	}
	for m := 1; m <= most; m++ {
		for n := m + 1; n <= most; n++ {
			upright, lying := mustCount(t, m, n, par.Options{}), mustCount(t, n, m, par.Options{})
			if upright.Cmp(lying) != 0 {
				t.Errorf("L(%d,%d) = %v, L(%d,%d) = %v", m, n, upright, n, m, lying)
			}
		}
	}
}

func TestCountAgainstHashedSearch(t *testing.T) {
	for m := 1; m <= 6; m++ {
		for n := m; n <= 8; n++ {
			if testing.Short() && m*n > 36 {
				continue
			}
			if got, want := mustCount(t, m, n, par.Options{}), hashed.Count(m, n); got.Cmp(want) != 0 {
				t.Errorf("L(%d,%d) = %v, by search %v", m, n, got, want)
			}
		}
	}
}

// Wide boards need more limbs than there are unrolled kernels.
func TestCountEachAgainstResidues(t *testing.T) {
	moduli := []uint64{1<<62 - 57, 1 << 61, 1000003, 2}
	for height := 1; height <= 6; height++ {
		e, err := New(height)
		if err != nil {
			t.Fatal(err)
		}
		const widths = 150
		residues := make([][]uint64, widths+1)
		_, err = e.ResiduesEach(context.Background(), 1, widths, moduli, par.Options{}, func(width int, values []uint64) {
			residues[width] = values
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.CountEach(context.Background(), 1, widths, par.Options{}, func(width int, count *big.Int) {
			for i, m := range moduli {
				want := new(big.Int).Mod(count, new(big.Int).SetUint64(m)).Uint64()
				if got := residues[width][i]; got != want {
					t.Errorf("L(%d,%d) mod %d = %d, exactly %d", height, width, m, got, want)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Small bins go whole, large ones window by window, in both kinds with any
// number of threads.
func TestCountForAnyBinsAndThreads(t *testing.T) {
	const height = 8
	want := publishedSquares[height-1]
	for _, capacity := range []int64{1, 1000, 20000, 1 << 40} {
		for _, threads := range []int{1, 2, 3, 7} {
			if testing.Short() && threads%3 != 1 {
				continue
			}
			t.Run(fmt.Sprintf("capacity=%d,threads=%d", capacity, threads), func(t *testing.T) {
				e := &Engine{layout: newLayoutOfBins(height, func(int64) int64 { return capacity })}
				got, _, err := e.Count(context.Background(), height, par.Options{Threads: threads})
				if err != nil || got.String() != want {
					t.Errorf("L(%d,%[1]d) = %v, %v, published %s", height, got, err, want)
				}
			})
		}
	}
}

// What is stored is the valid classes of Table 1, and the second orientation
// of the few with a stoneless half.
func TestLayoutStoresValidClasses(t *testing.T) {
	for height := 2; height <= 11; height++ {
		lo := newLayout(height)
		for y, classes := range ValidClasses(height) {
			ph := lo.phases[prefix]
			if y > lo.p {
				ph = lo.phases[suffix]
			}
			extra := ph.layer(y).states() - classes.Int64()
			if extra < 0 || extra > 1+classes.Int64()/10 {
				t.Errorf("height %d kink %d: %d states stored, %v classes are valid", height, y, extra+classes.Int64(), classes)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	for _, height := range []int{-1, 0, MaxHeight + 1} {
		if _, _, err := Count(ctx, height, 5, par.Options{}); err == nil {
			t.Errorf("height %d is accepted", height)
		}
	}
	if _, _, err := Count(ctx, 5, 0, par.Options{}); err == nil {
		t.Error("width 0 is accepted")
	}
	e, err := New(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, moduli := range [][]uint64{nil, {1}, {1 << 62}, {5, 0}, {2, 3, 5, 7, 11}} {
		if _, _, err := e.Residues(ctx, 3, moduli, par.Options{}); err == nil {
			t.Errorf("moduli %d are accepted", moduli)
		}
	}
	var memory *result.MemoryError
	if _, _, err := Count(ctx, 10, 10, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) || memory.Need <= 1<<20 {
		t.Errorf("10x10 in a megabyte: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := Count(ended, 8, 8, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
}

// The estimate covers what a run allocates, and grows with what is asked for.
func TestNeedGrows(t *testing.T) {
	e, err := New(9)
	if err != nil {
		t.Fatal(err)
	}
	opt := par.Options{Threads: 2}
	one, two := e.Need(9, 1, opt), e.Need(9, 2, opt)
	vector := result.Bytes(8 * e.layout.shape.states())
	if one < vector || two < one+vector {
		t.Errorf("one residue needs %d bytes, two need %d; a vector is %d", one, two, vector)
	}
	if short, long := e.Need(9, 0, opt), e.Need(90, 0, opt); long < short+10*vector {
		t.Errorf("width 9 needs %d bytes, width 90 %d", short, long)
	}
}

func TestProgressAscendsToOne(t *testing.T) {
	last := 0.0
	_, _, err := Count(context.Background(), 8, 8, par.Options{Progress: func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress %v after %v", share, last)
		}
		last = share
	}})
	if err != nil || last < 0.999 {
		t.Errorf("progress ends at %v, %v", last, err)
	}
}
