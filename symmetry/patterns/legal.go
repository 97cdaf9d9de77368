package patterns

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/transfer"
)

// A kind of patterns that a motion leaves as they are, or turns into their exchange.
type kind int

const (
	same      kind = iota // positions that it leaves as they are: stones of one colour on all points of an orbit
	exchanged             // positions that it exchanges: half of the stones of an orbit have the other colour
	onPoints              // positions with stones on fixed points of the motion only
	kinds
)

// A legalTable has the legal positions of each kind, by motion, black stones and white stones.
type legalTable [kinds][][][]*big.Int

// fixed returns the patterns that a motion leaves as they are. The sequences that lead to a
// position are the ways to put its black stones in order, times those for the white ones.
func (t *legalTable) fixed(motion int, exchange bool, meaning Meaning, stones int) *big.Int {
	k, orders, black, white := same, big.NewInt(1), (stones+1)/2, stones/2
	switch {
	case meaning == Sequences:
		k = onPoints
		orders.Mul(falling(black, black), falling(white, white))
	case exchange:
		k = exchanged
	}
	table := t[k][motion]
	if black >= len(table) || white >= len(table[black]) {
		return new(big.Int)
	}
	return orders.Mul(orders, table[black][white])
}

// fold folds the board along a motion. The weights are those of the vertices.
func fold(g *lattice.Graph, motion lattice.Permutation, k kind) (*symmetry.Folded, []transfer.Weight, error) {
	if k == onPoints {
		f, err := foldPoints(g, motion)
		return f, slices.Repeat([]transfer.Weight{{Own: 1}}, len(f.Sizes)), err
	}
	f, err := symmetry.Fold(g, motion, k == exchanged)
	if err != nil {
		return nil, nil, err
	}
	var weights []transfer.Weight
	for _, size := range f.Sizes {
		weight := transfer.Weight{Own: size}
		if k == exchanged {
			weight = transfer.Weight{Own: size / 2, Other: size / 2}
		}
		weights = append(weights, weight)
	}
	return f, weights, nil
}

// foldPoints takes the fixed points of a motion only, each safe if it has a neighbour that is none
// of them.
func foldPoints(g *lattice.Graph, motion lattice.Permutation) (*symmetry.Folded, error) {
	f, number := &symmetry.Folded{}, map[int]int{}
	var edges [][2]int
	var safe []int
	for v, image := range motion {
		if v != image {
			continue
		}
		n := len(number)
		number[v] = n
		f.Sizes = append(f.Sizes, 1)
		for _, u := range g.Neighbors(v) {
			if motion[u] != u {
				safe = append(safe, n)
			} else if u < v {
				edges = append(edges, [2]int{number[u], n})
			}
		}
	}
	if len(number) == 0 {
		return f, nil
	}
	q, err := lattice.FromEdges(len(number), edges)
	if err == nil {
		q, err = q.WithSafe(safe...)
	}
	f.Graph, f.Plain = q, q
	return f, err
}
