package longest

import (
	"context"
	"math"
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
	o     *orbits
	flow  []float64 // of one arc of each orbit
	duals           // as they are now
	cuts  []*cut
	best  duals // those of the best bound
	bound float64
	extra []float64 // the price of all cuts on an arc of each orbit
	ratio float64   // of primal to dual steps
}

// duals are prices of constraints, none negative.
type duals struct {
	visit, leave []float64 // of each orbit of nodes
	cut          []float64
}

func newDuals(nodes, cuts int) duals {
	return duals{make([]float64, nodes), make([]float64, nodes), make([]float64, cuts)}
}

func (d *duals) copyFrom(e *duals) {
	d.visit = append(d.visit[:0], e.visit...)
	d.leave = append(d.leave[:0], e.leave...)
	d.cut = append(d.cut[:0], e.cut...)
}

// A cut is the constraint on a node and a set, and all that automorphisms make of it: they share a
// price.
type cut struct {
	node  int32
	set   []int32 // in ascending order
	terms []term  // the sum of factor times flow is at least 0
	scale float64 // the size of the orbit of the node
}

// A term is an orbit of arcs in a cut.
type term struct {
	arc    int32
	factor float64 // arcs of the orbit into the set, less those from inside it to the node
}

func newRelaxation(o *orbits) *relaxation {
	return &relaxation{
		o: o, flow: make([]float64, len(o.tail)), duals: newDuals(len(o.nodeRep), 0),
		bound: math.Inf(1), extra: make([]float64, len(o.tail)), ratio: 1,
	}
}

// chargeCuts sets the prices of arcs to what the cuts make of them.
func (r *relaxation) chargeCuts(prices []float64) {
	clear(r.extra)
	for k, c := range r.cuts {
		if prices[k] == 0 {
			continue
		}
		for _, t := range c.terms {
			r.extra[t.arc] += prices[k] * c.share(t, r.o)
		}
	}
}

// share returns the coefficient of a cut for one arc, averaged over all automorphisms.
func (c *cut) share(t term, o *orbits) float64 { return t.factor * c.scale / float64(o.arcSize[t.arc]) }

// margin is added to each price of a visit, so that rounding cannot make a bound too low: numbers
// here are of the order of 1, and their errors below 1e-12.
const margin = 1e-9

// proven returns the bound that prices prove, and the prices of visits that belong to it, which are
// the least possible: on an arc from u to v the price of a visit to v must be at least 1 + leave(v)
// - leave(u) + what the cuts add. The sum of all prices of visits and of leaving the start is then
// at least the sum of the flows, whatever the flows.
func (r *relaxation) proven(d *duals, visit []float64) float64 {
	o := r.o
	r.chargeCuts(d.cut)
	total := d.leave[o.node[0]]
	for x := range o.nodeRep {
		price := 0.0
		for _, a := range o.into[x] {
			price = math.Max(price, 1+d.leave[x]-d.leave[o.node[o.tail[a]]]+r.extra[a])
		}
		visit[x] = price + margin
		total += visit[x] * float64(o.nodeSize[x])
	}
	return total
}

// gain returns by how much an arc is worth more than it costs at the present prices: never much
// above 0 once they are good, and 0 for the arcs of an optimal path.
func (r *relaxation) gain(a int) float64 {
	tail, head := r.o.node[r.o.tail[a]], r.o.node[r.o.head[a]]
	return 1 - r.visit[head] + r.leave[head] - r.leave[tail] + r.extra[a]
}

// lengths are the lengths of steps.
type lengths struct{ flow, visit, leave, cut []float64 }

// stepLengths follows the rule of Pock and Chambolle ("Diagonal preconditioning", 2011): one over
// the sum of the sizes of coefficients, by columns for the flows and by rows for the prices.
func (r *relaxation) stepLengths() lengths {
	o := r.o
	s := lengths{
		make([]float64, len(o.tail)), make([]float64, len(o.nodeRep)), make([]float64, len(o.nodeRep)), make([]float64, len(r.cuts)),
	}
	for a := range s.flow {
		s.flow[a] = 3 // visit and leave of the head, leave of the tail
	}
	for k, c := range r.cuts {
		for _, t := range c.terms {
			s.cut[k] += math.Abs(t.factor)
			s.flow[t.arc] += math.Abs(c.share(t, o))
		}
	}
	for x := range o.nodeRep {
		s.visit[x] = float64(len(o.into[x]))
		s.leave[x] = float64(len(o.into[x]) + len(o.outOf[x]))
	}
	for _, list := range [][]float64{s.flow, s.visit, s.leave, s.cut} {
		for i, v := range list {
			list[i] = 1 / math.Max(v, 1)
		}
	}
	return s
}

