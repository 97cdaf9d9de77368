package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
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

// A Division deals the work of each phase out in shares, for callers that keep the values: in
// memory, in files, or where several machines reach them. A share of a phase reads one tile of each
// share of the phase before, and leaves one for each share of the phase after it. The shares of a
// phase are independent of each other, and tiles depend on nothing but the number of shares.
//
// The values before column k are those after k columns. On the square lattice the values after the
// first columns are products; on others they begin with no column at all, and there is one share.
//
// Several goroutines may use a Division.
type Division struct {
	*Engine
	columns map[*column]*columnLayouts
	weights []uint64
	turn    *turn
	first   latest
	fields  sync.Map
	lock    sync.Mutex
	idle    []*worker
}

// columnLayouts are what the phases of a column read.
type columnLayouts struct{ prefix, suffix *layout }

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

// A Dealing says how work is dealt out.
type Dealing struct {
	Shares  int      // of each phase
	Turn    bool     // whether there are half turns
	Weights []uint64 // one for each colour, if the board is [Board.Weighted]
}

// Divide prepares the engine. With weights, a position counts the product of the weights of its
// stones.
func (e *Engine) Divide(ctx context.Context, deal Dealing, opt par.Options) (*Division, error) {
	shares, weights := deal.Shares, deal.Weights
	switch {
	case e.weighted != (weights != nil) || e.weighted && len(weights) != e.colours:
		return nil, fmt.Errorf("border: %d weights of %d colours", len(weights), e.colours)
	case !e.square && shares > 1:
		return nil, fmt.Errorf("border: %d shares of a board that is no square lattice: want 1", shares)
	case deal.Turn && !e.mirrored():
		return nil, errors.New("border: half a turn needs an even number of rows of the square lattice")
	}
	if err := e.prepare(ctx, opt); err != nil {
		return nil, err
	}
	d := &Division{Engine: e, columns: make(map[*column]*columnLayouts), weights: weights}
	for c, t := range e.tables {
		l := &columnLayouts{}
		d.columns[c] = l
		if !e.mirrored() {
			l.prefix, l.suffix = t.prefix.newLayout(t.prefix.evenly(shares)), t.suffix.newLayout(t.suffix.evenly(shares))
			l.suffix.place(l.prefix, fromFirst)
			continue
		}
		begins, s := byHalves(shares, t.prefix, t.suffix)
		l.prefix, l.suffix = t.prefix.newLayout(s[0]), t.suffix.newLayout(s[1])
		l.suffix.place(l.prefix, l.suffix.shareOfRow(t.prefix, begins))
	}
	for c, l := range d.columns {
		if c.then != nil {
			d.columns[c.then].prefix.place(l.suffix, fromFirst)
		}
	}
	if deal.Turn {
		t, err := newTurn(ctx, opt.Goroutines(), d.layout(0, Suffix))
		if err != nil {
			return nil, err
		}
		d.turn = t
	}
	return d, nil
}

// Free gives memory back to the system.
func (d *Division) Free() {
	d.lock.Lock()
	defer d.lock.Unlock()
	freeWorkers(d.idle)
	d.idle = nil
}

// Shares returns the number of shares of a phase.
func (d *Division) Shares() int { return d.layout(0, Prefix).count() }

// layout returns what a phase of a column reads.
func (d *Division) layout(column int, p Phase) *layout {
	c := d.shape.columns[0]
	if !d.square {
		c = d.shape.columns[column]
	}
	if p == Prefix {
		return d.columns[c].prefix
	}
	return d.columns[c].suffix
}

// leaves returns the layout of what a phase of a column leaves.
func (d *Division) leaves(column int, p Phase) *layout {
	if p == Prefix {
		return d.layout(column, Suffix)
	}
	return d.layout(column+1, Prefix)
}

// Tile returns the numbers of values of the chunks of the tile that a share of a phase leaves for
// another one.
func (d *Division) Tile(column int, p Phase, from, to int) []int {
	return d.leaves(column, p).sizes(from, to)
}

// A Source is the values that a share reads, modulo a prime.
type Source struct {
	Prime   uint64
	Columns int // before the values, without those of a prefix phase
	// Tiles are those of the share, by the residue, and by the share that left them. If there are
	// primes, they are modulo these, which make the values known. If there are no tiles, the values
	// follow from nothing: those after the first columns.
	Tiles  [][]Tile
	Primes []uint64
	Digits bool // whether digits have taken the place of the residues, see [Division.ReplaceResidues]
}

