package transfer

import (
	"context"
	"fmt"
	"reflect"

	"combigo.dev/combigo/par"
)

// LegalStrip returns the transfer matrix of the legal positions of a given number of colours on an
// endless strip. The strip is given by a piece of it and an order of its vertices in which it looks
// the same after a number of vertices, the period; say column by column, with as many columns to a
// period as it takes until the lattice repeats itself. The piece must be long enough to show that
// it does: two periods alike and one more after them, five in all for the lattices of
// [combigo.dev/combigo/lattice].
func LegalStrip(ctx context.Context, g Graph, order []int, period, colors int, opt par.Options) (*Transfer, error) {
	r, err := newLegal(g, order, colors)
	if err != nil {
		return nil, err
	}
	from, ok := r.layout.repeats(period)
	if !ok {
		return nil, fmt.Errorf("transfer: the strip of %d vertices is not seen to repeat itself every %d: "+
			"want a longer piece, or another period", g.Len(), period)
	}
	switch r.words() {
	case 1:
		return newTransfer(ctx, &legal[Word1]{r}, from, period, colors, opt)
	case 2:
		return newTransfer(ctx, &legal[Word2]{r}, from, period, colors, opt)
	default:
		return newTransfer(ctx, &legal[Word4]{r}, from, period, colors, opt)
	}
}

// repeats returns the first multiple of the period from which on two periods are alike, with
// another one after them.
func (l *layout) repeats(period int) (from int, ok bool) {
	for from = 0; period > 0 && from+3*period <= len(l.steps); from += period {
		if reflect.DeepEqual(l.steps[from:from+period], l.steps[from+period:from+2*period]) {
			return from, true
		}
	}
	return 0, false
}
