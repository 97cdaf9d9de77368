package run

import (
	"context"
	"errors"
	"math/big"
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
	ctx   context.Context
	lock  sync.Mutex
	open  map[file]*tilefile.Reader // what the stage reads
	rooms map[int][]uint32          // of shares that are computed
	began bool                      // whether a stage was begun

	// Of several programs: the stage at work, since when, and until when the shares of others are left
	// to these.
	at           stageID
	begun, until time.Time
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

func (s *store) Next(chain int) (int, []int, error) {
	// A network file system keeps files that are open, and so the directory that is to go.
	if err := s.close(); err != nil {
		return 0, nil, err
	}
	for {
		now, err := s.state(chain)
		if err != nil {
			return 0, nil, err
		}
		left := indices(now.done, false)
		switch {
		case now.Value != nil: // a program may have been killed before it removed the chain
			return now.Stage, nil, s.remove(chainDir(chain))
		case now.Stage == s.end(chain):
			left = []int{0} // to add the parts up
		}
		p := stageID{Chain: chain, Stage: now.Stage}
		switch mine := s.mine(p, left); {
		case mine != nil && p.Stage == s.end(chain):
			return p.Stage, nil, s.finish(chain)
		case mine != nil:
			return p.Stage, mine, s.removeBefore(p)
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

// mine returns those of the shares to do that this program does now. First come its own; the others
// are left to other programs for as long as its own have taken, and are then done one by one: those
// programs may be slow, or gone. It returns nil while there is nothing to do.
func (s *store) mine(p stageID, left []int) []int {
	part := s.opt.Part
	if part.alone() {
		return left
	}
	if p != s.at {
		s.at, s.begun, s.until = p, time.Now(), time.Time{}
	}
	if own := slices.DeleteFunc(slices.Clone(left), func(share int) bool { return share%part.Of != part.Index }); len(own) > 0 {
		return own
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
	done, err := s.doneShares(p)
	for _, share := range indices(done, true) {
		for _, stage := range s.chains[p.Chain].Releases(p.Stage) {
			err = errors.Join(err, s.Release(stageID{Chain: p.Chain, Stage: stage}, share))
		}
	}
	return err
}

func (r *Run) makeStageDir(p stageID) error {
	for i, disk := range r.disks {
		err := r.there(i)
		if err == nil {
			err = r.fs.MkdirAll(filepath.Join(disk, stageDir(p)))
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
	return r.division.Tile(s.Of.Columns, s.Phase(), from, to)
}

func sum(sizes []int) (n int) {
	for _, size := range sizes {
		n += size
	}
	return n
}

func (s *store) Read(ctx context.Context, ids []stages.TileID) (tiles []border.Tile, free func(), err error) {
	values := 0
	var sizes [][]int
	for _, id := range ids {
		sizes = append(sizes, s.sizes(id.StageID, id.From, id.To))
		values += sum(sizes[len(sizes)-1])
	}
	room, err := s.Run.rooms.Take(values)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			s.Run.rooms.Give(room)
		}
	}()
	rest, parts := room.All, make([][]uint32, len(ids))
	for i := range ids {
		n := sum(sizes[i])
		parts[i] = rest[:n]
		tiles = append(tiles, border.CutTile(rest, sizes[i]))
		rest = rest[n:]
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
				if err := s.readTile(id, parts[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	return tiles, func() { s.Run.rooms.Give(room) }, nil
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

func (s *store) Room(_ stageID, share int, sizes [][]int) (tiles []border.Tile, free func(), err error) {
	n := 0
	for _, one := range sizes {
		n += sum(one)
	}
	room, err := s.Run.rooms.Take(n)
	if err != nil {
		return nil, nil, err
	}
	rest := room.All[:n]
	s.lock.Lock()
	s.rooms[share] = rest
	s.lock.Unlock()
	for _, one := range sizes {
		tiles = append(tiles, border.CutTile(rest, one))
		rest = rest[sum(one):]
	}
	return tiles, func() { s.Run.rooms.Give(room) }, nil
}

func (s *store) Commit(p stageID, share int, tiles []border.Tile) error {
	var sizes []int64
	for _, t := range tiles {
		n := 0
		for _, chunk := range t {
			n += len(chunk)
		}
		sizes = append(sizes, int64(n))
	}
	s.lock.Lock()
	values := s.rooms[share]
	s.lock.Unlock()
	return s.writeFile(p, share, sizes, values)
}

func (s *store) CommitPart(p stageID, share int, part *big.Rat) error {
	return s.writePart(p, share, part)
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
	if !r.manifest.Holes || last < 0 || r.chains[p.Chain].Stages[last].Step == stages.Turn {
		return false
	}
	_, err := r.fs.Size(r.fileName(stageID{Chain: p.Chain, Stage: last}, tile))
	return err == nil
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
	if r.alone() {
		if err := storage.RemoveTemporary(r.fs, r.dir); err != nil {
			return err
		}
	}
	for done := -1.0; ; {
		err := r.execute(ctx, limits, progress)
		if err == nil { // all is done
			return r.removeDisks()
		}
		if errors.Is(err, ErrLimit) || r.opt.Part.alone() || ctx.Err() != nil {
			return err
		}
		// What others are done with is gone: that counts only if nobody gets on.
		time.Sleep(patience)
		states, _ := r.states()
		if now := r.doneSteps(states); now > done {
			done = now
			continue
		}
		return err
	}
}

// execute computes what is missing.
func (r *Run) execute(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	s := r.store(ctx)
	err := r.execution(s, progress).Run(ctx, limits)
	return errors.Join(r.impossible(err), s.close())
}

func (r *Run) store(ctx context.Context) *store {
	return &store{Run: r, ctx: ctx, open: make(map[file]*tilefile.Reader), rooms: make(map[int][]uint32), at: stageID{Stage: -1}}
}

func (r *Run) execution(s *store, progress func(fraction float64)) *stages.Execution {
	return &stages.Execution{
		Chains: r.chains, Primes: r.Primes, Store: s, AtOnce: 1, Threads: r.threads, Ahead: ahead, Division: r.division,
		Progress: progress, Done: r.log.add,
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

// doneSteps is the state-steps whose outcome is on the disk.
func (r *Run) doneSteps(states []ChainState) float64 {
	total := 0.0
	for chain, s := range states {
		costs := r.chains[chain].Costs
		for _, one := range costs[:s.Stage] {
			total += one.Steps
		}
		if s.Stage < s.End {
			total += costs[s.Stage].Steps * float64(s.Ready()) / float64(r.shares())
		}
	}
	return total
}
