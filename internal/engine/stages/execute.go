package stages

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// An Execution does the work of a question, or a part of it, over a store.
type Execution struct {
	Chains []*Chain
	Primes []uint64 // by the numbers of primes in the stages
	Store  Store
	// AtOnce shares are computed at a time, each by Threads threads. Up to Ahead more are being read
	// or written.
	AtOnce, Threads, Ahead int
	Division               *border.Division
	// Progress, which may be nil, is called with the part of the work that is done. Calls come one at
	// a time.
	Progress func(fraction float64)
	// ShareDone, which may be nil, is called after each share, with what the share took.
	ShareDone func(c Cost)
	// At, which may be nil, is called at the beginning of each stage.
	At func(par.Stage)

	lock                  sync.Mutex
	doneSteps, totalSteps float64 // state-steps
	reported              float64 // the largest fraction reported
	buffers               memory.BufferPool
}

// Limits say when to stop in good order.
type Limits struct {
	Stages int           // number of stages after which to stop, 0: no limit
	Time   time.Duration // when no share is begun any more, 0: no limit
}

// ErrLimit says that a limit was reached; everything done is kept.
var ErrLimit = errors.New("the limit is reached")

// ErrTurned says that a pair of tiles that is joined by half a turn has another sum the other way
// round: something was computed wrongly.
var ErrTurned = errors.New("two tiles have different sums for half a turn of one and of the other")

// Run does all stages that are not done, in their order.
func (x *Execution) Run(ctx context.Context, limits Limits) error {
	deadline := time.Time{}
	if limits.Time > 0 {
		deadline = time.Now().Add(limits.Time)
	}
	x.totalSteps, x.doneSteps = AllOf(x.Chains).Steps, 0
	stages, before := 0, 0.0
	for chain, c := range x.Chains {
		for i := 0; ; {
			next, shares, err := x.Store.Next(chain)
			if err != nil {
				return err
			}
			for ; i < next; i++ {
				before += c.Costs[i].Steps
			}
			if x.doneSteps = before; next < len(c.Stages) {
				x.doneSteps += c.Costs[next].Steps * (1 - float64(len(shares))/float64(x.Division.Shares()))
			}
			x.reportProgress(0)
			if next == len(c.Stages) {
				break
			}
			if limits.Stages > 0 && stages == limits.Stages {
				return ErrLimit
			}
			p := StageID{chain, next}
			if err := x.Store.Begin(p); err != nil {
				return err
			}
			if x.At != nil {
				x.At(c.progressStage(next, len(x.Primes)))
			}
			if err := x.RunShares(ctx, p, shares, deadline); err != nil {
				return err
			}
			stages++
		}
	}
	return nil
}

// progressStage describes a stage for progress reports.
func (c *Chain) progressStage(stage, residues int) par.Stage {
	s := &c.Stages[stage]
	at := par.Stage{Residue: c.Prime(stage) + 1, Residues: residues}
	if !s.LeavesTiles() {
		return at
	}
	at.Column, at.Phase = s.Of.Columns+1, int(s.Step-Prefix)+1
	for i := range c.Stages {
		if c.Stages[i].LeavesTiles() {
			at.Columns = max(at.Columns, c.Stages[i].Of.Columns+1)
		}
	}
	return at
}

// reportProgress reports the state-steps that are done, and further ones of a share at work.
func (x *Execution) reportProgress(steps float64) {
	if x.Progress != nil && x.totalSteps > 0 {
		x.reported = max(x.reported, min(1, (x.doneSteps+steps)/x.totalSteps)) // but for rounding
		x.Progress(x.reported)
	}
}

// RunShares does shares of a stage. Those that are begun come to their end before an error is
// returned.
func (x *Execution) RunShares(ctx context.Context, p StageID, shares []int, deadline time.Time) error {
	var late atomic.Bool // whether the time was over before the last share
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	held := int64(x.AtOnce + min(x.Ahead, 1))
	limits := [...]*semaphore.Weighted{semaphore.NewWeighted(held), semaphore.NewWeighted(int64(x.AtOnce)), semaphore.NewWeighted(held)}
	err := par.For(ctx, x.AtOnce+x.Ahead, len(shares), func(i int) {
		if late.Load() || !deadline.IsZero() && time.Now().After(deadline) {
			late.Store(true)
			return
		}
		c := x.Chains[p.Chain]
		j := &job{Execution: x, StageID: p, chain: c, stage: &c.Stages[p.Stage], share: shares[i], inputs: limits[0], computing: limits[1], outputs: limits[2]}
		j.cost.Steps = c.Costs[p.Stage].Steps / float64(x.Division.Shares())
		if err := j.do(ctx); err != nil && !errors.Is(err, ErrDone) {
			cancel(err)
		}
	})
	if err == nil && late.Load() {
		return ErrLimit
	}
	return err
}

