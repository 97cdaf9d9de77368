package sampling

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
)

// A Method is a way to estimate.
type Method int

// The methods. Guided, the zero value, is the best one on all but tiny boards.
const (
	Guided Method = iota
	Chen
)

var methods = [...]struct {
	description string
	block       int // runs that a thread takes at once, at most
}{
	Guided: {"random walks down the tree of border states, drawn by their estimated chance of completion; on large boards stratified by needy strings", 256},
	Chen:   {"heuristic sampling of border states, stratified by needy strings, representatives drawn by weight", 16},
}

var methodNames = enum.Of[Method]("method", "guided", "chen")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "guided" or "chen".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// Description returns the method in a sentence.
func (m Method) Description() string { return methods[m].description }

// MaxHeight is the longest that the shorter side of a board can be.
const MaxHeight = 1000

// Options says how to sample. At least one of Runs, RelError and Time must be given; sampling ends
// when the first of them is reached.
type Options struct {
	Method Method
	// Runs is the number of runs, if not 0.
	Runs int
	// RelError, if not 0, is what half the 95% interval shall be divided by the estimate.
	RelError float64
	// Time, if not 0, is when to stop.
	Time time.Duration
	// Seed chooses the random numbers.
	Seed uint64
	par.Options
}

func (o *Options) validate(size board.Size) error {
	if err := size.Validate(); err != nil {
		return err
	}
	switch {
	case size.Short() > MaxHeight:
		return fmt.Errorf("board %s: the shorter side has at most %d points", size, MaxHeight)
	case o.Method < 0 || int(o.Method) >= len(methods):
		return fmt.Errorf("method %d: want 0 to %d", o.Method, len(methods)-1)
	case o.Runs < 0 || o.RelError < 0 || o.Time < 0 || o.Threads < 0:
		return errors.New("runs, relative error, time and threads must not be negative")
	case o.Runs == 0 && o.RelError == 0 && o.Time == 0:
		return errors.New("no end is given: want a number of runs, a relative error or a time")
	case o.Runs == 1:
		return errors.New("runs 1: want 2 or more, for an interval")
	}
	return nil
}

// runner returns a runner for one goroutine. A run on a large board takes seconds, and asks whether
// to stop.
func (o *Options) runner(size board.Size, stop func() bool) runner {
	height, width := size.Short(), size.Long()
	switch {
	case o.Method == Chen:
		return newChen(height, width, height, false, stop)
	case size.Points() <= walkPoints:
		return &guided{width: width, border: newBorder(height), stones: -1}
	}
	return newChen(height, width, height/guidedStrata, true, stop)
}

// An Estimate is what was found of L(m,n).
type Estimate struct {
	Board board.Size `json:",inline"`

	Value     Magnitude `json:"value"` // the estimate of L(m,n)
	Low, High Magnitude // its 95% interval
	Share     Magnitude `json:"share"`                 // Value / 3^(mn)
	RelError  float64   `json:"relative_error,string"` // half the interval divided by the estimate; infinity if that is 0

	Method        Method        `json:"method"`
	Runs          int           `json:"runs"`
	Nonzero       int           `json:"runs_with_legal_position"`
	RunSpread     float64       `json:"relative_deviation_of_a_run"` // standard deviation of a run divided by the estimate
	VarianceError float64       `json:"relative_error_of_variance"`  // relative standard error of the variance of the runs
	LargestRun    float64       `json:"share_of_largest_run"`        // the share of the largest run in the sum of all
	Seed          uint64        `json:"seed"`
	Threads       int           `json:"threads"`
	Wall          time.Duration `json:"wall_seconds"`
	Interrupted   bool          `json:"interrupted"` // the context ended before the runs did
}

// Warnings says what speaks against the interval, in sentences.
func (e *Estimate) Warnings() []string {
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	if e.Nonzero == 0 {
		warn("no run reached a legal position: this says nothing about their number, and there is no interval")
		return warnings
	}
	if e.Runs < fewRuns {
		warn("only %d runs were made: the interval supposes that their mean is about normal", e.Runs)
	}
	if e.LargestRun > dominatingRun {
		warn("the largest run makes up %.0f%% of the sum: the interval is likely to be too short, and the estimate too small", 100*e.LargestRun)
	}
	if e.VarianceError > badVarianceError {
		warn("the variance is itself known to %.0f%% only: the interval may be too short", 100*e.VarianceError)
	}
	return warnings
}

const (
	// walkPoints is the size up to which Guided is one walk a run; on larger boards walks differ
	// too much, and it is Chen's method with a guess.
	walkPoints = 13_000
	// guidedStrata is the height divided by the number of strata then: more would cost more time
	// than they save in variance.
	guidedStrata = 10
)

