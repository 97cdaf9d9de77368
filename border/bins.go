package border

import (
	"maps"
	"slices"
)

// bins sorts the words of one half by colour pattern, up to exchange of the
// colours: no step of a phase changes the pattern of the idle half, so the
// states whose idle half is in one bin are closed under all its steps. A bin
// is a run of small patterns, or a single one.
type bins struct {
	of    map[word]int32 // by pattern, black first
	count int
}

// newBins packs patterns in their order into bins of about capacity states,
// given the number of states of each.
func newBins(weights map[word]int64, capacity int64) bins {
	b := bins{of: make(map[word]int32, len(weights)), count: 1}
	var filled int64
	for _, p := range slices.Sorted(maps.Keys(weights)) {
		if filled > 0 && filled+weights[p] > capacity {
			b.count++
			filled = 0
		}
		b.of[p] = int32(b.count - 1)
		filled += weights[p]
	}
	return b
}

// mark writes down where each bin begins in a list.
func (b bins) mark(l *list) {
	if l.order.lex != byPattern || l.start != nil {
		return
	}
	l.start = make([]int32, b.count+1)
	for _, w := range l.words {
		l.start[b.of[w.pattern()]+1]++
	}
	for i := range b.count {
		l.start[i+1] += l.start[i]
	}
}

// patternWeights counts the states by the pattern of their idle half: at
// each kink of a phase, and of these the most.
func patternWeights(layers []*layer) map[word]int64 {
	most := map[word]int64{}
	for _, lay := range layers {
		weights := map[word]int64{}
		for k := range lay.seams {
			n := int64(len(lay.active[k].words))
			for _, w := range lay.idle[k].words {
				weights[w.pattern()] += n
			}
		}
		for p, n := range weights {
			most[p] = max(most[p], n)
		}
	}
	return most
}
