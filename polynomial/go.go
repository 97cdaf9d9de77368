package polynomial

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// newton returns the coefficients c_j of the falling factorials x(x-1)...(x-j+1) in the polynomial
// that has the given values at 0, 1, 2, ... The difference of order j at 0 is j! c_j. It returns an
// error if a coefficient is negative or not whole, which for a Go polynomial none is.
func newton(values []*big.Int) ([]*big.Int, error) {
	differences := Poly(values).clone()
	factorial := big.NewInt(1)
	for j := range differences {
		for k := len(differences) - 1; k > j; k-- {
			differences[k].Sub(differences[k], differences[k-1])
		}
		if j > 0 {
			factorial.Mul(factorial, big.NewInt(int64(j)))
		}
		_, rest := differences[j].QuoRem(differences[j], factorial, new(big.Int))
		if rest.Sign() != 0 || differences[j].Sign() < 0 {
			return nil, fmt.Errorf("the difference of order %d is negative or no multiple of %s", j, factorial)
		}
	}
	return differences, nil
}

// Go returns the Go polynomial Go#(G; lambda) of a board, with its provenance.
//
// The error is a [result.MemoryError] or a [transfer.WidthError] if memory is too short, a
// [result.InternalError] if the polynomial failed a check, the cause of the context's end if that
// came first, and otherwise says what about the board or the options makes no sense.
func Go(ctx context.Context, g *lattice.Graph, opt Options) (*Result, error) {
	start := time.Now()
	s, err := newSolver(g, opt)
	if err != nil {
		return nil, err
	}
	r := &Result{Graph: g, Variable: "lambda"}
	if err := s.find(ctx, r); err != nil {
		return nil, err
	}
	if err := s.check(ctx, r); err != nil {
		return nil, err
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

func (s *solver) find(ctx context.Context, r *Result) error {
	expected, err := s.expect()
	if err != nil {
		return err
	}
	if s.opt.Expected != nil {
		s.opt.Expected(expected)
	}
	var memory *result.MemoryError
	if expected.Method == Symbolic {
		err = s.symbolic(ctx, r)
		if s.opt.Method == Symbolic || !errors.As(err, &memory) {
			return err
		}
	}
	if s.opt.Method == Auto {
		r.Notes = append(r.Notes, "interpolation for lack of memory for a symbol")
	}
	return s.interpolate(ctx, r)
}

// symbolic runs the engine once, with a symbol for lambda.
func (s *solver) symbolic(ctx context.Context, r *Result) error {
	p, stats, err := transfer.Legal(ctx, s.graph, s.order, transfer.AnyColors, transfer.Polynomials{}, s.engineOptions(0, 1))
	if err != nil {
		return err
	}
	r.Poly = p
	r.Method = Symbolic.String()
	r.Description = fmt.Sprintf("one run over partitions of frontiers of at most %d points into colours without names", stats.Width)
	s.tell(r, stats)
	return nil
}

// interpolate counts the positions of 0, 1, 2, ... colours.
func (s *solver) interpolate(ctx context.Context, r *Result) error {
	n := s.graph.Len()
	values := make([]*big.Int, n+1)
	for run := range values {
		colors := n - run // the most first: what does not fit is known at once
		value, stats, err := s.value(ctx, colors, s.engineOptions(run, len(values)))
		if err != nil {
			return err
		}
		values[colors] = value
		s.tell(r, stats)
	}
	falling, err := newton(values)
	if err != nil {
		return result.InternalErrorf("the polynomial computed for the "+s.graph.String(), "%v", err)
	}
	r.Poly = transfer.FromFalling(falling)
	r.Method = Interpolation.String()
	r.Description = fmt.Sprintf("Newton's differences of the numbers of positions of 0 to %d colours", n)
	r.Checks = append(r.Checks, "all coefficients of falling factorials whole and not negative")
	return nil
}

func (s *solver) tell(r *Result, stats transfer.Stats) {
	r.Engine = "frontier"
	r.Threads = stats.Threads
	r.States = max(r.States, int64(stats.PeakStates))
	r.StateSteps += float64(stats.StateSteps)
}
