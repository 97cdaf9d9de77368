package sampling

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"gonum.org/v1/gonum/stat"
)

// The 95% intervals hold the true value about 95 times in 100. For 1000 seeds the number of hits
// has a standard deviation of 6.9 about 950; three of them are allowed. Intervals that are a tenth
// too narrow would have about 922 hits. On 7x7, where a run takes longer, there are fewer seeds.
func TestCoverage(t *testing.T) {
	seeds := 300
	if longtests.Wanted() {
		seeds = 1000
	}
	covered(t, legalShares[1].size, legalShares[1].legal, seeds) // 4x4
	if longtests.Wanted() {
		covered(t, legalShares[3].size, legalShares[3].legal, 100) // 7x7
	}
}

func covered(t *testing.T, size board.Size, legal float64, seeds int) {
	expected := 0.95 * float64(seeds)
	deviation := math.Sqrt(0.05 * expected)
	log := math.Log10(shareOf(size, legal)) + float64(size.Points())*math.Log10(3)
	for m := range methods {
		method, runs := Method(m), 100
		var hits atomic.Int64
		err := par.For(t.Context(), runtime.GOMAXPROCS(0), seeds, func(seed int) {
			e, err := Sample(t.Context(), size, Options{Method: method, Runs: runs, Seed: uint64(seed), Options: par.Options{Threads: 1}})
			if err != nil {
				t.Error(err)
			} else if e.Low.Log10() <= log && log <= e.High.Log10() {
				hits.Add(1)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := float64(hits.Load()); math.Abs(n-expected) > 3*deviation {
			t.Errorf("board %s, %s: %.0f of %d intervals hold the true value, want about %.0f", size, method, n, seeds, expected)
		}
	}
}

// Table 4 of the paper, with what its digits leave open.
func TestTable4(t *testing.T) {
	cases := []struct {
		n     int
		share float64
		unit  float64 // half of one in the last digit, relative
		runs  int
	}{{19, 0.01196, 0.0005, 2000}, {29, 1.2e-4, 0.042, 600}}
	if !longtests.Wanted() {
		cases = cases[:1]
	}
	for _, c := range cases {
		e, err := Sample(context.Background(), board.Size{Rows: c.n, Cols: c.n}, Options{Runs: c.runs, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := math.Pow(10, e.Share.Log10())
		if off := math.Abs(got/c.share - 1); off > 2*e.RelError+c.unit || e.RelError > 0.1 {
			t.Errorf("board %dx%d: share %.4g +- %.2g, published %g", c.n, c.n, got, e.RelError, c.share)
		}
	}
}

func TestSameForAnyThreads(t *testing.T) {
	size := board.Size{Rows: 6, Cols: 7}
	for m := range methods {
		for _, end := range []Options{{Runs: 1001}, {RelError: 0.05}} {
			var first *Estimate
			for _, threads := range []int{1, 2, 5} {
				opt := end
				opt.Method, opt.Seed, opt.Threads = Method(m), 3, threads
				e, err := Sample(context.Background(), size, opt)
				if err != nil {
					t.Fatal(err)
				}
				e.Threads, e.Wall = 0, 0
				if first == nil {
					first = e
				}
				if !reflect.DeepEqual(e, first) {
					t.Errorf("%s, %d threads: %+v, 1 thread: %+v", Method(m), threads, e, first)
				}
				opt.Seed += 2
				if other, err := Sample(context.Background(), size, opt); err != nil || other.Value == e.Value {
					t.Errorf("%s: another seed gives %+v, %v", Method(m), other, err)
				}
				if opt.Runs > 0 && e.Runs != opt.Runs {
					t.Errorf("%s: %d runs, want %d", Method(m), e.Runs, opt.Runs)
				}
				if opt.RelError > 0 && e.RelError > 1.1*opt.RelError {
					t.Errorf("%s: relative error %g, want %g", Method(m), e.RelError, opt.RelError)
				}
			}
		}
	}
}

func TestTimeAndInterrupt(t *testing.T) {
	size := board.Size{Rows: 9, Cols: 9}
	// The clock moves when progress is told only.
	synctest.Test(t, func(t *testing.T) {
		blocks := 0
		e, err := Sample(t.Context(), size, Options{Time: time.Minute, Options: par.Options{Threads: 1, Progress: func(float64) {
			blocks++
			time.Sleep(9 * time.Second)
		}}})
		if err != nil || e.Runs < 2 || blocks != 7 {
			t.Errorf("in a minute %d blocks of 9 seconds: %+v, %v", blocks, e, err)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	e, err := Sample(ctx, size, Options{Runs: 1 << 40, Options: par.Options{Progress: func(share float64) {
		if share > 0 {
			cancel()
		}
	}}})
	if err != context.Canceled || e == nil || e.Runs < 2 {
		t.Errorf("interrupted: %+v, %v, want what was there, and the cause", e, err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if e, err := Sample(ctx, size, Options{Runs: 10}); err != context.Canceled || e != nil {
		t.Errorf("interrupted at once: %+v, %v", e, err)
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		n, runs int
		method  Method
		wants   []string
	}{
		{60, 20, Chen, []string{"the largest run makes up", "the variance is itself known to"}},
		{5, 20, Guided, []string{"only 20 runs"}},
	} {
		e, err := Sample(context.Background(), board.Size{Rows: c.n, Cols: c.n}, Options{Method: c.method, Runs: c.runs, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(e.Warnings(), "; ")
		for _, want := range c.wants {
			if !strings.Contains(got, want) {
				t.Errorf("%dx%d, %s, %d runs: warnings %q, want %q", c.n, c.n, c.method, c.runs, got, want)
			}
		}
	}
}

// Without a legal position there is one warning.
func TestNoLegalPosition(t *testing.T) {
	e := &Estimate{Runs: 2, RelError: math.Inf(1)}
	if got := e.Warnings(); len(got) != 1 || !strings.Contains(got[0], "no run reached a legal position") {
		t.Errorf("%q", got)
	}
}

func TestRefuses(t *testing.T) {
	nine := board.Size{Rows: 9, Cols: 9}
	for _, c := range []struct {
		size board.Size
		opt  Options
		want string
	}{
		{board.Size{}, Options{Runs: 10}, "a side has from 1"},
		{board.Size{Rows: 1001, Cols: 1001}, Options{Runs: 10}, "at most 1000"},
		{nine, Options{}, "no end is given"},
		{nine, Options{Runs: -1}, "must not be negative"},
		{nine, Options{Runs: 1}, "want 2 or more"},
		{nine, Options{Runs: 10, Method: 9}, "method 9"},
	} {
		if _, err := Sample(context.Background(), c.size, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %+v: error %v, want %q", c.size, c.opt, err, c.want)
		}
	}
}

func TestMagnitude(t *testing.T) {
	for _, c := range []struct {
		x            float64
		twos, threes int
		want         string
	}{
		{0, 5, 5, "0"},
		{1, 0, 0, "1.000e+0"},
		{0.01196, 0, 361, "2.082e+170"},
		{1.5, 10, 0, "1.536e+3"},
		{1, -10, 0, "9.766e-4"},
		{9.99999, 0, 0, "1.000e+1"},
		{1, -3000, 9801, ""},
	} {
		got := magnitude(c.x, c.twos, c.threes)
		want := c.want
		if want == "" { // by integers
			power := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(c.threes)), nil))
			want = power.SetMantExp(power, c.twos).Text('e', 3)
		}
		if got.Text(4) != want {
			t.Errorf("%g * 2^%d * 3^%d: %s, want %s", c.x, c.twos, c.threes, got.Text(4), want)
		}
	}
}

// The interval of means of a known distribution: of 10,000 intervals, between 94.2 and 95.8 % hold
// the mean. With intervals that are a tenth too narrow or too wide it is 93 or 96.5 %.
func TestNormalCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials, runs = 10000, 12
	hits := 0
	for range trials {
		var m moments
		for range runs {
			m.add(10 + rng.NormFloat64())
		}
		if math.Abs(m.mean()-10) <= m.normalError() {
			hits++
		}
	}
	if share := float64(hits) / trials; share < 0.942 || share > 0.958 {
		t.Errorf("%.4f of the intervals hold the mean, want 0.95", share)
	}
}

// One run has no error that is known; two have one, with one degree of freedom.
func TestFewRuns(t *testing.T) {
	var m moments
	m.add(1)
	if e := m.relativeError(); !math.IsInf(e, 1) {
		t.Errorf("one run: %v", e)
	}
	m.add(3)
	if e := m.relativeError(); math.Abs(e-12.706204736174694/2) > 1e-9 {
		t.Errorf("two runs: %v", e)
	}
	var none moments // no run reached a legal position
	none.add(0)
	none.add(0)
	if e := none.relativeError(); !math.IsInf(e, 1) {
		t.Errorf("two runs of nothing: %v", e)
	}
}

// A relative error that is reached at once is not believed before 100 runs.
func TestErrorOfFewRunsIsNotBelieved(t *testing.T) {
	s := &sampler{opt: Options{RelError: 0.5}}
	for n := range 100 {
		if s.reached() {
			t.Fatalf("%d runs suffice", n)
		}
		s.total.add(1)
	}
	if !s.reached() {
		t.Error("100 equal runs do not suffice")
	}
}

// Sums of parts are sums of all, and what is made of the sums is what the definitions say.
func TestMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n = 1000
	var all, merged moments
	var parts [3]moments
	zeros := 0
	var xs []float64
	for i := range n {
		x := max(0, rng.ExpFloat64()-0.1)
		xs = append(xs, x)
		if x == 0 {
			zeros++
		}
		all.add(x)
		parts[i*3/n].add(x)
	}
	for i := range parts {
		merged.merge(&parts[i])
	}
	mean := stat.Mean(xs, nil)
	second, fourth := stat.Moment(2, xs, nil), stat.Moment(4, xs, nil)
	for _, m := range []*moments{&all, &merged} {
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"number", float64(m.n), n},
			{"largest", m.largest, slices.Max(xs)},
			{"mean", m.mean(), mean},
			{"variance", m.variance(), stat.Variance(xs, nil)},
			{"error of the variance", m.varianceError(), math.Sqrt((fourth/(second*second) - 1) / n)},
			{"relative error", m.relativeError(), 1.9623414611334626 * stat.StdErr(stat.StdDev(xs, nil), n) / mean},
		} {
			if math.Abs(c.got-c.want) > 1e-10*c.want {
				t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
			}
		}
		if m.nonzero != n-zeros || zeros == 0 {
			t.Errorf("%d are not 0, want %d", m.nonzero, n-zeros)
		}
	}
}

// The error of the variance of runs that differ by a tenth of their mean.
func TestVarianceOfLikeRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var m moments
	var xs []float64
	for range 1000 {
		xs = append(xs, 10+rng.NormFloat64())
		m.add(xs[len(xs)-1])
	}
	second, fourth := stat.Moment(2, xs, nil), stat.Moment(4, xs, nil)
	if got, want := m.varianceError(), math.Sqrt((fourth/(second*second)-1)/1000); math.Abs(got-want) > 1e-6*want {
		t.Errorf("%v, want %v", got, want)
	}
}
