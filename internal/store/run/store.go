package run

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/tilefile"
)

// A store is the [stages.Store] of a run: its directory.
type store struct {
	*Run
	ctx           context.Context
	progress      func(fraction float64)
	stepsDone     float64    // state-steps: those on the disk when Next looked, and those of this program since
	chainState    ChainState // when Next looked
	lock          sync.Mutex
	open          map[file]*tilefile.Reader // the files that the stage reads
	anyStageBegun bool

	// Several programs: the current stage, since when this program works on it, and until when the
	// shares of other programs are left to them.
	currentStage             stageID
	stageBegun, leftToOthers time.Time
}

// store returns the store of a run, which reports its progress by a function that may be nil.
func (r *Run) store(ctx context.Context, progress func(fraction float64)) *store {
	if progress == nil {
		progress = func(float64) {}
	}
	return &store{Run: r, ctx: ctx, progress: progress, open: make(map[file]*tilefile.Reader), currentStage: stageID{Stage: -1}}
}

func (s *store) close() (err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, r := range s.open {
		err = errors.Join(err, r.Close())
	}
	s.open = make(map[file]*tilefile.Reader)
	return err
}

// shareDone logs a share that this program has done, and reports the progress.
func (s *store) shareDone(c stages.Cost) {
	s.log.add(c)
	s.reportSteps(s.stepsDone + c.Steps)
}

// reportSteps reports how much is done, given the state-steps that are done.
func (s *store) reportSteps(steps float64) {
	s.stepsDone = steps
	s.progress(min(1, steps/s.Steps)) // but for rounding
}

func (s *store) Next(chain int) (next int, shares []int, err error) {
	// A network file system keeps files that are open, and so the directory that is to go.
	if err := s.close(); err != nil {
		return 0, nil, err
	}
	before := stages.AllOf(s.chains[:chain]).Steps
	for {
		if s.chainState, err = s.state(chain); err != nil {
			return 0, nil, err
		}
		s.reportSteps(before + s.doneSteps(chain, s.chainState))
		p := stageID{Chain: chain, Stage: s.chainState.Stage}
		if s.chainState.Value != nil { // a program may have been killed before it removed the chain
			return p.Stage, nil, s.remove(chainDir(chain))
		}
		if p.Stage == s.chainState.End { // the parts are to be added up
			if s.sharesToDo(p, []int{0}) != nil {
				return p.Stage, nil, s.finishChain(chain)
			}
		} else if mine := s.sharesToDo(p, indices(s.chainState.found[p.Stage], false)); mine != nil {
			return p.Stage, mine, s.removeStages(chain, s.chainState, func(stage int) bool {
				return stage < p.Stage && !s.isNeeded(stageID{Chain: chain, Stage: stage}, p.Stage)
			})
		}
		select {
		case <-s.ctx.Done():
			return 0, nil, context.Cause(s.ctx)
		case <-time.After(patience / 8):
		}
	}
}

// patience is how long a program waits at least for the shares that others have in hand.
var patience = time.Second

// sharesToDo returns the shares that this program does now, of those of a stage that are left.
// First it does its own, beginning at a random one, since another program may have the same part.
// The shares of other programs are left to them for as long as its own have taken, and are then
// done one by one: those programs may be slow, or gone. It returns nil while this program has to
// wait.
func (s *store) sharesToDo(p stageID, left []int) []int {
	part := s.opt.Part
	if part.alone() {
		return left
	}
	if p != s.currentStage {
		s.currentStage, s.stageBegun, s.leftToOthers = p, time.Now(), time.Time{}
	}
	if own := slices.DeleteFunc(slices.Clone(left), func(share int) bool { return share%part.Of != part.Index }); len(own) > 0 {
		first := rand.IntN(len(own))
		return append(own[first:], own[:first]...)
	}
	if s.leftToOthers.IsZero() {
		s.leftToOthers = time.Now().Add(max(patience, time.Since(s.stageBegun)))
	}
	if time.Now().Before(s.leftToOthers) {
		return nil
	}
	return left[part.Index%len(left):][:1]
}

