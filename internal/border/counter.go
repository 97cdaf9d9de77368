package border

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"sync/atomic"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// A Congruence is what L(height, Width) is modulo a prime.
type Congruence struct {
	Width          int
	Prime, Residue uint64
}

// A Witness lets a caller compare a number with what does not share its mistakes.
type Witness struct {
	// Number is the number itself, modulo a prime that it was not computed with: the values modulo
	// that prime follow from the exact values.
	Number Congruence
	// Compared is the width of the board of which two sums were equal: by half a turn if it is even,
	// and else from vectors that are one and two columns apart.
	Compared int
	// Narrow is a narrower board: the join of one of the vectors with the first column.
	Narrow Congruence
	// Words is the number of all words of the border for which there are values.
	Words *big.Int
}

// ErrNotSelfAdjoint says that two joins that are L(height, n) for the same n differ, so that a step
// is not self-adjoint for the norms of the words: something was computed wrongly.
var ErrNotSelfAdjoint = errors.New("border: two sums for the same board differ")

// A counter counts in memory. It keeps the first error; with an error its methods do nothing, and
// what they return is of no use.
type counter struct {
	*Engine
	ctx          context.Context // of the count
	opt          par.Options
	done, phases int // of residues
	workers      []*worker
	primes       []uint64
	fields       []*field        // of them
	v            []*memory.Words // residues of the vector
	u            *memory.Words   // one residue between the phases
	wrong        atomic.Bool     // a residue gave an impossible value
	narrower     Congruence      // a narrower board
	start        int             // columns, the values after which are found as products
	digits       bool            // the residues are replaced by digits
	err          error
	// Of the square lattice:
	*tables
	last  *division     // for the last column, whose shares are joined one by one
	share *memory.Words // what a share of the last column leaves
	turn  *turn         // if half of the last column is enough
}

// newCounter prepares for a count modulo some primes, on the square lattice, and else modulo one.
func (e *Engine) newCounter(ctx context.Context, opt par.Options, primes []uint64, phases int) (*counter, error) {
	if err := e.prepare(ctx, opt); err != nil {
		return nil, err
	}
	fields, err := newFields(primes)
	if err != nil {
		return nil, err
	}
	c := &counter{Engine: e, ctx: ctx, opt: opt, phases: phases, primes: primes, fields: fields, start: 1}
	var all []*phase
	between := 0
	for _, t := range e.tables {
		all, between = append(all, t.prefix, t.suffix), max(between, t.whole.suffix.sizes(0))
	}
	c.u = c.room(between)
	if e.square {
		c.tables = e.tables[e.columns[0]]
		c.last = newDivision(c.prefix, c.suffix, 1, lastShares)
		c.share = c.room(c.last.prefix.largest())
	}
	c.newWorkers(all...)
	if c.err != nil {
		c.free()
		return nil, c.err
	}
	return c, nil
}

// room takes memory for values, which are zero.
func (c *counter) room(values int) *memory.Words {
	m, err := memory.NewWords(int64(values))
	if err != nil {
		c.err = cmp.Or(c.err, err)
		return &memory.Words{}
	}
	return m
}

// newWorkers makes workers for some phases in place of those that there are.
func (c *counter) newWorkers(phases ...*phase) {
	freeWorkers(c.workers)
	workers, err := newWorkers(c.opt, phases...)
	c.workers, c.err = workers, cmp.Or(c.err, err)
}

func (c *counter) free() {
	for _, m := range append(c.v, c.u, c.share) {
		m.Free()
	}
	freeWorkers(c.workers)
}

// between returns options whose progress is that of some steps.
func (c *counter) between(begin, end float64) par.Options {
	return c.opt.Between((float64(c.done)+begin)/float64(c.phases), (float64(c.done)+end)/float64(c.phases))
}

// vector returns the values of a residue, or room for them.
func (c *counter) vector(r int) []uint32 {
	for len(c.v) <= r {
		most := 0
		for _, t := range c.Engine.tables {
			most = max(most, t.whole.prefix.sizes(0))
		}
		c.v = append(c.v, c.room(most))
	}
	if c.err != nil {
		return nil
	}
	return c.v[r].All
}

// read reads a residue after some columns: one of those that make the values known, or another.
func (c *counter) read(columns, r int) reader {
	if columns > c.start && r < c.Residues(columns) {
		return c.whole.prefix.whole(c.vector(r))
	}
	return c.readModulo(columns, c.fields[r])
}

