package polynomial

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// A Method is a way to find a Go polynomial; see the package comment.
type Method int

// The methods. Auto, the zero value, is the fastest one that fits in memory.
const (
	Auto Method = iota
	Symbolic
	Interpolation
)

var methodNames = enum.Of[Method]("method", "auto", "symbolic", "interpolation")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "symbolic" or "interpolation".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// Options says how to find a polynomial. The zero value lets the package choose.
type Options struct {
	// Method is the way to find it.
	Method Method
	// Expected, if set, receives the estimate before the computation begins.
	Expected func(Forecast)
	par.Options
}

// A Forecast is what a polynomial is expected to take, within a factor of three.
type Forecast struct {
	Method Method // not Auto
	Time   time.Duration
	Memory result.Bytes
}

// A Result is a Go polynomial of a board and how it was got.
type Result struct {
	Graph    *lattice.Graph `json:"graph"`
	Variable string         `json:"variable"` // lambda, or p of [Probability]
	Poly     Poly           `json:"coefficients"`
	result.Provenance

	// What else is asked for: the factors, if set, and the values at some numbers.
	Factorization *Factorization `json:"factorization,omitempty"`
	Values        []Value        `json:"values,omitempty"`
}

// A Value is the value of a polynomial at a number.
type Value struct {
	At    *big.Rat `json:"at"`
	Value *big.Rat `json:"value"`
}

// MaxVertices is the largest number of points of a board. The polynomial of that many is a few
// thousand numbers of a few thousand digits.
const MaxVertices = 2000

type solver struct {
	graph *lattice.Graph
	order []int
	opt   Options
}

func newSolver(g *lattice.Graph, opt Options) (*solver, error) {
	switch {
	case opt.Method < Auto || opt.Method > Interpolation:
		return nil, fmt.Errorf("method %d: want %d to %d", int(opt.Method), int(Auto), int(Interpolation))
	case opt.Threads < 0:
		return nil, fmt.Errorf("threads %d: want 1 or more, or 0 for all", opt.Threads)
	case opt.Memory < 0:
		return nil, fmt.Errorf("memory %d: want a number of bytes above 0, or 0 for all", int64(opt.Memory))
	}
	if err := g.Validate(); err != nil {
		return nil, err
	}
	if g.Len() > MaxVertices {
		return nil, fmt.Errorf("%s has %d points: a polynomial takes at most %d", g, g.Len(), MaxVertices)
	}
	return &solver{graph: g, order: lattice.Order(g), opt: opt}, nil
}

func (s *solver) value(ctx context.Context, colors int, opt par.Options) (*big.Int, transfer.Stats, error) {
	return transfer.CountLegal(ctx, s.graph, s.order, colors, opt)
}

// engineOptions returns the options for one of a number of runs.
func (s *solver) engineOptions(run, runs int) par.Options {
	return s.opt.Between(float64(run)/float64(runs), float64(run+1)/float64(runs))
}

// expect estimates what the polynomial takes. It chooses interpolation if a symbol is not expected
// to fit in memory. The errors are those with which [Go] refuses to begin.
func (s *solver) expect() (Forecast, error) {
	if s.opt.Method == Interpolation {
		return s.expectInterpolation()
	}
	f, err := s.expectSymbolic()
	var memory *result.MemoryError
	if s.opt.Method == Auto && (errors.As(err, &memory) || s.opt.Memory > 0 && f.Memory > s.opt.Memory) {
		return s.expectInterpolation()
	}
	return f, err
}

// Seconds of one thread for a state and a step: of itself, for each coefficient of a polynomial and
// each word of it, or for each word of a number. Measured on boards of 1 to 7 rows.
const (
	stateSeconds       = 1.0e-6
	coefficientSeconds = 0.10e-6
	wordSeconds        = 0.015e-6
	numberWordSeconds  = 0.06e-6
	statesOfThread     = 1000 // fewer are not shared
)

func (s *solver) expectSymbolic() (Forecast, error) {
	polynomials := transfer.Polynomials{}
	states, need, err := transfer.ExpectLegal(s.graph, s.order, transfer.AnyColors, polynomials.Words, s.opt.Memory)
	seconds := 0.0
	for level, n := range states {
		seconds += s.shared(n, stateSeconds+coefficientSeconds*float64(level+1)+wordSeconds*float64(polynomials.Words(level)))
	}
	return Forecast{Method: Symbolic, Time: duration(seconds), Memory: need}, err
}

// shared returns the seconds of a step, given the states and what each takes.
func (s *solver) shared(states, each float64) float64 {
	return states * each / max(1, min(float64(s.opt.Goroutines()), states/statesOfThread))
}

// expectInterpolation adds up the runs of all numbers of colours. From the width of the frontier on
// they have the same states.
func (s *solver) expectInterpolation() (Forecast, error) {
	f := Forecast{Method: Interpolation}
	n, width, seconds := s.graph.Len(), lattice.Width(s.graph, s.order), 0.0
	for colors := min(n, width); colors >= 0; colors-- { // the most first, as they are run
		runs := 1
		if colors == width {
			runs = n - width + 1
		}
		integers, err := transfer.NewIntegers(n, n+1)
		if err != nil {
			return f, err
		}
		states, need, err := transfer.ExpectLegal(s.graph, s.order, colors, integers.Words, s.opt.Memory)
		if err != nil {
			return f, err
		}
		for level, n := range states {
			seconds += float64(runs) * s.shared(n, stateSeconds+numberWordSeconds*float64(integers.Words(level)))
		}
		f.Memory = max(f.Memory, need)
	}
	f.Time = duration(seconds)
	return f, nil
}

func duration(seconds float64) time.Duration {
	const years = 290 // what a duration can hold
	return time.Duration(min(seconds, years*365*24*3600) * float64(time.Second))
}

// Evaluate adds the values at the numbers to the result.
func (r *Result) Evaluate(points []*big.Rat) {
	for _, x := range points {
		r.Values = append(r.Values, Value{x, r.Poly.At(x)})
	}
}
