package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/view"
)

// estimateFlags is everything that the command estimate is told besides the board.
type estimateFlags struct {
	digits int
	out    output
}

const (
	shownDigits = 30
	maxShown    = 70
)

func newEstimateCommand() *cobra.Command {
	f := &estimateFlags{digits: shownDigits}
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
		RunE: f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.digits, "digits", 1, maxShown, "number of digits", "show `N` digits at most")
	f.out.register(command, "print the estimate only", "text", "json")
	return command
}

func (f *estimateFlags) run(command *cobra.Command, args []string) error {
	rows, cols, err := asymptotic.ParseSides(args...)
	if err != nil {
		return err
	}
	e, err := asymptotic.EstimateBoard(rows, cols)
	if err != nil {
		return err
	}
	o := view.NewEstimate(rows, cols, e, f.digits)
	return f.out.write(command, o.Document(), views{"json": asJSON(o), "quiet": asLine(o.Quiet())})
}
