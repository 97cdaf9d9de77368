package cyclecover

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"combigo.dev/combigo/digraph"
)

// A Finder looks for exchanges of a cover and makes them. An exchange is found as a chain: some
// tail gets another head, the tail that loses it gets another in its turn, and so on until a tail
// takes the head that the first one gave away. Chains are followed depth first, from a random arc
// of each tail on.
type Finder struct {
	Cover *Cover
	// Accept says whether a chain that may be closed is to be used.
	Accept func(*Exchange) bool

	g, reverse *digraph.Graph
	optional   []bool
	rng        *rand.Rand
	closes     []uint32 // mark of the nodes with an arc to the first head
	mark       uint32
	chain      Exchange
	chained    []bool // whether a node is among the tails of the chain
	arcs       int
	budget     int
}

// NewFinder returns a finder of exchanges that use the arcs of a graph, and those from optional
// nodes to themselves, if there is a list that says of each node whether it is one.
func NewFinder(g *digraph.Graph, cover *Cover, optional []bool, rng *rand.Rand) *Finder {
	n := g.Len()
	return &Finder{
		Cover: cover, g: g, reverse: g.Reverse(), optional: optional, rng: rng, closes: make([]uint32, n), chained: make([]bool, n),
	}
}

// From makes an exchange of at most a given number of arcs, the first of them the one that leaves a
// node, if it finds one among as many chains as the budget allows.
func (f *Finder) From(tail int32, arcs, budget int) bool {
	f.mark++
	for _, v := range f.reverse.Successors(int(f.Cover.Successor(tail))) {
		f.closes[v] = f.mark
	}
	f.chain.Begin(tail)
	f.arcs, f.budget = arcs, budget
	f.chained[tail] = true
	found := f.follow()
	f.chained[tail] = false
	return found
}

// follow extends the chain until an exchange is made, there is no other, or the budget is spent.
func (f *Finder) follow() bool {
	last := f.chain.Last()
	if f.chain.n > 1 && f.closed(last) && f.Accept(&f.chain) {
		f.Cover.Apply(&f.chain)
		return true
	}
	heads := f.g.Successors(int(last))
	choices := len(heads)
	if f.isOptional(last) {
		choices++ // the loop
	}
	if f.chain.n == f.arcs || choices == 0 {
		return false
	}
	shift := f.rng.IntN(choices)
	for i := range choices {
		head := last
		if k := (i + shift) % choices; k < len(heads) {
			head = heads[k]
		}
		tail := f.Cover.Predecessor(head)
		if f.chained[tail] {
			continue
		}
		if f.budget--; f.budget < 0 {
			return false
		}
		f.chain.Push(tail)
		f.chained[tail] = true
		made := f.follow()
		f.chained[tail] = false
		if made {
			return true
		}
		f.chain.n--
	}
	return false
}

// closed reports whether a tail may take the head that the first one gave away.
func (f *Finder) closed(tail int32) bool {
	return f.closes[tail] == f.mark || f.Cover.Successor(f.chain.tails[0]) == tail && f.isOptional(tail)
}

// isOptional reports whether a node may be left out.
func (f *Finder) isOptional(v int32) bool { return f.optional != nil && f.optional[v] }

const (
	mergeArcs    = 8      // of a chain, at most
	mergeBudget  = 20_000 // chains tried from a node, at most
	shakeBudget  = 2_000
	mergeRounds  = 500
	shakeArcs    = 5
	enoughToStay = 0.9 // go on with longer chains once a pass leaves more than this share of the cycles
)

// A Merger changes a cover of a graph by exchanges of arcs until a single cycle is left, loops of
// optional nodes aside.
//
// Chains begin at all nodes outside the longest cycle. One that leaves fewer cycles is used; when
// none of up to 8 arcs does, some that leave as many as before are used at random, and the search
// begins again.
type Merger struct {
	// Progress, if set, receives the share of the work that is done, from time to time.
	Progress func(share float64)
	// Rounds is how often the merger begins again; 0 means 500.
	Rounds int

	finder *Finder
	cover  *Cover
	rng    *rand.Rand
	begin  int // cycles at the beginning
	left   int // and now
}

