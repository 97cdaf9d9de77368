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
	buffers // of a worker
	columns map[*column]*layouts
	weights []uint64
	turn    *turn
	first   readerCache
	fields  sync.Map
	lock    sync.Mutex
	unused  []*worker
}

// layouts are what the phases of a column read.
type layouts [2]*layout

// A readerCache keeps the last reader of the first columns that was asked for.
type readerCache struct {
	lock    sync.Mutex
	prime   uint32
	columns int
	reader
}

func (l *readerCache) get(p *layout, columns int, f *field) reader {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.prime != f.prime || l.columns != columns {
		l.prime, l.columns, l.reader = f.prime, columns, p.firstColumns(columns, f)
	}
	return l.reader
}

// A Dealing says how work is split.
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
	case deal.Turn && !e.sharesAlign():
		return nil, errors.New("border: half a turn needs an even number of rows of the square lattice")
	}
	if err := e.prepare(ctx, opt); err != nil {
		return nil, err
	}
	d := &Division{Engine: e, columns: make(map[*column]*layouts), weights: weights}
	for c, t := range e.tables {
		if !e.sharesAlign() {
			l := &layouts{t.prefix.newLayout(t.prefix.evenly(shares)), t.suffix.newLayout(t.suffix.evenly(shares))}
			l[Suffix].findSources(l[Prefix], fromFirst)
			d.columns[c] = l
			continue
		}
		firstOuter, shardings := byOuter(shares, t.prefix, t.suffix)
		l := &layouts{t.prefix.newLayout(shardings[0]), t.suffix.newLayout(shardings[1])}
		l[Suffix].findSources(l[Prefix], l[Suffix].shareOfRow(t.prefix, firstOuter))
		d.columns[c] = l
		if deal.Turn {
			turn, err := newTurn(ctx, opt.Goroutines(), t.prefix, t.suffix, shardings[1], firstOuter)
			if err != nil {
				return nil, err
			}
			d.turn = turn
			d.atLeast(turn.buffers)
		}
	}
	for c, l := range d.columns {
		d.atLeast(l[Prefix].buffers)
		d.atLeast(l[Suffix].buffers)
		if c.then != nil {
			d.columns[c.then][Prefix].findSources(l[Suffix], fromFirst)
		}
	}
	return d, nil
}

// Free gives memory back to the system.
func (d *Division) Free() {
	d.lock.Lock()
	defer d.lock.Unlock()
	for _, w := range d.unused {
		w.free()
	}
	d.unused = nil
}

// Shares returns the number of shares of a phase.
func (d *Division) Shares() int { return d.layout(0, Prefix).shares }

// layout returns what a phase of a column reads.
func (d *Division) layout(column int, p Phase) *layout { return d.columns[d.column(column)][p] }

// layoutAfter returns the layout of what a phase of a column leaves: what the other phase reads, of
// the next column after a suffix phase.
func (d *Division) layoutAfter(column int, p Phase) *layout { return d.layout(column+int(p), Suffix-p) }

// TileSizes returns the numbers of values of the chunks of the tile that a share of a phase leaves
// for another one.
func (d *Division) TileSizes(column int, p Phase, from, to int) []int {
	return d.layoutAfter(column, p).sizes(from, to)
}