// readModulo reads the values after some columns modulo another prime: they follow from the
// residues.
func (c *counter) readModulo(columns int, f *field) reader {
	if columns <= c.start || c.err != nil {
		return c.whole.prefix.firstColumns(columns, f)
	}
	known := c.Residues(columns)
	var all []reader
	for r := range known {
		all = append(all, c.whole.prefix.whole(c.vector(r)))
	}
	return c.newCodec(known, f, columns).extend(c.weights(), all, c.digits, &c.wrong)
}

// newCodec makes a codec for the values after some columns, from the first residues.
func (c *counter) newCodec(residues int, to *field, columns int) *codec {
	codec, err := newCodec(c.primes[:residues], to, c.limit(columns))
	c.err = cmp.Or(c.err, err)
	return codec
}

// run takes a share through a phase, of which the progress is a part.
func (c *counter) run(l *layout, f *field, share int, read reader, to *writer, opt par.Options) {
	if c.err == nil {
		c.err = l.run(c.ctx, opt, c.workers, f, share, read, to)
	}
	if c.err == nil && c.wrong.Load() {
		c.err = ErrImpossibleValue
	}
}

// prefixPhase takes a residue through the prefix phase.
func (c *counter) prefixPhase(f *field, read reader, to []uint32) {
	c.run(c.whole.prefix, f, 0, read, c.whole.suffix.newWriter(0, to), c.between(0, 1))
	c.done++
}

// suffixPhase takes a residue through the suffix phase.
func (c *counter) suffixPhase(f *field, from, to []uint32) {
	c.run(c.whole.suffix, f, 0, c.whole.suffix.whole(from), c.whole.prefix.newWriter(0, to), c.between(0, 1))
	c.done++
}

// column takes a residue through a column.
func (c *counter) column(columns, r int) {
	c.prefixPhase(c.fields[r], c.read(columns, r), c.u.All)
	c.suffixPhase(c.fields[r], c.u.All, c.vector(r))
}

// lastColumn takes a residue through a column, and returns the join of the vector before the column
// with the one after it, which replaces the vector before it if that is asked for.
func (c *counter) lastColumn(columns, r int, keep bool) uint64 {
	read := c.read(columns, r)
	if c.turn != nil {
		return c.turnedColumn(c.fields[r], read)
	}
	if columns > c.start && r >= c.Residues(columns) {
		read = c.put(c.Residues(columns), read) // it is read twice
	}
	var to []uint32
	if keep {
		to = c.vector(r)
	}
	return c.joinedColumn(c.fields[r], read, read, to)
}

// joinedColumn takes a vector through a column, and returns the join of the result with another
// vector.
func (c *counter) joinedColumn(f *field, from, with reader, to []uint32) uint64 {
	c.prefixPhase(f, from, c.u.All)
	return c.joinedSuffix(f, c.u.All, with, to)
}

// joinedSuffix takes a vector through the suffix phase, and returns the join of the result with
// another vector. Only one share of the result is there at a time, or else all goes to a vector,
// which may be the other one: the other shares need other rows of that.
func (c *counter) joinedSuffix(f *field, from []uint32, with reader, to []uint32) uint64 {
	sum := modular.Element(0)
	for share := range lastShares {
		clear(c.share.All) // rows that nothing leads to
		w := c.last.prefix.newWriter(share, c.share.All)
		opt := c.between(float64(share)/lastShares, float64(share+1)/lastShares)
		c.run(c.last.suffix, f, share, c.whole.suffix.whole(from), w, opt)
		sum = f.Add(sum, f.Element(c.join(f, share, c.last.prefix, with, w.read)))
		if to != nil && c.err == nil {
			w.copyTo(c.whole.prefix.newWriter(0, to))
		}
	}
	c.done++
	return f.Uint64(sum)
}

// prepareTurn prepares for half a turn.
func (c *counter) prepareTurn() {
	t, err := newTurn(c.ctx, c.opt.Goroutines(), c.suffix)
	if c.turn, c.err = t, err; err != nil {
		return
	}
	c.share.Free()
	c.share = c.room(max(t.to.largest(), c.last.prefix.largest()))
	c.newWorkers(c.prefix, c.suffix, t.from.phase)
}

// turnedColumn takes a vector through the prefix phase, and returns the join of the result with the
// turned values. A word and the turned word have the same product, so that one of the two will do:
// the one that is in an earlier share, or both.
func (c *counter) turnedColumn(f *field, from reader) uint64 {
	c.prefixPhase(f, from, c.u.All)
	t, x, sum := c.turn, c.whole.suffix.whole(c.u.All), modular.Element(0)
	opt := c.between(0, 0)
	for s := range lastShares {
		clear(c.share.All)
		w := t.to.newWriter(s, c.share.All)
		c.run(t.from, f, s, x, w, opt)
		first, end := t.from.shares[s], t.from.shares[s+1]
		for times, chunks := range map[uint64][]chunk{2: t.to.chunks[:first], 1: t.to.chunks[first:end]} {
			if c.err == nil {
				part, err := t.to.joinModulo(c.ctx, opt, chunks, t.kinds, f, s, x, w.read)
				sum, c.err = f.Add(sum, f.Mul(f.Element(times), f.Element(part))), err
			}
		}
	}
	return f.Uint64(sum)
}

