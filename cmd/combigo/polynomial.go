package main

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/polynomial"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

func newPolynomialCommand() *cobra.Command {
	c := newCommand(cobra.Command{
		Use:   "polynomial {ROWS [COLS] | --graph FILE}",
		Short: "Find the Go polynomial of a board",
		Long: `Find the Go polynomial of a board: the number of its legal positions as a
polynomial in the number of colours, lambda. Its coefficients are exact.

The board is one size, such as 4 or 3x5, of a --lattice (a cycle is given by one
number), or any graph from a file.

With --factor the polynomial is split over the whole numbers: powers of lambda,
linear factors, multiple factors. Of each factor of a higher degree it is said
whether it is irreducible; one that is not proved to be so is not split further.

What takes over a minute is estimated first; a board too large for memory is
refused.`,
		Example: `  combigo polynomial 4 --lattice cycle
  combigo polynomial 3 4 --at 1,2,3,-1/2
  combigo polynomial --graph petersen.g6 --factor --json`,
	})
	var boards variantFlags
	var factor bool
	var at []*big.Rat
	var o polynomial.Options
	flags := c.Flags()
	boards.registerOne(c)
	flags.BoolVar(&factor, "factor", false, "split the polynomial into factors")
	flags.Var(value[[]*big.Rat]{&at, "L1,L2,...", polynomial.ParsePoints, nil}, "at", "print the values at these numbers, whole or fractions, with commas between them")
	wordVar(flags, &o.Method, "method", "METHOD", polynomial.ParseMethod, polynomial.Method.String, "auto, symbolic or interpolation")
	c.limited()
	c.writes("print the polynomial only, on one line; with --at the values, one a line", "text", "json", "sage", "mathematica", "pari", "latex")
	return c.answers(func() (*view.Answer, error) {
		g, err := boards.read(c)
		if err != nil {
			return nil, err
		}
		o.Options = c.work("polynomial")
		o.Expected = func(e polynomial.Forecast) {
			c.announce(e.Time, "polynomial of the "+g.String(), " and %s by method %s, within a factor of three", e.Memory, e.Method)
		}
		r, err := polynomial.Go(c.Context(), g, o)
		if tooWide := (*transfer.WidthError)(nil); errors.As(err, &tooWide) {
			return nil, fmt.Errorf("%s: %w", g, err)
		}
		if err != nil {
			return nil, result.WithSubject(err, g.String())
		}
		if factor {
			factors := r.Poly.Factor()
			r.Factorization = &factors
		}
		r.Evaluate(at)
		return view.Polynomial(r, count.Variant{SafeTop: boards.safeTop, SafeBottom: boards.safeBottom}.Beyond()), nil
	})
}