// A job computes a share of a stage.
type job struct {
	*Execution
	StageID
	chain *Chain
	stage *Stage
	share int
	// These bound how many shares hold their inputs, are computed, and hold their outputs.
	inputs, computing, outputs *semaphore.Weighted

	ids   []TileID      // of the tiles that were read
	tiles []border.Tile // in the order of ids
	cost  Cost
}

// do computes and commits the share, and releases the tiles that are not read after it.
func (j *job) do(ctx context.Context) error {
	commit, err := j.compute(ctx)
	if err == nil {
		err = commit()
	}
	if err != nil {
		return err
	}
	for _, source := range j.chain.Releases(j.Stage) {
		err = errors.Join(err, j.Store.Release(StageID{j.Chain, source}, j.share))
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	j.doneSteps += j.cost.Steps
	j.reportProgress(0)
	if j.ShareDone != nil {
		j.ShareDone(j.cost)
	}
	return err
}

// compute computes the share, and returns a function that commits the result.
func (j *job) compute(ctx context.Context) (commit func() error, err error) {
	if err := j.inputs.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer j.inputs.Release(1)
	j.ids = j.tileIDs()
	tiles, free, err := j.Store.Read(ctx, j.ids)
	if err != nil {
		return nil, err
	}
	defer free()
	j.tiles, j.cost.Read = tiles, bytesOf(tiles)
	if err := j.computing.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer j.computing.Release(1)
	if !j.stage.LeavesTiles() {
		part, err := j.joinPart(ctx)
		return func() error { return j.Store.CommitPart(j.StageID, j.share, part) }, err
	}
	if err := j.outputs.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer func() {
		if commit == nil { // after a panic, too: other shares wait for this
			j.outputs.Release(1)
		}
	}()
	column, phase := j.stage.Of.Columns, j.stage.Phase()
	out, giveBack, err := j.Store.Allocate(j.StageID, j.share, j.sizes(column, phase))
	if err != nil {
		return nil, err
	}
	opt := par.Options{Threads: j.Threads}
	if j.Progress != nil && j.AtOnce+j.Ahead == 1 { // else there are several shares at a time
		opt.Progress = func(fraction float64) { j.reportProgress(fraction * j.cost.Steps) }
	}
	if err := j.Division.Run(ctx, column, phase, j.share, j.prime(), j.source(&j.stage.Of), out, opt); err != nil {
		giveBack()
		return nil, err
	}
	j.cost.Written = bytesOf(out)
	return func() error {
		defer j.outputs.Release(1)
		defer giveBack()
		return j.Store.Commit(j.StageID, j.share, out)
	}, nil
}

// sizes returns the sizes of the tiles that the share leaves in a phase of a column.
func (j *job) sizes(column int, p border.Phase) (all [][]int) {
	for to := range j.Division.Shares() {
		all = append(all, j.Division.TileSizes(column, p, j.share, to))
	}
	return all
}

func bytesOf(tiles []border.Tile) result.Bytes {
	n := 0
	for _, values := range slices.Concat(tiles...) {
		n += len(values)
	}
	return border.ValueBytes * result.Bytes(n)
}

// tileIDs lists the tiles that the share reads: from each stage those of all shares for this one,
// or for half a turn the pairs of tiles between this share and its partners.
func (j *job) tileIDs() (all []TileID) {
	shares := j.Division.Shares()
	for _, stage := range j.stage.Reads() {
		source := StageID{j.Chain, stage}
		if j.stage.selfTurn() {
			for _, other := range partners(j.share, shares) {
				all = append(all, TileID{source, j.share, other}, TileID{source, other, j.share})
			}
			continue
		}
		for from := range shares {
			all = append(all, TileID{source, from, j.share})
		}
	}
	return all
}

// partners returns the shares with which a share is joined by half a turn. Each pair of shares is
// joined once, and all shares have about the same number of partners.
func partners(share, shares int) (all []int) {
	for d := 0; 2*d <= shares; d++ {
		if 2*d < shares || share < d {
			all = append(all, (share+d)%shares)
		}
	}
	return all
}

// prime returns the prime of the stage.
func (j *job) prime() uint64 { return j.Primes[j.chain.Prime(j.Stage)] }

// source returns the tiles that were read of a vector.
func (j *job) source(v *Vector) *border.Source {
	from := &border.Source{Columns: v.Columns, Digits: v.Digits}
	for _, stage := range v.Stages {
		var all []border.Tile
		for i, id := range j.ids {
			if id.Stage == stage {
				all = append(all, j.tiles[i])
			}
		}
		from.Tiles, from.Primes = append(from.Tiles, all), append(from.Primes, j.Primes[j.chain.Prime(stage)])
	}
	return from
}

// joinPart computes the part of the share in the sum of a stage that joins. A stage with the step
// Digits only replaces residues: its part is 0.
func (j *job) joinPart(ctx context.Context) (*big.Rat, error) {
	opt, of := par.Options{Threads: j.Threads}, j.source(&j.stage.Of)
	with, primes := of, []uint64{j.prime()}
	switch j.stage.Step {
	case Digits:
		return new(big.Rat), j.Division.ReplaceResidues(ctx, j.share, of, opt)
	case Turn:
		if j.stage.selfTurn() {
			return j.joinTurned(ctx)
		}
		return j.joinFirstTurned(ctx)
	case JoinExact:
		primes = j.stage.exactPrimes
	}
	if all := j.stage.vectors(); len(all) > 1 {
		with = j.source(all[1])
	}
	residues, err := j.Division.Join(ctx, of.Columns, j.share, primes, of, with, opt)
	if err != nil {
		return nil, err
	}
	if len(residues) == 1 { // the modulus may be no prime
		return rational(residues[0]), nil
	}
	var part modular.Remainders
	for i := 0; i < len(primes) && err == nil; i++ {
		_, err = part.Add(residues[i], primes[i])
	}
	return new(big.Rat).SetInt(part.Value()), err
}

func rational(residue uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(residue)) }

