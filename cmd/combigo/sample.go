package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/sampling"
)

// The end of sampling if nothing else is said.
const (
	defaultRelError   = 0.01
	defaultSampleTime = time.Minute
)

// sampleFlags is everything that the command sample is told besides the board.
type sampleFlags struct {
	method   sampling.Method
	runs     int64
	relError float64
	time     time.Duration
	seed     uint64
	machine  machineFlags
	out      output
}

func newSampleCommand() *cobra.Command {
	f := &sampleFlags{seed: 1}
	command := &cobra.Command{
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
		RunE: f.run,
	}
	flags := command.Flags()
	wordVar(flags, &f.method, "method", "METHOD", sampling.ParseMethod, nil, "guided or chen (default: guided)")
	numberVar(flags, &f.runs, "runs", 2, maxRuns, "number of runs", "number of runs (default: no limit)")
	flags.Var(value[float64]{&f.relError, "E", parseRelError, nil}, "rel-error", "relative error to reach, such as 0.01 (default: 0.01, and --time 1m, if nothing is given)")
	timeVar(flags, &f.time, "time", "stop after this time, such as 30s or 5m (default: no limit)")
	seedVar(flags, &f.seed, "seed `N` of the random numbers")
	f.machine.registerThreads(flags, "")
	f.out.register(command, "print the estimate only", "text", "json")
	return command
}

// maxRuns is more than a machine does in a year.
const maxRuns = 1_000_000_000_000

// parseRelError reads a relative error.
func parseRelError(s string) (float64, error) {
	const wanted = "a number between 0 and 1, such as 0.01"
	x, err := positive(wanted)(s)
	if err == nil && x >= 1 {
		err = errors.New("want " + wanted)
	}
	return x, err
}

func (f *sampleFlags) run(command *cobra.Command, args []string) error {
	size, err := oneBoard(args)
	if err == nil && size.Short() > sampling.MaxHeight {
		err = fmt.Errorf("board %s: the shorter side has at most %d points", size, sampling.MaxHeight)
	}
	if err != nil {
		return err
	}
	bar := newProgressBar(command, fmt.Sprintf("sample %s", size))
	opt := sampling.Options{
		Method: f.method, Runs: int(f.runs), RelError: f.relError, Time: f.time,
		Seed: f.seed, Options: par.Options{Threads: f.machine.threads, Progress: bar.report()},
	}
	if opt.Runs == 0 && opt.RelError == 0 && opt.Time == 0 {
		opt.RelError, opt.Time = defaultRelError, defaultSampleTime
	}
	saves(command, true)
	estimate, err := sampling.Sample(command.Context(), size, opt)
	bar.finish()
	if estimate == nil {
		return err
	}
	estimate.Interrupted = err != nil
	end := f.out.write(command, view.Sample(estimate), views{
		"json":  asJSON(estimate),
		"quiet": asLine(estimate.Value.Text(view.SampleDigits(estimate))),
	})
	if end == nil && err != nil {
		end = exitError{exitInterrupted, err}
	}
	return end
}
