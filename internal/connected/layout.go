package connected

import (
	"cmp"
	"context"
	"math"
	"slices"

	"combigo.dev/combigo/result"
)

// layout is everything about a height that does not depend on the width or
// the arithmetic: phases, bins, the shape of the vector.
type layout struct {
	split
	phases [2]*phase  // by active half
	sorted [2]bins    // by half
	shape  *binVector // without planes
	most   int64      // states in the largest bin at any kink
}

// Bins are few, for long rows, but enough to share among threads: at 12 and 13 rows, 8 take a fifth
// less time than 32. Vectors of more states are kept outside memory. There a bin is what a program
// reads at once, and what programs share; and the patterns that share a bin are fewer, so that bins
// need not be cut that are no larger than single patterns.
const smallestBin = 1 << 16

var binsWanted = []struct{ states, bins int64 }{{1 << 29, 8}, {1 << 33, 32}, {math.MaxInt64, 128}}

func newLayout(height int) *layout { return newLayoutOfBins(height, usualBin) }

func usualBin(states int64) int64 {
	for _, w := range binsWanted {
		if states <= w.states {
			return max(smallestBin, states/w.bins)
		}
	}
	return states
}

// wholeBin makes a single bin of each half.
func wholeBin(int64) int64 { return math.MaxInt64 }

// newLayoutOfBins takes the number of states that a bin should have, given the
// number of all.
func newLayoutOfBins(height int, capacity func(states int64) int64) *layout {
	return newLayoutOfWindows(height, windowSteps, capacity)
}

// newLayoutOfWindows takes the length of windows, too.
func newLayoutOfWindows(height, windowSteps int, capacity func(states int64) int64) *layout {
	l := newLister(splitOf(height))
	lo := &layout{split: l.split}
	for _, h := range [2]half{prefix, suffix} {
		lo.phases[h] = newPhase(l, h, windowSteps)
	}
	for _, ph := range lo.phases {
		lo.sorted[ph.active.other()] = newBins(patternWeights(ph.layers, lo.size(ph.active.other())), capacity(ph.layers[0].states()))
	}
	for _, ph := range lo.phases {
		lo.markBins(ph)
		lo.measure(ph)
	}
	for _, ph := range lo.phases {
		lo.compareNeutral(ph)
	}
	lo.shape = lo.newHome()
	return lo
}

func (lo *layout) markBins(ph *phase) {
	for _, lay := range ph.layers {
		for k := range lay.interfaces {
			lo.sorted[ph.active].mark(lay.active[k])
			lo.sorted[ph.active.other()].mark(lay.idle[k])
		}
	}
}

func (lo *layout) measure(ph *phase) {
	for g := range lo.sorted[ph.active.other()].count {
		lo.most = max(lo.most, int64(ph.binStates(g)))
		for i := range ph.windows {
			w := &ph.windows[i]
			w.peaks = append(w.peaks, ph.peak(w, g))
		}
	}
}

// before is the phase that runs before one, and after it.
func (lo *layout) before(ph *phase) *phase { return lo.phases[ph.active.other()] }

func (lo *layout) compareNeutral(ph *phase) {
	lay, left := ph.layer(ph.high), lo.before(ph).layer(lo.before(ph).low)
	ph.crossings = map[int]crossing{}
	for k, c := range lay.interfaces {
		if c.isNeutral() {
			ph.crossings[k] = newCrossing(lay, left, k, lo.sorted[ph.active], lo.sorted[ph.active.other()])
		}
	}
}

// binStates is the room that bin g needs in a buffer.
func (ph *phase) binStates(g int) int {
	n := 0
	for _, lay := range ph.layers {
		n = max(n, lay.binStates(g))
	}
	return n
}

// peak is the most states that a frozen class of bin g has at a kink inside a window.
func (ph *phase) peak(w *window, g int) int {
	n := 0
	for y := w.low + 1; y < w.high; y++ {
		for f := range w.classes.count() {
			n = max(n, ph.layer(y).classStates(g, f))
		}
	}
	return n
}

// stateSteps is the number of states computed in one column.
func (lo *layout) stateSteps() int64 {
	var n int64
	for _, ph := range lo.phases {
		n += ph.stateSteps()
	}
	return n
}

func (ph *phase) stateSteps() int64 {
	var n int64
	for _, lay := range ph.layers[:len(ph.layers)-1] {
		n += lay.states()
	}
	return n
}

// Measured bytes of tables and lists for each active and each idle word of a kink.
const (
	activeWordBytes = 60
	idleWordBytes   = 40
)

// tableBytes estimates the tables and lists from the number of words.
func (lo *layout) tableBytes() result.Bytes {
	var n int64
	for _, ph := range lo.phases {
		for _, lay := range ph.layers {
			for k := range lay.interfaces {
				n += activeWordBytes*int64(len(lay.active[k].words)) + idleWordBytes*int64(len(lay.idle[k].words))
			}
		}
	}
	return result.Bytes(n)
}

// makeTables finds the moves of both phases.
func (lo *layout) makeTables(ctx context.Context, threads int) error {
	for _, ph := range lo.phases {
		if err := ph.makeTables(ctx, lo.sorted[ph.active.other()], threads); err != nil {
			return err
		}
	}
	return nil
}