// joinTurned joins a vector with itself by half a turn: it adds up the pairs of tiles that it read.
func (j *job) joinTurned(ctx context.Context) (*big.Rat, error) {
	sum := new(big.Rat)
	for i := 0; i < len(j.tiles); i += 2 {
		a, b := j.ids[i].From, j.ids[i].To
		part, err := j.joinPair(ctx, a, b, j.tiles[i], j.tiles[i+1])
		if err != nil {
			return nil, err
		}
		if sum.Add(sum, part); a == b {
			continue
		}
		other := part
		if j.stage.Twice {
			if other, err = j.joinPair(ctx, b, a, j.tiles[i+1], j.tiles[i]); err != nil {
				return nil, err
			}
		}
		if sum.Add(sum, other); other.Cmp(part) != 0 {
			return nil, ErrTurned
		}
	}
	return sum, nil
}

// joinPair joins the tile from share a for share b, turned by half a turn, with the tile from share
// b for share a.
func (j *job) joinPair(ctx context.Context, a, b int, ab, ba border.Tile) (*big.Rat, error) {
	turned, _, free, err := AllocateTiles(&j.buffers, [][]int{j.Division.TileSizes(j.stage.Of.Columns, border.Prefix, b, a)})
	if err != nil {
		return nil, err
	}
	defer free()
	opt := par.Options{Threads: j.Threads}
	if err := j.Division.Turn(ctx, a, b, ab, turned[0], opt); err != nil {
		return nil, err
	}
	part, err := j.Division.JoinTurned(ctx, j.prime(), a, b, turned[0], ba, opt)
	return rational(part), err
}

// joinFirstTurned joins by half a turn the vector that was read with that of the first columns. The
// share computes its own tiles of the second vector: those of the prefix phase after these columns.
func (j *job) joinFirstTurned(ctx context.Context) (*big.Rat, error) {
	first := &j.stage.With
	leaves, _, free, err := AllocateTiles(&j.buffers, j.sizes(first.Columns, border.Prefix))
	if err != nil {
		return nil, err
	}
	defer free()
	err = j.Division.Run(ctx, first.Columns, border.Prefix, j.share, j.prime(), j.source(first), leaves, par.Options{Threads: j.Threads})
	sum := new(big.Rat)
	for i := 0; i < len(j.tiles) && err == nil; i++ {
		var part *big.Rat
		if part, err = j.joinPair(ctx, j.share, j.ids[i].From, leaves[j.ids[i].From], j.tiles[i]); err == nil {
			sum.Add(sum, part)
		}
	}
	return sum, err
}

// AllocateTiles takes memory for tiles, whose chunks have the given sizes, from a pool. It returns
// the tiles, the values of each tile in one slice, and a function that puts the memory back.
func AllocateTiles(pool *memory.BufferPool, sizes [][]int) (tiles []border.Tile, values [][]uint32, free func(), err error) {
	words, err := pool.Take(sum(slices.Concat(sizes...)))
	if err != nil {
		return nil, nil, nil, err
	}
	rest := words.All
	for _, chunks := range sizes {
		n := sum(chunks)
		tiles, values, rest = append(tiles, border.CutTile(rest, chunks)), append(values, rest[:n]), rest[n:]
	}
	return tiles, values, func() { pool.Give(words) }, nil
}

// Free gives memory back to the system.
func (x *Execution) Free() {
	x.buffers.Free()
	x.Division.Free()
}
