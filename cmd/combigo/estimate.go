package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/view"
)

func newEstimateCommand() *cobra.Command {
	c, digits := newCommand("estimate"), 30
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
