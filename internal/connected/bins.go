package connected

// bins sorts the words of one half by colour pattern, up to exchange of the
// colours: no step of a phase changes the pattern of the idle half, so the
// states whose idle half is in one bin are closed under all its steps. A bin
// is a run of small patterns, or a single one.
type bins struct {
	number []int32 // by the trits of a pattern
	count  int
}

// newBins packs patterns in their order into bins of about capacity states,
// given the number of states of each.
func newBins(weights []int64, capacity int64) bins {
	b := bins{number: make([]int32, len(weights)), count: 1}
	var filled int64
	for p, states := range weights {
		if states == 0 {
			continue
		}
		if filled > 0 && filled+states > capacity {
			b.count++
			filled = 0
		}
		b.number[p] = int32(b.count - 1)
		filled += states
	}
	return b
}

// of returns the bin of a word.
func (b bins) of(w word) int32 { return b.number[w.pattern().trits()] }

// mark writes down where each bin begins in a list.
func (b bins) mark(l *list) {
	if l.order.lex != byPattern || l.start != nil {
		return
	}
	l.start = make([]int32, b.count+1)
	l.runs(func(pattern, n int) { l.start[b.number[pattern]+1] += int32(n) })
	for i := range b.count {
		l.start[i+1] += l.start[i]
	}
}

// patternWeights counts the states by the pattern of their idle half, of n points: at
// each kink of a phase, and of these the largest number.
func patternWeights(layers []*layer, n int) []int64 {
	largest, weights := make([]int64, power3(n)), make([]int64, power3(n))
	for _, lay := range layers {
		clear(weights)
		for k := range lay.interfaces {
			active := int64(len(lay.active[k].words))
			lay.idle[k].runs(func(pattern, words int) { weights[pattern] += active * int64(words) })
		}
		for p, n := range weights {
			largest[p] = max(largest[p], n)
		}
	}
	return largest
}
