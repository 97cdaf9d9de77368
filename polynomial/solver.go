package polynomial

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// MaxVertices is the largest number of points of a board. The polynomial of that
// many is a few thousand numbers of a few thousand digits.
const MaxVertices = 2000

// A solver is a board, and how its points are taken.
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

// value returns the number of positions with a given number of colours.
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