func (d *Division) field(prime uint64) (*field, error) {
	if f, ok := d.fields.Load(prime); ok {
		return f.(*field), nil
	}
	f, err := newField(prime)
	if err != nil {
		return nil, err
	}
	for _, w := range d.weights {
		f.addCoefficient(uint32(w % prime))
	}
	d.fields.Store(prime, f)
	return f, nil
}

// A view reads sources, and learns whether values are impossible.
type view struct {
	*Division
	wrong atomic.Bool
}

// reader reads a source for a layout.
func (v *view) reader(l *layout, s *Source, f *field) (reader, error) {
	switch {
	case len(s.Primes) > 0:
		c, err := newCodec(s.Primes, f, v.limit(s.Columns))
		if err != nil {
			return nil, err
		}
		return c.extend(v.weightsOf(s.Columns), l.all(s.Tiles), s.Digits, &v.wrong), nil
	case len(s.Tiles) > 0:
		return l.tiles(s.Tiles[0]), nil
	case s.Columns == 0:
		return func(_ *chunk, room []uint32) []uint32 {
			room[0] = 1 // of the one word without points
			return room[:lanes]
		}, nil
	case s.Columns == 1 || !v.square:
		return l.firstColumn(), nil
	}
	return v.first.read(l, s.Columns, f), nil
}

// all reads the tiles of some residues.
func (l *layout) all(tiles [][]Tile) (all []reader) {
	for _, t := range tiles {
		all = append(all, l.tiles(t))
	}
	return all
}

// end adds to an error, if there is none, that values are impossible.
func (v *view) end(err error) error {
	if err == nil && v.wrong.Load() {
		return ErrImpossibleValue
	}
	return err
}

// weightsOf returns the weights of the words after some columns.
func (d *Division) weightsOf(columns int) *kinds[weight] {
	return d.tables[d.layout(columns, Prefix).column].weights()
}

// workers takes workers, and returns a function that gives them back.
func (d *Division) workers(opt par.Options) (all []*worker, free func(), err error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	n := min(opt.Goroutines(), len(d.idle))
	all, d.idle = slices.Clone(d.idle[len(d.idle)-n:]), d.idle[:len(d.idle)-n]
	if opt.Threads = opt.Goroutines() - n; opt.Threads > 0 {
		var phases []*phase
		for _, l := range d.columns {
			phases = append(phases, l.prefix.phase, l.suffix.phase)
		}
		more, err := newWorkers(opt, d.maxOut(), phases...)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, more...)
	}
	return all, func() {
		d.lock.Lock()
		defer d.lock.Unlock()
		d.idle = append(d.idle, all...)
	}, nil
}

// maxOut is the number of rows that half a turn leaves.
func (d *Division) maxOut() int {
	if d.turn == nil {
		return 0
	}
	return d.turn.maxOut
}

// Run takes a share through a phase of a column. It fills the tiles that it leaves, by the share
// that reads them: these begin at multiples of 32 bytes, and may hold anything before.
func (d *Division) Run(ctx context.Context, column int, p Phase, share int, from *Source, out []Tile, opt par.Options) error {
	f, err := d.field(from.Prime)
	if err != nil {
		return err
	}
	v, reads, w := &view{Division: d}, d.layout(column, p), &writer{d.leaves(column, p), share, out}
	read, err := v.reader(reads, from, f)
	if err != nil {
		return err
	}
	workers, free, err := d.workers(opt)
	if err != nil {
		return err
	}
	defer free()
	if w.clear(); !d.square { // columns that are equal follow others
		for _, t := range out {
			for _, values := range t {
				clear(values)
			}
		}
	}
	return v.end(reads.run(ctx, opt, workers, f, share, read, w))
}

