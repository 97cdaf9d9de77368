package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
)

func newAsymptoticCommand() *cobra.Command {
	c := newCommand("asymptotic")
	c.Args = noArguments
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
