package longest

import (
	"context"
	"math"
	"slices"

	"combigo.dev/combigo/digraph"
)

const (
	relaxRounds  = 14   // the greatest number of rounds of cuts
	relaxSteps   = 5000 // steps of a round
	minViolation = 0.02 // of a cut that is added
	maxStalled   = 3    // the greatest number of rounds in turn that do not lower the bound by a whole move
	nearlyTight  = 0.05 // an arc whose gain is above minus this counts as part of long paths
)

// A Bound is an upper bound for the number of arcs of a simple path from node 0, with the prices
// that prove it. The prices are those of constraints that every such path keeps, as the package
// comment says; Holds puts them together.
type Bound struct {
	Moves int       // no path has more arcs
	Value float64   // what the prices add up to: Moves is the whole part
	Leave []float64 // the price of leaving each node
	Cuts  []PricedCut

	relaxation *relaxation
}

// A PricedCut is the constraint that a path that visits Node enters Set, which holds Node and not
// node 0, at least once. Its price is shared evenly by all sets that automorphisms make of it.
type PricedCut struct {
	Node  int32
	Set   []int32 // in ascending order
	Price float64
}

// UpperBound bounds the number of arcs of a simple path from node 0 of a graph. The automorphisms,
// each the images of all nodes, keep node 0; any or none may be given, and more make it faster. The
// result does not depend on time.
//
// It ends early when the context is done, with the bound proven so far.
func UpperBound(ctx context.Context, g *digraph.Graph, automorphisms [][]int32, report func(fraction float64)) *Bound {
	r := newRelaxation(newOrbits(g, automorphisms))
	keep := Bound{Moves: g.Len() - 1, Value: float64(g.Len() - 1), Leave: make([]float64, g.Len())}
	for rounds, stalled := 0, 0; rounds < relaxRounds && stalled < maxStalled && ctx.Err() == nil; rounds++ {
		report(float64(rounds) / relaxRounds)
		r.bound = math.Inf(1)
		r.solve(ctx, relaxSteps)
		if math.IsInf(r.bound, 1) {
			break // cut short before anything was proven
		}
		stalled++
		if int(math.Floor(r.bound)) < keep.Moves {
			stalled = 0
		}
		if r.bound < keep.Value {
			keep = r.priced()
		}
		r.dropFreeCuts()
		if r.separate(ctx, minViolation) == 0 {
			break
		}
	}
	keep.relaxation = r
	return &keep
}

// priced returns the best bound with the current cuts.
func (r *relaxation) priced() Bound {
	b := Bound{Moves: int(math.Floor(r.bound)), Value: r.bound, Leave: make([]float64, r.o.g.Len())}
	_, leave, cuts := r.split(r.best)
	for v := range b.Leave {
		b.Leave[v] = leave[r.o.node[v]]
	}
	for k, c := range r.cuts {
		if p := cuts[k]; p > 0 {
			b.Cuts = append(b.Cuts, PricedCut{c.node, slices.Clone(c.set), p * c.scale})
		}
	}
	return b
}

// tight returns the graph of the arcs whose gain at the current prices is at least minus a
// tolerance, and the nodes other than node 0 whose price of a visit is above the tolerance.
func (r *relaxation) tight(tolerance float64) (*digraph.Graph, []int32) {
	visit, leave, cuts := r.split(r.prices)
	r.completePrices(visit, leave, cuts)
	o := r.o
	g := o.g.Without(func(v, w int) bool {
		a := o.arc[o.find(int32(v), int32(w))]
		return a == none || r.gain(int(a), visit, leave) < -tolerance
	})
	if len(g.Successors(0)) == 0 {
		g = o.g // the prices of a bound that was cut short may rule all arcs out
	}
	var wanted []int32
	for v := 1; v < g.Len(); v++ {
		if r.prices[o.node[v]] > tolerance {
			wanted = append(wanted, int32(v))
		}
	}
	return g, wanted
}