// JoinModulo returns the part of a share in L(m,n) modulo a prime, a sum over all shares, for the
// vectors x and y before the prefix phase of a column: those after k columns on one side of the
// board, and after n+1-k on the other.
func (d *Division) JoinModulo(ctx context.Context, column, share int, x, y *Source, opt par.Options) (uint64, error) {
	f, err := d.field(x.Prime)
	if err != nil {
		return 0, err
	}
	v, l := &view{Division: d}, d.layout(column, Prefix)
	readX, err := v.reader(l, x, f)
	if err != nil {
		return 0, err
	}
	readY := readX
	if y != x {
		if readY, err = v.reader(l, y, f); err != nil {
			return 0, err
		}
	}
	sum, err := l.joinModulo(ctx, opt, share, d.weightsOf(column), f, allSources, readX, readY)
	return sum, v.end(err)
}

// ReplaceResidues puts digits in the place of the residues that a share reads, in its tiles.
// Residues modulo further primes follow from digits in less time.
func (d *Division) ReplaceResidues(ctx context.Context, share int, x *Source, opt par.Options) error {
	c, err := newCodec(x.Primes, nil, d.limit(x.Columns))
	if err != nil {
		return err
	}
	v, l, k := &view{Division: d}, d.layout(x.Columns, Prefix), d.weightsOf(x.Columns)
	chunks := l.share(share)
	return v.end(opt.Each(ctx, len(chunks), func(i int) {
		b, chunk := newScratch(), &chunks[i]
		defer scratches.Put(b)
		var values [][]uint32
		for r, read := range l.all(x.Tiles) {
			values = append(values, read(chunk, b.room(r, chunk.rows)))
		}
		c.replace(k, chunk, values, &v.wrong)
		for r, tiles := range x.Tiles {
			l.scatter(chunk, values[r], tiles)
		}
	}))
}

// JoinExact returns the part of a share in L(m,2k-1), a sum over all shares, for the vector after k
// columns, modulo primes that make its values known.
func (d *Division) JoinExact(ctx context.Context, share int, x *Source, opt par.Options) (*big.Rat, error) {
	c, err := newCodec(x.Primes, nil, d.limit(x.Columns))
	if err != nil {
		return nil, err
	}
	v, l := &view{Division: d}, d.layout(x.Columns, Prefix)
	from := l.all(x.Tiles)
	for i := len(from); i < len(x.Primes); i++ { // there are no tiles
		read, err := v.reader(l, &Source{Prime: x.Primes[i], Columns: x.Columns}, c.fields[i])
		if err != nil {
			return nil, err
		}
		from = append(from, read)
	}
	return l.joinExact(ctx, opt, d.weightsOf(x.Columns), c, share, from)
}

// Turn takes the tile that share a leaves for share b after a prefix phase, by half a turn, to that
// which share b leaves for share a. The room for that holds anything.
func (d *Division) Turn(ctx context.Context, a, b int, tile, room Tile, opt par.Options) error {
	workers, free, err := d.workers(opt)
	if err != nil {
		return err
	}
	defer free()
	return d.turn.run(ctx, opt, workers, a, b, tile, room)
}

// JoinTurned returns the part of a pair of shares in L(m,k+k') modulo a prime, a sum over all pairs
// (a, b), for the values after k columns and the prefix phase of another one, and after k' columns
// and that phase: of the tile that share a leaves for share b, turned, and of the tile that b
// leaves for a. If the two vectors are one, the pair (b, a) has the same part.
func (d *Division) JoinTurned(ctx context.Context, prime uint64, a, b int, turned, tile Tile, opt par.Options) (uint64, error) {
	f, err := d.field(prime)
	if err != nil {
		return 0, err
	}
	read := func(t Tile) reader { return func(c *chunk, _ []uint32) []uint32 { return t[c.index] } }
	return d.turn.joinModulo(ctx, opt, a, d.turn.kinds, f, b, read(tile), read(turned))
}

// Largest returns the largest number of values that a chunk of a tile has.
func (d *Division) Largest() int {
	rows := 1
	for _, l := range d.columns {
		for _, one := range []*layout{l.prefix, l.suffix} {
			for _, p := range one.places {
				for _, from := range p.rows {
					rows = max(rows, len(from))
				}
			}
		}
	}
	return rows * lanes
}

// Words returns the number of all words of the border after some columns for which there are
// values, in all colours.
func (d *Division) Words(columns int) *big.Int {
	sum := int64(0)
	for _, b := range d.layout(columns, Prefix).blocks {
		for _, w := range b.idle {
			sum += int64(b.rows) * int64(d.recolourings(d.orderOf(b.crossing, &w).n))
		}
	}
	return big.NewInt(sum)
}
