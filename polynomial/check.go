package polynomial

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

const (
	// oraclePoints is the largest board for which the polynomial is computed again from chromatic
	// polynomials: some milliseconds.
	oraclePoints = 9
	// borderSide and borderPoints bound the boards that are counted by package border.
	borderSide, borderPoints = 9, 400
	// checkedValues is how many small numbers of colours are counted.
	checkedValues = 3
	// residueSteps is the longest run, in states times steps, that is repeated modulo a prime:
	// about a second.
	residueSteps = 3e6
)

func (s *solver) check(ctx context.Context, r *Result) error {
	return result.Verify(ctx, r, &r.Provenance, []result.Check[*Result]{s.checkEmpty, s.checkOracle, s.checkBorder, s.checkValues, s.checkResidue})
}

func (s *solver) failed(format string, args ...any) error {
	return result.InternalErrorf("the polynomial computed for the "+s.graph.String(), format, args...)
}

// checkEmpty: without colours there is the empty board alone. Unless a point is safe, a point must
// be empty, so that the degree is less than their number.
func (s *solver) checkEmpty(_ context.Context, r *Result) (string, error) {
	maxDegree := s.graph.Len() - 1
	if s.anySafe() {
		maxDegree++
	}
	if value := r.Poly.AtInt(0); !value.IsInt64() || value.Int64() != 1 {
		return "", s.failed("its value at 0 is %s, not 1", value)
	}
	if r.Poly.Degree() > maxDegree {
		return "", s.failed("its degree is %d, more than %d", r.Poly.Degree(), maxDegree)
	}
	return fmt.Sprintf("value 1 at 0, degree at most %d", maxDegree), nil
}

func (s *solver) checkOracle(_ context.Context, r *Result) (string, error) {
	if s.graph.Len() > oraclePoints {
		return "", nil
	}
	p, err := enumeration.Polynomial(s.graph)
	if err != nil {
		return "", err
	}
	if other := trimmed(p); !r.Poly.Equal(other) {
		return "", s.failed("chromatic polynomials give %s, not %s", other, r.Poly)
	}
	return "sum of chromatic polynomials: equal", nil
}

// checkBorder compares the value at 2 with what package border counts.
func (s *solver) checkBorder(ctx context.Context, r *Result) (string, error) {
	rows, cols := s.graph.Size()
	short, long := min(rows, cols), max(rows, cols)
	if s.graph.Kind() != lattice.Square || s.anySafe() || short > borderSide || rows*cols > borderPoints {
		return "", nil
	}
	const colours = 2
	e, err := stages.New(border.Board{Height: short, Colours: colours})
	if err != nil {
		return "", err
	}
	o, err := e.Count(ctx, e.Exactly(long), par.Options{Threads: 1})
	if err != nil {
		return "", err
	}
	want, _, err := o.Number(long)
	if err != nil {
		return "", err
	}
	if got := r.Poly.AtInt(2); got.Cmp(want) != 0 {
		return "", s.failed("its value at 2 is %s, but L(%d,%d) is %s", got, rows, cols, want)
	}
	return fmt.Sprintf("value at 2 and L(%d,%d) by dynamic programming over border words: equal", rows, cols), nil
}

func (s *solver) anySafe() bool {
	for v := range s.graph.Len() {
		if s.graph.Safe(v) {
			return true
		}
	}
	return false
}

// checkValues compares the values at small numbers with counts of that many colours, which have
// fewer states than the symbol. Interpolation began with them.
func (s *solver) checkValues(ctx context.Context, r *Result) (string, error) {
	if r.Method == Interpolation.String() {
		return "", nil
	}
	for colors := 1; colors <= checkedValues; colors++ {
		want, _, err := s.value(ctx, colors, par.Options{Threads: s.opt.Goroutines(), Memory: s.opt.Memory})
		if err != nil {
			return "", err
		}
		if got := r.Poly.AtInt(int64(colors)); got.Cmp(want) != 0 {
			return "", s.failed("its value at %d is %s, but the count is %s", colors, got, want)
		}
	}
	return fmt.Sprintf("values at 1 to %[1]d and counts with 1 to %[1]d colours: equal", checkedValues), nil
}

// checkResidue compares the value at a number beyond those that interpolation used with a count
// modulo a prime in the reverse order, if that is cheap.
func (s *solver) checkResidue(ctx context.Context, r *Result) (string, error) {
	order := slices.Clone(s.order)
	slices.Reverse(order)
	if r.StateSteps > residueSteps || lattice.Width(s.graph, order) > lattice.Width(s.graph, s.order)+1 {
		return "", nil
	}
	prime, colors := border.Primes(1)[0], s.graph.Len()+1
	residues, err := transfer.NewResidues(uint64(colors), []uint64{prime})
	if err != nil {
		return "", err
	}
	values, _, err := transfer.Legal(ctx, s.graph, order, colors, residues, s.engineOptions(0, 1))
	var width *transfer.WidthError
	if errors.As(err, &width) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	value, modulus := r.Poly.AtInt(int64(colors)), new(big.Int).SetUint64(prime)
	if value.Mod(value, modulus).Uint64() != values[0] {
		return "", s.failed("its value at %d is wrong modulo the prime %d", colors, prime)
	}
	return fmt.Sprintf("value at %d and a count modulo the prime %d in the reverse order of points: equal", colors, prime), nil
}
