package border

import (
	"cmp"

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

// A turn takes values after a prefix phase to the turned values, share by share.
type turn struct {
	*counter
	from, to *layout
	kinds    *kinds[weight] // of the words of both
	share    *memory.Words  // what a share leaves
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

func (c *counter) newTurn() *turn {
	p := *c.suffix
	p.blocks = nil
	for _, b := range c.suffix.blocks {
		p.blocks = append(p.blocks, &block{number: b.number, crossing: b.crossing, left: b.left, right: b.right, idle: b.idle, rows: b.rows, first: b.first})
	}
	err := p.fillBy(c.ctx, c.opt.Goroutines(), c.suffix, (*filling).turn)
	c.err = cmp.Or(c.err, err)
	t := &turn{
		counter: c, from: p.newLayout(lastShares), to: c.suffix.newLayout(1),
		kinds: newKinds(c.suffix, suffixWeight, c.idleWeight(prefixWeight)),
	}
	t.to.place(t.from)
	t.share = c.room(t.to.largest())
	c.newWorkers(c.prefix, c.suffix, t.from.phase)
	return t
}

// join joins the values after a prefix phase with the turned values. A word and the turned word
// have the same product, so that one of the two will do: the one that is in an earlier share, or
// both.
func (t *turn) join(f *field) uint64 {
	sum := modular.Element(0)
	x, opt := t.whole.suffix.whole(t.u.All), t.opt
	opt.Progress = nil
	add := func(times uint64, chunks []chunk, share int, y reader) {
		if t.err == nil {
			part, err := t.to.joinModulo(t.ctx, opt, chunks, t.kinds, f, share, x, y)
			sum, t.err = f.Add(sum, f.Mul(f.Element(times), f.Element(part))), err
		}
	}
	for s := range lastShares {
		clear(t.share.All)
		w := t.to.newWriter(s, t.share.All)
		t.run(t.from, f, s, x, w, opt)
		first, end := t.from.shares[s], t.from.shares[s+1]
		add(2, t.to.chunks[:first], s, w.read)
		add(1, t.to.chunks[first:end], s, w.read)
	}
	return f.Uint64(sum)
}

// number returns a residue of the number: the join with the turned values after a prefix phase.
func (t *turn) number(f *field, from reader) uint64 {
	t.prefixPhase(f, from, t.u.All)
	return t.join(f)
}

// witness computes a witness from the vector after half of the columns: after one more column the
// join with that vector is the number of the same board.
func (t *turn) witness(f *field, read reader) uint64 {
	v := t.vector(0)
	t.put(t.whole.prefix.newWriter(0, v), read)
	x := t.whole.prefix.whole(v)
	number := t.number(f, x)
	if t.joinedSuffix(f, t.u.All, x, nil) != number {
		t.err = cmp.Or(t.err, ErrNotSelfAdjoint)
	}
	return number
}
