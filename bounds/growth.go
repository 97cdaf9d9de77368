package bounds

import (
	"context"
	"errors"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Growth is a certified enclosure of the largest eigenvalue of the transfer matrix of a strip,
// which is the factor by which the number of legal positions grows with a period.
type Growth struct {
	Low, High float64 // Low <= eigenvalue <= High
	Length    int     // points along in a period
	Points    int     // points in a period
	States    int     // dimension of the matrix
}

// growth encloses the growth of a strip with a given number of colours, as narrowly as double
// precision can.
func (s Strip) growth(ctx context.Context, colors int, opt par.Options) (*Growth, error) {
	t, err := s.matrix(ctx, colors, opt)
	if err != nil {
		return nil, err
	}
	low, high, err := t.Root(ctx, 0)
	if err != nil {
		return nil, err
	}
	return &Growth{Low: low, High: high, Length: s.period(), Points: s.Width * s.period(), States: t.States()}, nil
}

// perPoint returns the enclosure of the growth per point: the root of the eigenvalue of as many as
// there are points.
func (g *Growth) perPoint() (low, high float64) {
	return rootBelow(g.Low, g.Points), rootAbove(g.High, g.Points)
}

// PerLine returns the enclosure of the growth per line across: the eigenvalue s(k) or u(k) of the
// paper, whose matrix is that of a single line.
func (g *Growth) PerLine() (low, high float64) {
	return rootBelow(g.Low, g.Length), rootAbove(g.High, g.Length)
}

// rootBelow returns the largest double that is at most the n-th root of x.
func rootBelow(x float64, n int) float64 {
	y := math.Pow(x, 1/float64(n))
	for comparePower(y, n, x) <= 0 {
		y = math.Nextafter(y, math.Inf(1))
	}
	for comparePower(y, n, x) > 0 {
		y = math.Nextafter(y, 0)
	}
	return y
}

// rootAbove returns the smallest double that is at least the n-th root of x.
func rootAbove(x float64, n int) float64 {
	y := rootBelow(x, n)
	if comparePower(y, n, x) < 0 {
		y = math.Nextafter(y, math.Inf(1))
	}
	return y
}

// comparePower compares y^n with x, exactly: a product of n doubles has at most 53n bits.
func comparePower(y float64, n int, x float64) int {
	power := new(big.Float).SetPrec(uint(53 * n)).SetInt64(1)
	for range n {
		power.Mul(power, big.NewFloat(y))
	}
	return power.Cmp(big.NewFloat(x))
}

// Eigenvalues is the growth of strips of one width under the three boundary conditions of section
// 4.3: without an empty row beyond the strip, with one before it, and with one on either side. For
// rows of the square lattice they are the eigenvalues s(k), u^(1)(k) and u^(2)(k) of the paper.
type Eigenvalues struct {
	Question
	Width                int
	Free, Single, Double *Growth
}

// eigenvalues is [Question.AllEigenvalues] for one width.
func (q Question) eigenvalues(ctx context.Context, width int, opt par.Options) (*Eigenvalues, error) {
	e := &Eigenvalues{Question: q, Width: width}
	s := Strip{Kind: q.Kind, Direction: max(q.Direction, Rows), Width: width}
	for safe, growth := range []**Growth{&e.Free, &e.Single, &e.Double} {
		s.SafeFirst, s.SafeLast = safe > 0, safe > 1
		g, err := s.growth(ctx, q.Colors, opt)
		if err != nil {
			return nil, err
		}
		*growth = g
		opt.Report(float64(safe+1) / 3)
	}
	return e, nil
}

// AllEigenvalues encloses the eigenvalues of strips of widths first to last that begin with line 0;
// of the directions, Either is Rows. If last is 0, it ends as [Question.Brackets] does.
func (q Question) AllEigenvalues(ctx context.Context, first, last int, opt par.Options) ([]*Eigenvalues, error) {
	return eachWidth(ctx, q, first, last, opt, q.eigenvalues, func(e *Eigenvalues) int { return e.Free.States })
}

// widerStates is about how many times as many states the matrix has for a strip that is wider by a
// point.
const widerStates = 5

// defaultStates is the size of matrix up to which widths go by themselves: a matter of some
// seconds.
const defaultStates = 100_000

// eachWidth collects what a function returns for widths first to last. If last is 0, it stops
// before there are far more than defaultStates states, or they do not fit in memory.
func eachWidth[T any](
	ctx context.Context, q Question, first, last int, opt par.Options,
	of func(context.Context, int, par.Options) (T, error), states func(T) int,
) ([]T, error) {
	if err := check(q.Kind, q.Colors, max(last, first)); err != nil {
		return nil, err
	}
	var all []T
	for width := first; width <= MaxWidth && (last == 0 || width <= last); width++ {
		one, err := of(ctx, width, widthProgress(opt, first, last, width))
		if tooWide := new(result.MemoryError); last == 0 && errors.As(err, &tooWide) && len(all) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		all = append(all, one)
		if last == 0 && states(one)*widerStates > defaultStates {
			break
		}
	}
	return all, nil
}

// widthProgress returns options whose progress is that of one width among several: each takes as
// long as all narrower ones do, several times. Without a last width there is no telling.
func widthProgress(o par.Options, first, last, width int) par.Options {
	if last == 0 {
		return o.Between(0, 0)
	}
	end := math.Pow(widerStates, float64(width-last))
	if width == first {
		return o.Between(0, end)
	}
	return o.Between(end/widerStates, end)
}

// Brackets returns the brackets for widths first, first+1, ..., last. If last is 0, it stops before
// strips that would have far more than 100000 states, or do not fit in memory.
func (q Question) Brackets(ctx context.Context, first, last int, opt par.Options) ([]*Bracket, error) {
	return eachWidth(ctx, q, first, last, opt, q.Constant, (*Bracket).States)
}

// A Bound is a proven inequality for the constant of a lattice, and the strip that it comes from.
type Bound struct {
	Value  float64 // rounded away from the constant
	Strip  Strip
	Growth *Growth
	New    bool // sharper than all that is in print, of which there is some
}

// A Question is which constant to bound, and by which strips.
type Question struct {
	Kind      lattice.Kind `json:"lattice"`
	Colors    int          `json:"colors"`
	Direction Direction    // of the strips
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
	b.Lower.New, b.Upper.New = beaten(InPrint(q.Kind, q.Colors), b.Lower.Value, b.Upper.Value)
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
