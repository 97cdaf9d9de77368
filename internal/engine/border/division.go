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

// A Division splits the work of each phase into shares, for callers that keep the values: in
// memory, in files, or where several machines reach them. A share of a phase reads one tile of each
// share of the phase before, and leaves one tile for each share of the phase after it. The shares
// of a phase are independent of each other, and tiles depend on nothing but the number of shares.
//
// Columns are counted from 0, so that the vector before column k is that of the first k columns. On
// the square lattice the vector of the first columns is computed as products (products.go). On
// other lattices the work begins before column 0, with an empty border, and there is one share.
//
// Several goroutines may use a Division.
type Division struct {
	*Engine
	bufferSizes   // of a worker
	columns       map[*column]*layouts
	colourWeights []uint64 // see [Dealing]
	halfTurn      *halfTurn
	firstColumns  readerCache
	fields        sync.Map   // by the prime: *field
	lock          sync.Mutex // guards unused
	unused        []*worker
}

// layouts are the layouts of what the two phases of a column read, by the [Phase].
type layouts [2]*layout

// A readerCache keeps the reader of the first columns that was asked for last.
type readerCache struct {
	lock    sync.Mutex
	prime   uint32
	columns int
	reader
}

func (l *readerCache) firstColumns(p *layout, columns int, f *field) reader {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.prime != f.prime || l.columns != columns {
		l.prime, l.columns, l.reader = f.prime, columns, p.firstColumnsReader(columns, f)
	}
	return l.reader
}