func newPhase(l *lister, active half, windowSteps int) *phase {
	ph := &phase{split: l.split, active: active, low: 0, high: l.p}
	if active == suffix {
		ph.low, ph.high = l.p, l.m
	}
	ph.cutWindows(windowSteps)
	for y := ph.low; y <= ph.high; y++ {
		lay := l.layer(active, y, ph.order(y))
		if y < ph.high {
			for _, list := range lay.active {
				list.markClasses(ph.windows[ph.windowOf(y)].classes)
			}
		}
		ph.layers = append(ph.layers, lay)
	}
	return ph
}

// cutWindows divides the steps in windows.
func (ph *phase) cutWindows(windowSteps int) {
	high := ph.high
	for i, steps := range windowLengths(ph.high-ph.low, windowSteps) {
		w := window{low: high - steps, high: high, number: i}
		w.classes = newPatterns(ph.frozen(w.low, w.high), ph.high-ph.low)
		ph.windows = append(ph.windows, w)
		high -= steps
	}
}

// windowLengths divides steps evenly, the odd ones in the middle: the classes of windows at
// the ends are the largest. Long phases have shorter windows for that reason.
func windowLengths(steps, most int) []int {
	even := steps
	if steps >= 3*most {
		even += 2
	}
	lengths := make([]int, min(max(1, steps), max(1, (even+most-1)/most)))
	order := make([]int, len(lengths))
	for i := range order {
		order[i], lengths[i] = i, steps/len(lengths)
	}
	offCentre := func(i int) int { return max(2*i, 2*(len(lengths)-1-i)) }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(offCentre(i), offCentre(j)) })
	for _, i := range order[:steps%len(lengths)] {
		lengths[i]++
	}
	return lengths
}

// windowSteps is about the number of steps in a window: the longer it is, the
// less often the vector goes through memory, and the larger the classes are.
const windowSteps = 3

// order returns how the active words of kink y are sorted: by bin where the
// phases meet, else by frozen class of the window that they come from, and so that the
// half of the points farther from the kink counts least. In the last window the two
// agree, since its frozen points are the last ones.
func (ph *phase) order(y int) order {
	switch {
	case y == ph.high || y == ph.low:
		return order{lex: byPattern}
	case 2*(y-ph.low) > ph.high-ph.low:
		return order{byLastPoint, ph.windows[ph.windowOf(y)].classes}
	default:
		return order{byFirstPoint, ph.windows[ph.windowOf(y)].classes}
	}
}

// newCrossing compares a phase's first layer with the last one of the phase
// before. Places are counted from the start of their bin.
func newCrossing(lay, left *layer, k int, active, idle bins) crossing {
	var c crossing
	place := func(l *list, b bins, w word) int32 {
		return int32(l.known(w)) - l.start[b.of(w)]
	}
	for _, w := range lay.active[k].words {
		c.straight = append(c.straight, place(left.idle[k], active, w))
		c.crossed = append(c.crossed, place(left.idle[k], active, w.swap()))
	}
	for _, w := range lay.idle[k].words {
		first, flip := w.blackLast()
		c.row = append(c.row, place(left.active[k], idle, first))
		c.flip = append(c.flip, flip)
	}
	return c
}

func (lo *layout) newHome() *binVector {
	h := &binVector{suffixBins: lo.sorted[suffix].count}
	sizes := make([]int64, lo.sorted[prefix].count*h.suffixBins)
	for _, ph := range lo.phases {
		for t, row := range lo.tilesLeft(ph) {
			for g, n := range row {
				i := h.tile(ph.active, t, g)
				sizes[i] = max(sizes[i], n)
			}
		}
	}
	h.offset = make([]int64, len(sizes)+1)
	for i, n := range sizes {
		h.offset[i+1] = h.offset[i] + n
	}
	return h
}

// tilesLeft returns the states of the tiles that a phase leaves: by the bin of
// its active half, which is the bin that reads the tile, and that of its idle one.
func (lo *layout) tilesLeft(ph *phase) [][]int64 {
	last := ph.layer(ph.low)
	tiles := make([][]int64, lo.sorted[ph.active].count)
	for t := range tiles {
		tiles[t] = make([]int64, lo.sorted[ph.active.other()].count)
		for k := range last.interfaces {
			rows := int64(last.active[k].binSize(t))
			for g := range tiles[t] {
				tiles[t][g] += rows * int64(last.idle[k].binSize(g))
			}
		}
	}
	return tiles
}

// tileBlocks returns where the block of each interface class begins in each tile of bin g after the
// last step, given where the tiles begin, in words: that of interface class k in tile t is number
// k*tiles+t.
func (ph *phase) tileBlocks(g, words int, start func(t int) int64) []int64 {
	lay := ph.layer(ph.low)
	tiles := len(lay.active[0].start) - 1
	blocks := make([]int64, len(lay.interfaces)*tiles)
	for t := range tiles {
		at := start(t)
		for k := range lay.interfaces {
			blocks[k*tiles+t] = at
			at += int64(lay.active[k].binSize(t) * lay.idle[k].binSize(g) * words)
		}
	}
	return blocks
}
