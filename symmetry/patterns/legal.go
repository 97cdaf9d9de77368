package patterns

import (
	"math"
	"math/big"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
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

// folded is a board of which each vertex stands for some points.
type folded struct {
	graph   transfer.Graph
	plain   *lattice.Graph
	weights []transfer.Weight
}

// fold folds the board along a motion.
func fold(g *lattice.Graph, motion lattice.Permutation, k kind) (*folded, error) {
	if k == onPoints {
		return foldPoints(g, motion)
	}
	q, err := symmetry.Fold(g, motion, k == exchanged)
	if err != nil {
		return nil, err
	}
	f := &folded{graph: q.Graph, plain: q.Plain}
	for _, size := range q.Sizes {
		weight := transfer.Weight{Own: size}
		if k == exchanged {
			weight = transfer.Weight{Own: size / 2, Other: size / 2}
		}
		f.weights = append(f.weights, weight)
	}
	return f, nil
}

// foldPoints takes the fixed points of a motion only, each safe if it has a neighbour that is none
// of them.
func foldPoints(g *lattice.Graph, motion lattice.Permutation) (*folded, error) {
	number := map[int]int{}
	f := &folded{}
	for v, image := range motion {
		if v == image {
			number[v] = len(number)
			f.weights = append(f.weights, transfer.Weight{Own: 1})
		}
	}
	if len(number) == 0 {
		return f, nil
	}
	var edges [][2]int
	var safe []int
	for v, image := range motion {
		if v != image {
			continue
		}
		n := number[v]
		for _, u := range g.Neighbors(v) {
			if other, fixed := number[u]; !fixed {
				safe = append(safe, n)
			} else if u < v {
				edges = append(edges, [2]int{other, n})
			}
		}
	}
	q, err := lattice.FromEdges(len(number), edges)
	if err == nil {
		q, err = q.WithSafe(safe...)
	}
	f.graph, f.plain = q, q
	return f, err
}

// The states of a frontier, as measured on the boards from 6x6 to 8x8, and the levels in memory:
// the largest, the next one, and room to grow.
const (
	firstStates    = 0.4
	statesPerPoint = 4.2
	layers         = 3
)

// checkFrontier refuses a board that is not likely to fit, at the last of its widest frontiers.
func checkFrontier(g *lattice.Graph, order []int, ev *transfer.Stones, ceiling result.Bytes) error {
	width, last := 0, 0
	for i, size := range lattice.Profile(g, order) {
		if size >= width {
			width, last = size, i+1
		}
	}
	const wordBytes = 8
	need := layers * wordBytes * firstStates * math.Pow(statesPerPoint, float64(width)) * float64(ev.Words(last))
	if ceiling > 0 && need > float64(ceiling) {
		return &result.MemoryError{Of: "the table by stones", Need: result.BytesOf(need), Ceiling: ceiling, Given: true}
	}
	return nil
}
