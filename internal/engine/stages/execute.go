package stages

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// An Execution takes the work of a question to its end, or some of it, in a store.
type Execution struct {
	Chains []*Chain
	Primes []uint64 // all that stages name
	Store  Store
	// At once some shares are computed, each by some threads. Ahead more are read before, or written
	// after that.
	AtOnce, Threads, Ahead int
	Division               *border.Division
	// Progress, which may be nil, is called with the part of the work that is done. Calls come one at
	// a time.
	Progress func(fraction float64)
	// Done, which may be nil, is called after each share, with what the share took.
	Done func(c Cost)
	// At, which may be nil, is called when a stage begins.
	At func(par.Stage)

	lock        sync.Mutex
	done, total float64 // state-steps
	told        float64
	rooms       memory.Rooms
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

// Run does all that is not done, in the order of the stages.
func (x *Execution) Run(ctx context.Context, limits Limits) error {
	deadline := time.Time{}
	if limits.Time > 0 {
		deadline = time.Now().Add(limits.Time)
	}
	x.total, x.done = AllOf(x.Chains).Steps, 0
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
			if x.done = before; next < len(c.Stages) {
				x.done += c.Costs[next].Steps * (1 - float64(len(shares))/float64(x.Division.Shares()))
			}
			x.tell(0)
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
				x.At(c.at(next, len(x.Primes)))
			}
			if err := x.Do(ctx, p, shares, deadline); err != nil {
				return err
			}
			stages++
		}
	}
	return nil
}

