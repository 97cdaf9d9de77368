package run

import (
	"context"
	"errors"
	"math/big"
	"sync/atomic"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/tilefile"
	"combigo.dev/combigo/par"
)

// inputs is the files that a stage reads, open.
type inputs struct {
	run     *Run
	place   place
	sources [][]*tilefile.Reader // of stage.sources, by share
	joined  [][]*tilefile.Reader
	read    atomic.Int64 // bytes
	written atomic.Int64
}

// openInputs opens the files that a stage reads.
func (r *Run) openInputs(p place) (*inputs, error) {
	in := &inputs{run: r, place: p}
	s := r.stage(p)
	var err error
	if in.sources, err = r.openStages(p.chain, s.sources); err == nil {
		in.joined, err = r.openStages(p.chain, s.joined)
	}
	if err != nil {
		return nil, errors.Join(err, in.close())
	}
	return in, nil
}

// openStages opens the files of stages; those that are open are returned with an error, too.
func (r *Run) openStages(chain int, stages []int) (opened [][]*tilefile.Reader, err error) {
	for _, stage := range stages {
		p := place{chain, stage}
		opened = append(opened, nil)
		for share := range r.shares() {
			id, err := r.identity(p, share)
			if err != nil {
				return opened, err
			}
			reader, err := tilefile.Open(r.fs, r.fileName(p, share), id)
			if err != nil {
				return opened, r.damage(p, r.fileName(p, share), err)
			}
			last := len(opened) - 1
			opened[last] = append(opened[last], reader)
		}
	}
	return opened, nil
}

func (in *inputs) close() error {
	var err error
	for _, stages := range [][][]*tilefile.Reader{in.sources, in.joined} {
		for _, files := range stages {
			for _, file := range files {
				err = errors.Join(err, file.Close())
			}
		}
	}
	return err
}

// A loaded share is what a share reads, in memory.
type loaded struct {
	share   int
	sources [][][]uint64 // by stage, by the share that has left the tile
	joined  [][]uint64   // by stage: what the share has left in it
	memory  *buffers
	taken   []buffer
}

func (l *loaded) release() {
	for _, one := range l.taken {
		l.memory.give(one)
	}
}

// room returns memory that release gives back.
func (l *loaded) room(n int) ([]uint64, error) {
	one, err := l.memory.take(n)
	if err == nil {
		l.taken = append(l.taken, one)
	}
	return one.values, err
}

// load reads what a share needs.
func (in *inputs) load(ctx context.Context, share int) (l *loaded, err error) {
	l = &loaded{share: share, memory: &in.run.memoryOfShares}
	defer func() {
		if err != nil {
			l.release()
		}
	}()
	s := in.run.stage(in.place)
	whole := s.ends == joinsExact // reads what the share has left, like joined
	for i, files := range in.sources {
		if whole {
			values, err := in.own(ctx, l, s.sources[i], files[share])
			if err != nil {
				return l, err
			}
			l.sources = append(l.sources, [][]uint64{values})
			continue
		}
		n := 0
		for _, file := range files {
			n += int(file.Sizes()[share])
		}
		values, err := l.room(n)
		if err != nil {
			return l, err
		}
		var tiles [][]uint64
		for from, file := range files {
			tile := values[:file.Sizes()[share]]
			values = values[len(tile):]
			tiles = append(tiles, tile)
			if err := in.tile(ctx, s.sources[i], from, file, share, tile); err != nil {
				return l, err
			}
		}
		l.sources = append(l.sources, tiles)
	}
	for i, files := range in.joined {
		values, err := in.own(ctx, l, s.joined[i], files[share])
		if err != nil {
			return l, err
		}
		l.joined = append(l.joined, values)
	}
	return l, nil
}

// own reads all tiles that a share has left.
func (in *inputs) own(ctx context.Context, l *loaded, stage int, file *tilefile.Reader) ([]uint64, error) {
	n := int64(0)
	sizes := file.Sizes()
	for _, size := range sizes {
		n += size
	}
	values, err := l.room(int(n))
	if err != nil {
		return nil, err
	}
	rest := values
	for tile, size := range sizes {
		if err := in.tile(ctx, stage, l.share, file, tile, rest[:size]); err != nil {
			return nil, err
		}
		rest = rest[size:]
	}
	return values, nil
}

// tile reads a tile of a file that a share has left in a stage.
func (in *inputs) tile(ctx context.Context, stage, from int, file *tilefile.Reader, tile int, values []uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	in.read.Add(8 * int64(len(values)))
	p := place{in.place.chain, stage}
	return in.run.damage(p, in.run.fileName(p, from), file.ReadTile(tile, values))
}

// A computed share is what a share leaves, in memory.
type computed struct {
	share  int
	values []uint64 // nil if the share leaves a part
	part   *big.Rat
	taken  buffer // of the values
}

// release gives the memory back.
func (r *Run) release(c *computed) {
	if c.values != nil {
		r.memoryOfShares.give(c.taken)
	}
}

// compute takes a share through a stage.
func (r *Run) compute(ctx context.Context, p place, l *loaded) (*computed, error) {
	opt := par.Options{Threads: r.threads}
	s, d := r.stage(p), r.division
	out := &computed{share: l.share}
	primes := r.primes()
	if s.ends == joinsExact {
		var values [][]uint64
		for _, tiles := range l.sources {
			values = append(values, tiles[0])
		}
		part, err := d.JoinExact(ctx, l.share, s.columns, primes[:len(values)], values, opt)
		out.part = part
		return out, r.impossible(err)
	}
	from := residueOf(primes, s, l.sources, s.found && s.phase == border.Prefix)
	n := 0
	for _, size := range d.Tiles(s.phase, l.share) {
		n += size
	}
	taken, err := r.memoryOfShares.take(n)
	if err != nil {
		return nil, err
	}
	out.values, out.taken = taken.values, taken
	clear(out.values)
	if err := d.Run(ctx, s.phase, l.share, from, out.values, opt); err != nil {
		r.release(out)
		return nil, r.impossible(err)
	}
	if s.ends == leavesTiles {
		return out, nil
	}
	x := &border.Residue{Prime: from.Prime, Tiles: [][]uint64{out.values}}
	if s.ends == joinsBefore {
		var joined [][][]uint64
		for _, own := range l.joined {
			joined = append(joined, [][]uint64{own})
		}
		x = residueOf(primes, s, joined, s.found)
	}
	part, err := d.JoinModulo(ctx, l.share, x, out.values, opt)
	r.release(out)
	out.values, out.part = nil, new(big.Rat).SetInt(new(big.Int).SetUint64(part))
	return out, r.impossible(err)
}

// residueOf returns the residue of a stage before the column or the phase: as it was read, or with
// the residues that it is found from.
func residueOf(primes []uint64, s *stage, sources [][][]uint64, found bool) *border.Residue {
	from := &border.Residue{Prime: primes[s.prime], Columns: s.columns}
	switch {
	case found:
		from.Primes, from.Known = primes[:len(sources)], sources
	case len(sources) > 0:
		from.Tiles = sources[0]
	}
	return from
}

// impossible makes of what the engine finds wrong an error that says the remedy.
func (r *Run) impossible(err error) error {
	if errors.Is(err, border.ErrImpossibleValue) {
		return &WrongResidueError{r.dir, err, -1}
	}
	return err
}
