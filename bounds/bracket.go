package bounds

import (
	"context"
	"math"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// A Bound is a proven inequality for the constant of a lattice, and the strip that it comes from.
type Bound struct {
	Value  float64 // rounded away from the constant
	Strip  Strip
	Growth *Growth
	New    bool // sharper than all that is in print, of which there is some
}

// A Question is which constant to bound, and by which strips.
type Question struct {
	Kind      lattice.Kind
	Colors    int
	Direction Direction // of the strips
}

// A Bracket is the bounds that strips of one width give for the constant of a lattice: the limit of
// the number of legal positions to the power of one over the number of points.
type Bracket struct {
	Question
	Width        int
	Lower, Upper Bound // from free and from double-safe strips
	Wall         time.Duration
}

// Constant returns the best bracket of strips of one width.
func (q Question) Constant(ctx context.Context, width int, opt par.Options) (*Bracket, error) {
	if err := check(q.Kind, q.Colors, width); err != nil {
		return nil, err
	}
	start := time.Now()
	b := &Bracket{Question: q, Width: width}
	b.Upper.Value = math.Inf(1)
	strips := q.tilings(width)
	for i, s := range strips {
		if err := b.improve(ctx, s, opt); err != nil {
			return nil, err
		}
		opt.Report(float64(i+1) / float64(len(strips)))
	}
	all := InPrint(q.Kind, q.Colors)
	b.Lower.New, b.Upper.New = beatsLower(all, b.Lower.Value), beatsUpper(all, b.Upper.Value)
	b.Wall = time.Since(start)
	return b, nil
}

// improve replaces bounds by those of a strip, free and double-safe, where these are sharper.
func (b *Bracket) improve(ctx context.Context, s Strip, opt par.Options) error {
	free, err := s.growth(ctx, b.Colors, opt)
	if err != nil {
		return err
	}
	if low, _ := free.perPoint(); low > b.Lower.Value {
		b.Lower = Bound{Value: low, Strip: s, Growth: free}
	}
	s.SafeFirst, s.SafeLast = true, true
	safe, err := s.growth(ctx, b.Colors, opt)
	if err != nil {
		return err
	}
	_, high := safe.perPoint()
	if high = min(high, float64(1+b.Colors)); high < b.Upper.Value { // no more positions than colourings
		b.Upper = Bound{Value: high, Strip: s, Growth: safe}
	}
	return nil
}

// tilings returns the strips of one width that a lattice can be cut into so that all grow alike, in
// every way that makes a difference.
//
// The square and the triangular lattice can be transposed. Two rows down, the square-octagonal
// lattice is the same but for one column. Strips of an odd number of its rows are of two kinds in
// turn, one of which begins with a row that is not paired with the next, and the other ends with
// one: they are mirror images, and so grow equally.
func (q Question) tilings(width int) []Strip {
	var strips []Strip
	for _, d := range q.Directions() {
		strips = append(strips, Strip{Kind: q.Kind, Direction: d, Width: width})
		if q.Kind == lattice.SquareOctagonal && d == Rows && width%2 == 0 {
			strips = append(strips, Strip{Kind: q.Kind, Direction: Rows, Width: width, First: 1})
		}
	}
	return strips
}

// Directions returns the directions asked for that are not alike.
func (q Question) Directions() []Direction {
	switch {
	case q.Direction != Either:
		return []Direction{q.Direction}
	case rowPeriod[q.Kind] == 1:
		return []Direction{Rows}
	}
	return []Direction{Rows, Columns}
}

// States returns the dimension of the larger matrix.
func (b *Bracket) States() int { return max(b.Lower.Growth.States, b.Upper.Growth.States) }

// Best returns the sharpest bounds of some brackets, which are at least one and of the same
// constant.
func Best(brackets []*Bracket) (lower, upper Bound) {
	lower, upper = brackets[0].Lower, brackets[0].Upper
	for _, b := range brackets[1:] {
		if b.Lower.Value > lower.Value {
			lower = b.Lower
		}
		if b.Upper.Value < upper.Value {
			upper = b.Upper
		}
	}
	return lower, upper
}
