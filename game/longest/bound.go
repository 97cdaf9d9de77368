package longest

import (
	"context"
	"math"
	"slices"

	"combigo.dev/combigo/digraph"
)

const (
	relaxRounds  = 14   // rounds of cuts, at most
	relaxSteps   = 5000 // steps of the first round and of each that follows
	relaxBroken  = 0.02 // by which a cut is broken that is worth adding
	relaxSettled = 3    // rounds without a better bound, in whole moves, after which the bound is left at that
	nearlyTight  = 0.05 // the loss at which an arc still counts as part of long paths
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
	for rounds, settled := 0, 0; rounds < relaxRounds && settled < relaxSettled && ctx.Err() == nil; rounds++ {
		report(float64(rounds) / relaxRounds)
		r.bound = math.Inf(1)
		r.solve(ctx, relaxSteps)
		if math.IsInf(r.bound, 1) {
			break // cut short before anything was proven
		}
		settled++
		if int(math.Floor(r.bound)) < keep.Moves {
			settled = 0
		}
		if r.bound < keep.Value {
			keep = r.priced()
		}
		r.dropFreeCuts()
		if r.separate(ctx, relaxBroken) == 0 {
			break
		}
	}
	keep.relaxation = r
	return &keep
}

// priced returns the best bound of the present cuts.
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

// tight returns the graph of the arcs that lose at most a little at the present prices, and the
// nodes, not node 0, that it costs more to leave out.
func (r *relaxation) tight(little float64) (*digraph.Graph, []int32) {
	visit, leave, cuts := r.split(r.prices)
	r.completePrices(visit, leave, cuts)
	o := r.o
	g := o.g.Without(func(v, w int) bool {
		a := o.arc[o.find(int32(v), int32(w))]
		return a == none || r.gain(int(a), visit, leave) < -little
	})
	if len(g.Successors(0)) == 0 {
		g = o.g // the prices of a bound that was cut short may rule all arcs out
	}
	var wanted []int32
	for v := 1; v < g.Len(); v++ {
		if r.prices[o.node[v]] > little {
			wanted = append(wanted, int32(v))
		}
	}
	return g, wanted
}
