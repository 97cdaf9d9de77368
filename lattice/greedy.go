package lattice

import (
	"cmp"
	"slices"
)

// greedy returns the order from a start that always takes the vertex by which the frontier grows
// least. Among equals it takes a neighbour of the oldest vertex on the frontier, so that nothing
// stays there for long. It takes from the budget for every vertex that it looks at; the order is
// not complete if that is used up.
func greedy(g *Graph, start int, budget *int) (order []int, complete bool) {
	s := &greedySweep{sweep: *newSweep(g), reached: make([]bool, g.Len())}
	for v, more := start, true; more; v, more = s.next() {
		*budget -= 1 + len(s.border)
		if *budget < 0 {
			return nil, false
		}
		s.reach(v)
		order = append(order, v)
	}
	return order, true
}

// greedySweep is a sweep that knows which vertices it can go on with.
type greedySweep struct {
	sweep
	reached []bool
	border  []int // vertices not taken that have a neighbour taken
	untaken int   // no vertex before this one is left
}

// reach takes a vertex and adds its neighbours to the border.
func (s *greedySweep) reach(v int) {
	s.take(v)
	s.reached[v] = true
	if i := slices.Index(s.border, v); i >= 0 {
		s.border = slices.Delete(s.border, i, i+1)
	}
	for _, u := range s.g.Neighbors(v) {
		if !s.reached[u] {
			s.reached[u] = true
			s.border = append(s.border, u)
		}
	}
}

// next returns the vertex to take, and false if none is left.
func (s *greedySweep) next() (int, bool) {
	if len(s.border) > 0 {
		return slices.MinFunc(s.border, s.compare), true
	}
	for s.untaken < s.g.Len() && s.age[s.untaken] > 0 {
		s.untaken++
	}
	return s.untaken, s.untaken < s.g.Len()
}

func (s *greedySweep) compare(u, v int) int {
	return cmp.Or(cmp.Compare(s.growth(u), s.growth(v)), cmp.Compare(s.oldest(u), s.oldest(v)))
}

// oldest returns the least age of a neighbour of v on the frontier.
func (s *greedySweep) oldest(v int) int {
	oldest := s.g.Len() + 1
	for _, u := range s.g.Neighbors(v) {
		if s.age[u] > 0 {
			oldest = min(oldest, s.age[u])
		}
	}
	return oldest
}