// join joins the rows of two vectors that a share leaves.
func (c *counter) join(f *field, share int, l *layout, x, y reader) (sum uint64) {
	if c.err == nil {
		sum, c.err = l.joinModulo(c.ctx, c.opt, l.chunks, c.weights(), f, share, x, y)
	}
	return sum
}

// joinExact joins the vector with itself. The sum over all words is an integer.
func (c *counter) joinExact(columns int) *big.Int {
	codec := c.newCodec(len(c.fields), nil, columns)
	var x []reader
	for r := range c.fields {
		x = append(x, c.read(columns, r))
	}
	if c.err != nil {
		return nil
	}
	sum, err := c.whole.prefix.joinExact(c.ctx, c.opt, c.weights(), codec, 0, x)
	if c.err = err; err == nil && !sum.IsInt() {
		c.err = ErrNotInteger
	}
	if c.err != nil {
		return nil
	}
	return sum.Num()
}

// half takes the vector, in all its residues, through half of the columns, and joins it with the
// first column on the way, which is the last column of a narrower board.
func (c *counter) half(width int) {
	c.start = c.FirstColumns(width)
	narrow := c.narrow(width)
	for k := c.start; ; k++ {
		if k == max(narrow, c.start) {
			f := c.fields[0]
			c.narrower = Congruence{narrow, uint64(f.prime), c.join(f, 0, c.whole.prefix, c.whole.prefix.firstColumn(), c.read(narrow, 0))}
		}
		if c.err != nil {
			return
		}
		if k == (width+1)/2 {
			if c.Turns(width) {
				c.prepareTurn()
			}
			return
		}
		// A residue that is new is found from all others: these come later.
		for r := min(c.Residues(k+1), len(c.fields)) - 1; r >= 0; r-- {
			c.column(k, r)
		}
	}
}

// number joins the vector after the columns of half of the board.
func (c *counter) number(width int) *big.Int {
	columns := (width + 1) / 2
	if width%2 == 1 {
		return c.joinExact(columns)
	}
	var number modular.Remainders
	for r := 0; r < len(c.fields) && c.err == nil; r++ {
		if columns > c.start && r == c.Residues(columns) {
			c.replaceResidues(columns)
		}
		residue := c.lastColumn(columns, r, false)
		if _, err := number.Add(residue, uint64(c.fields[r].prime)); err != nil {
			c.err = cmp.Or(c.err, err)
		}
	}
	return number.Value()
}

// replaceResidues replaces the residues of the vector by their digits, which residues modulo all
// further primes follow from.
func (c *counter) replaceResidues(columns int) {
	codec, l, k := c.newCodec(c.Residues(columns), nil, columns), c.whole.prefix, c.weights()
	if c.err != nil {
		return
	}
	var to []*writer
	for r := range codec.fields {
		to = append(to, l.newWriter(0, c.vector(r)))
	}
	c.err = c.between(0, 0).Each(c.ctx, len(l.chunks), func(i int) {
		var values [][]uint32
		for _, w := range to {
			values = append(values, w.at(&l.chunks[i]))
		}
		codec.replace(k, &l.chunks[i], values, &c.wrong)
	})
	c.digits = true
}

// put puts values into a vector, and reads them there. They may follow from what the vector holds.
func (c *counter) put(r int, read reader) reader {
	v := c.vector(r)
	if c.err != nil {
		return read
	}
	to := c.whole.prefix.newWriter(0, v)
	c.err = c.between(0, 0).Each(c.ctx, len(to.chunks), func(i int) {
		chunk := &to.chunks[i]
		room := to.at(chunk)
		copy(room, read(chunk, to.rows[:chunk.rows], room)) // nothing, if the values are there
	})
	if c.err == nil && c.wrong.Load() {
		c.err = ErrImpossibleValue
	}
	return c.whole.prefix.whole(v)
}

// wordsStored returns the number of words before a phase, with all their recolourings.
func (e *Engine) wordsStored(p *phase) *big.Int {
	sum := int64(0)
	for _, b := range p.blocks {
		for _, w := range b.idle {
			sum += int64(b.rows) * int64(e.recolourings(e.orderOf(b.crossing, &w).n))
		}
	}
	return big.NewInt(sum)
}
