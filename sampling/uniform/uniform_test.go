package uniform

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func newSampler(t testing.TB, size board.Size, opt Options) *Sampler {
	t.Helper()
	s, err := New(context.Background(), size, opt)
	if err != nil {
		t.Fatalf("%s: %v", size, err)
	}
	return s
}

func draw(t testing.TB, s *Sampler, n int) []*goban.Position {
	t.Helper()
	positions, err := s.Draw(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	if len(positions) != n {
		t.Fatalf("%d positions, want %d", len(positions), n)
	}
	return positions
}

// perPosition is how often each position is expected in the chi-squared tests.
const perPosition = 20

// Chi-squared against enumeration: every legal position of a small board comes up, nothing else
// does, and the counts are as even as they are in 99.9 % of all fair draws, and not more even than
// in 99.9 %. Seeds are fixed, so this is no matter of luck.
func TestBothMethodsAreUniform(t *testing.T) {
	sizes := []board.Size{{Rows: 1, Cols: 4}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}}
	if longtests.Wanted() {
		sizes = append(sizes, board.Size{Rows: 2, Cols: 4})
	}
	for _, method := range []Method{Exact, Rejection} {
		for _, size := range sizes {
			t.Run(method.String()+"/"+size.String(), func(t *testing.T) {
				s := newSampler(t, size, Options{Method: method, Seed: 11})
				if s.Method() != method {
					t.Fatalf("the method is %s", s.Method())
				}
				checkUniform(t, size, func(n int) []*goban.Position { return draw(t, s, n) })
			})
		}
	}
}

func checkUniform(t *testing.T, size board.Size, next func(n int) []*goban.Position) {
	t.Helper()
	statistic, freedom := chiSquared(t, size, next)
	chance := distuv.ChiSquared{K: freedom}.Survival(statistic)
	if chance < 0.001 || chance > 0.999 {
		t.Errorf("chi-squared is %.1f with %.0f degrees of freedom: probability %.5f", statistic, freedom, chance)
	}
}

// chiSquared draws positions and compares how often each came up with how often it should have.
func chiSquared(t *testing.T, size board.Size, next func(n int) []*goban.Position) (statistic, freedom float64) {
	all, err := goban.All(size.Rows, size.Cols)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for p := range all {
		seen[p.String()] = 0
	}
	for _, p := range next(perPosition * len(seen)) {
		if _, legal := seen[p.String()]; !legal {
			t.Fatalf("not a legal position:\n%s", p)
		}
		seen[p.String()]++
	}
	for _, n := range seen {
		statistic += math.Pow(float64(n)-perPosition, 2) / perPosition
	}
	return statistic, float64(len(seen) - 1)
}

// The test above would notice a sampler that is a little uneven: one that draws again, once, if the
// first point is empty, in one of ten draws.
func TestUnevennessIsNoticed(t *testing.T) {
	size := board.Size{Rows: 2, Cols: 3}
	s := newSampler(t, size, Options{Method: Exact, Seed: 12})
	statistic, freedom := chiSquared(t, size, func(n int) []*goban.Position {
		positions := draw(t, s, n)
		for i, p := range positions {
			if p.At(0, 0) == goban.Empty && i%5 == 0 {
				positions[i] = draw(t, s, 1)[0]
			}
		}
		return positions
	})
	if chance := (distuv.ChiSquared{K: freedom}).Survival(statistic); chance > 0.001 {
		t.Errorf("an uneven sampler passes with probability %.5f", chance)
	}
}

// Larger boards: the mean number of stones of both methods is the same, and every position is
// legal.
func TestMethodsAgreeOnLargerBoards(t *testing.T) {
	const n = 4000
	size := board.Size{Rows: 5, Cols: 6}
	mean := map[Method]float64{}
	for _, method := range []Method{Exact, Rejection} {
		for _, p := range draw(t, newSampler(t, size, Options{Method: method, Seed: 13}), n) {
			if !p.Legal() {
				t.Fatalf("not legal:\n%s", p)
			}
			for row := range size.Rows {
				for col := range size.Cols {
					if p.At(row, col).IsStone() {
						mean[method] += 1.0 / n
					}
				}
			}
		}
	}
	// The number of stones spreads by less than that of independent points would: sqrt(30 * 2/9) =
	// 2.6.
	if d := math.Abs(mean[Exact] - mean[Rejection]); d > 4*2.6*math.Sqrt(2.0/n) {
		t.Errorf("the mean numbers of stones are %v", mean)
	}
}

