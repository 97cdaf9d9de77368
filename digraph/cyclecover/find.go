package cyclecover

import (
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
	loops      bool
	rng        *rand.Rand
	closes     []uint32 // mark of the nodes with an arc to the first head
	mark       uint32
	chain      Exchange
	chained    []bool // whether a node is among the tails of the chain
	arcs       int
	budget     int
}

// NewFinder returns a finder of exchanges that use the arcs of a graph, and with loops also those
// from each node but node 0 to itself and to node 0.
func NewFinder(g *digraph.Graph, cover *Cover, loops bool, rng *rand.Rand) *Finder {
	n := g.Len()
	return &Finder{
		Cover: cover, g: g, reverse: g.Reverse(), loops: loops, rng: rng, closes: make([]uint32, n), chained: make([]bool, n),
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
	if f.loops && last != 0 {
		choices += 2 // the loop, and the start
	}
	if f.chain.n == f.arcs || choices == 0 {
		return false
	}
	shift := f.rng.IntN(choices)
	for i := range choices {
		head := int32(0)
		switch k := (i + shift) % choices; {
		case k < len(heads):
			head = heads[k]
		case k == len(heads):
			head = last
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
	head := f.Cover.Successor(f.chain.tails[0])
	return f.closes[tail] == f.mark || f.loops && tail != 0 && (head == 0 || head == tail)
}
