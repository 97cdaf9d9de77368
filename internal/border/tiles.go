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
	prime   uint32
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
	Tiles   [][]uint32 // by their source
	// If there are no tiles, the values follow from residues modulo other primes that make the
	// values known: by the prime, by their source.
	Primes []uint64
	Known  [][][]uint32
}

// with calls a function with the reader of a residue, for readers of the tiles of one residue.
func (d *Division) with(r *Residue, tiles func([][]uint32) reader, do func(f *field, read reader) error) error {
	f, err := newField(r.Prime)
	if err != nil {
		return err
	}
	var wrong atomic.Bool
	var read reader
	switch {
	case r.Tiles != nil:
		read = tiles(r.Tiles)
	case len(r.Known) == 0:
		read = d.first.read(d.division.prefix, r.Columns, f)
	default:
		c, err := newCodec(r.Primes, f, d.limit(r.Columns))
		if err != nil {
			return err
		}
		var known []reader
		for _, k := range r.Known {
			known = append(known, tiles(k))
		}
		read = c.extend(d.weights(), known, false, &wrong)
	}
	if err := do(f, read); err != nil || !wrong.Load() {
		return err
	}
	return ErrImpossibleValue
}

// Run takes a share through a phase. Its tiles come to out one after the other, by the share that
// reads them; out holds zeros before, and begins at a multiple of 32 bytes.
func (d *Division) Run(ctx context.Context, p Phase, share int, from *Residue, out []uint32, opt par.Options) error {
	reads, leaves := d.layouts(p)
	workers, err := newWorkers(opt, d.tables.prefix, d.tables.suffix)
	if err != nil {
		return err
	}
	defer freeWorkers(workers)
	tiles := func(tiles [][]uint32) reader { return reads.tiles(share, tiles) }
	return d.with(from, tiles, func(f *field, read reader) error {
		return reads.run(ctx, opt, workers, f, share, read, leaves.newWriter(share, out))
	})
}

// JoinModulo returns the part of a share in L(m,n) modulo a prime, a sum over all shares: for the
// vectors that the suffix phase leaves after ceil(n/2) columns and, if n is even, after one more
// column; else y is x. The values are all that the share leaves, tile after tile.
func (d *Division) JoinModulo(ctx context.Context, share int, x *Residue, y []uint32, opt par.Options) (sum uint64, err error) {
	l := d.division.prefix
	whole := func(tiles [][]uint32) reader { return l.newWriter(share, tiles[0]).read }
	err = d.with(x, whole, func(f *field, read reader) error {
		sum, err = l.joinModulo(ctx, opt, l.chunks, d.weights(), f, share, read, whole([][]uint32{y}))
		return err
	})
	return sum, err
}

// JoinExact returns the part of a share in L(m,2k-1), a sum over all shares, for the vector after k
// columns: the values are all that the share leaves, tile after tile, modulo primes that make them
// known.
func (d *Division) JoinExact(ctx context.Context, share, columns int, primes []uint64, values [][]uint32, opt par.Options) (*big.Rat, error) {
	c, err := newCodec(primes, nil, d.limit(columns))
	if err != nil {
		return nil, err
	}
	var all []reader
	for _, v := range values {
		all = append(all, d.division.prefix.newWriter(share, v).read)
	}
	return d.division.prefix.joinExact(ctx, opt, d.weights(), c, share, all)
}
