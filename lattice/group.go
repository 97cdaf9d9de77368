package lattice

import (
	"iter"
	"math/big"
)

// A Group is a group of permutations of the vertices of a graph.
type Group struct {
	n          int
	levels     []level
	generators []Permutation
}

// level is one step of a chain of stabilizers: the coset of a point in what fixes the points of the
// levels before.
type level struct {
	point int
	// moves send the point to every vertex of its orbit, each once, and fix the points of the
	// levels before. The first is the identity.
	moves []Permutation
}

// Order returns how many permutations there are in the group.
func (g *Group) Order() *big.Int {
	order := big.NewInt(1)
	for _, l := range g.levels {
		order.Mul(order, big.NewInt(int64(len(l.moves))))
	}
	return order
}

// Generators returns permutations whose products are the group. There are none in the trivial
// group.
func (g *Group) Generators() []Permutation { return g.generators }

// All yields every permutation of the group once, the identity first. The number of them may be
// beyond all bounds, see [Group.Order].
func (g *Group) All() iter.Seq[Permutation] {
	return func(yield func(Permutation) bool) {
		g.products(Identity(g.n), g.levels, yield)
	}
}

// products yields the products of one move from each level, the last level's first, and after.
func (g *Group) products(after Permutation, levels []level, yield func(Permutation) bool) bool {
	if len(levels) == 0 {
		return yield(after)
	}
	for _, move := range levels[0].moves {
		if !g.products(move.Then(after), levels[1:], yield) {
			return false
		}
	}
	return true
}
