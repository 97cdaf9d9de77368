package border

import "context"

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
	from, to *layout
	kinds    *kinds[weight] // of the words of both
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

func newTurn(ctx context.Context, threads int, suffix *phase) (*turn, error) {
	p := suffix.newPhase(false)
	if err := p.fillBy(ctx, threads, suffix, (*filling).turn); err != nil {
		return nil, err
	}
	t := &turn{p.newLayout(lastShares), suffix.newLayout(1), newKinds(suffix, suffixWeight, suffix.idleWeight(prefixWeight))}
	t.to.place(t.from)
	return t, nil
}