// A Dealing says how the work is split.
type Dealing struct {
	Shares  int      // the number of shares of each phase
	Turn    bool     // prepares for [Division.Turn] and [Division.JoinTurned]
	Weights []uint64 // the weight of each colour, if the board is [Board.Weighted]
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
	d := &Division{Engine: e, columns: make(map[*column]*layouts), colourWeights: weights}
	for c, t := range e.tables {
		if !e.sharesAlign() {
			l := &layouts{t.prefix.newLayout(t.prefix.evenly(shares)), t.suffix.newLayout(t.suffix.evenly(shares))}
			l[Suffix].findSources(l[Prefix], firstShare)
			d.columns[c] = l
			continue
		}
		firstOuter, shardings := byOuter(shares, t.prefix, t.suffix)
		l := &layouts{t.prefix.newLayout(shardings[0]), t.suffix.newLayout(shardings[1])}
		l[Suffix].findSources(l[Prefix], l[Suffix].shareOfRow(t.prefix, firstOuter))
		d.columns[c] = l
		if deal.Turn {
			turn, err := newHalfTurn(ctx, opt.Goroutines(), t.prefix, t.suffix, shardings[1], firstOuter)
			if err != nil {
				return nil, err
			}
			d.halfTurn = turn
			d.enlarge(turn.bufferSizes)
		}
	}
	for c, l := range d.columns {
		d.enlarge(l[Prefix].bufferSizes)
		d.enlarge(l[Suffix].bufferSizes)
		if c.nextColumn != nil {
			d.columns[c.nextColumn][Prefix].findSources(l[Suffix], firstShare)
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

// layout returns the layout of what a phase of a column reads.
func (d *Division) layout(column int, p Phase) *layout { return d.columns[d.column(column)][p] }

// layoutAfter returns the layout of what a phase of a column leaves: the suffix phase of this
// column reads what the prefix phase leaves, the prefix phase of the next column what the suffix
// phase leaves.
func (d *Division) layoutAfter(column int, p Phase) *layout { return d.layout(column+int(p), Suffix-p) }

// TileSizes returns the number of values of each chunk of a tile: of the tile that the share from
// of a phase leaves for the share to of the next phase.
func (d *Division) TileSizes(column int, p Phase, from, to int) []int {
	return d.layoutAfter(column, p).sizes(from, to)
}

// A Source is what a share reads of a vector.
type Source struct {
	Columns int // the number of whole columns of the vector, without a prefix phase after them
	// Tiles[i][j] is the tile modulo Primes[i] that share j left. Residues modulo other primes are
	// reconstructed from all of these tiles. Without tiles, the vector is computed as products: it is
	// that of the first columns.
	Tiles  [][]Tile
	Primes []uint64
	Digits bool // the tiles hold digits in place of residues, see [Division.ReplaceResidues]
}

// field returns the arithmetic modulo a prime, with the weights of the colours.
func (d *Division) field(prime uint64) (*field, error) {
	if f, ok := d.fields.Load(prime); ok {
		return f.(*field), nil
	}
	f, err := newField(prime)
	if err != nil {
		return nil, err
	}
	for _, w := range d.colourWeights {
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

// A verdict says whether a share has read an impossible value. Several threads may note one.
type verdict struct{ impossible atomic.Bool }

// note keeps that a value was impossible.
func (v *verdict) note(possible bool) {
	if !possible {
		v.impossible.Store(true)
	}
}

// end returns an error, or if it is nil, [ErrImpossibleValue] if a value was impossible.
func (v *verdict) end(err error) error {
	if err == nil && v.impossible.Load() {
		return ErrImpossibleValue
	}
	return err
}

// newLoader returns a function that loads values of a source chunk by chunk, modulo the primes of
// some fields. Residues of the source are copied; residues modulo further primes are reconstructed.
func (d *Division) newLoader(l *layout, s *Source, fields []*field, v *verdict) (loader, error) {
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
		return func(c *chunk, r *buffers) [][]uint32 { return r.read(c, readers) }, nil
	}
	c, err := d.newCodecOf(s, further)
	if err != nil {
		return nil, err
	}
	known, k := l.readersOf(s.Tiles), d.joinFactorsOf(s.Columns)
	return func(chunk *chunk, r *buffers) (values [][]uint32) {
		all := r.read(chunk, known)
		for i := range further {
			all = append(all, r.get(len(known)+i, chunk.rows))
		}
		v.note(c.convert(k, chunk, all[:len(known)], s.Digits, all[len(known):]...))
		for _, at := range places {
			values = append(values, all[at])
		}
		return values
	}, nil
}

// firstReader returns the reader of a vector without tiles. On lattices other than the square one
// such a vector has no column but the border itself: its values are those of one column.
func (d *Division) firstReader(l *layout, columns int, f *field) reader {
	if columns < 2 || !d.square {
		return l.firstColumnReader()
	}
	return d.firstColumns.firstColumns(l, columns, f)
}

// newCodecOf returns a codec from the residues of a source to those modulo further primes.
func (d *Division) newCodecOf(s *Source, further []*field) (*codec, error) {
	fields, err := d.fieldsOf(s.Primes)
	if err != nil {
		return nil, err
	}
	return newCodec(fields, further, d.limit(s.Columns))
}

// readersOf returns a reader for each residue.
func (l *layout) readersOf(tiles [][]Tile) (all []reader) {
	for _, t := range tiles {
		all = append(all, l.tiles(t))
	}
	return all
}

// joinFactorsOf returns the norms and denominators of the words after some columns.
func (d *Division) joinFactorsOf(columns int) *kinds[joinFactors] {
	return d.tables[d.layout(columns, Prefix).column].joinFactors()
}

// eachWorker calls a function for 0 to n-1, in several threads, each with a worker of its own.
func (d *Division) eachWorker(ctx context.Context, opt par.Options, n int, do func(w *worker, i int)) error {
	workers := make([]*worker, min(opt.Goroutines(), n))
	defer d.giveWorkers(workers)
	for i := range workers {
		var err error
		if workers[i], err = d.takeWorker(); err != nil {
			return err
		}
	}
	return opt.EachWorker(ctx, n, func(g, i int) { do(workers[g], i) })
}

// takeWorker returns a worker that is not in use, or a new one.
func (d *Division) takeWorker() (*worker, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if last := len(d.unused) - 1; last >= 0 {
		w := d.unused[last]
		d.unused = d.unused[:last]
		return w, nil
	}
	return newWorker(d.bufferSizes)
}

// giveWorkers takes back workers that are no longer in use.
func (d *Division) giveWorkers(workers []*worker) {
	d.lock.Lock()
	defer d.lock.Unlock()
	for _, w := range workers {
		if w != nil {
			d.unused = append(d.unused, w)
		}
	}
}

// Run takes a share through a phase of a column, modulo a prime. It fills the tiles in out, one for
// each share of the next phase. These tiles begin at multiples of 32 bytes, and may hold anything
// before.
func (d *Division) Run(ctx context.Context, column int, p Phase, share int, prime uint64, from *Source, out []Tile, opt par.Options) error {
	f, err := d.field(prime)
	if err != nil {
		return err
	}
	reads, w := d.layout(column, p), &tileWriter{d.layoutAfter(column, p), share, out}
	var v verdict
	load, err := d.newLoader(reads, from, []*field{f}, &v)
	if err != nil {
		return err
	}
	for to, t := range out {
		// Equal columns share a layout. But they may follow different columns, which write different
		// rows of it.
		if w.clearUnreached(to); !d.square {
			for _, values := range t {
				clear(values)
			}
		}
	}
	// A chunk is copied before its windows read it, since they read it in an order that the processor
	// cannot predict.
	chunks := reads.share(share)
	return v.end(d.eachWorker(ctx, opt, len(chunks), func(worker *worker, i int) {
		copy(worker.values[0].All, load(&chunks[i], &worker.buffers)[0]) // or they have been loaded there
		worker.run(f, &chunks[i], w)
	}))
}

// Join returns the part of a share in L(m,n) modulo each prime; L(m,n) is the sum of the parts of
// all shares, see [ExactSum]. The vector x is that of k columns, from the left, and y is that of
// n+1-k columns, from the right: they have one column in common. Both have the layout that the
// prefix phase of the column reads.
func (d *Division) Join(ctx context.Context, column, share int, primes []uint64, x, y *Source, opt par.Options) ([]uint64, error) {
	fields, err := d.fieldsOf(primes)
	if err != nil {
		return nil, err
	}
	l := d.layout(column, Prefix)
	var v verdict
	var loads []loader
	for _, s := range slices.Compact([]*Source{x, y}) {
		load, err := d.newLoader(l, s, fields, &v)
		if err != nil {
			return nil, err
		}
		loads = append(loads, load)
	}
	sums, err := l.join(ctx, opt, share, d.joinFactorsOf(column), fields, allSources, loads...)
	return sums, v.end(err)
}

// ReplaceResidues replaces, in the tiles that a share reads, all residues by mixed-radix digits.
// From digits, residues modulo further primes are computed in less time.
func (d *Division) ReplaceResidues(ctx context.Context, share int, x *Source, opt par.Options) error {
	c, err := d.newCodecOf(x, nil)
	if err != nil {
		return err
	}
	l, k := d.layout(x.Columns, Prefix), d.joinFactorsOf(x.Columns)
	chunks, from := l.share(share), l.readersOf(x.Tiles)
	var v verdict
	return v.end(opt.Each(ctx, len(chunks), func(i int) {
		b, chunk := newScratch(), &chunks[i]
		defer scratches.Put(b)
		values := b.read(chunk, from)
		v.note(c.convert(k, chunk, values, false))
		for r, tiles := range x.Tiles {
			l.writeBack(chunk, values[r], tiles)
		}
	}))
}

// Turn turns a tile by half a turn: the tile that share a leaves for share b in a prefix phase. It
// puts the result into turned, which has the sizes of the tile that share b leaves for share a, and
// may hold anything before.
func (d *Division) Turn(ctx context.Context, a, b int, tile, turned Tile, opt par.Options) error {
	t, chunks := d.halfTurn, d.halfTurn.share(b)
	w := &tileWriter{t.layout, b, make([]Tile, t.shares)}
	w.tiles[a] = turned
	w.clearUnreached(a)
	return d.eachWorker(ctx, opt, len(chunks), func(worker *worker, i int) {
		// Rows of a submatrix to which no word goes belong to words that vanish. They may hold anything,
		// since the values with which they are multiplied are 0.
		if x := &t.rows[chunks[i].number]; len(x.to[a]) > 0 {
			fastest.copyRows(worker.values[0].All, tile[i], x.to[a], x.from[a])
		}
		w.write(&chunks[i], worker.values[0].All)
	})
}

// JoinTurned returns the part of a pair of shares (a, b) in L(m,k+k') modulo a prime; L(m,k+k') is
// the sum over all pairs. It joins two tiles that prefix phases left: the tile from share b for
// share a, and the tile from share a for share b after half a turn. One of the two vectors has k
// whole columns, the other one k'. If it is one vector, the pair (b, a) has the same part.
func (d *Division) JoinTurned(ctx context.Context, prime uint64, a, b int, turned, tile Tile, opt par.Options) (uint64, error) {
	f, err := d.field(prime)
	if err != nil {
		return 0, err
	}
	sums, err := d.halfTurn.join(ctx, opt, a, d.halfTurn.kinds, []*field{f}, b, tile.load, turned.load)
	return sums[0], err
}

// LargestChunk returns the number of values of the largest chunk of all tiles.
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

// Words returns how many words of the border after some columns are counted: those for which there
// are values, and those that differ from them by a recolouring.
func (d *Division) Words(columns int) *big.Int {
	sum := int64(0)
	for _, b := range d.layout(columns, Prefix).blocks {
		for _, w := range b.idle {
			sum += int64(b.rows) * int64(d.recolouringCount(d.colourOrderOf(b.crossing, &w).n))
		}
	}
	return big.NewInt(sum)
}