// Begin opens the files that a stage reads, and then makes the directory of the stage. A program
// that is too early fails before it changes anything, since these files are not there.
func (s *store) Begin(p stageID) error {
	for _, stage := range s.stage(p).Reads() {
		for share := range s.shares() {
			if _, err := s.reader(file{stageID{Chain: p.Chain, Stage: stage}, share}); err != nil {
				return err
			}
		}
	}
	if err := s.makeStageDir(p); err != nil || s.anyStageBegun {
		return err
	}
	// A program may have been killed between a share and the release of its tiles.
	s.anyStageBegun = true
	for _, share := range indices(s.chainState.found[p.Stage], true) {
		for _, stage := range s.chains[p.Chain].Releases(p.Stage) {
			if err := s.Release(stageID{Chain: p.Chain, Stage: stage}, share); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeStageDir makes the directory of a stage on all disks, without what dead programs left there.
func (r *Run) makeStageDir(p stageID) error {
	for i, disk := range r.disks {
		err := r.checkDisk(i)
		if err == nil {
			err = r.fs.MkdirAll(filepath.Join(disk, stageDir(p)))
		}
		if err == nil {
			err = storage.RemoveTemporary(r.fs, filepath.Join(disk, stageDir(p)), r.gone)
		}
		for _, dir := range []string{disk, filepath.Join(disk, chainDir(p.Chain))} {
			if err == nil {
				err = r.fs.SyncDir(dir)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reader returns the open reader of a file that the stage reads.
func (s *store) reader(f file) (*tilefile.Reader, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if r := s.open[f]; r != nil {
		return r, nil
	}
	r, err := s.openFile(f.stageID, f.share)
	if err == nil {
		s.open[f] = r
	}
	return r, err
}

// sizes returns the sizes of the chunks of a tile.
func (r *Run) sizes(p stageID, from, to int) []int {
	s := r.stage(p)
	return r.division.TileSizes(s.Of.Columns, s.Phase(), from, to)
}

func (s *store) Read(ctx context.Context, ids []stages.TileID) ([]border.Tile, func(), error) {
	var sizes [][]int
	for _, id := range ids {
		sizes = append(sizes, s.sizes(id.StageID, id.From, id.To))
	}
	tiles, values, free, err := stages.AllocateTiles(&s.buffers, sizes)
	if err != nil {
		return nil, nil, err
	}
	// All disks are read at the same time.
	group, ctx := errgroup.WithContext(ctx)
	for disk := range s.disks {
		group.Go(func() error {
			for i, id := range ids {
				if s.diskOf[id.From] != disk {
					continue
				}
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err := s.readTile(id, values[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		free()
		return nil, nil, err
	}
	return tiles, free, nil
}

func (s *store) readTile(id stages.TileID, values []uint32) error {
	r, err := s.reader(file{id.StageID, id.From})
	if err != nil {
		return err
	}
	if err := r.ReadTile(id.To, values); err != nil {
		if s.mayBeReleased(id.StageID, id.To) {
			return stages.ErrDone
		}
		return s.damageError(id.StageID, s.fileName(id.StageID, id.From), err)
	}
	return nil
}

func (s *store) Allocate(p stageID, share int, sizes [][]int) ([]border.Tile, func(), error) {
	if !s.opt.Part.alone() && s.isDone(p, share) {
		return nil, nil, stages.ErrDone
	}
	tiles, _, free, err := stages.AllocateTiles(&s.buffers, sizes)
	return tiles, free, err
}

func (s *store) Commit(p stageID, share int, tiles []border.Tile) error {
	return tilefile.Write(s.fs, s.fileName(p, share), s.tag, s.identity(p, share), tiles)
}

func (s *store) CommitPart(p stageID, share int, part *big.Rat) error {
	return s.writePart(p, share, part.RatString())
}

// Release punches holes in the place of tiles, where the disk can do that. Tiles whose release
// fails are removed with their stage.
func (s *store) Release(p stageID, share int) error {
	if !s.manifest.Holes {
		return nil
	}
	for from := range s.shares() {
		f := file{p, from}
		if r, err := s.reader(f); err == nil {
			if offset, length := r.Range(share); length > 0 {
				err = s.fs.Punch(s.fileName(p, from), offset, length)
			}
			if errors.Is(err, os.ErrClosed) {
				return err
			}
		}
	}
	return nil
}

// mayBeReleased reports whether there may be a hole in the place of a tile: the share of the last
// reader that reads the tile is done.
func (r *Run) mayBeReleased(p stageID, tile int) bool {
	last := r.chains[p.Chain].LastReader(p.Stage)
	return r.manifest.Holes && last >= 0 && r.chains[p.Chain].Stages[last].Step != stages.Turn &&
		r.isDone(stageID{Chain: p.Chain, Stage: last}, tile)
}

// Limits say when to stop in good order.
type Limits = stages.Limits

// ErrLimit says that a limit was reached; everything done is kept.
var ErrLimit = stages.ErrLimit

// ahead is how many shares are read or written while one is computed: the memory holds the inputs
// of two shares, and the outputs of two shares.
const ahead = 2

// Advance computes what is missing, until the end or a limit. It reports the fraction of the whole
// run that is done to progress, which may be nil, at first the fraction that was done before.
// Whatever ends Advance, the next call continues from there.
func (r *Run) Advance(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	return r.explain(r.advance(ctx, limits, progress))
}

func (r *Run) advance(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	r.startLog()
	if err := storage.RemoveTemporary(r.fs, r.dir, r.gone); err != nil {
		return err
	}
	for done := -1.0; ; {
		s := r.store(ctx, progress)
		err := errors.Join(r.explainImpossible(r.execution(s).Run(ctx, limits)), s.close())
		if err == nil { // all is done
			return r.removeDisks()
		}
		if errors.Is(err, ErrLimit) || r.opt.Part.alone() || ctx.Err() != nil {
			return err
		}
		// Other programs remove files that they no longer need: the error counts only if no program makes
		// progress.
		time.Sleep(patience)
		now := 0.0
		all, _ := r.states()
		for chain, s := range all {
			now += r.doneSteps(chain, s)
		}
		if now <= done {
			return err
		}
		done = now
	}
}

func (r *Run) execution(s *store) *stages.Execution {
	return &stages.Execution{
		Chains: r.chains, Primes: r.Primes, Store: s, AtOnce: 1, Threads: r.threads, Ahead: ahead, Division: r.division, ShareDone: s.shareDone,
	}
}

// explainImpossible adds the remedy to an error by which the engine says that a value is wrong.
func (r *Run) explainImpossible(err error) error {
	switch {
	case errors.Is(err, border.ErrImpossibleValue):
		return r.WrongResidue(err, -1)
	case errors.Is(err, stages.ErrTurned): // the files match their checksums, and are read again
		return r.withRemedy(err, GoOn)
	}
	return err
}
