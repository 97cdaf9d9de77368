package border

import "math"

// engine is everything about a height that does not depend on the width or
// the arithmetic: phases, bins, the shape of the vector.
type engine struct {
	split
	phases [2]*phase // by active half
	sorted [2]bins   // by half
	shape  *home     // without planes
	most   int64     // states in the largest bin at any kink
	class  int64     // states in the largest frozen class of a bin inside a window
}

// binsWanted is about how many bins a half is sorted in: enough to share among
// threads, few enough for tiles of thousands of states.
const (
	smallestBin = 1 << 16
	binsWanted  = 64
)

func newEngine(height int) *engine {
	return newEngineOfBins(height, func(states int64) int64 { return max(smallestBin, states/envBins()) })
}

// wholeBin makes a single bin of each half.
func wholeBin(int64) int64 { return math.MaxInt64 }

// newEngineOfBins takes the number of states that a bin should have, given the
// number of all.
func newEngineOfBins(height int, capacity func(states int64) int64) *engine {
	l := newLister(splitOf(height))
	e := &engine{split: l.split}
	for _, h := range [2]half{prefix, suffix} {
		e.phases[h] = newPhase(l, h)
	}
	for _, ph := range e.phases {
		e.sorted[ph.active.other()] = newBins(patternWeights(ph.layers), capacity(ph.layers[0].states()))
	}
	for _, ph := range e.phases {
		for _, lay := range ph.layers {
			for k := range lay.seams {
				e.sorted[ph.active].mark(lay.active[k])
				e.sorted[ph.active.other()].mark(lay.idle[k])
			}
		}
		for g := range e.sorted[ph.active.other()].count {
			e.most = max(e.most, int64(ph.binStates(g)))
			e.class = max(e.class, ph.mostClassStates(g))
		}
	}
	for _, ph := range e.phases {
		before := e.phases[ph.active.other()]
		lay := ph.layer(ph.high)
		ph.crossings = map[int]crossing{}
		for k, c := range lay.seams {
			if c.isNeutral() {
				ph.crossings[k] = newCrossing(lay, before.layer(before.low), k, e.sorted[ph.active], e.sorted[ph.active.other()])
			}
		}
	}
	e.shape = newHome(e.phases, e.sorted)
	return e
}

// binStates is the room that bin g needs in a buffer.
func (ph *phase) binStates(g int) int {
	n := 0
	for _, lay := range ph.layers {
		n = max(n, lay.binStates(g))
	}
	return n
}

// mostClassStates is the room that a frozen class of bin g needs at any kink but
// the highest of its window.
func (ph *phase) mostClassStates(g int) int64 {
	n := 0
	for _, w := range ph.windows {
		for y := w.low; y < w.high; y++ {
			for f := range len(w.classes) {
				n = max(n, ph.layer(y).classStates(g, f))
			}
		}
	}
	return int64(n)
}

// scratchStates is the room of a thread for the values inside a window: two
// kinks of the largest class, or of a bin that needs no windows.
func (e *engine) scratchStates(width int) int64 {
	return 2 * max(e.class, int64(cacheBytes)/8/int64(width)+1)
}

// hasNeedy reports whether a word has a needy stone.
func (w word) hasNeedy() bool { return w&(nibbleOnes<<3) != 0 }

// stateSteps is the number of states computed in one column.
func (e *engine) stateSteps() int64 {
	var n int64
	for _, ph := range e.phases {
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

// bytes is what a pass takes with so many words a value: the vector, two
// buffers for the largest bin, room for the threads, and the tables.
func (e *engine) bytes(width, threads int) int64 {
	states := e.shape.states() + 2*e.most + e.scratchStates(width)*int64(threads)
	return 8*int64(width)*states + e.tableBytes()
}

// tableBytes estimates the tables and lists from the number of words.
func (e *engine) tableBytes() int64 {
	var n int64
	for _, ph := range e.phases {
		for _, lay := range ph.layers {
			for k := range lay.seams {
				n += 12*int64(len(lay.active[k].words)) + 16*int64(len(lay.idle[k].words))
			}
		}
	}
	return n
}

// makeTables finds the moves of both phases.
func (e *engine) makeTables(threads int) error {
	for _, ph := range e.phases {
		if err := ph.makeTables(e.sorted[ph.active.other()], threads); err != nil {
			return err
		}
	}
	return nil
}
