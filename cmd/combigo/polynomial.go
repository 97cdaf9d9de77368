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
	c := newCommand("polynomial")
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
