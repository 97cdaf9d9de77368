package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"combigo/asymptotic"
	"combigo/asymptotic/figure"
	"combigo/result"
)

// asymptoticFlags is everything that the command asymptotic is told.
type asymptoticFlags struct {
	squares int
	strips  int
	terms   bool
	plot    plotFlag
	format  formatFlag
	json    bool
}

func newAsymptoticCommand() *cobra.Command {
	f := &asymptoticFlags{format: formatFlag{"text", []string{"text", "json"}}}
	command := &cobra.Command{
		Use:   "asymptotic",
		Short: "Find the constants of L(m,n) ~ A B^(m+n) L^(mn)",
		Long: `Find the constants of the asymptotic formula for m rows and n columns,

  L(m,n) ~ A B^(m+n) L^(mn)

in independent ways: from the published numbers for square and almost square
boards, as in print and extrapolated by two schemes, and from the constants of
strips of up to 13 rows. L is the base of liberties. An error bar is ten times
the disagreement of the last extrapolations. The formula rests on a conjecture,
so no digit is proved; but with fewer boards than are known the bars (Wynn's)
held.

--plot draws the remainders of the formula for strips, and the convergence to L.`,
		Example: `  combigo asymptotic
  combigo asymptotic --terms
  combigo asymptotic --plot growth.svg`,
		Args: func(command *cobra.Command, args []string) error { return f.check(command, args) },
		RunE: func(command *cobra.Command, _ []string) error { return f.run(command) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.squares, "squares", asymptotic.LastSquare, "use square boards with sides up to `N`")
	flags.IntVar(&f.strips, "strips", asymptotic.LastStored(), "use strips of up to `N` rows")
	flags.BoolVar(&f.terms, "terms", false, "also the approximations to L before extrapolation")
	flags.Var(&f.plot, "plot", "draw into a file, .svg, .pdf or .png")
	flags.Var(&f.format, "format", "text or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

func (f *asymptoticFlags) check(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("asymptotic: argument %q: want none", args[0])
	}
	if f.squares < asymptotic.FewestSquares || f.squares > asymptotic.LastSquare {
		return fmt.Errorf("asymptotic: --squares %d: want a side from %d to %d, the largest in print",
			f.squares, asymptotic.FewestSquares, asymptotic.LastSquare)
	}
	if f.strips < asymptotic.FewestStrips || f.strips > asymptotic.LastStored() {
		return fmt.Errorf("asymptotic: --strips %d: want a number of rows from %d to %d",
			f.strips, asymptotic.FewestStrips, asymptotic.LastStored())
	}
	return onlyOneOf(command, "format", "json")
}

func (f *asymptoticFlags) run(command *cobra.Command) error {
	if f.plot.path != "" {
		if err := writePlot(f.plot); err != nil {
			return err
		}
	}
	o := f.output()
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.json || f.format.format == "json" {
			return result.JSON(w, o)
		}
		return o.write(w, f.plot.path)
	})
}

// plotFlag is a file to draw into.
type plotFlag struct {
	path   string
	format figure.Format
}

func (f *plotFlag) Set(s string) (err error) {
	f.path = s
	f.format, err = figure.ParseFormat(filepath.Ext(s))
	return err
}

func (f *plotFlag) String() string { return f.path }
func (f *plotFlag) Type() string   { return "FILE" }

// writePlot draws the figure in memory, and then writes the file.
func writePlot(to plotFlag) error {
	file, err := figure.Draw(to.format)
	if err != nil {
		return exitError{exitInternal, fmt.Errorf("asymptotic: %w", err)}
	}
	if err := os.WriteFile(to.path, file, 0o666); err != nil {
		return fmt.Errorf("asymptotic: --plot: %w", err)
	}
	return nil
}
