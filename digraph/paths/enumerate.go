package paths

import "context"

// Enumerate counts walks without return one by one, up to a limit, and returns how many there are
// and whether those are all. It is the slow way, for checks.
func Enumerate(ctx context.Context, p *Problem, most int64) (count int64, all bool) {
	e := &enumeration{problem: p, entered: make([]bool, p.Graph.Len()), left: most, ctx: ctx}
	e.entered[p.Start] = true
	e.from(p.Start)
	return most - e.left, e.left > 0
}

type enumeration struct {
	problem *Problem
	entered []bool
	left    int64
	ctx     context.Context
}

// from counts the walks that go on from a node, and the one that ends there.
func (e *enumeration) from(v int) {
	if e.left <= 0 {
		return
	}
	e.left--
	if e.left%4096 == 0 && e.ctx.Err() != nil {
		e.left = 0
	}
	e.steps(v)
	if e.problem.Partner == nil {
		return
	}
	partner := e.problem.Partner[v]
	before := e.entered[partner]
	e.entered[partner] = true
	e.steps(partner)
	e.entered[partner] = before
}

// steps takes every step from a node.
func (e *enumeration) steps(v int) {
	for _, w := range e.problem.Graph.Successors(v) {
		if e.left <= 0 {
			return
		}
		if e.entered[w] {
			continue
		}
		e.entered[w] = true
		for range e.problem.times(v, int(w)) {
			e.from(int(w))
		}
		e.entered[w] = false
	}
}