// solve makes a given number of steps, or fewer if the context is done; what these prove counts as
// well.
func (r *relaxation) solve(ctx context.Context, steps int) {
	size := r.stepLengths()
	ahead := make([]float64, len(r.flow))
	m := newMean(r)
	for step := 1; step <= steps && ctx.Err() == nil; step++ {
		r.stepFlows(size, ahead)
		r.stepPrices(size, ahead)
		m.add(r)
		if m.count == m.length || step == steps {
			m.restart(r)
		}
	}
	if m.count > 0 && ctx.Err() != nil {
		m.restart(r)
	}
}

// stepFlows moves the flows along their gains; ahead is as far again beyond.
func (r *relaxation) stepFlows(size lengths, ahead []float64) {
	r.chargeCuts(r.cut)
	for a := range r.flow {
		f := min(1, max(0, r.flow[a]+r.ratio*size.flow[a]*r.gain(a)))
		ahead[a] = 2*f - r.flow[a]
		r.flow[a] = f
	}
}

// stepPrices moves the prices along what the flows break.
func (r *relaxation) stepPrices(size lengths, flow []float64) {
	o := r.o
	start := int(o.node[0])
	for x := range o.nodeRep {
		in, out := 0.0, 0.0
		for _, a := range o.into[x] {
			in += flow[a]
		}
		for _, a := range o.outOf[x] {
			out += flow[a]
		}
		if x == start {
			in = 1
		}
		r.visit[x] = max(0, r.visit[x]+size.visit[x]/r.ratio*(in-1))
		r.leave[x] = max(0, r.leave[x]+size.leave[x]/r.ratio*(out-in))
	}
	for k, c := range r.cuts {
		sum := 0.0
		for _, t := range c.terms {
			sum += t.factor * flow[t.arc]
		}
		r.cut[k] = max(0, r.cut[k]-size.cut[k]/r.ratio*sum)
	}
}

// firstRestart is the number of steps before the first restart; later ones are further apart.
const firstRestart = 400

// A mean is the average of the states since the last restart.
type mean struct {
	flow          []float64
	duals         duals
	oldFlow       []float64 // the state at the last restart
	oldDuals      duals
	count, length int
}

func newMean(r *relaxation) *mean {
	m := &mean{flow: make([]float64, len(r.flow)), duals: newDuals(len(r.visit), len(r.cuts)), length: firstRestart}
	m.oldFlow = append(m.oldFlow, r.flow...)
	m.oldDuals.copyFrom(&r.duals)
	return m
}

func (m *mean) lists() [4][]float64 {
	return [4][]float64{m.flow, m.duals.visit, m.duals.leave, m.duals.cut}
}

func (m *mean) add(r *relaxation) {
	for i, from := range [4][]float64{r.flow, r.visit, r.leave, r.cut} {
		to := m.lists()[i]
		for j, v := range from {
			to[j] += v
		}
	}
	m.count++
}

// restart goes on from the average if it proves more, keeps the best bound, and balances the steps.
func (m *mean) restart(r *relaxation) {
	for _, list := range m.lists() {
		for i := range list {
			list[i] /= float64(m.count)
		}
	}
	visit := make([]float64, len(r.visit))
	now := r.proven(&r.duals, visit)
	if average := r.proven(&m.duals, visit); average < now {
		copy(r.flow, m.flow)
		r.copyFrom(&m.duals)
		now = average
	}
	if now < r.bound {
		r.bound = now
		r.best.copyFrom(&r.duals)
	}
	m.balance(r)
	for _, list := range m.lists() {
		clear(list)
	}
	m.count = 0
	m.length += m.length / 10
	copy(m.oldFlow, r.flow)
	m.oldDuals.copyFrom(&r.duals)
}

// balance makes the ratio of the steps that of the ways that flows and prices have gone, half of it
// at a time.
func (m *mean) balance(r *relaxation) {
	o := r.o
	flows, prices := 0.0, 0.0
	for a, f := range r.flow {
		flows += square(f-m.oldFlow[a]) * float64(o.arcSize[a])
	}
	for x := range r.visit {
		prices += (square(r.visit[x]-m.oldDuals.visit[x]) + square(r.leave[x]-m.oldDuals.leave[x])) * float64(o.nodeSize[x])
	}
	for k, c := range r.cuts {
		prices += square(r.cut[k]-m.oldDuals.cut[k]) * c.scale
	}
	if tiny := 1e-12; flows > tiny && prices > tiny {
		r.ratio = math.Sqrt(math.Sqrt(flows/prices) * r.ratio)
	}
}

func square(x float64) float64 { return x * x }

// drop forgets the cuts that cost nothing.
func (r *relaxation) drop() {
	kept := r.cuts[:0]
	prices := r.cut[:0]
	for k, c := range r.cuts {
		if r.cut[k] > margin {
			kept, prices = append(kept, c), append(prices, r.cut[k])
		}
	}
	r.cuts, r.cut = kept, prices
}
