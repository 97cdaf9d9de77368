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
// of each tail on, until they meet a tail from which a few arcs are known to lead to the end: a
// chain of 2r arcs takes the time of two of r.
type Finder struct {
	Cover *Cover
	// Accept says whether a chain that may be closed is to be used.
	Accept func(Exchange) bool

	g, reverse *digraph.Graph
	optional   []bool
	rng        *rand.Rand
	marks      []uint32 // of the tails that lead to the first one
	mark       uint32
	back       []int32 // the tail after each of them
	queue      []int32
	chain      Exchange
	chained    []bool // whether a node is among the tails of the chain
	budget     int
}

// NewFinder returns a finder of exchanges that use the arcs of a graph, and those from optional
// nodes to themselves, if there is a list that says of each node whether it is one.
func NewFinder(g *digraph.Graph, cover *Cover, optional []bool, rng *rand.Rand) *Finder {
	n := g.Len()
	return &Finder{
		Cover: cover, g: g, reverse: g.Reverse(), optional: optional, rng: rng,
		marks: make([]uint32, n), back: make([]int32, n), chained: make([]bool, n), chain: make(Exchange, 0, MaxExchange),
	}
}

// From makes an exchange of at most forward+back arcs, the first of them the one that leaves a
// tail, if it finds one among about as many chains as the budget allows. Chains of at most forward
// arcs are followed from the tail, to where at most back arcs are known to lead to its head.
func (f *Finder) From(tail int32, forward, back, budget int) bool {
	f.budget = budget
	f.markBackward(tail, back)
	f.chain = append(f.chain[:0], tail)
	f.chained[tail] = true
	found := f.follow(forward)
	f.chained[tail] = false
	return found
}

// markBackward marks, breadth first, the tails from which at most a number of arcs lead to the head
// of a tail, about as many of them as the budget allows.
func (f *Finder) markBackward(tail int32, arcs int) {
	f.mark++
	f.queue = append(f.queue[:0], tail)
	for from := 0; arcs > 0; arcs-- {
		to := len(f.queue)
		for _, v := range f.queue[from:to] {
			if len(f.queue) > f.budget {
				return
			}
			head := f.Cover.Successor(v)
			for _, u := range f.reverse.Successors(int(head)) {
				f.markTail(u, v)
			}
			if f.isOptional(head) {
				f.markTail(head, v)
			}
		}
		from = to
	}
}

// markTail marks a tail that may take the head of another one, unless it is marked.
func (f *Finder) markTail(tail, after int32) {
	if f.marks[tail] != f.mark && tail != f.queue[0] {
		f.marks[tail], f.back[tail] = f.mark, after
		f.queue = append(f.queue, tail)
	}
}

// follow extends the chain by at most some more tails, until an exchange is made, there is no
// other, or the budget is spent.
func (f *Finder) follow(more int) bool {
	last := f.chain[len(f.chain)-1]
	if f.marks[last] == f.mark && f.close(last) {
		return true
	}
	heads := f.g.Successors(int(last))
	choices := len(heads)
	if f.isOptional(last) {
		choices++ // the loop
	}
	if more == 0 || choices == 0 {
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
		f.chain = append(f.chain, tail)
		f.chained[tail] = true
		made := f.follow(more - 1)
		f.chained[tail] = false
		if made {
			return true
		}
		f.chain = f.chain[:len(f.chain)-1]
	}
	return false
}

// close closes the chain along the marked tails and makes the exchange, if none comes twice and it
// is accepted.
func (f *Finder) close(last int32) bool {
	chain := f.chain
	for v := f.back[last]; v != chain[0]; v = f.back[v] {
		if f.chained[v] || len(chain) == MaxExchange {
			return false
		}
		chain = append(chain, v)
	}
	if !f.Accept(chain) {
		return false
	}
	f.Cover.Apply(chain)
	return true
}

// isOptional reports whether a node may be left out.
func (f *Finder) isOptional(v int32) bool { return f.optional != nil && f.optional[v] }

