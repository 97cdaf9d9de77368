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
	c, o := newCommand(cobra.Command{
		Use:   "sample ROWS [COLS]",
		Short: "Estimate the number of legal positions by random runs",
		Long: `Estimate the number of legal positions of a board by the mean of many random
runs, each of which has the number as its expectation, with a 95% interval.

Sampling ends after --runs, or when half the interval is at most --rel-error
times the estimate, or after --time, whatever comes first; if none is given,
with 1% or after a minute. Ctrl-C ends it, too, and prints what there is.

The methods:

  guided  A walk down the tree of border states, with successors drawn by a
          guess at the chance that they can be completed, and weights that make
          up for it; on boards of more than 13000 points with strata as chen.
          The best method.
  chen    Chen's heuristic sampling, as in the paper: many walks at once, one
          for all states of a depth with the same number of strings without
          liberty, drawn by weight. For boards up to about 60x60.

Estimates by a number of runs are unbiased; to stop by the error or the time
shifts them by far less than the interval. The intervals suppose that the mean
of the runs is about normal; where the runs speak against that, because few of
them make up most of the sum, or since the variance is itself badly known, a
warning says so. Then the true value is more likely above the interval than
below. More runs help.

A seed and a number of runs, or a relative error, give the same estimate for any
number of threads.`,
		Example: `  combigo sample 19 --time 60s
  combigo sample 9 13 --runs 10000 --seed 7
  combigo sample 7 --method chen --rel-error 0.001
  combigo sample 99 --time 5m --json`,
	}), sampling.Options{Seed: 1}
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
