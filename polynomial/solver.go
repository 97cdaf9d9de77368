package polynomial

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// Options says how to find a polynomial. The zero value will do.
type Options struct {
	// Expected, if set, receives the estimate before the computation begins.
	Expected func(Forecast)
	par.Options
}

func (o *Options) validate() error {
	switch {
	case o.Threads < 0:
		return fmt.Errorf("threads %d: want 1 or more, or 0 for all", o.Threads)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: want a number of bytes above 0, or 0 for no ceiling", int64(o.Memory))
	}
	return nil
}

// A Forecast is what a polynomial is expected to take, within a factor of three.
type Forecast struct {
	Time   time.Duration
	Memory result.Bytes
}

// A Result is a Go polynomial of a board and how it was got.
type Result struct {
	Graph    *lattice.Graph
	Variable string // lambda, or p of [Probability]
	Poly     Poly
	result.Provenance

	// What else is asked for: the factors, if set, and the values at some numbers.
	Factorization *Factorization
	Values        []Value
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
	if err := opt.validate(); err != nil {
		return nil, err
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
	integers, err := transfer.NewIntegers(colors, colors+1)
	if err != nil {
		return nil, transfer.Stats{}, err
	}
	return transfer.Legal(ctx, s.graph, s.order, colors, integers, opt)
}

// engineOptions returns the options for one of a number of runs.
func (s *solver) engineOptions(run, runs int) par.Options {
	share := func(share float64) { s.opt.Report((float64(run) + share) / float64(runs)) }
	return par.Options{Threads: s.opt.Goroutines(), Memory: s.opt.Memory, Progress: share}
}

// Seconds of one thread for a state and a step: of itself, for each coefficient of a polynomial and
// each word of it. Measured on boards of 1 to 7 rows.
const (
	stateSeconds       = 1.0e-6
	coefficientSeconds = 0.10e-6
	wordSeconds        = 0.015e-6
	statesOfThread     = 1000 // fewer are not shared
)

// expect estimates what the polynomial takes. The errors are those with which [Go] refuses to
// begin.
func (s *solver) expect() (Forecast, error) {
	polynomials := transfer.Polynomials{}
	states, need, err := transfer.ExpectLegal(s.graph, s.order, transfer.AnyColors, polynomials.Words, s.opt.Memory)
	seconds := 0.0
	for level, n := range states {
		seconds += s.shared(n, stateSeconds+coefficientSeconds*float64(level+1)+wordSeconds*float64(polynomials.Words(level)))
	}
	return Forecast{Time: duration(seconds), Memory: need}, err
}

// shared returns the seconds of a step, given the states and what each takes.
func (s *solver) shared(states, each float64) float64 {
	return states * each / max(1, min(float64(s.opt.Goroutines()), states/statesOfThread))
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
