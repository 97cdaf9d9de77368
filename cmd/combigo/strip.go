package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
)

func newStripCommand() *cobra.Command {
	c, digits, stored := newCommand("strip"), 20, false
	numberVar(c.Flags(), &digits, "digits", asymptotic.FewestDigits, asymptotic.MaxDigits, "number of digits", "show `N` significant digits")
	c.Flags().BoolVar(&stored, "stored", false, "show at once what was computed before, for up to 13 rows and 24 digits")
	c.limited()
	c.writes("print the growth rate lambda only, or one a line", "text", "json", "csv")
	return c.answers(func() (*view.Answer, error) {
		heights, err := rowsOf(c.args, asymptotic.MaxStripHeight)
		switch {
		case err != nil:
			return nil, err
		case stored && digits > asymptotic.StoredDigits:
			return nil, fmt.Errorf("--digits %d: want at most %d with --stored", digits, asymptotic.StoredDigits)
		case stored && heights.Last > asymptotic.LastStored():
			return nil, fmt.Errorf("--stored: %d rows: want at most %d", heights.Last, asymptotic.LastStored())
		case !stored:
			if err := asymptotic.CheckStrip(heights.Last, digits, c.limits()); err != nil {
				return nil, err
			}
		}
		var found []*asymptotic.Strip
		for height := heights.First; height <= heights.Last; height++ {
			s := asymptotic.Stored(height)
			if !stored {
				c.work("strip %d", height)
				opt := asymptotic.StripOptions{Options: par.Options{Threads: c.machine.threads}, Step: func(s asymptotic.Step) { c.bar.show(s.Share) }}
				if s, err = asymptotic.NewStrip(c.Context(), height, digits, opt); err != nil {
					return nil, err
				}
			}
			found = append(found, s)
		}
		return view.Strips(found, digits), nil
	})
}
