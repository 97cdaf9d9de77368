package asymptotic

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// A LatticeBase is the base of liberties of a lattice: the limit of the number of legal positions
// to the power of one over the number of points.
type LatticeBase struct {
	Kind   lattice.Kind `json:"lattice"`
	Colors int          `json:"colors"`
	// Ways has the extrapolations from strips in both directions, if these are not alike, and with
	// three boundaries. They share no matrix. The one with the narrowest error bar comes first.
	Ways []Estimate
}

// MinLatticeStrips is how many strips of a kind the base of a lattice is extrapolated from at
// least.
const MinLatticeStrips = 6

// NewLatticeBase extrapolates the base of liberties of a lattice with a number of colours from the
// eigenvalues of strips of one point to widest points across, at least [MinLatticeStrips];
// widest 0 takes those that are a matter of seconds.
//
// The eigenvalue of strips of w lines grows with w as a constant times the base to the power of w,
// times 1 plus powers of w that are small, the smaller the more edges are between the lines: rows
// of the hexagonal and the square-octagonal lattice have few, and it takes twice as many. So the
// quotients of the eigenvalues of strips that look alike at their sides, which are w and w+1 lines
// wide (rows of the square-octagonal lattice: w and w+2), tend to the base or to its square, and
// the epsilon algorithm takes the powers away. Error bars are ten times the disagreement of the
// last extrapolations, and no less than what the rounding of the eigenvalues may do. They are not
// proved; [combigo.dev/combigo/bounds] has bounds that are.
func NewLatticeBase(ctx context.Context, kind lattice.Kind, colors, widest int, opt par.Options) (*LatticeBase, error) {
	if widest != 0 && widest < MinLatticeStrips {
		return nil, fmt.Errorf("strips of up to %d lines: want at least %d", widest, MinLatticeStrips)
	}
	b := &LatticeBase{Kind: kind, Colors: colors}
	directions := bounds.Question{Kind: kind, Colors: colors}.Directions()
	for i, d := range directions {
		q := bounds.Question{Kind: kind, Colors: colors, Direction: d}
		part := opt.Between(float64(i)/float64(len(directions)), float64(i+1)/float64(len(directions)))
		ways, err := latticeWays(ctx, q, widest, part)
		if err != nil {
			return nil, err
		}
		b.Ways = append(b.Ways, ways...)
	}
	if len(b.Ways) == 0 {
		return nil, fmt.Errorf("no strips in %d colours are found in some seconds: want a largest width, from %d on", colors, MinLatticeStrips)
	}
	for i, w := range b.Ways {
		if w.Value.Radius().Cmp(b.Ways[0].Value.Radius()) < 0 {
			b.Ways[0], b.Ways[i] = w, b.Ways[0]
		}
	}
	return b, nil
}

// latticeWays extrapolates from strips in one direction, if there are enough of them.
func latticeWays(ctx context.Context, q bounds.Question, widest int, opt par.Options) ([]Estimate, error) {
	strips, err := q.AllEigenvalues(ctx, 1, widest, opt)
	if err != nil {
		return nil, err
	}
	fewest, step := MinLatticeStrips, 1
	if q.Direction == bounds.Rows && q.Kind != lattice.Square && q.Kind != lattice.Triangular {
		// Every second edge between the rows is missing.
		fewest *= 2
	}
	if q.Kind == lattice.SquareOctagonal && q.Direction == bounds.Rows {
		step = 2
	}
	if len(strips) < fewest {
		return nil, nil
	}
	return fromLatticeStrips(strips, step), nil
}

// fromLatticeStrips extrapolates the eigenvalues of strips of 1, 2, 3 ... lines with each boundary;
// strips that differ by step lines look alike at their sides.
func fromLatticeStrips(strips []*bounds.Eigenvalues, step int) []Estimate {
	last := strips[len(strips)-1]
	var all []Estimate
	for sides := range 3 {
		growth := func(i int) *bounds.Growth {
			return []*bounds.Growth{strips[i].Free, strips[i].Single, strips[i].Double}[sides]
		}
		var terms []*big.Float
		rounding := 0.0
		for i := step; i < len(strips); i++ {
			low, high := growth(i).PerLine()
			before, _ := growth(i - step).PerLine()
			q := newFloat().Quo(newFloat().SetFloat64(low), newFloat().SetFloat64(before))
			if step == 2 {
				q.Sqrt(q)
			}
			terms = append(terms, q)
			rounding = max(rounding, high/low-1)
		}
		l := extrapolate(terms)
		if least := newFloat().Mul(l.value, newFloat().SetFloat64(roundingGain*rounding)); l.radius.Cmp(least) < 0 {
			l.radius = least
		}
		all = append(all, Estimate{
			Value:  l.interval(),
			Method: fmt.Sprintf("strips of up to %d %v, %s; Wynn's epsilon algorithm", last.Width, last.Direction, boundaries[sides]),
		})
	}
	return all
}

var boundaries = []string{"free", "one side safe", "both sides safe"}

// roundingGain is by how much extrapolation is taken to magnify relative errors of eigenvalues at
// most.
const roundingGain = 100
