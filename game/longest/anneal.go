package longest

import (
	"context"
	"math"
	"math/rand/v2"

	"combigo.dev/combigo/digraph/cyclecover"
)

const (
	annealArcs   = 6    // of an exchange from any node, at most
	annealBudget = 40   // chains tried from it
	wantedArcs   = 4    // of an exchange from a wanted node, at least
	wantedBudget = 2000 // chains tried from it
	throws       = 16   // at wanted nodes, for one outside the path
	phases       = 5    // times that it is cooled down
	firstPhase   = 0.5  // share of the time that the first phase takes; the others share the rest
	hot          = 0.4  // temperature at the beginning of each phase
	cold         = 0.17 // and at the end
	dear         = 3    // arcs that a cycle costs then
	freezing     = 0.97 // share of a phase after which only the cycle of the start counts
	glance       = 1024 // steps between looks at the clock
)

// An annealer changes a cover in which each node has a loop and an arc to the start besides its
// arcs in the graph. The cycle of the start is a path in the graph, closed by an arc that is no
// move, and loops are nodes that are left out.
//
// It begins with a path that was found greedily. Exchanges of a few arcs are found at random. What
// counts is the number of arcs that are no loops, less the number of cycles times a weight that
// grows from 1, when a cycle of two nodes is still better than leaving them out, to 3, when it is
// not, even if an arc into one of them is saved. In the end only the cycle of the start counts.
// Half of the chains begin at wanted nodes outside that cycle, and these may be long.
//
// All this happens several times. Each phase begins with the best path so far, and without other
// cycles.
type annealer struct {
	*cyclecover.Finder
	rng         *rand.Rand
	phase       int // how often it was cooled down before
	temperature float64
	perCycle    float64 // arcs that a cycle costs
	frozen      bool
	best        []int32
	goal        int     // nodes of a path that is long enough
	wanted      []int32 // nodes that the longest paths visit
}

// clock says how much of the time of an annealer is over after some steps: 1 or more at the end.
type clock func(step int64) float64

// anneal returns the longest path that was met.
func (a *annealer) anneal(ctx context.Context, over clock, report func(share float64)) []int32 {
	a.Accept = func(e *cyclecover.Exchange) bool { return a.accepts(a.Cover.Outcome(e, 0)) }
	for step := int64(0); len(a.best) < a.goal; step++ {
		if step%glance == 0 {
			share := over(step)
			if share >= 1 || ctx.Err() != nil {
				break
			}
			a.cool(share)
			report(share)
		}
		a.step()
		if length := a.Cover.CycleLen(0); length > len(a.best) && (length >= a.goal || a.lasting(length, step)) {
			a.best = a.Cover.Cycle(0)
		}
	}
	a.keep()
	return a.best
}

// cool sets what depends on how much of the time is over.
func (a *annealer) cool(share float64) {
	phase, part := 0, share/firstPhase
	if share >= firstPhase {
		later := (share - firstPhase) / (1 - firstPhase) * (phases - 1)
		phase = 1 + int(later)
		part = later - math.Floor(later)
	}
	if phase > a.phase {
		a.phase = phase
		a.keep()
		a.Cover = alone(a.best, a.Cover.Len())
	}
	a.temperature = cold + (hot-cold)*(1-part)
	a.perCycle = 1 + (dear-1)*part
	a.frozen = part > freezing
}

// keep copies the path out if it is a record.
func (a *annealer) keep() {
	if a.Cover.CycleLen(0) > len(a.best) {
		a.best = a.Cover.Cycle(0)
	}
}

// alone returns the cover of n nodes that has one cycle, and else loops.
func alone(cycle []int32, n int) *cyclecover.Cover {
	successor := make([]int32, n)
	for v := range successor {
		successor[v] = int32(v)
	}
	for i, v := range cycle {
		successor[v] = cycle[(i+1)%len(cycle)]
	}
	return cyclecover.NewCover(successor)
}

// lasting reports whether a record is worth copying out: one that is far ahead, or any from time to
// time. At the end the state itself is looked at, so that little is lost.
func (a *annealer) lasting(length int, step int64) bool {
	return step%64 == 0 || length > len(a.best)+len(a.best)/256
}

// step looks for an exchange from a random node.
func (a *annealer) step() {
	tail, wanted := a.pick()
	arcs, budget := 2+a.rng.IntN(annealArcs-1), annealBudget
	if wanted {
		arcs, budget = wantedArcs+a.rng.IntN(cyclecover.MaxExchange-wantedArcs+1), wantedBudget
	}
	a.From(tail, arcs-1, 1, budget)
}

// pick returns a node at random, or, half of the time, a wanted node outside the path if a few
// throws find one.
func (a *annealer) pick() (tail int32, wanted bool) {
	if len(a.wanted) > 0 && a.rng.IntN(2) == 0 {
		for range throws {
			if v := a.wanted[a.rng.IntN(len(a.wanted))]; !a.Cover.SameCycle(v, 0) {
				return v, true
			}
		}
	}
	return int32(a.rng.IntN(a.Cover.Len())), false
}

// accepts decides by the rule of Metropolis.
func (a *annealer) accepts(o cyclecover.Outcome) bool {
	gain := -float64(o.Loops) + a.perCycle*float64(o.Fewer+o.Loops)
	if a.frozen {
		gain = float64(o.CycleLen - a.Cover.CycleLen(0))
	}
	return gain >= 0 || a.rng.Float64() < math.Exp(gain/a.temperature)
}
