package border

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Engine counts on boards of one height, which is the length of the border;
// time grows about 5.4 times with every point of it, and in proportion to the
// width. An engine may be used by several goroutines, one run at a time each
// with a vector of its own.
type Engine struct {
	layout *layout
	mu     sync.Mutex
	tables bool    // whether the layout has its tables
	half   *layout // for halves that are turned into each other; nil until it is asked for
	// what is asked for time and again of a layout, nil until then
	tiles [2][][]int64 // by half active, see TileSizes
	least *need
}

// New prepares an engine for boards of the given height, from 1 to [MaxHeight].
// That takes 0.03 s for height 11 and 0.14 s for 13; the first run makes the tables, in twice that time.
func New(height int) (*Engine, error) {
	if height < 1 || height > MaxHeight {
		return nil, fmt.Errorf("border: height %d is not in 1..%d", height, MaxHeight)
	}
	return &Engine{layout: newLayout(height)}, nil
}

// NewOfBins is [New] with bins of about the given number of states, as those of larger boards have, so that what keeps the tiles
// of an [External] can be tried on a small one.
func NewOfBins(height int, states int64) (*Engine, error) {
	if height < 1 || height > MaxHeight || states < 1 {
		return nil, fmt.Errorf("border: height %d with bins of %d states, want 1..%d and a positive number", height, states, MaxHeight)
	}
	return &Engine{layout: newLayoutOfBins(height, func(int64) int64 { return states })}, nil
}

// Height returns the height of the boards.
func (e *Engine) Height() int { return e.layout.m }

func (e *Engine) makeTables(ctx context.Context, threads int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.tables {
		return nil
	}
	err := e.layout.makeTables(ctx, threads)
	e.tables = err == nil
	return err
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

func (e *Engine) checkWidths(first, last int) error {
	if first < 1 || first > last {
		return fmt.Errorf("border: widths %d to %d, want 1 or more, not backwards", first, last)
	}
	return nil
}

// need is what all bins need, in states.
type need struct {
	buffer  int64 // for the largest part
	carried int64 // for a tile that several parts of a bin write to
}

// exact is the arithmetic of exact completions of a given number of points.
func exact(points int) arithmetic { return exactArithmetic(halvesFor(points)) }
