package bounds

import (
	"context"
	"fmt"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// Matrix returns the transfer matrix of the strip, for a period of it, with its vectors: Farr and
// Schmidt's T, x0 and f. Its states are those of the points across that say what may follow, fewer
// than position sections: groups that are safe are not told apart.
func (s Strip) Matrix(ctx context.Context, colors int, opt par.Options) (*transfer.Matrix, error) {
	t, err := s.matrix(ctx, colors, opt)
	if err != nil {
		return nil, err
	}
	return t.Matrix(ctx)
}

// String says what the strip is.
func (s Strip) String() string {
	sides := "free"
	switch {
	case s.SafeFirst && s.SafeLast:
		sides = "double-safe"
	case s.SafeFirst || s.SafeLast:
		sides = "single-safe"
	}
	return fmt.Sprintf("%s strip of %d %v of the %v lattice, a period is %d of its lines across", sides, s.Width, max(s.Direction, Rows), s.Kind, s.period())
}
