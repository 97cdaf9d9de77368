package polynomial

import (
	"context"
	"fmt"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

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
	return s.symbolic(ctx, r)
}

// symbolic runs the engine once, with a symbol for lambda.
func (s *solver) symbolic(ctx context.Context, r *Result) error {
	p, stats, err := transfer.Legal(ctx, s.graph, s.order, transfer.AnyColors, transfer.Polynomials{}, s.engineOptions(0, 1))
	if err != nil {
		return err
	}
	r.Poly = trimmed(p)
	r.Method = "symbolic"
	r.Description = fmt.Sprintf("one run over partitions of frontiers of at most %d points into colours without names", stats.Width)
	s.tell(r, stats)
	return nil
}

func (s *solver) tell(r *Result, stats transfer.Stats) {
	r.Engine = "frontier"
	r.Threads = stats.Threads
	r.States = max(r.States, int64(stats.PeakStates))
	r.StateSteps += float64(stats.StateSteps)
}
