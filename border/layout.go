package border

import (
	"context"
	"math"
	"slices"
)

// layout is everything about a height that does not depend on the width or
// the arithmetic: phases, bins, the shape of the vector.
type layout struct {
	split
	phases [2]*phase // by active half
	sorted [2]bins   // by half
	shape  *home     // without planes
	most   int64     // states in the largest bin at any kink
	turn   *phase    // the last half column before the board is turned; nil if it is not
}

// Bins are few, for long rows, but enough to share among threads: at 12 and 13 rows, 8 take a fifth less time than 32. Vectors of
// more states are kept outside memory. There a bin is what a program reads at once, and what programs share; and the patterns
// that share a bin are fewer, so that bins need not be cut that are no larger than single patterns.
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

// turned returns the layout of boards whose halves are turned into each other, of even height: the last half column
// ends with two points at the kink that are no neighbours, since for the other half, too, nothing is known between them.
func (e *Engine) turned() *layout {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.half != nil {
		return e.half
	}
	lo, ph := *e.layout, *e.layout.phases[suffix]
	lay := newLister(lo.split).relaxedLayer(ph.order(ph.low))
	for _, list := range lay.active {
		list.markClasses(ph.windows[len(ph.windows)-1].classes)
	}
	ph.layers = slices.Clone(ph.layers)
	ph.layers[0], ph.tables = lay, nil
	lo.turn = &ph
	lo.markBins(&ph)
	for g := range lo.sorted[prefix].count {
		lo.most = max(lo.most, int64(ph.binStates(g)))
	}
	lo.shape = lo.newHome()
	e.half = &lo
	return e.half
}

// makeTurnTables finds the moves of the last half column: those of the others, but for the first step.
func (e *Engine) makeTurnTables(ctx context.Context, threads int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	ph := e.half.turn
	if ph.tables != nil {
		return nil
	}
	first := make([]table, len(ph.layers[0].interfaces))
	errs := make([]error, len(first))
	maps := ph.newIdleMaps(e.half.sorted[prefix])
	parallel(threads, len(first), func(k int) {
		if errs[k] = ctx.Err(); errs[k] == nil {
			first[k], errs[k] = ph.makeTable(ph.low, k, maps)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	ph.tables = slices.Clone(e.layout.phases[suffix].tables)
	ph.tables[0] = first
	return nil
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

// bytes is what a pass takes with a given number of half words a value: the vector, two
// buffers for the largest bin, room for the threads, and the tables.
func (lo *layout) bytes(size, threads int) int64 {
	states := lo.shape.states() + lo.wholeRoom(size).states(threads)
	return 4*int64(size)*states + lo.tableBytes() + processBytes
}

// processBytes is what a process takes beside all that.
const processBytes = 20 << 20

// Measured bytes of tables and lists for each active and each idle word of a kink.
const (
	activeWordBytes = 60
	idleWordBytes   = 40
)

// tableBytes estimates the tables and lists from the number of words.
func (lo *layout) tableBytes() int64 {
	var n int64
	for _, ph := range lo.phases {
		for _, lay := range ph.layers {
			for k := range lay.interfaces {
				n += activeWordBytes*int64(len(lay.active[k].words)) + idleWordBytes*int64(len(lay.idle[k].words))
			}
		}
	}
	return n
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
