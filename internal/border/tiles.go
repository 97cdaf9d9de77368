package border

import (
	"context"
	"math/big"
	"sync"
	"sync/atomic"

	"combigo.dev/combigo/par"
)

// A Phase is half of a column.
type Phase int

// The phases, in their order.
const (
	Prefix Phase = iota
	Suffix
)

// A Division is for callers that keep vectors themselves: in files, or where several machines reach
// them. It deals the work of each phase out in shares. A share of a phase reads one tile of each
// share of the phase before, and leaves one for each share of the phase after it. The shares of a
// phase are independent of each other, and tiles depend on nothing but the number of shares.
//
// Several goroutines may use a Division.
type Division struct {
	*shape
	*tables // of the one column
	*division
	first *latest
}

// A latest keeps the last reader of the first columns that was asked for.
type latest struct {
	lock    sync.Mutex
	prime   uint64
	columns int
	reader
}

func (l *latest) read(p *layout, columns int, f *field) reader {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.prime != f.prime || l.columns != columns {
		l.prime, l.columns, l.reader = f.prime, columns, p.firstColumns(columns, f)
	}
	return l.reader
}

// Divide prepares the engine for some shares in each phase.
func (e *Engine) Divide(ctx context.Context, shares int, opt par.Options) (*Division, error) {
	if err := e.prepare(ctx, opt); err != nil {
		return nil, err
	}
	t := e.tables[e.columns[0]]
	return &Division{e.shape, t, newDivision(t.prefix, t.suffix, shares, shares), &latest{}}, nil
}

func (d *Division) layouts(p Phase) (reads, leaves *layout) {
	if p == Prefix {
		return d.division.prefix, d.division.suffix
	}
	return d.division.suffix, d.division.prefix
}

// Tiles returns the numbers of values of the tiles that a share leaves, by the share that reads
// them.
func (d *Division) Tiles(p Phase, share int) []int {
	_, leaves := d.layouts(p)
	sizes := make([]int, leaves.count())
	for i := range sizes {
		sizes[i] = leaves.size(share, i)
	}
	return sizes
}

// A Residue is the values of a vector modulo a prime after some columns, or what they follow from.
// After the first columns they follow from nothing.
type Residue struct {
	Prime   uint64
	Columns int
	Tiles   [][]uint64 // by their source
	// If there are no tiles, the values follow from residues modulo other primes that make the
	// values known: by the prime, by their source.
	Primes []uint64
	Known  [][][]uint64
}

// read returns the reader of a residue, for readers of the tiles of one residue.
func (d *Division) read(r *Residue, f *field, tiles func([][]uint64) reader, wrong *atomic.Bool) (reader, error) {
	switch {
	case r.Tiles != nil:
		return tiles(r.Tiles), nil
	case len(r.Known) == 0:
		return d.first.read(d.division.prefix, r.Columns, f), nil
	}
	c, err := d.newCodecOf(r.Primes, f, r.Columns)
	if err != nil {
		return nil, err
	}
	var known []reader
	for _, k := range r.Known {
		known = append(known, tiles(k))
	}
	return c.extend(d.weights(), known, wrong), nil
}

// newCodecOf makes a codec for the values after some columns.
func (s *shape) newCodecOf(primes []uint64, to *field, columns int) (*codec, error) {
	fields, err := newFields(primes)
	if err != nil {
		return nil, err
	}
	return newCodec(fields, to, s.limit(columns))
}

// Run takes a share through a phase. Its tiles come to out one after the other, by the share that
// reads them; out holds zeros before, and begins at a multiple of 32 bytes.
func (d *Division) Run(ctx context.Context, p Phase, share int, from *Residue, out []uint64, opt par.Options) error {
	reads, leaves := d.layouts(p)
	f, err := newField(from.Prime)
	if err != nil {
		return err
	}
	var wrong atomic.Bool
	read, err := d.read(from, f, func(tiles [][]uint64) reader { return reads.tiles(share, tiles) }, &wrong)
	if err != nil {
		return err
	}
	workers, err := newWorkers(opt, d.tables.prefix, d.tables.suffix)
	if err != nil {
		return err
	}
	defer freeWorkers(workers)
	if err := reads.run(ctx, opt, workers, f, share, read, leaves.newWriter(share, out)); err != nil {
		return err
	}
	if wrong.Load() {
		return ErrImpossibleValue
	}
	return nil
}

// JoinModulo returns the part of a share in L(m,n) modulo a prime, a sum over all shares: for the
// vectors that the suffix phase leaves after ceil(n/2) columns and, if n is even, after one more
// column; else y is x. The values are all that the share leaves, tile after tile.
func (d *Division) JoinModulo(ctx context.Context, share int, x *Residue, y []uint64, opt par.Options) (uint64, error) {
	f, err := newField(x.Prime)
	if err != nil {
		return 0, err
	}
	var wrong atomic.Bool
	whole := func(tiles [][]uint64) reader { return d.division.prefix.newWriter(share, tiles[0]).read }
	read, err := d.read(x, f, whole, &wrong)
	if err != nil {
		return 0, err
	}
	sum, err := d.division.prefix.joinModulo(ctx, opt, d.division.prefix.chunks, d.weights(), f, share, read, d.division.prefix.newWriter(share, y).read)
	if err == nil && wrong.Load() {
		err = ErrImpossibleValue
	}
	return sum, err
}

// JoinExact returns the part of a share in L(m,2k-1), a sum over all shares, for the vector after k
// columns: the values are all that the share leaves, tile after tile, modulo primes that make them
// known.
func (d *Division) JoinExact(ctx context.Context, share, columns int, primes []uint64, values [][]uint64, opt par.Options) (*big.Rat, error) {
	c, err := d.newCodecOf(primes, nil, columns)
	if err != nil {
		return nil, err
	}
	var all []reader
	for _, v := range values {
		all = append(all, d.division.prefix.newWriter(share, v).read)
	}
	return d.division.prefix.joinExact(ctx, opt, d.weights(), c, share, all)
}
