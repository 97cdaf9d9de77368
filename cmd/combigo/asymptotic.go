package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
)

func newAsymptoticCommand() *cobra.Command {
	c := newCommand(cobra.Command{
		Use:   "asymptotic",
		Short: "Find the constants of L(m,n) ~ A B^(m+n) L^(mn)",
		Long: `Find the constants of the asymptotic formula for m rows and n columns,

  L(m,n) ~ A B^(m+n) L^(mn)

in independent ways: from the published numbers for square and almost square
boards, as in print and extrapolated by two schemes, and from the constants of
strips of up to 13 rows. L is the base of liberties. An error bar is ten times
the disagreement of the last extrapolations. The formula rests on a conjecture,
so no digit is proved. As a test, the error bars of Wynn's scheme held for the
extrapolations from fewer boards.

--plot draws the remainders of the formula for strips, and the convergence to L.

With --lattice or --colors, find L alone, for other lattices or colours, from
strips in up to six ways: rows and columns, with free and with safe sides.`,
		Example: `  combigo asymptotic
  combigo asymptotic --terms
  combigo asymptotic --lattice hexagonal
  combigo asymptotic --colors 3
  combigo asymptotic --plot growth.svg
  combigo asymptotic --plot growth.png --width 8.5 --dpi 300`,
		Args: noArguments,
	})
	q, squares, strips, terms, widest := bounds.Question{Kind: lattice.Square, Colors: 2}, asymptotic.LastSquare, asymptotic.LastStored(), false, 0
	flags := c.Flags()
	numberVar(flags, &squares, "squares", asymptotic.FewestSquares, asymptotic.LastSquare, "side", "use square boards with sides up to `N`")
	numberVar(flags, &strips, "strips", asymptotic.FewestStrips, asymptotic.LastStored(), "number of rows", "use strips of up to `N` rows")
	flags.BoolVar(&terms, "terms", false, "also the approximations to L before extrapolation")
	c.draws("draw both")
	latticeVar(flags, &q.Kind, bounds.Lattices())
	numberVar(flags, &q.Colors, "colors", 1, bounds.MaxColors, "number of colours", "number `K` of colours of stones")
	numberVar(flags, &widest, "upto", asymptotic.FewestLatticeStrips, bounds.MaxWidth, "width",
		"with --lattice or --colors: strips of up to `N` lines (default: some seconds' worth)")
	c.limited()
	c.writes("print the digits of L only", "text", "json")
	return c.answers(func() (*view.Answer, error) {
		for _, name := range []string{"lattice", "colors", "upto"} {
			if !c.given(name) {
				continue
			}
			if err := c.noneWith(name, "squares", "strips", "terms", "plot"); err != nil {
				return nil, err
			}
			return shown(view.LatticeBase)(asymptotic.NewLatticeBase(c.Context(), q.Kind, q.Colors, widest, c.work("asymptotic")))
		}
		if err := c.onlyWith("lattice", "threads", "memory"); err != nil {
			return nil, err
		}
		return view.Constants(squares, strips, terms, c.picture.file), nil
	})
}
