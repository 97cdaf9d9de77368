package paths

import (
	"container/heap"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"combigo.dev/combigo/digraph"
)

// stratifier makes one estimate after another by heuristic sampling (P. Chen, "Heuristic sampling:
// a method for predicting the performance of tree searching programs", 1992). The tree is that of
// all walks. The stratum of a walk is how many nodes can still be reached from its end through
// nodes not entered, which gets less with every step. Of all walks of a stratum that come up, one
// is kept, with the weight of all; a new one takes the place of the old one with its share of the
// weight. The expected sum of all weights is the number of walks.
type stratifier struct {
	*reacher
	problem *Problem
	strata  map[int32]*stratum
	order   strataHeap
	spare   []nodeSet
	doors   []int32
	missed  []int32
	coming  *reacher // on the reverse graph
	random  *rand.Rand
}

// stratum is the walk that stands for all of a stratum.
type stratum struct {
	left   int32   // nodes that can be reached from its end: the stratum
	set    nodeSet // those nodes
	end    int32
	length int32   // steps to the end
	weight float64 // of all walks of the stratum, as a logarithm
}

// strataHeap has the largest stratum first.
type strataHeap []*stratum

func (h strataHeap) Len() int           { return len(h) }
func (h strataHeap) Less(i, j int) bool { return h[i].left > h[j].left }
func (h strataHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *strataHeap) Push(x any)        { *h = append(*h, x.(*stratum)) }
func (h *strataHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func newStratifier(p *Problem, reverse *digraph.Graph) *stratifier {
	return &stratifier{
		reacher: newReacher(p.Graph, reverse), coming: newReacher(reverse, p.Graph), problem: p,
		strata: map[int32]*stratum{},
	}
}

// run returns the logarithm of an estimate, and the length of the longest walk that it met.
func (s *stratifier) run(ctx context.Context, random *rand.Rand) (estimate float64, longest int, err error) {
	s.random = random
	s.spare = append(s.spare, s.clear()...)
	s.begin()
	total := math.Inf(-1)
	for steps := 0; len(s.order) > 0; steps++ {
		if steps%64 == 0 && ctx.Err() != nil {
			return 0, 0, context.Cause(ctx)
		}
		next := heap.Pop(&s.order).(*stratum)
		delete(s.strata, next.left)
		total = addLogs(total, next.weight)
		longest = max(longest, int(next.length))
		s.expand(next)
	}
	return total, longest, nil
}

// clear gives back what a run that was stopped has left.
func (s *stratifier) clear() []nodeSet {
	var sets []nodeSet
	for _, x := range s.order {
		sets = append(sets, x.set)
	}
	s.order = s.order[:0]
	clear(s.strata)
	return sets
}

// begin puts the walk that goes nowhere into its stratum.
func (s *stratifier) begin() {
	set := s.newSet()
	clear(set)
	start := int32(s.problem.Start)
	count := int32(0)
	s.queue = append(s.queue[:0], start)
	set.add(start)
	for i := 0; i < len(s.queue); i++ {
		for _, w := range s.graph.Successors(int(s.queue[i])) {
			if !set.has(w) {
				set.add(w)
				s.queue = append(s.queue, w)
				count++
			}
		}
	}
	set.remove(start)
	first := &stratum{left: count, set: set, end: start}
	s.strata[count] = first
	heap.Push(&s.order, first)
}

func (s *stratifier) newSet() nodeSet {
	if n := len(s.spare); n > 0 {
		set := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return set
	}
	return newNodeSet(s.graph.Len())
}

// expand takes all steps from the end of a walk. Steps to nodes that can be reached from each other
// leave the same nodes to be reached, but for themselves.
func (s *stratifier) expand(from *stratum) {
	s.doors = s.doors[:0]
	for _, w := range s.graph.Successors(int(from.end)) {
		if from.set.has(w) {
			s.doors = append(s.doors, w)
		}
	}
	if len(s.doors) == 0 {
		s.spare = append(s.spare, from.set)
	}
	rest := slices.Clone(s.doors)
	for len(rest) > 0 {
		door := rest[0]
		s.start(door, from.set)
		s.missed = s.unreached(s.missed[:0], s.doors)
		s.coming.start(door, from.set)
		class, others := []int32{door}, rest[1:]
		rest = nil
		for _, w := range others {
			if !s.lost.has(w) && s.coming.reaches(w) {
				class = append(class, w)
			} else {
				rest = append(rest, w)
			}
		}
		s.offer(from, class, len(rest) == 0)
	}
}

// offer offers the steps from a walk to a class of nodes to their stratum. What cannot be reached
// from them has been noted. After the last class the set of the walk may be changed.
func (s *stratifier) offer(from *stratum, class []int32, last bool) {
	left := from.left - int32(len(s.missed)) - 1
	to, known := s.strata[left]
	if !known {
		to = &stratum{left: left, weight: math.Inf(-1)}
		s.strata[left] = to
		heap.Push(&s.order, to)
	}
	chosen := int32(-1)
	for _, w := range class {
		to.weight = addLogs(to.weight, from.weight)
		if s.random.Float64() < math.Exp(from.weight-to.weight) {
			chosen = w
		}
	}
	set := from.set
	if chosen >= 0 {
		if to.set != nil {
			s.spare = append(s.spare, to.set)
		}
		if !last {
			set = s.newSet()
			copy(set, from.set)
		}
		for _, w := range s.missed {
			set.remove(w)
		}
		set.remove(chosen)
		to.set, to.end, to.length = set, chosen, from.length+1
		return
	}
	if last {
		s.spare = append(s.spare, set)
	}
}