// Sample estimates L(m,n). If the context ends before, the error is its cause, and the estimate is
// that of the runs until then, or nil if they were too few.
func Sample(ctx context.Context, size board.Size, opt Options) (*Estimate, error) {
	if err := opt.validate(size); err != nil {
		return nil, err
	}
	start := time.Now()
	s := &sampler{size: size, opt: opt, exponent: expectedExponent(size), blocks: map[int]*moments{}}
	err := s.sample(ctx, start)
	if s.total.n < 2 {
		if err == nil {
			err = errors.New("the time was too short for two runs")
		}
		return nil, err
	}
	e := s.estimate()
	e.Wall = time.Since(start)
	return e, err
}

// expectedExponent is about log2 of L(m,n)/3^(mn), by the rough shape of the asymptotic formula:
// the unit in which runs are added.
func expectedExponent(size board.Size) int {
	const pointBits, sideBits = -0.0117, -0.0506 // log2(2.9757/3) and log2(0.9655)
	return int(pointBits*float64(size.Points()) + sideBits*float64(size.Rows+size.Cols))
}

// A sampler shares the blocks of runs among goroutines, and adds them up in their order.
type sampler struct {
	size     board.Size
	opt      Options
	exponent int

	mu     sync.Mutex
	blocks map[int]*moments // done, but not added
	added  int
	total  moments
	ended  bool
}

func (s *sampler) sample(parent context.Context, start time.Time) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	if s.opt.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, start.Add(s.opt.Time))
		defer stop()
	}
	size, end, blocks := s.blockSize(), math.MaxInt, math.MaxInt
	if s.opt.Runs > 0 {
		end, blocks = s.opt.Runs, (s.opt.Runs+size-1)/size
	}
	team := make([]runner, s.opt.Goroutines())
	_ = par.Workers(ctx, len(team), blocks, func(thread, number int) { // the end of the time is no error
		if team[thread] == nil {
			team[thread] = s.opt.runner(s.size, func() bool { return ctx.Err() != nil })
		}
		m, rng := new(moments), rand.PCG{}
		for i := number * size; i < min(end, (number+1)*size); i++ {
			seedRun(&rng, s.opt.Seed, uint64(i))
			run := team[thread].run(&rng)
			if ctx.Err() != nil {
				return
			}
			m.add(run.over(s.exponent))
		}
		if s.deliver(number, m, start) {
			cancel()
		}
	})
	if parent.Err() != nil && !s.ended {
		return context.Cause(parent)
	}
	return nil
}

// blockSize returns how many runs a thread takes at once: on large boards fewer, since a block that
// is not done in time is lost.
func (s *sampler) blockSize() int {
	const pointsPerBlock = 1 << 16
	return max(1, min(methods[s.opt.Method].block, pointsPerBlock/s.size.Points()))
}

// deliver adds a block, and those after it that were waiting for it, and reports whether that is
// the end.
func (s *sampler) deliver(number int, m *moments, start time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks[number] = m
	for !s.ended && s.blocks[s.added] != nil {
		s.total.merge(s.blocks[s.added])
		delete(s.blocks, s.added)
		s.added++
		s.ended = s.reached()
	}
	if s.opt.Progress != nil {
		s.opt.Progress(s.share(start))
	}
	return s.ended
}

// enough is the number of runs before which a relative error is not believed.
const enough = 100

// reached reports whether the runs that were added suffice. It depends on nothing else, so that it
// does not depend on the threads.
func (s *sampler) reached() bool {
	t := &s.total
	if s.opt.Runs > 0 && t.n >= s.opt.Runs {
		return true
	}
	return s.opt.RelError > 0 && t.n >= enough && t.relativeError() <= s.opt.RelError
}

func (s *sampler) share(start time.Time) float64 {
	share := 0.0
	if s.opt.Runs > 0 {
		share = float64(s.total.n) / float64(s.opt.Runs)
	}
	if s.opt.Time > 0 {
		share = max(share, float64(time.Since(start))/float64(s.opt.Time))
	}
	if e := s.total.relativeError(); s.opt.RelError > 0 && e > 0 {
		share = max(share, math.Pow(s.opt.RelError/e, 2))
	}
	return min(share, 1)
}

func (s *sampler) estimate() *Estimate {
	t := &s.total
	mean := t.mean()
	low, high := max(0, mean-t.normalError()), mean+t.normalError()
	points := s.size.Points()
	e := &Estimate{
		Board: s.size, Method: s.opt.Method, Seed: s.opt.Seed,
		Runs: t.n, Nonzero: t.nonzero, Threads: s.opt.Goroutines(),
		Value: magnitude(mean, s.exponent, points),
		Low:   magnitude(low, s.exponent, points),
		High:  magnitude(high, s.exponent, points),
		Share: magnitude(mean, s.exponent, 0),
	}
	e.RelError, e.RunSpread, e.VarianceError = math.Inf(1), math.Inf(1), t.varianceError()
	if mean > 0 {
		e.RelError = (high - low) / 2 / mean
		e.RunSpread = math.Sqrt(t.variance()) / mean
		e.LargestRun = t.largest / t.sum
	}
	return e
}

const (
	fewRuns          = 100
	dominatingRun    = 0.1
	badVarianceError = 0.25
)
