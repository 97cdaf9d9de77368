package connected

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
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
}

func mustCount(t *testing.T, height, width int, opt par.Options) *big.Int {
	t.Helper()
	count, err := Count(context.Background(), height, width, opt)
	if err != nil {
		t.Fatalf("%dx%d: %v", height, width, err)
	}
	return count
}

func TestCountPublishedSquares(t *testing.T) {
	for i, want := range publishedSquares {
		n := i + 1
		if n > 8 && !longtests.Wanted() {
			break
		}
		if got := mustCount(t, n, n, par.Options{}); got.String() != want {
			t.Errorf("L(%d,%d) = %v, published %s", n, n, got, want)
		}
	}
}

// L(m,n) = L(n,m), each with its own short side for the border.
func TestCountBothWaysRound(t *testing.T) {
	most := 6
	if longtests.Wanted() {
		most = 7
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
	highest, widest := 5, 6
	if longtests.Wanted() {
		highest, widest = 6, 8
	}
	for m := 1; m <= highest; m++ {
		for n, want := range plain.Counts(m, widest) {
			if n++; n < m {
				continue
			}
			if got := mustCount(t, m, n, par.Options{}); got.Cmp(want) != 0 {
				t.Errorf("L(%d,%d) = %v, by search %v", m, n, got, want)
			}
		}
	}
}

// Wide boards need many limbs.
func TestCountEachAgainstResidues(t *testing.T) {
	most, widths := 4, 100
	if longtests.Wanted() {
		most, widths = 6, 150
	}
	for height := 1; height <= most; height++ {
		counts, err := CountEach(context.Background(), height, 1, widths, 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []uint64{1<<64 - 1, 1<<64 - 59, 1<<63 + 1, 1<<62 - 57, 1 << 61, 1000003, 2} {
			residues, err := CountEach(context.Background(), height, 1, widths, m, par.Options{})
			if err != nil || len(residues) != widths {
				t.Fatal(len(residues), err)
			}
			for i, residue := range residues {
				if want := new(big.Int).Mod(counts[i], new(big.Int).SetUint64(m)); residue.Cmp(want) != 0 {
					t.Errorf("L(%d,%d) mod %d = %d, exactly %d", height, i+1, m, residue, want)
				}
			}
		}
	}
}

func TestCountForAnyThreads(t *testing.T) {
	const height = 6
	for _, threads := range []int{1, 2, 3, 7} {
		if got := mustCount(t, height, height, par.Options{Threads: threads}); got.String() != publishedSquares[height-1] {
			t.Errorf("%d threads: L(%d,%[2]d) = %v, published %s", threads, height, got, publishedSquares[height-1])
		}
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	for _, height := range []int{-1, 0, MaxEngineHeight + 1} {
		if _, err := Count(ctx, height, 5, par.Options{}); err == nil {
			t.Errorf("height %d is accepted", height)
		}
	}
	if _, err := Count(ctx, 5, 0, par.Options{}); err == nil {
		t.Error("width 0 is accepted")
	}
	if _, err := Residue(ctx, 3, 3, 1, par.Options{}); err == nil {
		t.Error("modulus 1 is accepted")
	}
	var memory *result.MemoryError
	if _, err := Count(ctx, 10, 10, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) || memory.Need <= 1<<20 {
		t.Errorf("10x10 in a megabyte: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Count(ended, 8, 8, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
}

// The estimate covers what a run allocates, and grows with what is asked for.
func TestNeedGrows(t *testing.T) {
	const height, vectors = 9, 2
	vector := result.Bytes(8 * ValidClassesAt(height, height-1).Int64())
	if one := Need(height, 9, 2); one < vectors*vector {
		t.Errorf("a residue needs %d bytes; a vector is %d", one, vector)
	}
	if short, long := Need(height, 9, 0), Need(height, 90, 0); long < short+10*vectors*vector {
		t.Errorf("width 9 needs %d bytes, width 90 %d", short, long)
	}
	if one, two := GrowthNeed(height, 1), GrowthNeed(height, 2); two < one+2*vector {
		t.Errorf("growth with one word needs %d bytes, with two %d", one, two)
	}
}

func TestLimbs(t *testing.T) {
	for points := range 3000 {
		most := new(big.Int).Exp(big.NewInt(choices), big.NewInt(int64(points)), nil)
		if want := (most.BitLen() + 63) / 64; LimbsFor(points) != want {
			t.Fatalf("%d points need %d words, want %d", points, LimbsFor(points), want)
		}
	}
}

func TestProgressAscendsToOne(t *testing.T) {
	last := 0.0
	_, err := Count(context.Background(), 6, 6, par.Options{Progress: func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress %v after %v", share, last)
		}
		last = share
	}})
	if err != nil || last < 0.999 {
		t.Errorf("progress ends at %v, %v", last, err)
	}
}
