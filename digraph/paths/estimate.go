package paths

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/stat"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/par"
)

// EstimateOptions says how to estimate.
type EstimateOptions struct {
	par.Options
	Seed uint64
	// Runs is the number of independent estimates; 0 means as many as there is time for. At least
	// one of Runs and Time must be set.
	Runs int
	// Time is when no new runs are begun any more; 0 means no limit. What has been begun is
	// finished.
	Time time.Duration
}

// MaxRuns is the largest number of runs.
const MaxRuns = 10_000_000

// An Estimate is an estimate of a number of walks from independent runs, each of them unbiased. All
// logarithms are to base 10.
type Estimate struct {
	Runs      int       `json:"runs"`
	Mean      float64   `json:"log10,string"`            // logarithm of the mean of the runs, which is the estimate
	Low       float64   `json:"log10_low,string"`        // 95 % confidence interval of that, by bootstrap over the runs
	High      float64   `json:"log10_high,string"`       //
	Median    float64   `json:"log10_median_run"`        // of the logarithms of the runs
	Deviation float64   `json:"log10_deviation_of_runs"` // standard deviation of the logarithms of the runs
	Effective float64   `json:"effective_runs"`          // (sum of the runs)^2 / sum of their squares: how many runs carry the mean
	Longest   int       `json:"longest_game_met"`        // steps of the longest walk that was met, a game in a game graph
	Logs      []float64 `json:"-"`
	Threads   int       `json:"threads"`
}

// EstimateWalks estimates the number of walks without return, of a problem without partners,
// parallel edges and an end. The result depends on the seed and the number of runs, not on the
// number of threads. If the context ends first, the estimate from the runs that were completed is
// returned with the cause, nil if there are none.
func EstimateWalks(ctx context.Context, p *Problem, opt EstimateOptions) (*Estimate, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.Partner != nil || len(p.Parallel) > 0 || p.End != nil {
		return nil, errors.New("paths: no estimates with partners, parallel edges or an end")
	}
	if opt.Runs < 0 || opt.Runs > MaxRuns || opt.Runs == 0 && opt.Time <= 0 {
		return nil, fmt.Errorf("paths: %d runs in %v: want at most %d, or a time", opt.Runs, opt.Time, MaxRuns)
	}
	return estimate(sampleRuns(ctx, p, opt), opt), context.Cause(ctx)
}

// A sample is the outcome of a run.
type sample struct {
	number  int // of the run
	longest int // steps of the longest walk that was met
	log     float64
}

// sampleRuns makes runs until there are enough or the time is over, but at least one. Each run has
// its own random numbers.
func sampleRuns(ctx context.Context, p *Problem, opt EstimateOptions) []sample {
	var (
		runs, began = opt.Runs, time.Now()
		limited     = ctx
		reverse     = p.Graph.Reverse()
		team        = make([]*stratifier, opt.Goroutines())
		lock        sync.Mutex
		done        []sample
	)
	if runs == 0 {
		runs = MaxRuns
	}
	if opt.Time > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithDeadline(ctx, began.Add(opt.Time))
		defer stop()
	}
	run := func(goroutine, number int) {
		if team[goroutine] == nil {
			team[goroutine] = newStratifier(p, reverse)
		}
		log, longest, err := team[goroutine].run(ctx, rand.New(rand.NewPCG(opt.Seed, uint64(number))))
		if err != nil {
			return
		}
		lock.Lock()
		defer lock.Unlock()
		done = append(done, sample{number, longest, log})
		fraction := float64(len(done)) / float64(runs)
		if opt.Time > 0 {
			fraction = max(fraction, float64(time.Since(began))/float64(opt.Time))
		}
		opt.Report(min(fraction, 1))
	}
	_ = par.Workers(limited, len(team), runs, run) // what was done counts
	if len(done) == 0 && ctx.Err() == nil {
		run(0, 0)
	}
	slices.SortFunc(done, func(a, b sample) int { return a.number - b.number })
	return done
}

// estimate returns the estimate from some runs, or nil if there are none.
func estimate(runs []sample, opt EstimateOptions) *Estimate {
	if len(runs) == 0 {
		return nil
	}
	r := &Estimate{Runs: len(runs), Threads: opt.Goroutines()}
	if opt.Runs > 0 {
		r.Threads = min(r.Threads, opt.Runs)
	}
	var natural, double []float64
	for _, s := range runs {
		natural, double = append(natural, s.log), append(double, 2*s.log)
		r.Logs = append(r.Logs, s.log/math.Ln10)
		r.Longest = max(r.Longest, s.longest)
	}
	sum := sumLogs(natural)
	r.Mean = (sum - math.Log(float64(r.Runs))) / math.Ln10
	r.Effective = math.Exp(2*sum - sumLogs(double))
	sorted := slices.Sorted(slices.Values(r.Logs))
	r.Median = (sorted[len(sorted)/2] + sorted[(len(sorted)-1)/2]) / 2
	if r.Runs > 1 {
		r.Deviation = stat.StdDev(r.Logs, nil)
	}
	r.Low, r.High = bootstrap(natural, rand.New(rand.NewPCG(opt.Seed, math.MaxUint64)))
	return r
}

