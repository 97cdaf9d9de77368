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

// A store is the directory of a run as the executor sees it.
type store struct {
	*Run
	ctx      context.Context
	progress func(fraction float64)
	steps    float64    // state-steps that are done: on the disk as Next saw it, and by this program since
	now      ChainState // as Next saw it
	lock     sync.Mutex
	open     map[file]*tilefile.Reader // what the stage reads
	began    bool                      // whether a stage was begun

	// Of several programs: the stage at work, since when, and until when the shares of others are left
	// to these.
	at           stageID
	begun, until time.Time
}

func (r *Run) store(ctx context.Context, progress func(fraction float64)) *store {
	if progress == nil {
		progress = func(float64) {}
	}
	return &store{Run: r, ctx: ctx, progress: progress, open: make(map[file]*tilefile.Reader), at: stageID{Stage: -1}}
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

// done counts a share that this program has done.
func (s *store) done(c stages.Cost) {
	s.log.add(c)
	s.tell(s.steps + c.Steps)
}

func (s *store) tell(steps float64) {
	s.steps = steps
	s.progress(min(1, steps/s.Steps)) // but for rounding
}

func (s *store) Next(chain int) (next int, shares []int, err error) {
	// A network file system keeps files that are open, and so the directory that is to go.
	if err := s.close(); err != nil {
		return 0, nil, err
	}
	before := stages.AllOf(s.chains[:chain]).Steps
	for {
		if s.now, err = s.state(chain); err != nil {
			return 0, nil, err
		}
		s.tell(before + s.doneSteps(chain, s.now))
		p := stageID{Chain: chain, Stage: s.now.Stage}
		if s.now.Value != nil { // a program may have been killed before it removed the chain
			return p.Stage, nil, s.remove(chainDir(chain))
		}
		if p.Stage == s.now.End { // the parts are to be added up
			if s.mine(p, []int{0}) != nil {
				return p.Stage, nil, s.finish(chain)
			}
		} else if mine := s.mine(p, indices(s.now.there[p.Stage], false)); mine != nil {
			return p.Stage, mine, s.removeStages(chain, s.now, func(stage int) bool {
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

// mine returns those of the shares to do that this program does now. First come its own, from any
// one on, since another program may have the same part; the others are left to other programs for
// as long as its own have taken, and are then done one by one: those programs may be slow, or gone.
// It returns nil while there is nothing to do.
func (s *store) mine(p stageID, left []int) []int {
	part := s.opt.Part
	if part.alone() {
		return left
	}
	if p != s.at {
		s.at, s.begun, s.until = p, time.Now(), time.Time{}
	}
	if own := slices.DeleteFunc(slices.Clone(left), func(share int) bool { return share%part.Of != part.Index }); len(own) > 0 {
		first := rand.IntN(len(own))
		return append(own[first:], own[:first]...)
	}
	if s.until.IsZero() {
		s.until = time.Now().Add(max(patience, time.Since(s.begun)))
	}
	if time.Now().Before(s.until) {
		return nil
	}
	return left[part.Index%len(left):][:1]
}

// Begin opens the files that a stage reads, and makes its directory: what it will hold is the only
// copy once the stage before is gone. A program whose turn has not come fails before it changes
// anything.
func (s *store) Begin(p stageID) error {
	for _, stage := range s.stage(p).Reads() {
		for share := range s.shares() {
			if _, err := s.reader(file{stageID{Chain: p.Chain, Stage: stage}, share}); err != nil {
				return err
			}
		}
	}
	if err := s.makeStageDir(p); err != nil || s.began {
		return err
	}
	// A program may have been killed before it gave tiles back.
	s.began = true
	for _, share := range indices(s.now.there[p.Stage], true) {
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
		err := r.there(i)
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

func sum(sizes []int) (n int) {
	for _, size := range sizes {
		n += size
	}
	return n
}

// room returns room for tiles that have chunks of some sizes, the same by tiles alone, and a
// function that gives it back.
func (r *Run) room(sizes [][]int) (tiles []border.Tile, values [][]uint32, free func(), err error) {
	n := 0
	for _, chunks := range sizes {
		n += sum(chunks)
	}
	room, err := r.rooms.Take(n)
	if err != nil {
		return nil, nil, nil, err
	}
	rest := room.All
	for _, chunks := range sizes {
		n := sum(chunks)
		tiles, values, rest = append(tiles, border.CutTile(rest, chunks)), append(values, rest[:n]), rest[n:]
	}
	return tiles, values, func() { r.rooms.Give(room) }, nil
}

func (s *store) Read(ctx context.Context, ids []stages.TileID) ([]border.Tile, func(), error) {
	var sizes [][]int
	for _, id := range ids {
		sizes = append(sizes, s.sizes(id.StageID, id.From, id.To))
	}
	tiles, values, free, err := s.room(sizes)
	if err != nil {
		return nil, nil, err
	}
	// All disks are read at the same time.
	group, ctx := errgroup.WithContext(ctx)
	for disk := range s.disks {
		group.Go(func() error {
			for i, id := range ids {
				if s.of[id.From] != disk {
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
		if s.released(id.StageID, id.To) {
			return stages.ErrDone
		}
		return s.damage(id.StageID, s.fileName(id.StageID, id.From), err)
	}
	return nil
}

func (s *store) Room(p stageID, share int, sizes [][]int) ([]border.Tile, func(), error) {
	if !s.opt.Part.alone() && s.isThere(p, share) {
		return nil, nil, stages.ErrDone
	}
	tiles, _, free, err := s.room(sizes)
	return tiles, free, err
}

func (s *store) Commit(p stageID, share int, tiles []border.Tile) error {
	return tilefile.Write(s.fs, s.fileName(p, share), s.tag, s.identity(p, share), tiles)
}

func (s *store) CommitPart(p stageID, share int, part *big.Rat) error {
	return s.writePart(p, share, part.RatString())
}

// Release gives back the places of tiles, where the disk can do that. Where it fails, they go with
// the stage.
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

// released tells whether the place of a tile may have been given back: the share of the last reader
// for which it was is done.
func (r *Run) released(p stageID, tile int) bool {
	last := r.chains[p.Chain].LastReader(p.Stage)
	return r.manifest.Holes && last >= 0 && r.chains[p.Chain].Stages[last].Step != stages.Turn &&
		r.isThere(stageID{Chain: p.Chain, Stage: last}, tile)
}

// Limits say when to stop in good order.
type Limits = stages.Limits

// ErrLimit says that a limit was reached; everything done is kept.
var ErrLimit = stages.ErrLimit

// ahead is how many shares are read, or written, while one is computed: so the memory holds what
// two shares read and what two shares leave.
const ahead = 2

// Advance computes what is missing, until the end or a limit. progress, which may be nil, is given
// the part of the whole run that is done: first of what was done before. Whatever ends Advance, the
// next call goes on from there.
func (r *Run) Advance(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	return r.explain(r.advance(ctx, limits, progress))
}

func (r *Run) advance(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	if err := r.ready(ctx); err != nil {
		return err
	}
	r.startLog()
	if err := storage.RemoveTemporary(r.fs, r.dir, r.gone); err != nil {
		return err
	}
	for done := -1.0; ; {
		s := r.store(ctx, progress)
		err := errors.Join(r.impossible(r.execution(s).Run(ctx, limits)), s.close())
		if err == nil { // all is done
			return r.removeDisks()
		}
		if errors.Is(err, ErrLimit) || r.opt.Part.alone() || ctx.Err() != nil {
			return err
		}
		// What others are done with is gone: that counts only if nobody gets on.
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
		Chains: r.chains, Primes: r.Primes, Store: s, AtOnce: 1, Threads: r.threads, Ahead: ahead, Division: r.division, ShareDone: s.done,
	}
}

// impossible makes of what the engine finds wrong an error that says the remedy.
func (r *Run) impossible(err error) error {
	switch {
	case errors.Is(err, border.ErrImpossibleValue):
		return r.WrongResidue(err, -1)
	case errors.Is(err, stages.ErrTurned): // the files match their checksums, and are read again
		return r.helps(err, GoOn)
	}
	return err
}
