package border

import (
	"context"
	"errors"
	"sync"
)

// Schedule sorts the bins of a stage into those that need both buffers for
// themselves, which take all threads, and those that the threads can take one
// each, both largest first.
func (x *External) Schedule(stage int) (large, small []int) {
	return x.workers.schedule(x.phase(stage))
}

// ErrSkip is what the opener of [External.Run] returns to leave a bin undone.
var ErrSkip = errors.New("border: the bin is left undone")

// A BinResult says what became of a bin.
type BinResult struct {
	Bin   int
	Share uint64 // of the residue of L(height, width); of bins of the last stage
	Err   error
}

// Run computes bins of a stage modulo a modulus: those of the list that [Schedule]
// calls large one after the other, and then the others, one a thread. open
// returns the tiles of a bin when its turn comes, and done is told when the tiles
// are written; calls of either may come from several goroutines. Run returns at the
// first error; [ErrSkip] is none.
func (x *External) Run(
	ctx context.Context, stage int, modulus uint64, bins []int, open func(bin int) (Tiles, error), done func(BinResult),
) error {
	if err := checkModuli([]uint64{modulus}); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	var once sync.Once
	one := func(bin int, buffer []uint64, threads int) {
		if ctx.Err() != nil {
			return
		}
		r := BinResult{Bin: bin}
		r.Share, r.Err = x.bin(ctx, stage, bin, modulus, buffer, threads, open)
		if r.Err != nil && !errors.Is(r.Err, ErrSkip) {
			once.Do(func() { failed = r.Err; cancel() })
		}
		done(r)
	}
	wanted := make(map[int]bool, len(bins))
	for _, bin := range bins {
		wanted[bin] = true
	}
	large, small := x.Schedule(stage)
	for _, bin := range large {
		if wanted[bin] {
			one(bin, x.workers.buffers.words, x.workers.threads)
		}
	}
	x.workers.shareOut(small, func(bin int, share []uint64) {
		if wanted[bin] {
			one(bin, share, 1)
		}
	})
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
}

// bin takes one bin through a stage.
func (x *External) bin(
	ctx context.Context, stage, g int, modulus uint64, buffer []uint64, threads int, open func(bin int) (Tiles, error),
) (uint64, error) {
	tiles, err := open(g)
	if err != nil {
		return 0, err
	}
	ph := x.phase(stage)
	t := &transit{
		External: x, stage: stage, tiles: tiles, threads: threads,
		bin: x.workers.newBin(ph, g, residueArithmetic([]uint64{modulus}), buffer),
	}
	if p := x.cuts[ph.active][g]; p != nil {
		err = t.inParts(ctx, p)
	} else {
		err = t.asWhole(ctx)
	}
	return t.share, err
}
