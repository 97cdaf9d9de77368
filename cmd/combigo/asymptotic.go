package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/plot"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
)

// asymptoticFlags is everything that the command asymptotic is told.
type asymptoticFlags struct {
	squares, strips int
	terms           bool
	question        bounds.Question // about which lattice, besides the squares
	widest          int
	machine         machineFlags
	plot            pictureFlags
	out             output
}

func newAsymptoticCommand() *cobra.Command {
	f := &asymptoticFlags{question: bounds.Question{Kind: lattice.Square, Colors: 2}, squares: asymptotic.LastSquare, strips: asymptotic.LastStored()}
	command := &cobra.Command{
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
		RunE: f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.squares, "squares", asymptotic.FewestSquares, asymptotic.LastSquare, "side", "use square boards with sides up to `N`")
	numberVar(flags, &f.strips, "strips", asymptotic.FewestStrips, asymptotic.LastStored(), "number of rows", "use strips of up to `N` rows")
	flags.BoolVar(&f.terms, "terms", false, "also the approximations to L before extrapolation")
	f.plot.register(command, "draw both")
	latticeVar(flags, &f.question.Kind, bounds.Lattices())
	numberVar(flags, &f.question.Colors, "colors", 1, bounds.MaxColors, "number of colours", "number `K` of colours of stones")
	numberVar(flags, &f.widest, "upto", asymptotic.FewestLatticeStrips, bounds.MaxWidth, "width",
		"with --lattice or --colors: strips of up to `N` lines (default: some seconds' worth)")
	f.machine.register(flags)
	f.out.register(command, "print the digits of L only", "text", "json")
	return command
}

func (f *asymptoticFlags) run(command *cobra.Command, _ []string) error {
	for _, name := range []string{"lattice", "colors", "upto"} {
		if command.Flags().Changed(name) {
			return f.latticeBase(command, name)
		}
	}
	if err := onlyWith(command, "lattice", "threads", "memory"); err != nil {
		return err
	}
	if err := f.plot.write(func() (*canvas.Canvas, error) { return plot.Growth(), nil }); err != nil {
		return err
	}
	c := view.NewConstants(f.squares, f.strips, f.terms)
	return f.out.write(command, c.Document(f.plot.file), views{
		"json":  asJSON(c),
		"quiet": asLine(c.L[0].Value),
	})
}

// latticeBase finds the base of a lattice; a flag with a name asked for it.
func (f *asymptoticFlags) latticeBase(command *cobra.Command, name string) error {
	if err := noneWith(command, name, "squares", "strips", "terms", "plot"); err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "asymptotic")
	b, err := asymptotic.NewLatticeBase(command.Context(), f.question.Kind, f.question.Colors, f.widest, opt)
	finish()
	if err != nil {
		return err
	}
	v := view.NewLatticeBase(b)
	return f.out.write(command, v.Document(), views{"json": asJSON(v), "quiet": asLine(v.L[0].Value)})
}
