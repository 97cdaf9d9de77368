package longest

import (
	"context"
	"math"
	"slices"
)

// A relaxation is a linear program whose optimum no path from the start exceeds. Its variables are
// flows, one for each arc, from 0 to 1; what is maximized is their sum. There are constraints
//
//	visit  on the node v:   the flow into v is at most 1
//	leave  on the node v:   the flow out of v is at most the flow into v; 1 for the start
//	cut    on v and a set S that holds v and not the start: the flow into S is at least the flow into v
//
// all of which the flow 1 on the arcs of a path satisfies. Since the program does not change under
// automorphisms of the graph, it has a solution that does not either: one variable for an orbit of
// arcs and one price for an orbit of nodes are enough.
//
// It is solved by the primal-dual hybrid gradient method with diagonal steps and restarts from
// averages (A. Chambolle and T. Pock, 2011; D. Applegate and others, "Practical large-scale linear
// programming using primal-dual hybrid gradient", 2021). The method need not come to an end: any
// prices prove a bound, see bound.
type relaxation struct {
	o        *orbits
	cuts     []*cut
	flow     []float64 // of one arc of each orbit
	prices   []float64 // of visits and of leaving, for each orbit of nodes, and of cuts; none is negative
	best     []float64 // the prices of the best bound
	bound    float64   // the best bound
	cutPrice []float64 // what all cuts add to the worth of an arc of each orbit
	ratio    float64   // of primal to dual steps
}

// split returns the prices of visits, of leaving and of cuts.
func (r *relaxation) split(prices []float64) (visit, leave, cut []float64) {
	n := len(r.o.nodeRep)
	return prices[:n], prices[n : 2*n], prices[2*n:]
}

// A cut is the constraint on a node and a set, together with its images under all automorphisms:
// they share a price.
type cut struct {
	node  int32
	set   []int32 // in ascending order
	terms []term  // the constraint: the sum of factor times flow is at least 0
	scale float64 // the size of the orbit of the node
}

// A term is an orbit of arcs in a cut.
type term struct {
	arc     int32
	factor  float64 // arcs of the orbit into the set, less arcs of the orbit from inside the set to the node
	average float64 // the factor of one arc of the orbit, averaged over all automorphisms
}

// newRelaxation returns the relaxation without cuts, at flows and prices of 0.
func newRelaxation(o *orbits) *relaxation {
	arcs := len(o.tail)
	return &relaxation{
		o: o, flow: make([]float64, arcs), prices: make([]float64, 2*len(o.nodeRep)),
		bound: math.Inf(1), cutPrice: make([]float64, arcs), ratio: 1,
	}
}

// chargeCuts sets cutPrice from the prices of the cuts.
func (r *relaxation) chargeCuts(prices []float64) {
	clear(r.cutPrice)
	for k, c := range r.cuts {
		if prices[k] == 0 {
			continue
		}
		for _, t := range c.terms {
			r.cutPrice[t.arc] += prices[k] * t.average
		}
	}
}

// margin is added to each price of a visit, so that rounding cannot make a bound too low: numbers
// here are of the order of 1, and their errors below 1e-12.
const margin = 1e-9

// completePrices sets the prices of visits to the least that are dual feasible with the other
// prices, and returns the bound that all prices prove. For each arc from u to v the price of a
// visit to v must be at least 1 + leave(v) - leave(u) + what the cuts add. Then the prices of all
// visits and of leaving the start add up to at least the sum of the flows, whatever the flows.
func (r *relaxation) completePrices(visit, leave, cuts []float64) float64 {
	o := r.o
	r.chargeCuts(cuts)
	total := leave[o.node[0]]
	for x := range visit {
		price := 0.0
		for _, a := range o.into[x] {
			price = math.Max(price, 1+leave[x]-leave[o.tail[a]]+r.cutPrice[a])
		}
		visit[x] = price + margin
		total += visit[x] * float64(o.nodeSize[x])
	}
	return total
}

// gain returns the reduced cost of an arc, its worth less its price, at some prices of visits and
// of leaving, and at the prices of cuts of the last chargeCuts. At good prices it is never much
// above 0, and 0 for the arcs of an optimal path.
func (r *relaxation) gain(a int, visit, leave []float64) float64 {
	tail, head := r.o.tail[a], r.o.head[a]
	return 1 - visit[head] + leave[head] - leave[tail] + r.cutPrice[a]
}

// stepLengths returns the length of a step of each flow and of each price, by the rule of Pock and
// Chambolle ("Diagonal preconditioning", 2011): one over the sum of the absolute coefficients, of
// the column for a flow and of the row for a price.
func (r *relaxation) stepLengths() (flow, prices []float64) {
	o := r.o
	flow, prices = make([]float64, len(r.flow)), make([]float64, len(r.prices))
	visit, leave, cut := r.split(prices)
	for a := range flow {
		flow[a] = 3 // visit and leave of the head, leave of the tail
	}
	for k, c := range r.cuts {
		for _, t := range c.terms {
			cut[k] += math.Abs(t.factor)
			flow[t.arc] += math.Abs(t.average)
		}
	}
	for x := range visit {
		visit[x] = float64(len(o.into[x]))
		leave[x] = float64(len(o.into[x]) + len(o.outOf[x]))
	}
	for _, list := range [][]float64{flow, prices} {
		for i, v := range list {
			list[i] = 1 / math.Max(v, 1)
		}
	}
	return flow, prices
}

