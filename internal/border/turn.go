package border

import (
	"context"
	"math/big"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// The half turn. Let the height m be even, and let u be the values after k columns and the prefix
// phase of another one. A half turn of a board of 2k columns exchanges the two parts of the board
// that meet at that border. So
//
//	L(m,2k) = sum of norm u(w) u(turned w)
//
// over all words w of the border, where the turned word is w read from its end, with the signs
// exchanged (docs/theory.md).

// turned returns the letter of a point of class x before this letter, read from the other end.
func (l letter) turned(x class) letter { return newLetter(l.begin().other(), l.end().other(), x) }

// turned returns a part of a word, read from its end, where the next part begins.
func (w *word) turned(next letter) word {
	var v word
	for i := w.len() - 1; i >= 0; i-- {
		v, next = v.and(next.turned(w.at[i].class())), w.at[i]
	}
	return v
}

// A turning takes a vector before the suffix phase to the turned vector, share by share.
type turning struct {
	from, to *layout
	kinds    *kinds[weight] // of the words of both
}

// newTurning prepares for the half turn.
func (e *Engine) newTurning(ctx context.Context, opt par.Options) (*turning, error) {
	turn := *e.suffix
	turn.blocks = nil
	for _, b := range e.suffix.blocks {
		turn.blocks = append(turn.blocks, &block{number: b.number, crossing: b.crossing, left: b.left, right: b.right, idle: b.idle, rows: b.rows, first: b.first})
	}
	err := turn.fillBy(ctx, opt.Goroutines(), e.suffix, (*filling).turn)
	t := &turning{from: turn.newLayout(lastShares), to: e.suffix.newLayout(1)}
	t.to.place(t.from)
	t.kinds = newKinds(e.suffix, suffixWeight, e.idleWeight(prefixWeight))
	return t, err
}

// turn makes the pieces of a block: the words that begin a phase leave it turned.
func (f *filling) turn() {
	f.rest = func(between, idle word) word { return idle.turned(between.at[0]).and(idle.at[0].turned(edge)) }
	var w window
	from := int32(0)
	f.words(f.block, func(row *word) {
		n := row.len() - 1
		points := row.from(0, n)
		idle := points.turned(row.at[n])
		f.leaveTo(atEdge.through(&idle, n), row.from(0, 1), idle, func(to int32) {
			w.from, w.to = append(w.from, from), append(w.to, to*rowBytes)
		})
		from += rowBytes
	})
	f.windows[1] = []window{w}
}

// turned is the values of a counter after a prefix phase, in some residues.
type turned struct {
	*counter
	*turning
	columns int // before the prefix phase
	fields  []*field
	u       []*memory.Words // by the residue
	shares  []*memory.Words // room for a share of each, turned
}

// newTurned takes the vector of a counter through a prefix phase, in as many residues as make its
// values known. The vector is lost.
func (c *counter) newTurned(ctx context.Context, columns int) (*turned, error) {
	t := &turned{counter: c, columns: columns, fields: c.fields}
	var err error
	if t.turning, err = c.newTurning(ctx, c.opt); err != nil {
		return nil, err
	}
	freeWorkers(c.workers)
	if c.workers, err = newWorkers(c.opt, c.prefix, c.suffix, t.from.phase); err != nil {
		return nil, err
	}
	t.u = make([]*memory.Words, len(t.fields))
	t.shares = make([]*memory.Words, len(t.fields))
	for r := len(t.fields) - 1; r >= 0 && err == nil; r-- {
		t.u[r], c.u = c.u, nil // the one that there is, and then new ones
		if t.u[r] == nil {
			t.u[r], err = memory.NewWords(int64(c.whole.suffix.sizes(0)))
		}
		if err == nil {
			err = t.begin(ctx, r)
		}
	}
	if err != nil {
		t.free()
		return nil, err
	}
	return t, nil
}

func (t *turned) free() {
	for _, m := range append(t.u, t.shares...) {
		m.Free()
	}
}

// begin takes a residue through the prefix phase.
func (t *turned) begin(ctx context.Context, r int) error {
	read, err := t.read(t.columns, r)
	if err != nil {
		return err
	}
	if err := t.prefixPhase(ctx, t.fields[r], read, t.u[r].All); err != nil {
		return err
	}
	if r < len(t.v) {
		t.v[r].Free()
		t.v = t.v[:r]
	}
	t.shares[r], err = memory.NewWords(int64(t.to.largest()))
	return err
}

// whole reads a residue.
func (t *turned) whole(r int) reader { return t.counter.whole.suffix.whole(t.u[r].All) }

// join adds up the products of the values and the turned values, by a function for some chunks and
// the readers of their values. A word and the turned word have the same product, so that one of the
// two will do: the one that is in an earlier share, or both.
func (t *turned) join(ctx context.Context, join func(times uint64, chunks []chunk, share int, x, y []reader) error) error {
	opt := t.opt
	opt.Progress = nil
	for s := range lastShares {
		var x, y []reader
		for r, f := range t.fields {
			clear(t.shares[r].All)
			w := t.to.newWriter(s, t.shares[r].All)
			if err := t.from.run(ctx, opt, t.workers, f, s, t.whole(r), w); err != nil {
				return err
			}
			x, y = append(x, t.whole(r)), append(y, w.read)
		}
		first, end := t.from.shares[s], t.from.shares[s+1]
		if err := join(2, t.to.chunks[:first], s, x, y); err != nil {
			return err
		}
		if err := join(1, t.to.chunks[first:end], s, x, y); err != nil {
			return err
		}
	}
	return nil
}

// number joins the values with the turned values, exactly.
func (t *turned) number(ctx context.Context) (*big.Int, error) {
	codec, err := newCodec(t.fields, nil, t.halfLimit(t.columns))
	if err != nil {
		return nil, err
	}
	once, twice := codec.newSums(t.kinds), codec.newSums(t.kinds)
	err = t.join(ctx, func(times uint64, chunks []chunk, share int, x, y []reader) error {
		total := once
		if times == 2 {
			total = twice
		}
		return t.to.addExact(ctx, t.opt, chunks, t.kinds, codec, share, x, y, total)
	})
	if err != nil {
		return nil, err
	}
	sum := twice.sum(t.kinds)
	return integer(sum.Add(sum, sum).Add(sum, once.sum(t.kinds)))
}

// modulo joins the first residue with itself, turned.
func (t *turned) modulo(ctx context.Context) (uint64, error) {
	f, sum := t.fields[0], modular.Element(0)
	err := t.join(ctx, func(times uint64, chunks []chunk, share int, x, y []reader) error {
		part, err := t.to.joinModulo(ctx, t.opt, chunks, t.kinds, f, share, x[0], y[0])
		sum = f.Add(sum, f.Mul(f.Element(times), f.Element(part)))
		return err
	})
	return f.Uint64(sum), err
}

// witness computes a witness modulo one more prime. After one more column the half turn and the
// join of two vectors give the number of the same board. The other residues are lost.
func (t *turned) witness(ctx context.Context, prime uint64) (*Witness, error) {
	f, err := newField(prime)
	if err != nil {
		return nil, err
	}
	codec, err := newCodec(t.fields, f, t.halfLimit(t.columns))
	if err != nil {
		return nil, err
	}
	var known []reader
	for r := range t.fields {
		known = append(known, t.whole(r))
	}
	to := t.counter.whole.suffix.newWriter(0, t.u[0].All)
	if err := t.put(ctx, to, codec.extend(t.kinds, known, &t.wrong)); err != nil {
		return nil, err
	}
	for _, m := range append(t.u[1:], t.shares[1:]...) {
		m.Free()
	}
	t.fields = []*field{f}
	if t.wrong.Load() {
		return nil, ErrImpossibleValue
	}
	number, err := t.modulo(ctx)
	if err != nil {
		return nil, err
	}
	x, err := t.vector(0)
	if err != nil {
		return nil, err
	}
	if err := t.suffixPhase(ctx, f, t.u[0].All, x); err != nil {
		return nil, err
	}
	read := t.counter.whole.prefix.whole(x)
	if err := t.prefixPhase(ctx, f, read, t.u[0].All); err != nil {
		return nil, err
	}
	wider, err := t.modulo(ctx)
	if err != nil {
		return nil, err
	}
	joined, err := t.joinedSuffix(ctx, f, t.u[0].All, read, nil)
	if err != nil {
		return nil, err
	}
	if wider != joined {
		return nil, ErrNotSelfAdjoint
	}
	return &Witness{Congruence{2 * t.columns, prime, number}, t.narrower, t.wordsStored(t.prefix)}, nil
}