// A Source is the values of a vector that a share reads.
type Source struct {
	Columns int // whole columns filled; a prefix phase after them does not count
	// Tiles[i][j] is the tile modulo Primes[i] that share j left. Residues modulo other primes are
	// found from all of these. If there are no tiles, the values are those after the first columns,
	// computed as products.
	Tiles  [][]Tile
	Primes []uint64
	Digits bool // whether the tiles hold digits in place of residues, see [Division.ReplaceResidues]
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

func (d *Division) fieldsOf(primes []uint64) (all []*field, err error) {
	for _, p := range primes {
		f, err := d.field(p)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// A verdict says whether a share has read an impossible value. Several threads may write it.
type verdict struct{ impossible atomic.Bool }

func (v *verdict) note(possible bool) {
	if !possible {
		v.impossible.Store(true)
	}
}

// end adds to an error, if there is none, that values are impossible.
func (v *verdict) end(err error) error {
	if err == nil && v.impossible.Load() {
		return ErrImpossibleValue
	}
	return err
}

// loader finds the values of a source for a layout, modulo the primes of some fields.
func (d *Division) loader(l *layout, s *Source, fields []*field, v *verdict) (loader, error) {
	readers, places := make([]reader, len(fields)), make([]int, len(fields))
	var further []*field
	for i, f := range fields {
		switch r := slices.Index(s.Primes, uint64(f.prime)); {
		case len(s.Tiles) == 0:
			readers[i] = d.firstReader(l, s.Columns, f)
		case r >= 0:
			readers[i], places[i] = l.tiles(s.Tiles[r]), r
		default:
			places[i] = len(s.Primes) + len(further)
			further = append(further, f)
		}
	}
	if len(further) == 0 {
		return func(c *chunk, r *rooms) [][]uint32 { return r.read(c, readers) }, nil
	}
	c, err := d.codec(s, further)
	if err != nil {
		return nil, err
	}
	known, k := l.readersOf(s.Tiles), d.weightsOf(s.Columns)
	return func(chunk *chunk, r *rooms) (values [][]uint32) {
		all := r.read(chunk, known)
		for i := range further {
			all = append(all, r.room(len(known)+i, chunk.rows))
		}
		v.note(c.convert(k, chunk, all[:len(known)], s.Digits, all[len(known):]...))
		for _, at := range places {
			values = append(values, all[at])
		}
		return values
	}, nil
}

// firstReader reads the values after the first columns. On lattices other than the square one there
// is no column yet on that side of the border: the values are those after one column.
func (d *Division) firstReader(l *layout, columns int, f *field) reader {
	if columns < 2 || !d.square {
		return l.firstColumn()
	}
	return d.first.get(l, columns, f)
}

// codec returns a codec for the residues of a source.
func (d *Division) codec(s *Source, further []*field) (*codec, error) {
	fields, err := d.fieldsOf(s.Primes)
	if err != nil {
		return nil, err
	}
	return newCodec(fields, further, d.limit(s.Columns))
}

// readersOf returns the readers of the tiles of some residues.
func (l *layout) readersOf(tiles [][]Tile) (all []reader) {
	for _, t := range tiles {
		all = append(all, l.tiles(t))
	}
	return all
}

// weightsOf returns what the join must know of the words after some columns: norms and
// denominators.
func (d *Division) weightsOf(columns int) *kinds[weight] {
	return d.tables[d.layout(columns, Prefix).column].weights()
}

// each calls a function for 0 to n-1, with the worker of a thread.
func (d *Division) each(ctx context.Context, opt par.Options, n int, do func(w *worker, i int)) error {
	workers := make([]*worker, min(opt.Goroutines(), n))
	defer d.give(workers)
	for i := range workers {
		var err error
		if workers[i], err = d.take(); err != nil {
			return err
		}
	}
	return opt.EachWorker(ctx, n, func(g, i int) { do(workers[g], i) })
}

// take returns a worker that is idle, or a new one.
func (d *Division) take() (*worker, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if last := len(d.unused) - 1; last >= 0 {
		w := d.unused[last]
		d.unused = d.unused[:last]
		return w, nil
	}
	return newWorker(d.buffers)
}

// give takes workers back.
func (d *Division) give(workers []*worker) {
	d.lock.Lock()
	defer d.lock.Unlock()
	for _, w := range workers {
		if w != nil {
			d.unused = append(d.unused, w)
		}
	}
}

// Run takes a share through a phase of a column, modulo a prime. It fills the tiles that it leaves,
// by the share that reads them: these begin at multiples of 32 bytes, and may hold anything before.
func (d *Division) Run(ctx context.Context, column int, p Phase, share int, prime uint64, from *Source, out []Tile, opt par.Options) error {
	f, err := d.field(prime)
	if err != nil {
		return err
	}
	reads, w := d.layout(column, p), &tileWriter{d.layoutAfter(column, p), share, out}
	var v verdict
	load, err := d.loader(reads, from, []*field{f}, &v)
	if err != nil {
		return err
	}
	for to, t := range out {
		// Equal columns share a layout, but follow different columns, which leave different rows.
		if w.clear(to); !d.square {
			for _, values := range t {
				clear(values)
			}
		}
	}
	// A chunk is copied before its windows read it: they do so in no order that a processor could
	// guess.
	chunks := reads.share(share)
	return v.end(d.each(ctx, opt, len(chunks), func(worker *worker, i int) {
		copy(worker.values[0].All, load(&chunks[i], &worker.rooms)[0]) // nothing, if they are there already
		worker.run(f, &chunks[i], w)
	}))
}

// Join returns the part of a share in L(m,n) modulo each prime; L(m,n) is the sum of the parts of
// all shares, see [ExactSum]. The vectors x and y, before the prefix phase of a column, are those
// after k columns on one side of the board, and after n+1-k on the other.
func (d *Division) Join(ctx context.Context, column, share int, primes []uint64, x, y *Source, opt par.Options) ([]uint64, error) {
	fields, err := d.fieldsOf(primes)
	if err != nil {
		return nil, err
	}
	l := d.layout(column, Prefix)
	var v verdict
	var loads []loader
	for _, s := range slices.Compact([]*Source{x, y}) {
		load, err := d.loader(l, s, fields, &v)
		if err != nil {
			return nil, err
		}
		loads = append(loads, load)
	}
	sums, err := l.join(ctx, opt, share, d.weightsOf(column), fields, allSources, loads...)
	return sums, v.end(err)
}

// ReplaceResidues replaces the residues that a share reads by mixed-radix digits, in its tiles.
// Residues modulo further primes follow from digits in less time.
func (d *Division) ReplaceResidues(ctx context.Context, share int, x *Source, opt par.Options) error {
	c, err := d.codec(x, nil)
	if err != nil {
		return err
	}
	l, k := d.layout(x.Columns, Prefix), d.weightsOf(x.Columns)
	chunks, from := l.share(share), l.readersOf(x.Tiles)
	var v verdict
	return v.end(opt.Each(ctx, len(chunks), func(i int) {
		b, chunk := newScratch(), &chunks[i]
		defer scratches.Put(b)
		values := b.read(chunk, from)
		v.note(c.convert(k, chunk, values, false))
		for r, tiles := range x.Tiles {
			l.scatter(chunk, values[r], tiles)
		}
	}))
}

// Turn turns the tile that share a leaves for share b after a prefix phase by half a turn, and puts
// the result into room, which has the sizes of the tile that share b leaves for share a, and may
// hold anything before.
func (d *Division) Turn(ctx context.Context, a, b int, tile, room Tile, opt par.Options) error {
	t, chunks := d.turn, d.turn.share(b)
	w := &tileWriter{t.layout, b, make([]Tile, t.shares)}
	w.tiles[a] = room
	w.clear(a)
	return d.each(ctx, opt, len(chunks), func(worker *worker, i int) {
		// A row of a submatrix that no word goes to is of words that vanish: it may hold anything, since
		// the values with which it is multiplied are 0.
		if x := &t.rows[chunks[i].number]; len(x.to[a]) > 0 {
			fastest.copyRows(worker.values[0].All, tile[i], x.to[a], x.from[a])
		}
		w.write(&chunks[i], worker.values[0].All)
	})
}

// JoinTurned returns the part of the pair of shares (a, b) in L(m,k+k') modulo a prime; L is the
// sum over all pairs. It joins the turned tile from a to b with the tile from b to a: one of them
// is after k columns and the prefix phase of another one, the other one after k' columns and that
// phase. If the two vectors are one, the pair (b, a) has the same part.
func (d *Division) JoinTurned(ctx context.Context, prime uint64, a, b int, turned, tile Tile, opt par.Options) (uint64, error) {
	f, err := d.field(prime)
	if err != nil {
		return 0, err
	}
	sums, err := d.turn.join(ctx, opt, a, d.turn.kinds, []*field{f}, b, tile.load, turned.load)
	return sums[0], err
}

// LargestChunk returns the largest number of values that a chunk of a tile has.
func (d *Division) LargestChunk() int {
	rows := 1
	for _, l := range d.columns {
		for _, one := range l {
			for _, p := range one.index {
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
			sum += int64(b.rows) * int64(d.recolourings(d.colourOrderOf(b.crossing, &w).n))
		}
	}
	return big.NewInt(sum)
}
