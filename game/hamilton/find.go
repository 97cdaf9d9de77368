package hamilton

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"combigo.dev/combigo/digraph/cyclecover"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/par"
)

// ErrNone says that there is no symmetric cycle, with proof.
var ErrNone = errors.New("the board has no colour-symmetric Hamiltonian cycle")

const (
	lastByAll = 4  // points of the longest row whose cycle is found among all
	fewStones = 2  // of the positions at which exchanges begin that turn the parity
	attempts  = 50 // to change a cycle of even voltage
)

// Find returns half of a colour-symmetric Hamiltonian cycle of the game graph without the empty
// position. Another seed makes another search.
//
// Such a cycle is a Hamiltonian cycle of the quotient whose voltages have an odd sum. Find begins
// with the cover of the row ([RowCover]), merges its cycles by exchanges of a few arcs until one is
// left, and if its sum is even seeks an exchange that makes it odd. To be odd a closed chain of
// arcs must lead from a position to the one with the colours exchanged, which is a short way only
// where there are few stones.
//
// On rows of up to 4 points all cycles of the quotient are gone through. If none is odd the error
// is ErrNone.
func (q *Quotient) Find(ctx context.Context, seed uint64, opt par.Options) (*certificate.Certificate, error) {
	if q.points <= lastByAll {
		return q.first(ctx)
	}
	c, err := NewRowCover(ctx, q.points)
	if err != nil {
		return nil, err
	}
	successor, few := make([]int32, q.Len()), []int32(nil)
	for v, r := range q.reps {
		successor[c.before(r).pairNumber(q.points, q.ways)] = int32(v)
		if bits.OnesCount64(uint64(r)) <= fewStones {
			few = append(few, int32(v))
		}
	}
	m := cyclecover.NewMerger(q.Graph, cyclecover.NewCover(successor), nil, rand.New(rand.NewPCG(seed, 0)))
	m.Progress = opt.Progress
	odd := func(from, to int32) bool {
		_, one := q.voltages(from, to)
		return one
	}
	for range attempts {
		if err := m.Merge(ctx); err != nil {
			return nil, err
		}
		if half, err := q.lift(ctx, m.Cover.Cycle(0)); half != nil || err != nil {
			return half, err
		}
		if turned, err := m.ChangeParity(ctx, few, odd); err != nil {
			return nil, err
		} else if !turned {
			m.Shake()
		}
	}
	return nil, fmt.Errorf("no cycle with an odd sum of voltages was found in %d attempts: another seed may help", attempts)
}

// first goes through all cycles of the quotient to the first of odd voltage.
func (q *Quotient) first(ctx context.Context) (*certificate.Certificate, error) {
	for classes, err := range enumerate(ctx, q.Graph, 0, true) {
		if err != nil {
			return nil, err
		}
		if half, err := q.lift(ctx, classes); half != nil || err != nil {
			return half, err
		}
	}
	return nil, ErrNone
}