// NewMerger returns a merger of a cover whose arcs are arcs of the graph, or loops of optional
// nodes.
func NewMerger(g *digraph.Graph, cover *Cover, optional []bool, rng *rand.Rand) *Merger {
	m := &Merger{finder: NewFinder(g, cover, optional, rng), cover: cover, rng: rng, left: cover.Cycles()}
	for v, w := range cover.succ {
		if int32(v) == w {
			m.left--
		}
	}
	m.begin = m.left
	return m
}

// accept uses an exchange that leaves out no more nodes than before and at least some cycles fewer,
// loops not counted.
func (m *Merger) accept(e *Exchange, least int) bool {
	out := m.cover.Outcome(e, e.Last())
	fewer := out.Fewer + out.Loops
	if fewer < least || out.Loops > 0 {
		return false
	}
	m.left -= fewer
	return true
}

// Cover returns the cover as it is now.
func (m *Merger) Cover() *Cover { return m.cover }

// ErrStuck says that several cycles are left. There may still be a Hamiltonian cycle.
var ErrStuck = errors.New("the cycles could not be merged into one: another seed may help")

// Merge goes on until a single cycle is left, the context is done, or much has been tried in vain:
// then the error is ErrStuck.
func (m *Merger) Merge(ctx context.Context) error {
	for range cmp.Or(m.Rounds, mergeRounds) {
		if m.left == 1 {
			return nil
		}
		if err := m.improve(ctx); err != nil {
			return err
		}
		if m.left > 1 {
			m.Shake()
		}
	}
	return ErrStuck
}

// improve merges cycles by ever longer chains, as far as that goes.
func (m *Merger) improve(ctx context.Context) error {
	m.finder.Accept = func(e *Exchange) bool { return m.accept(e, 1) }
	for arcs := 2; arcs <= mergeArcs && m.left > 1; {
		before := m.left
		for i, v := range m.cover.outside() {
			if i%256 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if length := m.cover.CycleLen(v); length > 1 && 2*length <= m.cover.Len() && m.finder.From(v, arcs, mergeBudget) {
				m.report()
			}
		}
		if float64(m.left) > enoughToStay*float64(before) {
			arcs++
		}
	}
	return nil
}

// Shake makes exchanges that keep the number of cycles: one from every node outside the longest
// cycle, or one from a random node if there is only that cycle.
func (m *Merger) Shake() {
	m.finder.Accept = m.keeps
	if m.left == 1 {
		m.finder.From(int32(m.rng.IntN(m.cover.Len())), shakeArcs, shakeBudget)
		return
	}
	for _, v := range m.cover.outside() {
		m.finder.From(v, shakeArcs, shakeBudget)
	}
}

// keeps reports whether an exchange adds no cycles.
func (m *Merger) keeps(e *Exchange) bool { return m.accept(e, 0) }

// Turn makes an exchange that changes the parity of the number of odd arcs in the cover and does
// not add cycles. It tries chains from all nodes, first short ones, and reports whether it found
// one.
func (m *Merger) Turn(ctx context.Context, odd func(tail, head int32) bool) (bool, error) {
	m.finder.Accept = func(e *Exchange) bool {
		tails, changed := e.tails[:e.n], false
		for i, t := range tails {
			next := tails[(i+1)%len(tails)]
			changed = changed != (odd(t, m.cover.Successor(t)) != odd(t, m.cover.Successor(next)))
		}
		return changed && m.keeps(e)
	}
	for arcs := 2; arcs <= mergeArcs; arcs++ {
		for _, v := range m.rng.Perm(m.cover.Len()) {
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			if m.finder.From(int32(v), arcs, shakeBudget) {
				return true, nil
			}
		}
	}
	return false, nil
}

// report estimates progress by the logarithm of the number of cycles: the last few take as long as
// the first many.
func (m *Merger) report() {
	if m.Progress != nil && m.begin > 1 {
		m.Progress(1 - math.Log(float64(m.left))/math.Log(float64(m.begin)+1))
	}
}
