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
	wantedBudget = 400  // chains tried from it
	fresh        = 16   // chains from wanted nodes before these are looked for again
	ends         = 4    // one chain in n begins at an end of a path
	phases       = 5    // times that it is cooled down
	firstPhase   = 0.5  // fraction of the time that the first phase takes; the others share the rest
	warm         = 0.2  // temperature at the beginning of each phase
	cold         = 0.17 // and at the end
	cheap        = 2.5  // arcs that a cycle costs at the beginning of each phase
	dear         = 3    // and at the end
	freezing     = 0.97 // fraction of a phase after which only the cycle of the start counts
	glance       = 1024 // steps between looks at the clock
)

// An annealer changes a cover in which each node may have a loop, which leaves it out. In the graph
// itself, in which each node has an arc to the start as well, the cycle of the start is a path,
// closed by an arc that is no move.
//
// Exchanges of a few arcs are found at random. What counts is the number of arcs that are no loops,
// less the number of cycles times a weight that grows to 3, when a cycle of two nodes is no better
// than leaving them out, even if an arc into one of them is saved. In the end only the main cycle
// counts: that of the start, or in a fold the longest. Half of the chains begin at wanted nodes
// outside that cycle, and these may be long.
//
// All this happens several times. Each phase but the first begins with the longest cycle so far,
// and without other cycles.
type annealer struct {
	*cyclecover.Finder
	rng         *rand.Rand
	main        int32 // a node of the main cycle
	folded      bool  // whether the main cycle may become another one
	phase       int   // how often it was cooled down before
	temperature float64
	perCycle    float64 // arcs that a cycle costs
	frozen      bool
	best        []int32 // the longest main cycle
	goal        int     // nodes of a cycle that is long enough
	wanted      []int32 // nodes that the longest paths visit
	outside     []int32 // those that were outside the main cycle not long ago
	picks       int     // since then
}

// clock says how much of the time of an annealer is over after some steps: 1 or more at the end.
type clock func(step int64) float64

// anneal returns the longest main cycle that was met.
func (a *annealer) anneal(ctx context.Context, over clock, report func(fraction float64)) []int32 {
	a.Accept = func(e cyclecover.Exchange) bool { return a.accepts(a.Cover.Outcome(e, a.main)) }
	a.keep()
	for step := int64(0); len(a.best) < a.goal; step++ {
		if step%glance == 0 {
			fraction := over(step)
			if fraction >= 1 || ctx.Err() != nil {
				break
			}
			a.cool(fraction)
			report(fraction)
		}
		a.step()
		if length := a.Cover.CycleLen(a.main); length > len(a.best) && (length >= a.goal || a.lasting(length, step)) {
			a.best = a.Cover.Cycle(a.main)
		}
	}
	a.keep()
	return a.best
}

// cool sets what depends on how much of the time is over.
func (a *annealer) cool(fraction float64) {
	phase, part := 0, fraction/firstPhase
	if fraction >= firstPhase {
		later := (fraction - firstPhase) / (1 - firstPhase) * (phases - 1)
		phase = 1 + int(later)
		part = later - math.Floor(later)
	}
	if phase > a.phase {
		a.phase = phase
		a.keep()
		a.Cover = alone(a.best, a.Cover.Len())
		a.main = a.best[0]
	}
	a.temperature = cold + (warm-cold)*(1-part)
	a.perCycle = cheap + (dear-cheap)*part
	if frozen := part > freezing; frozen != a.frozen {
		a.frozen = frozen
		a.choose()
	}
}

// choose makes the longest cycle the main one, in a fold.
func (a *annealer) choose() {
	for v := range int32(a.Cover.Len()) {
		if a.folded && a.Cover.CycleLen(v) > a.Cover.CycleLen(a.main) {
			a.main = v
		}
	}
}

// keep copies the longest cycle out if it is a record.
func (a *annealer) keep() {
	a.choose()
	if a.Cover.CycleLen(a.main) > len(a.best) {
		a.best = a.Cover.Cycle(a.main)
	}
}

// alone returns the cover of n nodes that has one cycle, and else loops.
func alone(cycle []int32, n int) *cyclecover.Cover {
	successor := identity(n)
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

// pick returns a node at random, or, half of the time, a wanted node outside the main cycle if
// there are any. A path it often changes at an end: its first arc, or the one that closes it.
func (a *annealer) pick() (tail int32, wanted bool) {
	if !a.folded && a.rng.IntN(ends) == 0 {
		if a.rng.IntN(2) == 0 {
			return 0, true
		}
		return a.Cover.Predecessor(0), true
	}
	if a.rng.IntN(2) == 0 {
		if a.picks--; a.picks < 0 {
			a.look()
		}
		if len(a.outside) > 0 {
			return a.outside[a.rng.IntN(len(a.outside))], true
		}
	}
	return int32(a.rng.IntN(a.Cover.Len())), false
}

// look finds the wanted nodes outside the main cycle.
func (a *annealer) look() {
	inside := make([]bool, a.Cover.Len())
	for v := a.main; !inside[v]; v = a.Cover.Successor(v) {
		inside[v] = true
	}
	a.outside, a.picks = a.outside[:0], fresh
	for _, v := range a.wanted {
		if !inside[v] {
			a.outside = append(a.outside, v)
		}
	}
}

// accepts decides by the rule of Metropolis.
func (a *annealer) accepts(o cyclecover.Outcome) bool {
	gain := -float64(o.Loops) + a.perCycle*float64(o.Fewer+o.Loops)
	if a.frozen {
		gain = float64(o.CycleLen - a.Cover.CycleLen(a.main))
	}
	return gain >= 0 || a.rng.Float64() < math.Exp(gain/a.temperature)
}
