package border

import (
	"cmp"
	"math/big"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/modular"
)

// The half turn. Let the height m be even, and let u be the values after k columns and the prefix
// phase of another one. A half turn of a board of 2k columns exchanges the two parts of the board
// that meet at that border. So
//
//	L(m,2k) = sum of norm u(w) u(turned w)
//
// over all words w of the border, where the turned word is w read from its end, with the signs
// exchanged (docs/theory.md).

// A turned is the values of a counter after a prefix phase, in some residues, and what takes them
// to the turned values, share by share.
type turned struct {
	*counter
	from, to *layout
	kinds    *kinds[weight] // of the words of both
	columns  int            // before the prefix phase
	fields   []*field
	u        []*memory.Words // by the residue
	shares   []*memory.Words // room for a share of each, turned
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

// newTurned takes the vector of a counter through a prefix phase, in as many residues as make its
// values known. The vector is lost.
func (c *counter) newTurned(columns int) *turned {
	turn := *c.suffix
	turn.blocks = nil
	for _, b := range c.suffix.blocks {
		turn.blocks = append(turn.blocks, &block{number: b.number, crossing: b.crossing, left: b.left, right: b.right, idle: b.idle, rows: b.rows, first: b.first})
	}
	err := turn.fillBy(c.ctx, c.opt.Goroutines(), c.suffix, (*filling).turn)
	c.err = cmp.Or(c.err, err)
	n := len(c.fields)
	t := &turned{
		counter: c, from: turn.newLayout(lastShares), to: c.suffix.newLayout(1), columns: columns, fields: c.fields,
		kinds: newKinds(c.suffix, suffixWeight, c.idleWeight(prefixWeight)), u: make([]*memory.Words, n), shares: make([]*memory.Words, n),
	}
	t.to.place(t.from)
	c.newWorkers(c.prefix, c.suffix, t.from.phase)
	for r := n - 1; r >= 0; r-- {
		t.u[r], c.u = c.u, nil // the one that there is, and then new ones
		if t.u[r] == nil {
			t.u[r] = c.room(c.whole.suffix.sizes(0))
		}
		c.prefixPhase(t.fields[r], c.read(columns, r), t.u[r].All)
		if r < len(c.v) {
			c.v[r].Free()
			c.v = c.v[:r]
		}
		t.shares[r] = c.room(t.to.largest())
	}
	return t
}

func (t *turned) free() {
	for _, m := range append(t.u, t.shares...) {
		m.Free()
	}
}

// whole reads a residue.
func (t *turned) whole(r int) reader { return t.counter.whole.suffix.whole(t.u[r].All) }

// join adds up the products of the values and the turned values, by a function for some chunks and
// the readers of their values. A word and the turned word have the same product, so that one of the
// two will do: the one that is in an earlier share, or both.
func (t *turned) join(join func(times uint64, chunks []chunk, share int, x, y []reader) error) {
	opt := t.opt
	opt.Progress = nil
	for s := range lastShares {
		var x, y []reader
		for r, f := range t.fields {
			clear(t.shares[r].All)
			w := t.to.newWriter(s, t.shares[r].All)
			t.run(t.from, f, s, t.whole(r), w, opt)
			x, y = append(x, t.whole(r)), append(y, w.read)
		}
		first, end := t.from.shares[s], t.from.shares[s+1]
		if t.err == nil {
			t.err = join(2, t.to.chunks[:first], s, x, y)
		}
		if t.err == nil {
			t.err = join(1, t.to.chunks[first:end], s, x, y)
		}
	}
}

// number joins the values with the turned values, exactly.
func (t *turned) number() *big.Int {
	codec := t.newCodec(t.fields, nil, t.halfLimit(t.columns))
	if t.err != nil {
		return nil
	}
	sums := map[uint64]*sums{1: codec.newSums(t.kinds), 2: codec.newSums(t.kinds)}
	t.join(func(times uint64, chunks []chunk, share int, x, y []reader) error {
		return t.to.addExact(t.ctx, t.opt, chunks, t.kinds, codec, share, x, y, sums[times])
	})
	sum := sums[2].sum(t.kinds)
	return t.integer(sum.Add(sum, sum).Add(sum, sums[1].sum(t.kinds)), t.err)
}

// modulo joins the first residue with itself, turned.
func (t *turned) modulo() uint64 {
	f, sum := t.fields[0], modular.Element(0)
	t.join(func(times uint64, chunks []chunk, share int, x, y []reader) error {
		part, err := t.to.joinModulo(t.ctx, t.opt, chunks, t.kinds, f, share, x[0], y[0])
		sum = f.Add(sum, f.Mul(f.Element(times), f.Element(part)))
		return err
	})
	return f.Uint64(sum)
}

// witness computes a witness modulo one more prime. After one more column the half turn and the
// join of two vectors give the number of the same board. The other residues are lost.
func (t *turned) witness(f *field) *Witness {
	codec := t.newCodec(t.fields, f, t.halfLimit(t.columns))
	if t.err != nil {
		return nil
	}
	var known []reader
	for r := range t.fields {
		known = append(known, t.whole(r))
	}
	u := t.u[0].All
	t.put(t.counter.whole.suffix.newWriter(0, u), codec.extend(t.kinds, known, &t.wrong))
	for _, m := range append(t.u[1:], t.shares[1:]...) {
		m.Free()
	}
	t.fields = []*field{f}
	number := t.modulo()
	x := t.vector(0)
	t.suffixPhase(f, u, x)
	read := t.counter.whole.prefix.whole(x)
	t.prefixPhase(f, read, u)
	if t.modulo() != t.joinedSuffix(f, u, read, nil) {
		t.err = cmp.Or(t.err, ErrNotSelfAdjoint)
	}
	return &Witness{Congruence{2 * t.columns, f.prime, number}, t.narrower, t.wordsStored(t.prefix)}
}