const (
	resamples   = 1000
	lowQuantile = 0.025
)

// bootstrap returns a 95 % confidence interval, to base 10, of the logarithm of the mean of numbers
// of which the natural logarithms are given: the quantiles of the means of samples drawn from them
// with replacement (B. Efron, "Bootstrap methods: another look at the jackknife", 1979).
func bootstrap(logs []float64, random *rand.Rand) (low, high float64) {
	largest := slices.Max(logs)
	values := make([]float64, len(logs))
	for i, x := range logs {
		values[i] = math.Exp(x - largest)
	}
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	quantile := func(q float64) float64 {
		return (largest + math.Log(stat.Quantile(q, stat.Empirical, means, nil))) / math.Ln10
	}
	return quantile(lowQuantile), quantile(1 - lowQuantile)
}

// sumLogs returns the logarithm of the sum of some numbers.
func sumLogs(logs []float64) float64 {
	sum := math.Inf(-1)
	for _, x := range logs {
		sum = addLogs(sum, x)
	}
	return sum
}

// A stratifier makes one estimate after another by heuristic sampling (P. Chen, "Heuristic
// sampling: a method for predicting the performance of tree searching programs", 1992). The tree
// has a node for each walk. The stratum of a walk is the number of nodes that can be reached from
// its end through nodes not entered, which decreases with every step. Of each stratum one walk is
// kept, with the weight of all walks of the stratum that came up; a new walk replaces it with
// probability its own weight over that weight. The expected sum of all weights is the number of
// walks.
type stratifier struct {
	ahead  *reacher
	behind *reacher // on the reverse graph
	start  int32
	strata []stratum // by the number of nodes that can be reached
	random *rand.Rand
}

// A stratum is the walk that is kept of a stratum.
type stratum struct {
	set    nodeSet // nodes that can be reached from the end; nil if there is no walk
	end    int32
	length int     // steps of the walk
	weight float64 // the logarithm of the weight
}

// newStratifier returns a stratifier of a problem; reverse is the reverse of its graph.
func newStratifier(p *Problem, reverse *digraph.Graph) *stratifier {
	return &stratifier{
		ahead: newReacher(p.Graph, reverse), behind: newReacher(reverse, p.Graph), start: int32(p.Start),
		strata: make([]stratum, p.Graph.Len()),
	}
}

// run returns the logarithm of an estimate, and the length of the longest walk that it met.
func (s *stratifier) run(ctx context.Context, random *rand.Rand) (estimate float64, longest int, err error) {
	s.random = random
	clear(s.strata)
	set := newNodeSet(len(s.strata))
	count := 0
	for v, d := range s.ahead.graph.Distances(int(s.start)) {
		if d > 0 {
			set.add(int32(v))
			count++
		}
	}
	s.strata[count] = stratum{set: set, end: s.start}
	total := math.Inf(-1)
	for left := count; left >= 0; left-- {
		next := &s.strata[left]
		if next.set == nil {
			continue
		}
		if left%64 == 0 && ctx.Err() != nil {
			return 0, 0, context.Cause(ctx)
		}
		total = addLogs(total, next.weight)
		longest = max(longest, next.length)
		s.expand(left, next)
		next.set = nil
	}
	return total, longest, nil
}

// expand extends the walk kept in a stratum by each step from its end. After steps to nodes that
// can be reached from each other, the same nodes can be reached, except for the node itself: expand
// treats such steps as a class.
func (s *stratifier) expand(left int, from *stratum) {
	var doors []int32
	for _, w := range s.ahead.graph.Successors(int(from.end)) {
		if from.set.has(w) {
			doors = append(doors, w)
		}
	}
	for rest := doors; len(rest) > 0; {
		s.ahead.start(rest[0], from.set)
		missed := s.ahead.unreached(doors)
		s.behind.start(rest[0], from.set)
		var class, others []int32
		for _, w := range rest {
			if w == rest[0] || !s.ahead.lost.has(w) && s.behind.reaches(w) {
				class = append(class, w)
			} else {
				others = append(others, w)
			}
		}
		s.offer(from, class, missed, &s.strata[left-len(missed)-1])
		rest = others
	}
}

// offer offers a stratum the extensions of a walk by the nodes of a class. The nodes missed cannot
// be reached from there.
func (s *stratifier) offer(from *stratum, class, missed []int32, to *stratum) {
	if to.set == nil {
		to.weight = math.Inf(-1)
	}
	chosen := int32(-1)
	for _, w := range class {
		to.weight = addLogs(to.weight, from.weight)
		if s.random.Float64() < math.Exp(from.weight-to.weight) {
			chosen = w
		}
	}
	if chosen < 0 {
		return
	}
	to.set, to.end, to.length = slices.Clone(from.set), chosen, from.length+1
	for _, w := range append(missed, chosen) {
		to.set.remove(w)
	}
}

// addLogs returns the logarithm of the sum of two numbers, of which the natural logarithms are
// given: numbers of walks may have thousands of digits. Minus infinity stands for 0.
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
