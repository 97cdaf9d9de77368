package cyclecover

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"combigo.dev/combigo/digraph"
)

const (
	mergeArcs    = 8      // of a chain, at most
	mergeBudget  = 20_000 // chains tried from a node, at most
	shakeBudget  = 2_000
	mergeRounds  = 500
	shakeArcs    = 5
	enoughToStay = 0.9 // go on with longer chains once a pass leaves more than this share of the cycles
)

// A Merger changes a cover of a graph by exchanges of arcs until a single cycle is left.
//
// An exchange is found as a chain: some tail gets another head, the tail that loses it gets another
// in its turn, and so on until a tail takes the head that the first one gave away. Chains begin at
// all nodes outside the longest cycle and are followed depth first. One that leaves fewer cycles is
// used; when none of up to 8 arcs does, some that leave as many as before are used at random, and
// the search begins again.
type Merger struct {
	// Progress, if set, is told from time to time how much of the work is done.
	Progress func(share float64)

	g, reverse *digraph.Graph
	cover      *Cover
	rng        *rand.Rand
	begin      int      // cycles at the beginning
	closes     []uint32 // mark of the nodes that may take the first head
	mark       uint32
	chain      Exchange
	longest    int // arcs of a chain
	budget     int
	least      int                         // by which the number of cycles must fall
	odd        func(tail, head int32) bool // nil if every exchange will do
}

// NewMerger returns a merger of a cover whose arcs are arcs of the graph.
func NewMerger(g *digraph.Graph, cover *Cover, rng *rand.Rand) *Merger {
	return &Merger{
		g: g, reverse: g.Reverse(), cover: cover, rng: rng, begin: cover.Cycles(), closes: make([]uint32, g.Len()),
	}
}

// Cover returns the cover as it is now.
func (m *Merger) Cover() *Cover { return m.cover }

// ErrStuck says that several cycles are left. There may still be a Hamiltonian cycle.
var ErrStuck = errors.New("the cycles could not be merged into one: another seed may help")

// Merge goes on until a single cycle is left, the context is done, or much has been tried in vain:
// then the error is ErrStuck.
func (m *Merger) Merge(ctx context.Context) error {
	for range mergeRounds {
		if m.cover.Cycles() == 1 {
			return nil
		}
		if err := m.improve(ctx); err != nil {
			return err
		}
		if m.cover.Cycles() > 1 {
			m.Shake()
		}
	}
	return ErrStuck
}

// improve merges cycles by ever longer chains, as far as that goes.
func (m *Merger) improve(ctx context.Context) error {
	for arcs := 2; arcs <= mergeArcs && m.cover.Cycles() > 1; {
		before := m.cover.Cycles()
		for v := range int32(m.cover.Len()) {
			if v%256 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if 2*m.cover.CycleLen(v) <= m.cover.Len() && m.exchangeFrom(v, arcs, mergeBudget, 1) {
				m.report()
			}
		}
		if float64(m.cover.Cycles()) > enoughToStay*float64(before) {
			arcs++
		}
	}
	return nil
}

// Shake makes exchanges that keep the number of cycles: one from every node outside the longest
// cycle, or one from a random node if there is only that cycle.
func (m *Merger) Shake() {
	if m.cover.Cycles() == 1 {
		m.exchangeFrom(int32(m.rng.IntN(m.cover.Len())), shakeArcs, shakeBudget, 0)
		return
	}
	for v := range int32(m.cover.Len()) {
		if 2*m.cover.CycleLen(v) <= m.cover.Len() {
			m.exchangeFrom(v, shakeArcs, shakeBudget, 0)
		}
	}
}

// Turn makes an exchange that changes the parity of the number of odd arcs in the cover and does
// not add cycles. It tries chains from all nodes, first short ones, and reports whether it found
// one.
func (m *Merger) Turn(ctx context.Context, odd func(tail, head int32) bool) (bool, error) {
	m.odd = odd
	defer func() { m.odd = nil }()
	for arcs := 2; arcs <= mergeArcs; arcs++ {
		for _, v := range m.rng.Perm(m.cover.Len()) {
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			if m.exchangeFrom(int32(v), arcs, shakeBudget, 0) {
				return true, nil
			}
		}
	}
	return false, nil
}

// turns reports whether the exchange changes the parity of the number of odd arcs, if that is
// wanted.
func (m *Merger) turns() bool {
	if m.odd == nil {
		return true
	}
	tails := m.chain.tails[:m.chain.n]
	changed := false
	for i, t := range tails {
		next := tails[(i+1)%len(tails)]
		if m.odd(t, m.cover.Successor(t)) != m.odd(t, m.cover.Successor(next)) {
			changed = !changed
		}
	}
	return changed
}

// report estimates progress by the logarithm of the number of cycles: the last few take as long as
// the first many.
func (m *Merger) report() {
	if m.Progress != nil && m.begin > 1 {
		m.Progress(1 - math.Log(float64(m.cover.Cycles()))/math.Log(float64(m.begin)+1))
	}
}

// exchangeFrom makes an exchange of at most a given number of arcs, the first of them the one that
// leaves a node, if it finds one that lowers the number of cycles by least or more.
func (m *Merger) exchangeFrom(tail int32, arcs, budget, least int) bool {
	m.mark++
	for _, v := range m.reverse.Successors(int(m.cover.Successor(tail))) {
		m.closes[v] = m.mark
	}
	m.chain.Begin(tail)
	m.longest, m.budget, m.least = arcs, budget, least
	return m.follow()
}

// follow extends the chain, depth first.
func (m *Merger) follow() bool {
	last := m.chain.Last()
	if m.chain.Len() > 1 && m.closes[last] == m.mark && m.turns() && m.cover.Outcome(&m.chain, last).Fewer >= m.least {
		m.cover.Apply(&m.chain)
		return true
	}
	heads := m.g.Successors(int(last))
	if m.chain.Len() == m.longest || len(heads) == 0 {
		return false
	}
	shift := m.rng.IntN(len(heads))
	for i := range heads {
		tail := m.cover.Predecessor(heads[(i+shift)%len(heads)])
		if m.chain.has(tail) {
			continue
		}
		if m.budget--; m.budget < 0 {
			return false
		}
		m.chain.Push(tail)
		if m.follow() {
			return true
		}
		m.chain.Pop()
	}
	return false
}
