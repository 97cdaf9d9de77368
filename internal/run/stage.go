package run

import (
	"context"
	"errors"
	"math/big"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/tilefile"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// inputs is the files that a stage reads, open.
type inputs struct {
	run   *Run
	place place
	reads []int                // stages
	files [][]*tilefile.Reader // by stage, by share
}

// openInputs opens the files that a stage reads.
func (r *Run) openInputs(p place) (*inputs, error) {
	in := &inputs{run: r, place: p, reads: r.stage(p).reads()}
	for _, stage := range in.reads {
		var files []*tilefile.Reader
		for share := range r.shares() {
			file, err := r.openFile(place{p.chain, stage}, share)
			if err != nil {
				in.files = append(in.files, files)
				return nil, errors.Join(err, in.close())
			}
			files = append(files, file)
		}
		in.files = append(in.files, files)
	}
	return in, nil
}

func (in *inputs) close() error {
	var err error
	for _, files := range in.files {
		for _, file := range files {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

// own tells whether a share reads of the i-th stage what the share itself has left, to join it.
func (in *inputs) own(i int) bool {
	s := in.run.stage(in.place)
	return i >= len(s.sources) || s.ends == joinsExact
}

// A piece is a tile that a share reads.
type piece struct {
	from, tile int
	size       int64 // values
}

// pieces lists the tiles that a share reads of the i-th stage: all of its own file, or one of each.
func (in *inputs) pieces(i, share int) []piece {
	var all []piece
	for from, file := range in.files[i] {
		for tile, size := range file.Sizes() {
			if in.own(i) && from == share || !in.own(i) && tile == share {
				all = append(all, piece{from, tile, size})
			}
		}
	}
	return all
}

// A loaded share is what a share reads, in memory: by stage, and by the share that has left a tile,
// or as a whole if the share itself has.
type loaded struct {
	share int
	tiles [][][]uint32
	bytes result.Bytes
	taken []*memory.Words
}

// load reads what a share needs. Also with an error the memory is the caller's.
func (in *inputs) load(ctx context.Context, share int) (*loaded, error) {
	l := &loaded{share: share}
	for i, stage := range in.reads {
		pieces, values := in.pieces(i, share), 0
		for _, one := range pieces {
			values += int(one.size)
		}
		room, err := in.run.rooms.take(values)
		if err != nil {
			return l, err
		}
		l.taken = append(l.taken, room)
		l.bytes += border.ValueBytes * result.Bytes(values)
		tiles, rest := [][]uint32(nil), room.All[:values]
		for _, one := range pieces {
			if ctx.Err() != nil {
				return l, context.Cause(ctx)
			}
			p := place{in.place.chain, stage}
			err := in.files[i][one.from].ReadTile(one.tile, rest[:one.size])
			if err != nil {
				return l, in.run.damage(p, in.run.fileName(p, one.from), err)
			}
			tiles = append(tiles, rest[:one.size])
			rest = rest[one.size:]
		}
		if in.own(i) {
			tiles = [][]uint32{room.All[:values]}
		}
		l.tiles = append(l.tiles, tiles)
	}
	return l, nil
}

// A computed share is what a share leaves, in memory: values, or a part of a sum.
type computed struct {
	share  int
	values []uint32
	part   *big.Rat
	bytes  result.Bytes // that were read
	taken  []*memory.Words
}

// compute takes a share through a stage. Also with an error the memory is the caller's.
func (r *Run) compute(ctx context.Context, p place, l *loaded) (*computed, error) {
	opt := par.Options{Threads: r.threads}
	s, d, primes := r.stage(p), r.division, r.Primes
	out := &computed{share: l.share, bytes: l.bytes}
	if s.ends == joinsExact {
		var values [][]uint32
		for _, tiles := range l.tiles {
			values = append(values, tiles[0])
		}
		part, err := d.JoinExact(ctx, l.share, s.columns, primes[:len(values)], values, opt)
		out.part = part
		return out, r.impossible(err)
	}
	n := 0
	for _, size := range d.Tiles(s.phase, l.share) {
		n += size
	}
	room, err := r.rooms.take(n)
	if err != nil {
		return out, err
	}
	out.taken = append(out.taken, room)
	values := room.All[:n]
	clear(values)
	sources, joined := l.tiles[:len(s.sources)], l.tiles[len(s.sources):]
	from := residueOf(primes, s, sources, s.found && s.phase == border.Prefix)
	if err := d.Run(ctx, s.phase, l.share, from, values, opt); err != nil {
		return out, r.impossible(err)
	}
	if s.ends == leavesTiles {
		out.values = values
		return out, nil
	}
	x := &border.Residue{Prime: from.Prime, Tiles: [][]uint32{values}}
	if s.ends == joinsBefore {
		x = residueOf(primes, s, joined, s.found)
	}
	part, err := d.JoinModulo(ctx, l.share, x, values, opt)
	out.part = new(big.Rat).SetInt(new(big.Int).SetUint64(part))
	return out, r.impossible(err)
}

// residueOf returns the residue of a stage before the column or the phase: as it was read, or with
// the residues that it is found from.
func residueOf(primes []uint64, s *stage, sources [][][]uint32, found bool) *border.Residue {
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
		return r.WrongResidue(err, -1)
	}
	return err
}

// write makes the file of a share, durably, and returns the bytes of its values.
func (r *Run) write(p place, c *computed) (result.Bytes, error) {
	if c.part != nil {
		return 0, r.writeNumber(p, c.share, c.part)
	}
	var sizes []int64
	for _, size := range r.division.Tiles(r.stage(p).phase, c.share) {
		sizes = append(sizes, int64(size))
	}
	return border.ValueBytes * result.Bytes(len(c.values)), r.writeFile(p, c.share, sizes, c.values)
}
