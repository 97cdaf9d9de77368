package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/sampling"
)

func newSampleCommand() *cobra.Command {
	c, o := newCommand("sample"), sampling.Options{Seed: 1}
	const (
		maxRuns         = 1_000_000_000_000 // more than a machine does in a year
		defaultRelError = 0.01
		defaultTime     = time.Minute
	)
	flags := c.Flags()
	wordVar(flags, &o.Method, "method", "METHOD", sampling.ParseMethod, nil, "guided or chen (default: guided)")
	numberVar(flags, &o.Runs, "runs", 2, maxRuns, "number of runs", "number of runs (default: no limit)")
	flags.Var(value[float64]{&o.RelError, "E", parseRelError, nil}, "rel-error", "relative error to reach, such as 0.01 (default: 0.01, and --time 1m, if nothing is given)")
	timeVar(flags, &o.Time, "time", "stop after this time, such as 30s or 5m (default: no limit)")
	seedVar(flags, &o.Seed, "seed `N` of the random numbers")
	threadsVar(flags, &c.machine.threads, "")
	c.writes("print the estimate only", "text", "json")
	return c.answers(func() (*view.Answer, error) {
		size, err := oneBoard(c.args)
		if err == nil && size.Short() > sampling.MaxHeight {
			err = fmt.Errorf("board %s: the shorter side has at most %d points", size, sampling.MaxHeight)
		}
		if err != nil {
			return nil, err
		}
		if o.Runs == 0 && o.RelError == 0 && o.Time == 0 {
			o.RelError, o.Time = defaultRelError, defaultTime
		}
		o.Options = c.work("sample %s", size)
		c.saves()
		estimate, err := sampling.Sample(c.Context(), size, o)
		if estimate == nil {
			return nil, err
		}
		if estimate.Interrupted = err != nil; estimate.Interrupted {
			err = exitError{exitInterrupted, err}
		}
		return view.Sample(estimate), err
	})
}

// parseRelError reads a relative error.
func parseRelError(s string) (float64, error) {
	const wanted = "a number between 0 and 1, such as 0.01"
	x, err := positive(wanted)(s)
	if err == nil && x >= 1 {
		err = errors.New("want " + wanted)
	}
	return x, err
}