// firstRestart is the number of steps before the first restart; later ones are further apart.
const firstRestart = 400

// solve makes some steps, or fewer if the context is done or they converge, and keeps the best
// bound.
func (r *relaxation) solve(ctx context.Context, steps int) {
	flowSize, priceSize := r.stepLengths()
	ahead := make([]float64, len(r.flow))
	m := &mean{flow: make([]float64, len(r.flow)), prices: make([]float64, len(r.prices))}
	length := firstRestart
	m.reset(r)
	for step := 1; step <= steps && ctx.Err() == nil; step++ {
		r.stepFlows(flowSize, ahead)
		r.stepPrices(priceSize, ahead)
		m.add(r)
		if m.count == length || step == steps {
			m.restart(r)
			length += length / 10
			if r.converged() {
				return
			}
		}
	}
	if m.count > 0 && ctx.Err() != nil {
		m.restart(r)
	}
}

// converged reports whether the sum of the flows nearly equals the bound that the prices prove.
func (r *relaxation) converged() bool {
	sum := 0.0
	for a, f := range r.flow {
		sum += f * float64(r.o.arcSize[a])
	}
	return math.Abs(sum-r.bound) < 1e-4
}

// stepFlows moves the flows along their gains. It sets ahead to the extrapolated flows: as far
// again beyond the new flows.
func (r *relaxation) stepFlows(size, ahead []float64) {
	visit, leave, cuts := r.split(r.prices)
	r.chargeCuts(cuts)
	for a := range r.flow {
		f := min(1, max(0, r.flow[a]+r.ratio*size[a]*r.gain(a, visit, leave)))
		ahead[a] = 2*f - r.flow[a]
		r.flow[a] = f
	}
}

// stepPrices raises the price of each constraint that the flows violate, and lowers the others.
func (r *relaxation) stepPrices(size, flow []float64) {
	o := r.o
	n := len(o.nodeRep)
	move := func(i int, violation float64) { r.prices[i] = max(0, r.prices[i]+size[i]/r.ratio*violation) }
	for x := range n {
		in, out := 0.0, 0.0
		for _, a := range o.into[x] {
			in += flow[a]
		}
		for _, a := range o.outOf[x] {
			out += flow[a]
		}
		if x == int(o.node[0]) {
			in = 1
		}
		move(x, in-1)
		move(n+x, out-in)
	}
	for k, c := range r.cuts {
		sum := 0.0
		for _, t := range c.terms {
			sum += t.factor * flow[t.arc]
		}
		move(2*n+k, -sum)
	}
}

// A mean is the average of flows and prices since the last restart.
type mean struct {
	flow, prices       []float64
	oldFlow, oldPrices []float64 // at the last restart
	count              int       // steps since the last restart
}

// reset begins a new average at the current flows and prices.
func (m *mean) reset(r *relaxation) {
	clear(m.flow)
	clear(m.prices)
	m.count = 0
	m.oldFlow, m.oldPrices = slices.Clone(r.flow), slices.Clone(r.prices)
}

// add adds the current flows and prices.
func (m *mean) add(r *relaxation) {
	for i, v := range r.flow {
		m.flow[i] += v
	}
	for i, v := range r.prices {
		m.prices[i] += v
	}
	m.count++
}

// restart continues from the average if the average proves a better bound, keeps the best bound,
// and balances the steps.
func (m *mean) restart(r *relaxation) {
	for _, list := range [][]float64{m.flow, m.prices} {
		for i := range list {
			list[i] /= float64(m.count)
		}
	}
	proven := func(prices []float64) float64 {
		visit, leave, cuts := r.split(prices)
		return r.completePrices(make([]float64, len(visit)), leave, cuts)
	}
	now := proven(r.prices)
	if average := proven(m.prices); average < now {
		copy(r.flow, m.flow)
		copy(r.prices, m.prices)
		now = average
	}
	if now < r.bound {
		r.bound, r.best = now, slices.Clone(r.prices)
	}
	m.balance(r)
	m.reset(r)
}

// balance moves the ratio of the steps halfway, on a logarithmic scale, to the ratio of the
// distances that flows and prices have gone since the last restart.
func (m *mean) balance(r *relaxation) {
	o := r.o
	flows, prices := 0.0, 0.0
	for a, f := range r.flow {
		flows += square(f-m.oldFlow[a]) * float64(o.arcSize[a])
	}
	visit, leave, cuts := r.split(r.prices)
	oldVisit, oldLeave, oldCuts := r.split(m.oldPrices)
	for x := range visit {
		prices += (square(visit[x]-oldVisit[x]) + square(leave[x]-oldLeave[x])) * float64(o.nodeSize[x])
	}
	for k, c := range r.cuts {
		prices += square(cuts[k]-oldCuts[k]) * c.scale
	}
	if tiny := 1e-12; flows > tiny && prices > tiny {
		r.ratio = math.Sqrt(math.Sqrt(flows/prices) * r.ratio)
	}
}

func square(x float64) float64 { return x * x }

// dropFreeCuts removes the cuts whose price is 0 up to rounding.
func (r *relaxation) dropFreeCuts() {
	kept := r.cuts[:0]
	_, _, cuts := r.split(r.prices)
	r.prices = r.prices[:2*len(r.o.nodeRep)]
	for k, c := range r.cuts {
		if cuts[k] > margin {
			kept, r.prices = append(kept, c), append(r.prices, cuts[k])
		}
	}
	r.cuts = kept
}
