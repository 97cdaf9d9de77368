package border

import (
	"context"
	"fmt"
	"runtime/debug"
)

// External takes the residues of a vector through a run stage by stage and bin by
// bin, for a caller that keeps the tiles between stages itself: on disk, or
// where several machines reach them. It holds two buffers and no vector. A bin that is
// larger than a buffer goes through in parts, and the caller keeps their values in
// between.
//
// L(height, width) takes the stages 0 to [External.Stages]-1, two for each column
// but the first. Bin b of a stage reads one tile of each bin of the stage
// before, and writes one for each bin of the stage after it; the bins of one
// stage are independent. Stage 0 reads nothing. The last stage writes nothing:
// each bin yields its share of L(height, width), and the shares add up to it. Neither
// tiles nor shares depend on the memory or the number of threads.
type External struct {
	workers *workers
	width   int
	column  *firstColumn
	reads   [2][][]int64       // by half active: states of the tile of each bin read, for each bin
	cuts    [2]map[int]*rounds // by half active: of the bins that are larger than a buffer
}

// Tiles is where a bin has its values.
type Tiles interface {
	// Read fills values with the tile that bin `from` of the stage before wrote for
	// this bin. Calls for several bins may come at the same time.
	Read(from int, values []uint64) error
	// Write takes the tile that this bin leaves for bin `to` of the next stage.
	// Calls come one at a time, in ascending order.
	Write(to int, values []uint64) error
	// Spill keeps what part `from` of the bin leaves in a round: a tile for each part
	// of the next one. Rounds are counted from 0. Calls come one at a time.
	Spill(round, from int, tiles [][]uint64) error
	// Unspill fills values with the tile that part `from` left in a round for part `to`
	// of the next one. Calls for several parts may come at the same time.
	Unspill(round, from, to int, values []uint64) error
	// Unspilled says that nothing that was left in a round for part `to` of the next one
	// will be read any more. When all parts are through, nothing of the round will.
	Unspilled(round, to int) error
}

// NewExternal prepares the stages of L(height, width), width at least 2, with so
// many threads. [External.Free] gives its memory back. The error is a [result.MemoryError] if
// the ceiling is below what [Engine.ExternalNeed] calls the least.
func (e *Engine) NewExternal(ctx context.Context, width int, opt Options) (*External, error) {
	if width < 2 {
		return nil, fmt.Errorf("border: width %d has no stages, want at least 2", width)
	}
	b := e.layout.newBudget(opt.threads())
	r, ok := b.room(opt.Memory)
	if !ok {
		return nil, memoryError(e.layout.m, width, b.bytes(b.least()), opt.Memory)
	}
	if err := e.makeTables(ctx, opt.threads()); err != nil {
		return nil, err
	}
	// What was needed to make the tables is as large as they are, and would stay beside the
	// buffers until the collector's next turn. Where they are small that is not worth a turn.
	if e.layout.tableBytes() > processBytes {
		debug.FreeOSMemory()
	}
	return e.newExternal(width, r, opt.threads())
}

func (e *Engine) newExternal(width int, r room, threads int) (*External, error) {
	w, err := e.layout.newWorkers(r, 2, threads, &meter{})
	if err != nil {
		return nil, err
	}
	x := &External{workers: w, width: width, column: newFirstColumn(e.layout)}
	for h, ph := range e.layout.phases {
		x.reads[h] = e.layout.tilesLeft(e.layout.before(ph))
		x.cuts[h] = e.layout.newMeasure(ph).cutAll(r.bufferStates)
	}
	return x, nil
}

// VectorStates returns the largest number of values between two stages.
func (e *Engine) VectorStates() int64 { return e.layout.shape.states() }

// BinSteps returns the number of values that a bin of a stage computes.
func (e *Engine) BinSteps(stage, bin int) int64 {
	ph := e.layout.phases[stageHalf(stage)]
	var n int64
	for y := ph.low; y < ph.high; y++ {
		n += int64(ph.layer(y).binStates(bin))
	}
	return n
}

// TileSizes returns the number of values in the tiles that a stage leaves: by the
// bin of the stage after it that reads the tile, and the bin that wrote it. They are
// the same for all even stages, and for all odd ones. They must not be altered.
func (e *Engine) TileSizes(stage int) [][]int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	h := stageHalf(stage)
	if e.tiles[h] == nil {
		e.tiles[h] = e.layout.tilesLeft(e.layout.phases[h])
	}
	return e.tiles[h]
}

// Free gives the buffers back.
func (x *External) Free() { x.workers.free() }

// Stages returns the number of stages of a run.
func (x *External) Stages() int { return 2 * (x.width - 1) }

func (x *External) phase(stage int) *phase { return x.workers.phases[stageHalf(stage)] }

// stageHalf is the half that is active in a stage: a column, taken backward,
// begins with its suffix.
func stageHalf(stage int) half {
	if stage%2 == 0 {
		return suffix
	}
	return prefix
}

// Bins returns the number of bins of a stage.
func (x *External) Bins(stage int) int {
	return x.workers.sorted[x.phase(stage).active.other()].count
}

// tileStates returns the number of values in the tile that a bin of a stage
// leaves for bin `to` of the next stage.
func (x *External) tileStates(stage, bin, to int) int64 {
	return x.reads[stageHalf(stage+1)][to][bin]
}