// Neither goroutines nor how the draws are cut up make a difference, but the seed does.
func TestTheSeedDecides(t *testing.T) {
	for size, method := range map[board.Size]Method{
		{Rows: 5, Cols: 4}:   Exact,
		{Rows: 5, Cols: 5}:   Rejection,
		{Rows: 19, Cols: 19}: Rejection,
	} {
		opt := Options{Method: method, Seed: 3, Options: par.Options{Threads: 1}}
		want := draw(t, newSampler(t, size, opt), 300)
		opt.Threads = 3
		s := newSampler(t, size, opt)
		for i, got := range append(append(draw(t, s, 1), draw(t, s, 130)...), draw(t, s, 169)...) {
			if !got.Equal(want[i]) {
				t.Fatalf("%s, %s: position %d differs", size, method, i)
			}
		}
		opt.Seed = 4
		if draw(t, newSampler(t, size, opt), 1)[0].Equal(want[0]) {
			t.Errorf("%s, %s: another seed gives the same position", size, method)
		}
	}
}

func TestAutoDependsOnTheBoard(t *testing.T) {
	for size, want := range map[board.Size]Method{
		{Rows: 1, Cols: 1}: Exact, {Rows: 9, Cols: 9}: Exact, {Rows: 10, Cols: 10}: Rejection, {Rows: 19, Cols: 19}: Rejection,
		{Rows: 25, Cols: 25}: Rejection, {Rows: 3, Cols: 1000}: Exact, {Rows: 24, Cols: 24}: Rejection,
	} {
		if got := choose(size, 0); got != want {
			t.Errorf("%s: %s, want %s", size, got, want)
		}
	}
	if got := choose(board.Size{Rows: 9, Cols: 9}, 1<<20); got != Rejection {
		t.Errorf("9x9 in a MiB: %s", got)
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	var rare *RareError
	if _, err := New(ctx, board.Size{Rows: 60, Cols: 60}, Options{Method: Rejection}); !errors.As(err, &rare) {
		t.Errorf("60x60 by rejection: %v", err)
	}
	if _, err := New(ctx, board.Size{Rows: 60, Cols: 60}, Options{}); !errors.As(err, &rare) {
		t.Errorf("60x60: %v", err)
	}
	var memory *result.MemoryError
	if _, err := New(ctx, board.Size{Rows: 6, Cols: 1000}, Options{Options: par.Options{Memory: 1 << 20}}); !errors.As(err, &memory) {
		t.Errorf("6x1000 in a MiB: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	s := newSampler(t, board.Size{Rows: 19, Cols: 19}, Options{})
	if _, err := s.Draw(stopped, 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := New(ctx, board.Size{}, Options{}); err == nil {
		t.Error("a board without points is accepted")
	}
}

// Bit boards reject no legal position, and every one with a stone whose neighbours are all of the
// other colour.
func TestBitBoards(t *testing.T) {
	size := board.Size{Rows: 3, Cols: 4}
	s := newBitBoards(size)
	bits := stream(1, 0)
	p, _ := goban.New(size.Rows, size.Cols)
	for range 100 {
		s.color(bits)
		dead := s.surelyIllegal()
		for b := range boardsPerWord {
			s.copy(p, b)
			alone := false
			for _, string := range p.Illegal() {
				alone = alone || len(string.Points) == 1
			}
			if alone != (dead>>b&1 != 0) {
				t.Fatalf("surelyIllegal has %t, want %t:\n%s", !alone, alone, p)
			}
		}
	}
}

func TestBelowIsUniform(t *testing.T) {
	const limit, draws = 5, 50000
	source := stream(1, 0)
	var seen [limit]float64
	for range draws {
		seen[below(big.NewInt(limit), source).Int64()]++
	}
	statistic := 0.0
	for _, n := range seen {
		statistic += math.Pow(n-draws/limit, 2) / (draws / limit)
	}
	if chance := (distuv.ChiSquared{K: limit - 1}).Survival(statistic); chance < 0.001 {
		t.Errorf("the counts are %v: probability %.5f", seen, chance)
	}
}

func TestLegalShare(t *testing.T) {
	for side, want := range map[int]float64{9: 0.234354959, 19: 0.01195753} {
		if got := legalShare(board.Size{Rows: side, Cols: side}); math.Abs(got/want-1) > 1e-4 {
			t.Errorf("%dx%d: %g, want %g", side, side, got, want)
		}
	}
}

// BenchmarkRejection reports how many colourings of a board are tried and how many legal positions
// are drawn a second.
func BenchmarkRejection(b *testing.B) {
	for _, side := range []int{9, 13, 19, 25} {
		size := board.Size{Rows: side, Cols: side}
		b.Run(size.String(), func(b *testing.B) {
			s := newSampler(b, size, Options{Method: Rejection})
			for b.Loop() {
				draw(b, s, 16*blockPositions)
			}
			r := s.drawer.(*rejection)
			b.ReportMetric(float64(r.tried)/b.Elapsed().Seconds(), "colourings/s")
			b.ReportMetric(float64(r.legal)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

func BenchmarkExact9x9(b *testing.B) {
	s := newSampler(b, board.Size{Rows: 9, Cols: 9}, Options{Method: Exact})
	b.ResetTimer()
	n := 0
	for b.Loop() {
		n += len(draw(b, s, 1<<14))
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}
