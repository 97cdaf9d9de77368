package bounds

import (
	"context"

	"combigo.dev/combigo/par"
)

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
	return eachWidth(q, first, last, opt, func(width int, opt par.Options) (*Eigenvalues, int, error) {
		e, err := q.eigenvalues(ctx, width, opt)
		if err != nil {
			return nil, 0, err
		}
		return e, e.Free.States, nil
	})
}
