package sampling

import (
	"math"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/board"
)

// legalShares are L(m,n)/3^(mn) of boards that package border counts, and brute force the first of
// them.
var legalShares = []struct {
	size  board.Size
	legal float64
}{
	{board.Size{Rows: 2, Cols: 3}, 489},
	{board.Size{Rows: 4, Cols: 4}, 24318165},
	{board.Size{Rows: 5, Cols: 5}, 414295148741},
	{board.Size{Rows: 7, Cols: 7}, 83677847847984287628595},
	{board.Size{Rows: 5, Cols: 8}, 4737083489364726605},
}

func shareOf(size board.Size, legal float64) float64 {
	return legal / math.Pow(3, float64(size.Points()))
}

// The mean of many runs is the share, within five standard errors: each of the twenty cases fails
// by chance once in a million.
func TestRunsAreUnbiased(t *testing.T) {
	for _, known := range legalShares {
		for m := range methods {
			opt := Options{Method: Method(m)}
			r := opt.runner(known.size, never)
			var rng rand.PCG
			var sum moments
			for i := range 3000 {
				seedRun(&rng, 11, uint64(i))
				sum.add(r.run(&rng).over(0))
			}
			want := shareOf(known.size, known.legal)
			if off := math.Abs(sum.mean() - want); off > 5*math.Sqrt(sum.variance()/float64(sum.n)) {
				t.Errorf("board %s, %s: mean share %g, want %g", known.size, Method(m), sum.mean(), want)
			}
		}
	}
}

// All states have their place again after a run.
func TestChenKeepsItsStates(t *testing.T) {
	r := newChen(6, 6, 6, true, never)
	all := len(r.unused)
	var rng rand.PCG
	for i := range 50 {
		seedRun(&rng, 1, uint64(i))
		r.run(&rng)
		if len(r.unused) != all {
			t.Fatalf("%d states are unused after run %d, want %d", len(r.unused), i, all)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{19, 49, 99} {
		for m := range methods {
			size := board.Size{Rows: n, Cols: n}
			b.Run(Method(m).String()+"/"+size.String(), func(b *testing.B) {
				opt := Options{Method: Method(m)}
				r := opt.runner(size, never)
				var rng rand.PCG
				var sum moments
				for i := 0; b.Loop(); i++ {
					seedRun(&rng, 1, uint64(i))
					sum.add(r.run(&rng).over(expectedExponent(size)))
				}
				b.ReportMetric(math.Sqrt(sum.variance())/sum.mean(), "sd/mean")
			})
		}
	}
}

// never is no wish to stop.
func never() bool { return false }