const (
	mergeReach   = 5      // arcs of a chain on either half, at most
	turnReach    = 3      // likewise, of a chain that turns the parity
	mergeBudget  = 20_000 // chains tried from a node, at most
	mergeRounds  = 500
	shakeArcs    = 5
	shakeBudget  = 2_000
	enoughToStay = 0.9 // go on with longer chains once a pass leaves more than this share of the cycles
)

// A Merger changes a cover of a graph by exchanges of arcs until a single cycle is left, loops of
// optional nodes aside.
//
// Chains begin at all nodes outside the longest cycle. One that leaves fewer cycles is used; when
// none of up to 10 arcs does, some that leave as many as before are used at random, and the search
// begins again.
type Merger struct {
	// Progress, if set, receives the fraction of the work that is done, from time to time.
	Progress func(fraction float64)
	// Rounds is how often the merger begins again; 0 means 500.
	Rounds int
	// Lose is how many optional nodes an exchange may leave out for each cycle that it joins to
	// another.
	Lose int
	// Cover is the cover as it is now.
	Cover *Cover

	finder *Finder
	rng    *rand.Rand
	begin  int // cycles at the beginning, loops not counted
	left   int // and now
}

// NewMerger returns a merger of a cover whose arcs are arcs of the graph, or loops of optional
// nodes.
func NewMerger(g *digraph.Graph, cover *Cover, optional []bool, rng *rand.Rand) *Merger {
	m := &Merger{Cover: cover, finder: NewFinder(g, cover, optional, rng), rng: rng, left: cover.Cycles()}
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
func (m *Merger) accept(e Exchange, least int) bool {
	out := m.Cover.Outcome(e, e[0])
	fewer := out.Fewer + out.Loops
	if fewer < least || out.Loops > m.Lose*fewer {
		return false
	}
	m.left -= fewer
	return true
}

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

// improve merges cycles by ever longer chains, as far as they lead.
func (m *Merger) improve(ctx context.Context) error {
	m.finder.Accept = func(e Exchange) bool { return m.accept(e, 1) }
	for reach := 1; reach <= mergeReach && m.left > 1; {
		before := m.left
		nodes, main := m.Cover.outsideLongest()
		for i, v := range nodes {
			if i%256 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if m.Cover.succ[v] != v && !m.Cover.sameCycle(v, main) && m.finder.From(v, reach, reach, mergeBudget) {
				m.report()
			}
		}
		if float64(m.left) > enoughToStay*float64(before) {
			reach++
		}
	}
	return nil
}

// Shake makes exchanges that keep the number of cycles: one from every node outside the longest
// cycle, or one from a random node if there is only that cycle.
func (m *Merger) Shake() {
	m.finder.Accept = func(e Exchange) bool { return m.accept(e, 0) }
	if m.left == 1 {
		m.finder.From(int32(m.rng.IntN(m.Cover.Len())), shakeArcs-1, 1, shakeBudget)
		return
	}
	nodes, _ := m.Cover.outsideLongest()
	for _, v := range nodes {
		m.finder.From(v, shakeArcs-1, 1, shakeBudget)
	}
}

// ChangeParity makes an exchange that changes the parity of the number of odd arcs in the cover and
// adds no cycles, and reports whether it found one. It tries chains from some tails, first short
// ones.
func (m *Merger) ChangeParity(ctx context.Context, tails []int32, odd func(tail, head int32) bool) (bool, error) {
	m.finder.Accept = func(e Exchange) bool {
		changed := false
		for i, t := range e {
			next := e[(i+1)%len(e)]
			changed = changed != (odd(t, m.Cover.Successor(t)) != odd(t, m.Cover.Successor(next)))
		}
		return changed && m.accept(e, 0)
	}
	for reach := 1; reach <= turnReach; reach++ {
		for _, v := range tails {
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			if m.finder.From(v, reach, reach, mergeBudget) {
				return true, nil
			}
		}
	}
	return false, nil
}

// report estimates progress by the number of cycles and by its logarithm: the last few take as long
// as the first many.
func (m *Merger) report() {
	if m.Progress != nil && m.begin > 1 {
		left, begin := float64(m.left), float64(m.begin)
		m.Progress(1 - left/begin/2 - math.Log(left)/math.Log(begin+1)/2)
	}
}
