package border

import (
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
	// Narrow is a narrower board: the join of one of the vectors with the first column.
	Narrow Congruence
	// Words is the number of all words of the border for which there are values.
	Words *big.Int
}

// ErrNotSelfAdjoint says that two joins that are L(height, n) for the same n differ, so that a step
// is not self-adjoint for the norms of the words: something was computed wrongly.
var ErrNotSelfAdjoint = errors.New("border: two sums for the same board differ")

// A counter counts in memory.
type counter struct {
	*Engine
	opt          par.Options
	done, phases int // of residues
	whole, last  *division
	workers      []*worker
	weights      *kinds[weight]
	fields       []*field
	v            []*memory.Words // residues of the vector
	u            *memory.Words   // one residue between the phases
	share        *memory.Words   // what a share of the last column leaves
	wrong        atomic.Bool
	narrower     Congruence // a narrower board
}

func (e *Engine) newCounter(ctx context.Context, opt par.Options, primes []uint64, phases int) (*counter, error) {
	if err := e.prepare(ctx, opt); err != nil {
		return nil, err
	}
	c := &counter{Engine: e, opt: opt, phases: phases, weights: e.weights()}
	c.whole, c.last = e.divide(1, 1), e.divide(1, lastShares)
	for _, p := range primes {
		f, err := newField(p)
		if err != nil {
			return nil, err
		}
		c.fields = append(c.fields, f)
	}
	var err error
	if c.u, err = memory.NewWords(int64(c.whole.suffix.sizes(0))); err != nil {
		return nil, err
	}
	if c.share, err = memory.NewWords(int64(c.last.prefix.largest())); err == nil {
		c.workers, err = newWorkers(opt, e.prefix, e.suffix)
	}
	if err != nil {
		c.free()
		return nil, err
	}
	return c, nil
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
func (c *counter) vector(r int) ([]uint64, error) {
	for len(c.v) <= r {
		m, err := memory.NewWords(int64(c.whole.prefix.sizes(0)))
		if err != nil {
			return nil, err
		}
		c.v = append(c.v, m)
	}
	return c.v[r].All, nil
}

// known reports whether a residue is one of those that make the values after some columns known.
func (c *counter) known(columns, r int) bool { return r == 0 || r < c.Residues(columns) }

// read reads a residue after some columns.
func (c *counter) read(columns, r int) (reader, error) {
	if columns > 1 && c.known(columns, r) {
		return c.whole.prefix.whole(c.v[r].All), nil
	}
	return c.readModulo(columns, c.fields[r])
}

// readModulo reads the values after some columns modulo another prime: they follow from the
// residues.
func (c *counter) readModulo(columns int, f *field) (reader, error) {
	if columns == 1 {
		return c.whole.prefix.firstColumn(), nil
	}
	known := c.Residues(columns)
	var all []reader
	for _, m := range c.v[:known] {
		all = append(all, c.whole.prefix.whole(m.All))
	}
	codec, err := newCodec(c.fields[:known], f, c.limit(columns))
	if err != nil {
		return nil, err
	}
	return codec.extend(c.weights, all, &c.wrong), nil
}

// prefixPhase takes a residue through the prefix phase.
func (c *counter) prefixPhase(ctx context.Context, f *field, read reader, to []uint64) error {
	w := c.whole.suffix.newWriter(0, to)
	if err := c.whole.prefix.run(ctx, c.between(0, 1), c.workers, f, 0, read, w); err != nil {
		return err
	}
	c.done++
	if c.wrong.Load() {
		return ErrImpossibleValue
	}
	return nil
}

// suffixPhase takes a residue through the suffix phase.
func (c *counter) suffixPhase(ctx context.Context, f *field, from, to []uint64) error {
	w := c.whole.prefix.newWriter(0, to)
	err := c.whole.suffix.run(ctx, c.between(0, 1), c.workers, f, 0, c.whole.suffix.whole(from), w)
	c.done++
	return err
}

// column takes a residue through a column.
func (c *counter) column(ctx context.Context, columns, r int) error {
	read, err := c.read(columns, r)
	if err != nil {
		return err
	}
	if err := c.prefixPhase(ctx, c.fields[r], read, c.u.All); err != nil {
		return err
	}
	v, err := c.vector(r)
	if err != nil {
		return err
	}
	return c.suffixPhase(ctx, c.fields[r], c.u.All, v)
}

// lastColumn takes a residue through a column, and returns the join of the vector before the column
// with the one after it, which replaces the vector before it if that is asked for.
func (c *counter) lastColumn(ctx context.Context, columns, r int, keep bool) (uint64, error) {
	read, err := c.read(columns, r)
	if err != nil {
		return 0, err
	}
	first, read, err := c.keep(columns, r, read)
	if err != nil {
		return 0, err
	}
	var to []uint64
	if keep {
		if to, err = c.vector(r); err != nil {
			return 0, err
		}
	}
	return c.joinedColumn(ctx, c.fields[r], first, read, to)
}

// joinedColumn takes a vector through a column, and returns the join of the result with another
// vector.
func (c *counter) joinedColumn(ctx context.Context, f *field, from, with reader, to []uint64) (uint64, error) {
	if err := c.prefixPhase(ctx, f, from, c.u.All); err != nil {
		return 0, err
	}
	return c.joinedSuffix(ctx, f, c.u.All, with, to)
}

// joinedSuffix takes a vector through the suffix phase, and returns the join of the result with
// another vector. Only one share of the result is there at a time, or else all goes to a vector,
// which may be the other one: the other shares need other rows of that.
func (c *counter) joinedSuffix(ctx context.Context, f *field, from []uint64, with reader, to []uint64) (uint64, error) {
	sum := modular.Element(0)
	for share := range lastShares {
		clear(c.share.All) // rows that nothing leads to
		w := c.last.prefix.newWriter(share, c.share.All)
		opt := c.between(float64(share)/lastShares, float64(share+1)/lastShares)
		if err := c.last.suffix.run(ctx, opt, c.workers, f, share, c.whole.suffix.whole(from), w); err != nil {
			return 0, err
		}
		part, err := c.joinModulo(ctx, f, share, c.last, with, w.read)
		if err != nil {
			return 0, err
		}
		sum = f.Add(sum, f.Element(part))
		if to != nil {
			w.copyTo(c.whole.prefix.newWriter(0, to))
		}
	}
	c.done++
	return f.Uint64(sum), nil
}

// keep returns two readers of a residue, for the prefix phase and for what follows. If the residue
// is found from others, the prefix phase finds the values and leaves them in memory.
func (c *counter) keep(columns, r int, read reader) (first, again reader, err error) {
	if columns == 1 || c.known(columns, r) {
		return read, read, nil
	}
	values, err := c.vector(c.Residues(columns))
	if err != nil {
		return nil, nil, err
	}
	to := c.whole.prefix.newWriter(0, values)
	first = func(chunk *chunk, rows []int32, _ []uint64) []uint64 { return read(chunk, rows, to.at(chunk)) }
	return first, c.whole.prefix.whole(values), nil
}

// joinModulo joins the rows of two vectors that a share leaves.
func (c *counter) joinModulo(ctx context.Context, f *field, share int, d *division, x, y reader) (uint64, error) {
	return d.prefix.joinModulo(ctx, c.opt, d.prefix.chunks, c.weights, f, share, x, y)
}

// joinExact joins the vector with itself.
func (c *counter) joinExact(ctx context.Context, columns int) (*big.Int, error) {
	codec, err := newCodec(c.fields, nil, c.limit(columns))
	if err != nil {
		return nil, err
	}
	var x []reader
	for r := range c.fields {
		read, err := c.read(columns, r)
		if err != nil {
			return nil, err
		}
		x = append(x, read)
	}
	sum, err := c.whole.prefix.joinExact(ctx, c.opt, c.weights, codec, 0, x)
	if err != nil {
		return nil, err
	}
	return integer(sum)
}

// columns takes the vector, in all its residues, through columns, up to the last one. After each it
// calls visit.
func (c *counter) columns(ctx context.Context, last int, visit func(k int) error) error {
	for k := 1; ; k++ {
		if err := visit(k); err != nil || k == last {
			return err
		}
		// A residue that is new is found from all others: these come later.
		for r := min(c.Residues(k+1), len(c.fields)) - 1; r >= 0; r-- {
			if err := c.column(ctx, k, r); err != nil {
				return err
			}
		}
	}
}

// joinFirst joins the vector after some columns with the first column, which is the last one of a
// board.
func (c *counter) joinFirst(ctx context.Context, columns int) (Congruence, error) {
	read, err := c.read(columns, 0)
	if err != nil {
		return Congruence{}, err
	}
	f := c.fields[0]
	residue, err := c.joinModulo(ctx, f, 0, c.whole, c.whole.prefix.firstColumn(), read)
	return Congruence{columns, f.prime, residue}, err
}

// half takes the vector through half of the columns, and joins it with the first column on the way.
func (c *counter) half(ctx context.Context, width int) error {
	return c.columns(ctx, (width+1)/2, func(k int) (err error) {
		if k == c.narrow(width) {
			c.narrower, err = c.joinFirst(ctx, k)
		}
		return err
	})
}

// number joins the vector after the columns of half of the board.
func (c *counter) number(ctx context.Context, width int) (*big.Int, error) {
	columns := (width + 1) / 2
	if width%2 == 1 {
		return c.joinExact(ctx, columns)
	}
	var number modular.Remainders
	for r := len(c.fields) - 1; r >= 0; r-- {
		residue, err := c.lastColumn(ctx, columns, r, false)
		if err != nil {
			return nil, err
		}
		if _, err := number.Add(residue, c.fields[r].prime); err != nil {
			return nil, err
		}
	}
	return number.Value(), nil
}

// put puts values into a vector. They may follow from values that are there; the next phase sees
// c.wrong.
func (c *counter) put(ctx context.Context, to *writer, read reader) error {
	opt := c.opt
	opt.Progress = nil
	return opt.Each(ctx, len(to.chunks), func(i int) {
		chunk := &to.chunks[i]
		room := to.at(chunk)
		copy(room, read(chunk, to.rows[:chunk.rows], room)) // nothing, if the values are there
	})
}

// wordsStored returns the number of words before a phase, with all their recolourings.
func (e *Engine) wordsStored(p *phase) *big.Int {
	sum := new(big.Int)
	for _, b := range p.blocks {
		for _, w := range b.idle {
			n := int64(b.rows) * int64(e.recolourings(e.orderOf(b.crossing, &w).n))
			sum.Add(sum, big.NewInt(n))
		}
	}
	return sum
}
