package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/view"
)

func newEstimateCommand() *cobra.Command {
	c, digits := newCommand(cobra.Command{
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
	}), 30
	numberVar(c.Flags(), &digits, "digits", 1, 70, "number of digits", "show `N` digits at most")
	c.writes("print the estimate only", "text", "json")
	return c.answers(func() (*view.Answer, error) {
		rows, cols, err := asymptotic.ParseSides(c.args...)
		if err != nil {
			return nil, err
		}
		return shown(func(e *asymptotic.Board) *view.Answer { return view.Estimate(rows, cols, e, digits) })(asymptotic.EstimateBoard(rows, cols))
	})
}
