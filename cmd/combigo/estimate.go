package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"combigo/asymptotic"
	"combigo/result"
)

// estimateFlags is everything that the command estimate is told besides the board.
type estimateFlags struct {
	digits int
	quiet  bool
	format formatFlag
	json   bool
}

const (
	shownDigits = 30
	mostShown   = 70
)

func newEstimateCommand() *cobra.Command {
	f := &estimateFlags{format: formatFlag{"text", []string{"text", "json"}}}
	command := &cobra.Command{
		Use:   "estimate ROWS [COLS]",
		Short: "Estimate the number of legal positions on a board of any size",
		Long: `Estimate the number of legal positions on a board of any size, such as 19, 9x13
or 10^9, with the relative error that is to be expected. Only digits that are
certain if the errors are as expected are shown.

Boards with a short side of up to 13 are strips: L(m,n) ~ a lambda^n with
constants that are proved to 24 digits. For all others it is
L(m,n) ~ A B^(m+n) L^(mn), with constants that are extrapolated (see combigo
asymptotic). A number that is in print is shown beside the estimate, and so are
bounds that are proved.`,
		Example: `  combigo estimate 19
  combigo estimate 7 268
  combigo estimate 10^9 --json`,
		Args: func(command *cobra.Command, args []string) error {
			if _, _, err := asymptotic.ParseSides(args...); err != nil {
				return fmt.Errorf("estimate: %w", err)
			}
			if f.digits < 1 || f.digits > mostShown {
				return fmt.Errorf("estimate: --digits %d: want 1 to %d", f.digits, mostShown)
			}
			return onlyOneOf(command, "format", "json", "quiet")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.digits, "digits", shownDigits, "show `N` digits at most")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the estimate only")
	flags.Var(&f.format, "format", "text or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

func (f *estimateFlags) run(command *cobra.Command, args []string) error {
	rows, cols, err := asymptotic.ParseSides(args...)
	if err != nil {
		return fmt.Errorf("estimate: %w", err)
	}
	e, err := asymptotic.EstimateBoard(rows, cols)
	if err != nil {
		return fmt.Errorf("estimate: %w", err)
	}
	o := f.output(rows, cols, e)
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		switch {
		case f.quiet:
			_, err := fmt.Fprintln(w, o.quiet())
			return err
		case f.json || f.format.format == "json":
			return result.JSON(w, o)
		}
		return o.write(w)
	})
}
