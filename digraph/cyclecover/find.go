package cyclecover

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"combigo.dev/combigo/digraph"
)

// A Finder finds exchanges of a cover and makes them. An exchange is found as a chain: a tail gets
// another head, the tail that had this head gets another head in its turn, and so on until a tail
// gets the head that the first tail had. The Finder first marks, breadth first, the tails from
// which a few arcs close a chain. Then it follows chains depth first, from a random arc of each
// tail on, until they meet a marked tail. So a chain of 2r arcs takes the time of two chains of r
// arcs.
type Finder struct {
	Cover *Cover
	// Accept says whether to make an exchange that was found.
	Accept func(Exchange) bool

	g, reverse *digraph.Graph
	optional   []bool
	rng        *rand.Rand
	marks      []uint32 // by node: equal to mark if the tail is marked
	mark       uint32   // of the current search
	back       []int32  // by marked tail, the next tail of the chain that closes
	queue      []int32  // marked tails, in breadth-first order
	chain      Exchange
	chained    []bool // whether a node is among the tails of the chain
	budget     int
}

// NewFinder returns a finder of exchanges that use the arcs of a graph and the loops of optional
// nodes. The list optional, if it is not nil, says of each node whether it is optional.
func NewFinder(g *digraph.Graph, cover *Cover, optional []bool, rng *rand.Rand) *Finder {
	n := g.Len()
	return &Finder{
		Cover: cover, g: g, reverse: g.Reverse(), optional: optional, rng: rng,
		marks: make([]uint32, n), back: make([]int32, n), chained: make([]bool, n), chain: make(Exchange, 0, MaxExchange),
	}
}

// From looks for an exchange of at most forward+back arcs that begins with a tail, makes the first
// one that is accepted, and reports whether it did. It follows chains of at most forward arcs to
// tails from which at most back arcs close the chain. It tries about budget chains.
func (f *Finder) From(tail int32, forward, back, budget int) bool {
	f.budget = budget
	f.markBackward(tail, back)
	f.chain = append(f.chain[:0], tail)
	f.chained[tail] = true
	found := f.follow(forward)
	f.chained[tail] = false
	return found
}

// markBackward marks, breadth first, the tails from which at most some arcs lead to the head of a
// tail. It stops at about as many as the budget allows.
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

// markTail marks a tail that may get the head of the tail after, unless it is marked already.
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
	mergeReach  = 5      // the greatest number of arcs of either half of a chain
	parityReach = 3      // likewise, for ChangeParity
	mergeBudget = 20_000 // the greatest number of chains tried from a node
	mergeRounds = 500
	shakeArcs   = 5
	shakeBudget = 2_000
	slowPass    = 0.9 // a pass that leaves more than this fraction of the cycles is followed by longer chains
)

// A Merger changes a cover of a graph by exchanges of arcs until a single cycle is left, loops of
// optional nodes aside.
//
// It tries chains from all nodes outside the longest cycle, and makes exchanges that leave fewer
// cycles. When no exchange of up to 10 arcs does, it makes random exchanges that leave as many
// cycles, and begins again.
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
	left   int // cycles now, loops not counted
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

// accept reports whether to make an exchange, and counts the cycles that are left if so. The
// exchange must leave at least minFewer cycles fewer, loops not counted, and make at most Lose
// loops for each of these.
func (m *Merger) accept(e Exchange, minFewer int) bool {
	out := m.Cover.Outcome(e, e[0])
	fewer := out.Fewer + out.Loops
	if fewer < minFewer || out.Loops > m.Lose*fewer {
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

// improve makes passes over the nodes outside the longest cycle, with longer and longer chains,
// until a single cycle is left or the longest chains merge few cycles.
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
		if float64(m.left) > slowPass*float64(before) {
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
// adds no cycles, and reports whether it found one. odd says which arcs are odd. It tries chains
// from some tails, short chains first.
func (m *Merger) ChangeParity(ctx context.Context, tails []int32, odd func(tail, head int32) bool) (bool, error) {
	m.finder.Accept = func(e Exchange) bool {
		changed := false
		for i, t := range e {
			next := e[(i+1)%len(e)]
			changed = changed != (odd(t, m.Cover.Successor(t)) != odd(t, m.Cover.Successor(next)))
		}
		return changed && m.accept(e, 0)
	}
	for reach := 1; reach <= parityReach; reach++ {
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

// report reports progress: the mean of two estimates, one by the number of cycles, one by its
// logarithm, since the last few cycles take as long as the many before.
func (m *Merger) report() {
	if m.Progress != nil && m.begin > 1 {
		left, begin := float64(m.left), float64(m.begin)
		m.Progress(1 - left/begin/2 - math.Log(left)/math.Log(begin+1)/2)
	}
}