// at says where a stage is.
func (c *Chain) at(stage, residues int) par.Stage {
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

// tell reports progress: more state-steps of a share are done, or of one at work.
func (x *Execution) tell(steps float64) {
	if x.Progress != nil && x.total > 0 {
		x.told = max(x.told, min(1, (x.done+steps)/x.total)) // but for rounding
		x.Progress(x.told)
	}
}

// Do does shares of a stage. Those that are begun come to their end before an error is returned.
func (x *Execution) Do(whole context.Context, p StageID, shares []int, deadline time.Time) (err error) {
	var lock sync.Mutex
	late := false // whether the time was over before the last share
	take := func(ctx context.Context) (share int, ok bool) {
		lock.Lock()
		defer lock.Unlock()
		if len(shares) == 0 || late || ctx.Err() != nil {
			return 0, false
		}
		if late = !deadline.IsZero() && time.Now().After(deadline); late {
			return 0, false
		}
		share, shares = shares[0], shares[1:]
		return share, true
	}
	var limit shareLimits
	work := func(ctx context.Context) error {
		for share, ok := take(ctx); ok; share, ok = take(ctx) {
			if err := x.share(ctx, p, share, &limit); err != nil && !errors.Is(err, ErrDone) {
				return err
			}
		}
		return nil
	}
	if n := min(x.AtOnce+x.Ahead, len(shares)); n == 1 {
		err = work(whole)
	} else {
		held := x.AtOnce + min(x.Ahead, 1)
		limit = shareLimits{make(semaphore, held), make(semaphore, x.AtOnce), make(semaphore, held)}
		group, ctx := errgroup.WithContext(whole)
		for range n {
			group.Go(func() error { return work(ctx) })
		}
		err = group.Wait()
	}
	switch {
	case err != nil:
		return err
	case late:
		return ErrLimit
	}
	return context.Cause(whole)
}

// shareLimits bound how many shares are in memory as they were read, computed, and in memory as
// they leave.
type shareLimits struct{ read, compute, left semaphore }

// A semaphore bounds how many there are at once. Without a limit it is nil.
type semaphore chan struct{}

// acquire waits until there is one less.
func (t semaphore) acquire(ctx context.Context) error {
	if t == nil {
		return nil
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (t semaphore) release() {
	if t != nil {
		<-t
	}
}

// share does a share of a stage.
func (x *Execution) share(ctx context.Context, p StageID, share int, limit *shareLimits) error {
	c := x.Chains[p.Chain]
	cost := Cost{Steps: c.Costs[p.Stage].Steps / float64(x.Division.Shares())}
	if c.Stages[p.Stage].LeavesTiles() {
		room, free, err := x.tiles(ctx, p, share, limit, &cost)
		if err != nil {
			return err
		}
		defer limit.left.release()
		defer free()
		if err := x.Store.Commit(p, share, room); err != nil {
			return err
		}
		cost.Written = bytesOf(room)
	} else {
		part, err := x.part(ctx, p, share, limit, &cost)
		if err != nil {
			return err
		}
		if err := x.Store.CommitPart(p, share, part); err != nil {
			return err
		}
	}
	return x.end(p, share, cost)
}

// read reads what a share reads, and waits until the share may be computed. The function that is
// returned ends that.
func (x *Execution) read(ctx context.Context, p StageID, share int, limit *shareLimits, cost *Cost) (ids []TileID, tiles []border.Tile, end func(), err error) {
	if err := limit.read.acquire(ctx); err != nil {
		return nil, nil, nil, err
	}
	ids = x.reads(p, share)
	tiles, free, err := x.Store.Read(ctx, ids)
	if err == nil {
		if err = limit.compute.acquire(ctx); err != nil {
			free()
		}
	}
	if err != nil {
		limit.read.release()
		return nil, nil, nil, err
	}
	cost.Read = bytesOf(tiles)
	return ids, tiles, func() {
		free()
		limit.read.release()
		limit.compute.release()
	}, nil
}

// part computes the part of a share in a sum.
func (x *Execution) part(ctx context.Context, p StageID, share int, limit *shareLimits, cost *Cost) (*big.Rat, error) {
	ids, tiles, end, err := x.read(ctx, p, share, limit, cost)
	if err != nil {
		return nil, err
	}
	defer end()
	return x.sum(ctx, p, share, ids, tiles)
}

// tiles computes the tiles that a share leaves, and acquires the right to leave some.
func (x *Execution) tiles(ctx context.Context, p StageID, share int, limit *shareLimits, cost *Cost) (room []border.Tile, free func(), err error) {
	ids, tiles, end, err := x.read(ctx, p, share, limit, cost)
	if err != nil {
		return nil, nil, err
	}
	defer end()
	if err := limit.left.acquire(ctx); err != nil {
		return nil, nil, err
	}
	s := &x.Chains[p.Chain].Stages[p.Stage]
	sizes := make([][]int, x.Division.Shares())
	for to := range sizes {
		sizes[to] = x.Division.Tile(s.Of.Columns, s.Phase(), share, to)
	}
	room, free, err = x.Store.Room(p, share, sizes)
	if err == nil {
		err = x.Division.Run(ctx, s.Of.Columns, s.Phase(), share, x.source(p, &s.Of, ids, tiles), room, x.options(cost.Steps))
		if err != nil {
			free()
		}
	}
	if err != nil {
		limit.left.release()
	}
	return room, free, err
}

// options are those of a share. Progress is told within a share if there is one at a time.
func (x *Execution) options(steps float64) par.Options {
	opt := par.Options{Threads: x.Threads}
	if x.Progress != nil && x.AtOnce+x.Ahead == 1 {
		opt.Progress = func(fraction float64) { x.tell(fraction * steps) }
	}
	return opt
}

// end gives back what nobody reads after a share that is done.
func (x *Execution) end(p StageID, share int, cost Cost) error {
	c := x.Chains[p.Chain]
	var err error
	for _, source := range c.Releases(p.Stage) {
		err = errors.Join(err, x.Store.Release(StageID{p.Chain, source}, share))
	}
	x.lock.Lock()
	defer x.lock.Unlock()
	x.done += cost.Steps
	x.tell(0)
	if x.Done != nil {
		x.Done(cost)
	}
	return err
}

func bytesOf(tiles []border.Tile) result.Bytes {
	n := 0
	for _, t := range tiles {
		for _, values := range t {
			n += len(values)
		}
	}
	return border.ValueBytes * result.Bytes(n)
}

// reads lists the tiles that a share reads: of each stage one from each share, or pairs for half a
// turn.
func (x *Execution) reads(p StageID, share int) (all []TileID) {
	s, shares := &x.Chains[p.Chain].Stages[p.Stage], x.Division.Shares()
	for _, stage := range s.Reads() {
		source := StageID{p.Chain, stage}
		if s.alone() {
			for _, other := range partners(share, shares) {
				all = append(all, TileID{source, share, other}, TileID{source, other, share})
			}
			continue
		}
		for from := range shares {
			all = append(all, TileID{source, from, share})
		}
	}
	return all
}

// partners returns the shares with which a share is joined by half a turn, so that each pair is
// joined once, and each share has about as many.
func partners(share, shares int) (all []int) {
	for d := 0; 2*d <= shares; d++ {
		if 2*d < shares || share < d {
			all = append(all, (share+d)%shares)
		}
	}
	return all
}

// source returns the values that a stage reads, of the tiles that were read.
func (x *Execution) source(p StageID, v *Vector, ids []TileID, tiles []border.Tile) *border.Source {
	c := x.Chains[p.Chain]
	s := &c.Stages[p.Stage]
	from := &border.Source{Columns: v.Columns, Digits: v.Digits}
	exactly := s.Step == JoinExact || s.Step == Digits
	if !exactly {
		from.Prime = x.Primes[c.Prime(p.Stage)]
	}
	for _, stage := range v.Stages {
		var all []border.Tile
		for i, id := range ids {
			if id.Stage == stage {
				all = append(all, tiles[i])
			}
		}
		from.Tiles = append(from.Tiles, all)
		if v.Reconstructed || exactly {
			from.Primes = append(from.Primes, x.Primes[c.Prime(stage)])
		}
	}
	if s.Step == JoinExact && len(v.Stages) == 0 {
		from.Primes = x.Primes[:x.Division.Residues(v.Columns)]
	}
	return from
}

// sum computes the part of a share in a sum.
func (x *Execution) sum(ctx context.Context, p StageID, share int, ids []TileID, tiles []border.Tile) (*big.Rat, error) {
	opt, s := par.Options{Threads: x.Threads}, &x.Chains[p.Chain].Stages[p.Stage]
	of := x.source(p, &s.Of, ids, tiles)
	switch s.Step {
	case JoinExact:
		return x.Division.JoinExact(ctx, share, of, opt)
	case Digits:
		return new(big.Rat), x.Division.ReplaceResidues(ctx, share, of, opt)
	case Turn:
		if s.alone() {
			return x.turned(ctx, p, ids, tiles)
		}
		return x.turnedFirst(ctx, p, share, ids, tiles)
	}
	with := of
	if !s.Of.equal(&s.With) {
		with = x.source(p, &s.With, ids, tiles)
	}
	part, err := x.Division.JoinModulo(ctx, s.Of.Columns, share, of, with, opt)
	return rational(part), err
}

func rational(residue uint64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).SetUint64(residue)) }

// turned joins pairs of tiles of a vector with itself.
func (x *Execution) turned(ctx context.Context, p StageID, ids []TileID, tiles []border.Tile) (*big.Rat, error) {
	sum := new(big.Rat)
	for i := 0; i < len(tiles); i += 2 {
		a, b := ids[i].From, ids[i].To
		part, err := x.turn(ctx, p, a, b, tiles[i], tiles[i+1])
		if err != nil {
			return nil, err
		}
		other := part
		if x.Chains[p.Chain].Stages[p.Stage].Twice {
			if other, err = x.turn(ctx, p, b, a, tiles[i+1], tiles[i]); err != nil {
				return nil, err
			}
		}
		if other.Cmp(part) != 0 {
			return nil, ErrTurned
		}
		if sum.Add(sum, part); a != b {
			sum.Add(sum, part)
		}
	}
	return sum, nil
}

// turn joins a tile of share a for share b, turned, with one of share b for share a.
func (x *Execution) turn(ctx context.Context, p StageID, a, b int, ab, ba border.Tile) (*big.Rat, error) {
	c := x.Chains[p.Chain]
	room, free, err := x.room([][]int{x.Division.Tile(c.Stages[p.Stage].Of.Columns, border.Prefix, b, a)})
	if err != nil {
		return nil, err
	}
	defer free()
	opt := par.Options{Threads: x.Threads}
	if err := x.Division.Turn(ctx, a, b, ab, room[0], opt); err != nil {
		return nil, err
	}
	part, err := x.Division.JoinTurned(ctx, x.Primes[c.Prime(p.Stage)], a, b, room[0], ba, opt)
	return rational(part), err
}

// turnedFirst joins the tiles that a share reads with those that it leaves of the first columns.
func (x *Execution) turnedFirst(ctx context.Context, p StageID, share int, ids []TileID, tiles []border.Tile) (*big.Rat, error) {
	c := x.Chains[p.Chain]
	first := c.Stages[p.Stage].With.Columns
	sizes := make([][]int, x.Division.Shares())
	for to := range sizes {
		sizes[to] = x.Division.Tile(first, border.Prefix, share, to)
	}
	leaves, free, err := x.room(sizes)
	if err != nil {
		return nil, err
	}
	defer free()
	from := &border.Source{Prime: x.Primes[c.Prime(p.Stage)], Columns: first}
	err = x.Division.Run(ctx, first, border.Prefix, share, from, leaves, par.Options{Threads: x.Threads})
	sum := new(big.Rat)
	for i := range tiles {
		if err != nil {
			return nil, err
		}
		var part *big.Rat
		if part, err = x.turn(ctx, p, share, ids[i].From, leaves[ids[i].From], tiles[i]); err == nil {
			sum.Add(sum, part)
		}
	}
	return sum, err
}

// room returns room for tiles, and a function that gives it back.
func (x *Execution) room(sizes [][]int) (tiles []border.Tile, free func(), err error) {
	n := 0
	for _, chunks := range sizes {
		for _, size := range chunks {
			n += size
		}
	}
	room, err := x.rooms.Take(n)
	if err != nil {
		return nil, nil, err
	}
	rest := room.All
	for _, chunks := range sizes {
		tiles = append(tiles, border.CutTile(rest, chunks))
		for _, size := range chunks {
			rest = rest[size:]
		}
	}
	return tiles, func() { x.rooms.Give(room) }, nil
}

// Free gives memory back to the system.
func (x *Execution) Free() {
	x.rooms.Free()
	x.Division.Free()
}
