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

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
)

// Sampling is a way to estimate.
type Sampling uint8

const (
	// Stratified is heuristic sampling by the number of nodes that can still be reached.
	Stratified Sampling = iota
	// Knuth is random descent.
	Knuth
)

var samplingNames = enum.Of[Sampling]("way of sampling", "stratified", "knuth")

// String returns the name that [ParseSampling] reads.
func (s Sampling) String() string { return samplingNames.Name(s) }

// ParseSampling reads "stratified" or "knuth".
func ParseSampling(name string) (Sampling, error) { return samplingNames.Parse(name) }

// EstimateOptions says how to estimate.
type EstimateOptions struct {
	par.Options
	Sampling Sampling
	Seed     uint64
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

// EstimateWalks estimates the number of walks without return, of a problem without partners and
// parallel edges. The result depends on the seed and the number of runs, not on the number of
// threads. If the context ends first, the estimate from the runs that were completed is returned
// with the cause, nil if there are none.
func EstimateWalks(ctx context.Context, p *Problem, opt EstimateOptions) (*Estimate, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.Partner != nil || len(p.Parallel) > 0 {
		return nil, errors.New("paths: no estimates with partners or parallel edges")
	}
	if opt.Runs < 0 || opt.Runs > MaxRuns || opt.Runs == 0 && opt.Time <= 0 {
		return nil, fmt.Errorf("paths: %d runs in %v: want at most %d, or a time", opt.Runs, opt.Time, MaxRuns)
	}
	e := &estimator{problem: p, opt: opt, began: time.Now()}
	if opt.Sampling == Stratified {
		e.reverse = p.Graph.Reverse()
	}
	e.run(ctx)
	return e.estimate(), context.Cause(ctx)
}

// estimator is what the threads of an estimate share.
type estimator struct {
	problem *Problem
	reverse *digraph.Graph
	opt     EstimateOptions
	began   time.Time
	threads int

	lock sync.Mutex
	next int
	done []sample
}

// sample is the outcome of a run.
type sample struct {
	number, longest int
	log             float64
}

func (e *estimator) run(ctx context.Context) {
	e.threads = par.Options{Threads: e.opt.Threads}.Goroutines()
	if e.opt.Runs > 0 {
		e.threads = min(e.threads, e.opt.Runs)
	}
	_ = par.For(ctx, e.threads, e.threads, func(int) { e.work(ctx) }) // what was done counts
	slices.SortFunc(e.done, func(a, b sample) int { return a.number - b.number })
}

// work makes runs until there are enough, or time is over. Each has its own source of chance.
func (e *estimator) work(ctx context.Context) {
	run := newKnuther(e.problem).run
	if e.opt.Sampling == Stratified {
		run = newStratifier(e.problem, e.reverse).run
	}
	for number, ok := e.begin(); ok && ctx.Err() == nil; number, ok = e.begin() {
		log, longest, err := run(ctx, rand.New(rand.NewPCG(e.opt.Seed, uint64(number))))
		if err != nil {
			return
		}
		e.finish(sample{number, longest, log})
	}
}

// begin returns the number of the next run, and whether there is to be one.
func (e *estimator) begin() (int, bool) {
	e.lock.Lock()
	defer e.lock.Unlock()
	number := e.next
	if number >= MaxRuns || e.opt.Runs > 0 && number >= e.opt.Runs || number > 0 && e.opt.Time > 0 && time.Since(e.began) >= e.opt.Time {
		return 0, false
	}
	e.next++
	return number, true
}

func (e *estimator) finish(s sample) {
	e.lock.Lock()
	defer e.lock.Unlock()
	e.done = append(e.done, s)
	if e.opt.Progress == nil {
		return
	}
	share := 0.0
	if e.opt.Runs > 0 {
		share = float64(len(e.done)) / float64(e.opt.Runs)
	}
	if e.opt.Time > 0 {
		share = max(share, float64(time.Since(e.began))/float64(e.opt.Time))
	}
	e.opt.Progress(min(share, 1))
}

// estimate sums up the runs, nil if there are none.
func (e *estimator) estimate() *Estimate {
	if len(e.done) == 0 {
		return nil
	}
	r := &Estimate{Runs: len(e.done), Threads: e.threads}
	var natural []float64
	for _, s := range e.done {
		natural = append(natural, s.log)
		r.Logs = append(r.Logs, s.log/math.Ln10)
		r.Longest = max(r.Longest, s.longest)
	}
	n := math.Log(float64(r.Runs))
	r.Mean = (sumLogs(natural) - n) / math.Ln10
	r.Effective = math.Exp(2*sumLogs(natural) - sumLogs(twice(natural)))
	r.Median, r.Deviation = median(r.Logs), deviation(r.Logs)
	r.Low, r.High = bootstrap(natural, rand.New(rand.NewPCG(e.opt.Seed, math.MaxUint64)))
	return r
}

func twice(logs []float64) []float64 {
	double := slices.Clone(logs)
	for i := range double {
		double[i] *= 2
	}
	return double
}
