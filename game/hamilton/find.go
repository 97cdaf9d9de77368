package hamilton

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"combigo.dev/combigo/digraph/cyclecover"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/result"
)

// Options says how to search. The zero value will do.
type Options struct {
	Seed     uint64
	Cover    []int32             // the successors of a cover of the quotient to begin with; if nil one is sought
	Progress func(share float64) // told from time to time how much of the work is done, may be nil
}

// ErrNone says that there is no symmetric cycle, with proof.
var ErrNone = errors.New("the board has no colour-symmetric Hamiltonian cycle")

// attempts is how often Find changes a cycle of even voltage.
const attempts = 50

// Find returns half of a colour-symmetric Hamiltonian cycle of the game graph without the empty
// position: as many nodes as there are classes, the last of which has an arc to the first with
// colours exchanged.
//
// Such a cycle is a Hamiltonian cycle of the quotient whose voltages have an odd sum. Find begins
// with a set of cycles that cover the quotient, merges them by exchanges of a few arcs until one is
// left, and if its sum is even changes it by more exchanges. If no set of cycles covers the
// quotient there is no Hamiltonian cycle: the error is ErrNone.
func (q *Quotient) Find(ctx context.Context, opt Options) ([]int32, error) {
	if q.Len() == 0 {
		return nil, ErrNone
	}
	cover := opt.Cover
	if cover == nil {
		var err error
		if cover, err = cyclecover.Perfect(ctx, q.Graph, nil); err != nil {
			return nil, err
		}
	}
	if cover == nil {
		return nil, ErrNone
	}
	m := cyclecover.NewMerger(q.Graph, cyclecover.NewCover(cover), nil, rand.New(rand.NewPCG(opt.Seed, 0)))
	m.Progress = opt.Progress
	switch err := m.Merge(ctx); {
	case errors.Is(err, cyclecover.ErrStuck) && q.game.Len() <= MaxExhaustive:
		return q.first(ctx)
	case err != nil:
		return nil, err
	}
	for range attempts {
		nodes, crossed := q.lift(m.Cover().Cycle(0))
		if crossed {
			return nodes, nil
		}
		switch turned, err := m.Turn(ctx, q.crosses); {
		case err != nil:
			return nil, err
		case !turned:
			m.Shake()
		}
	}
	if q.game.Len() <= MaxExhaustive {
		return q.first(ctx)
	}
	return nil, fmt.Errorf("no cycle with an odd sum of voltages was found in %d attempts: another seed may help", attempts)
}

// first goes through all cycles to the first that is colour-symmetric.
func (q *Quotient) first(ctx context.Context) ([]int32, error) {
	for nodes, err := range Cycles(ctx, q.game) {
		if err != nil {
			return nil, err
		}
		if symmetricCycle(nodes, q.swapped) {
			return nodes[:len(nodes)/2], nil
		}
	}
	return nil, ErrNone
}

// Need returns about how much memory it takes to make a game graph with the given numbers of nodes
// and edges, and to search.
func Need(nodes, edges int64) result.Bytes {
	return game.GraphNeed(nodes, edges) + result.Bytes(40*edges+60*nodes)
}
