package run

import (
	"context"
	"errors"
	"math/big"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/tilefile"
)

// A store is the directory of a run as the executor sees it.
type store struct {
	*Run
	removes bool // of several programs that do shares of a stage, one removes what no stage reads any more
	lock    sync.Mutex
	open    map[file]*tilefile.Reader // what the stage reads
	rooms   map[int][]uint32          // of shares that are computed
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
	now, err := s.state(chain)
	if err == nil && now.Value == nil && now.Stage == s.end(chain) {
		err = s.finish(chain)
		now.done = nil
	}
	if err == nil && now.Stage < s.end(chain) {
		err = s.removeBefore(stageID{Chain: chain, Stage: now.Stage})
	}
	return now.Stage, indices(now.done, false), err
}

// Begin opens the files that a stage reads, and makes its directory: what it will hold is the only
// copy once the stage before is gone. A program whose turn has not come fails before it changes
// anything.
func (s *store) Begin(p stageID) error {
	if err := s.close(); err != nil {
		return err
	}
	for _, stage := range s.stage(p).Reads() {
		for share := range s.shares() {
			if _, err := s.reader(file{stageID{Chain: p.Chain, Stage: stage}, share}); err != nil {
				return err
			}
		}
	}
	if err := s.makeStageDir(p); err != nil || !s.removes {
		return err
	}
	if err := s.removeBefore(p); err != nil {
		return err
	}
	// A program may have been killed before it gave tiles back.
	done, err := s.doneShares(p)
	for _, share := range indices(done, true) {
		for _, stage := range s.chains[p.Chain].Releases(p.Stage) {
			err = errors.Join(err, s.Release(stageID{Chain: p.Chain, Stage: stage}, share))
		}
	}
	return err
}

func (r *Run) makeStageDir(p stageID) error {
	err := r.fs.MkdirAll(r.stageDir(p))
	for _, dir := range []string{r.dir, r.chainDir(p.Chain)} {
		if err == nil {
			err = r.fs.SyncDir(dir)
		}
	}
	return err
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
	for disk := range max(1, len(s.manifest.Dirs)) {
		group.Go(func() error {
			for i, id := range ids {
				if s.of != nil && s.of[id.From] != disk {
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

// work returns what does the work of the run, in a store.
func (r *Run) work(s *store, progress func(fraction float64)) *stages.Execution {
	s.Run, s.open, s.rooms = r, make(map[file]*tilefile.Reader), make(map[int][]uint32)
	return &stages.Execution{
		Chains: r.chains, Primes: r.Primes, Store: s, AtOnce: 1, Threads: r.threads, Ahead: ahead, Division: r.division,
		Progress: progress, Done: func(c stages.Cost) { r.log.add(c.Steps, c.Read, c.Written) },
	}
}

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
	if err := r.tidy(); err != nil {
		return err
	}
	s := &store{removes: true}
	err := r.work(s, progress).Run(ctx, limits)
	err = errors.Join(r.impossible(err), s.close())
	if err == nil && r.more != nil { // all is done
		err = r.more.Forget()
	}
	return err
}

// do does shares of a stage, as one of several programs, of which one removes what no stage
// reads any more.
func (r *Run) do(ctx context.Context, p stageID, shares []int, removes bool) error {
	s := &store{removes: removes}
	x := r.work(s, nil)
	err := s.Begin(p)
	if err == nil {
		err = x.Do(ctx, p, shares, time.Time{})
	}
	return errors.Join(r.impossible(err), s.close())
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
