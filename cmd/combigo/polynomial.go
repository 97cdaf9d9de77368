package main

import (
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/polynomial"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// polynomialFlags is everything that the command polynomial is told besides the board.
type polynomialFlags struct {
	board   variantFlags
	factor  bool
	at      []*big.Rat
	method  polynomial.Method
	machine machineFlags
	out     output
}

func newPolynomialCommand() *cobra.Command {
	f := &polynomialFlags{}
	command := &cobra.Command{
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
		RunE: f.run,
	}
	flags := command.Flags()
	f.board.register(command)
	checkBefore(command, f.board.checkOne)
	flags.BoolVar(&f.factor, "factor", false, "split the polynomial into factors")
	flags.Var(value[[]*big.Rat]{&f.at, "L1,L2,...", polynomial.ParsePoints, nil}, "at", "print the values at these numbers, whole or fractions, with commas between them")
	wordVar(flags, &f.method, "method", "METHOD", polynomial.ParseMethod, polynomial.Method.String, "auto, symbolic or interpolation")
	f.machine.register(flags)
	f.out.register(command, "print the polynomial only, on one line; with --at the values, one a line", "text", "json", "sage", "mathematica", "pari", "latex")
	return command
}

func (f *polynomialFlags) run(command *cobra.Command, args []string) error {
	g, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "polynomial")
	r, err := polynomial.Go(command.Context(), g, polynomial.Options{Method: f.method, Options: opt, Expected: func(e polynomial.Forecast) {
		announce(command.ErrOrStderr(), e.Time, "polynomial of the "+g.String(), fmt.Sprintf(" and %s by method %s, within a factor of three", e.Memory, e.Method))
	}})
	finish()
	if err != nil {
		if tooWide := (*transfer.WidthError)(nil); errors.As(err, &tooWide) {
			return fmt.Errorf("%s: %w", g, err)
		}
		return result.WithSubject(err, g.String())
	}
	if f.factor {
		factors := r.Poly.Factor()
		r.Factorization = &factors
	}
	r.Evaluate(f.at)
	return f.out.write(command, view.Polynomial(r, f.beyond()), views{
		"json":        asJSON(r),
		"quiet":       func(w io.Writer) error { return view.PolynomialQuiet(w, r) },
		"sage":        asLine("R.<x> = QQ[]; p = " + view.Algebra(r.Poly, "x")),
		"mathematica": asLine("p = " + view.Algebra(r.Poly, "x")),
		"latex":       asLine(view.LaTeX(r)),
		"pari":        asLine("p = " + view.Algebra(r.Poly, "x")),
	})
}

func (f *polynomialFlags) beyond() string {
	switch {
	case f.board.safeTop && f.board.safeBottom:
		return ", with empty rows above and below"
	case f.board.safeTop:
		return ", with an empty row above"
	case f.board.safeBottom:
		return ", with an empty row below"
	}
	return ""
}
