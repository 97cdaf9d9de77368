package paths

import (
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
	ahead  *reacher
	behind *reacher // on the reverse graph
	start  int32
	strata []stratum // by the number of nodes that can be reached
	random *rand.Rand
}

// stratum is the walk that stands for all of a stratum.
type stratum struct {
	set    nodeSet // nodes that can be reached from its end; nil if there is no walk
	end    int32
	length int     // steps to the end
	weight float64 // of all walks of the stratum, as a logarithm
}

func newStratifier(p *Problem, reverse *digraph.Graph) *stratifier {
	return &stratifier{
		ahead: newReacher(p.Graph, reverse), behind: newReacher(reverse, p.Graph), start: int32(p.Start),
		strata: make([]stratum, p.Graph.Len()),
	}
}

// run returns the logarithm of an estimate, and the length of the longest walk that it met.
func (s *stratifier) run(ctx context.Context, random *rand.Rand) (estimate float64, longest int, err error) {
	s.random = random
	clear(s.strata)
	set := newNodeSet(len(s.strata))
	count := 0
	for v, d := range digraph.NewRuler(s.ahead.graph).From(int(s.start)) {
		if d > 0 {
			set.add(int32(v))
			count++
		}
	}
	s.strata[count] = stratum{set: set, end: s.start}
	total := math.Inf(-1)
	for left := count; left >= 0; left-- {
		next := &s.strata[left]
		if next.set == nil {
			continue
		}
		if left%64 == 0 && ctx.Err() != nil {
			return 0, 0, context.Cause(ctx)
		}
		total = addLogs(total, next.weight)
		longest = max(longest, next.length)
		s.expand(left, next)
		next.set = nil
	}
	return total, longest, nil
}

// expand takes all steps from the end of a walk. Steps to nodes that can be reached from each other
// leave the same nodes to be reached, but for themselves.
func (s *stratifier) expand(left int, from *stratum) {
	var doors []int32
	for _, w := range s.ahead.graph.Successors(int(from.end)) {
		if from.set.has(w) {
			doors = append(doors, w)
		}
	}
	for rest := doors; len(rest) > 0; {
		s.ahead.start(rest[0], from.set)
		missed := s.ahead.unreached(doors)
		s.behind.start(rest[0], from.set)
		var class, others []int32
		for _, w := range rest {
			if w == rest[0] || !s.ahead.lost.has(w) && s.behind.reaches(w) {
				class = append(class, w)
			} else {
				others = append(others, w)
			}
		}
		s.offer(from, class, missed, &s.strata[left-len(missed)-1])
		rest = others
	}
}

// offer offers the steps from a walk to some nodes to a stratum. Some nodes cannot be reached from
// them.
func (s *stratifier) offer(from *stratum, class, missed []int32, to *stratum) {
	if to.set == nil {
		to.weight = math.Inf(-1)
	}
	chosen := int32(-1)
	for _, w := range class {
		to.weight = addLogs(to.weight, from.weight)
		if s.random.Float64() < math.Exp(from.weight-to.weight) {
			chosen = w
		}
	}
	if chosen < 0 {
		return
	}
	to.set, to.end, to.length = slices.Clone(from.set), chosen, from.length+1
	for _, w := range append(missed, chosen) {
		to.set.remove(w)
	}
}

// addLogs returns the logarithm of the sum of two numbers, of which the natural logarithms are
// given: numbers of walks may have thousands of digits. Minus infinity stands for 0.
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
