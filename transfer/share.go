package transfer

import (
	"context"
	"fmt"
	"math"

	"combigo.dev/combigo/par"
)

// A Share encloses the probability that a vertex is empty in a random legal position.
type Share struct {
	Done   int     // vertices that were looked at
	States int     // that the rest of the board may meet
	Low    float64 // Low <= probability <= High
	High   float64
}

// LegalShare encloses the probability that the first vertex of an order is empty in a random legal
// position, where all legal positions in that number of colours are equally likely, on any board
// that contains the first done vertices of the order with all their edges. What else is on the
// board does not matter, as long as all neighbours of these vertices are in g.
//
// Let the frontier of the done vertices come to state s in e(s) ways with the first vertex empty,
// and in f(s) ways with a stone on it, and let the rest of the board be filled in r(s) ways then.
// The probability is the sum of r(s) e(s) over that of r(s) (e(s) + f(s)). Nothing is known about r
// but that it is not negative, and no smaller after a stone of the frontier is taken away, or a
// string gets a liberty. The greatest probability with such an r is found by a flow: what e(s) has
// above a share of e(s) + f(s) must find room, along those changes, in states where it is below. A
// flow that moves everything proves the bound. All is in whole numbers, rounded outward.
//
// Sums have 64 bits, so that (1+colors)^done < 2^64: see [MaxShare].
func LegalShare(ctx context.Context, g Graph, order []int, done, colors int, opt par.Options) (*Share, error) {
	if err := checkColors(colors); err != nil {
		return nil, err
	}
	if done < 1 || done > min(len(order), MaxShare(colors)) {
		return nil, fmt.Errorf("transfer: the share of %d vertices of %d: want at least one, and at most %d with %d colours",
			done, len(order), MaxShare(colors), colors)
	}
	l, err := newLayout(g, order)
	if err != nil {
		return nil, err
	}
	switch _, n := codec(l.width, frontierColors(l.width, colors)); n {
	case 1:
		return share(ctx, newLegal[Word1](l, colors), done, opt)
	case 2:
		return share(ctx, newLegal[Word2](l, colors), done, opt)
	default:
		return share(ctx, newLegal[Word4](l, colors), done, opt)
	}
}

// MaxShare returns the largest number of vertices that [LegalShare] looks at.
func MaxShare(colors int) int {
	return int(math.Ceil(64/math.Log2(float64(1+max(colors, 1))))) - 1
}

// share drives a spec forward and looks at all states of the last level.
func share[S packed[S]](ctx context.Context, spec *legal[S], done int, opt par.Options) (*Share, error) {
	ev := firstEmpty{uint64(spec.limit)}
	e := newEngine(Spec[S](spec), ev.words, opt.Between(0, 0.5))
	if !e.begin(ev.one) {
		return nil, e.outlook.exceeded(0, 1)
	}
	for level := range done {
		if err := e.step(ctx, level, ev.adder(level)); err != nil {
			return nil, err
		}
	}
	m, err := newMonotone(spec, e.now, done, opt.Memory)
	if err != nil {
		return nil, err
	}
	s := &Share{Done: done, States: len(m.ways)}
	if s.High, err = m.greatest(ctx, 0); err != nil {
		return nil, err
	}
	opt.Between(0, 1).Report(0.75)
	stone, err := m.greatest(ctx, 1)
	s.Low = 1 - stone // exact: a multiple of 1/shareScale
	return s, err
}

// firstEmpty counts the ways to a state with the first vertex empty, and those with a stone on it.
type firstEmpty struct{ colors uint64 }

func (firstEmpty) words(int) int { return 2 }

func (firstEmpty) one(row []uint64) { row[0] = 1 }

func (f firstEmpty) adder(level int) Adder {
	return func(to, from []uint64, choice uint8, by Factor) {
		times := uint64(1)
		if by != One {
			times = f.colors - uint64(by)
		}
		if level == 0 && choice != 0 {
			to[1] += times * from[0]
			return
		}
		to[0] += times * from[0]
		to[1] += times * from[1]
	}
}
