package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/result"
	"combigo/sampling"
)

// The end of sampling if nothing else is said.
const (
	defaultRelError   = 0.01
	defaultSampleTime = time.Minute
)

// sampleFlags is everything that the command sample is told besides the board.
type sampleFlags struct {
	method   sampleMethodFlag
	runs     runsFlag
	relError relErrorFlag
	time     time.Duration
	seed     uint64
	threads  threadsFlag
	json     bool
	quiet    bool
}

func newSampleCommand() *cobra.Command {
	f := &sampleFlags{}
	command := &cobra.Command{
		Use:   "sample ROWS [COLS]",
		Short: "Estimate the number of legal positions by random runs",
		Long: `Estimate the number of legal positions of a board by the mean of many random
runs, each of which has the number as its expectation, with a 95% interval.

Sampling ends after --runs, or when half the interval is at most --rel-error
times the estimate, or after --time, whatever comes first; if none is given,
with 1% or after a minute. Ctrl-C ends it, too, and prints what there is.

The methods:

  guided      As knuth, with successors drawn by a guess at the chance that they
              can be completed, and weights that make up for it; on boards of
              more than 13000 points with strata as chen. The best method.
  chen        Chen's heuristic sampling, as in the paper: many walks at once,
              one for all states of a depth with the same number of strings
              without liberty, drawn by weight. For boards up to about 60x60.
  knuth       Walks down the tree of border states, each time to a random legal
              successor; the numbers of successors are multiplied. For boards up
              to about 15x15: on larger ones few walks make up most of the sum.
  montecarlo  Random colourings: are they legal? For boards on which one in a
              million or more is, up to about 35x35. The interval is exact; if
              no legal position is found, it has an upper end only.

Estimates by a number of runs are unbiased; to stop by the error or the time
shifts them by far less than the interval. The intervals of the first three
methods suppose that the mean of the runs is about normal; where the runs speak
against that, because few of them make up most of the sum, or since the variance
is itself badly known, a warning says so. Then the true value is more likely
above the interval than below. More runs help.

A seed and a number of runs, or a relative error, give the same estimate for any
number of threads.`,
		Example: `  combigo sample 19 --time 60s
  combigo sample 9 13 --runs 10000 --seed 7
  combigo sample 7 --method montecarlo --rel-error 0.001
  combigo sample 99 --time 5m --json`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := f.size(args); err != nil {
				return err
			}
			if command.Flags().Changed("time") && f.time <= 0 {
				return fmt.Errorf("sample: --time %s: want a time such as 30s or 5m", f.time)
			}
			return onlyOneOf(command, "json", "quiet")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.method, "method", "guided, chen, knuth or montecarlo (default: guided)")
	flags.Var(&f.runs, "runs", "number of runs")
	flags.Var(&f.relError, "rel-error", "relative error to reach, such as 0.01")
	flags.DurationVar(&f.time, "time", 0, "stop after this `TIME`, such as 30s or 5m")
	flags.Uint64Var(&f.seed, "seed", 1, "seed `N` of the random numbers")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the estimate only")
	return command
}

func (f *sampleFlags) size(args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, errors.New("sample: no board is given: want a size such as 19, 9x13 or 9 13")
	}
	size, err := board.Parse(args...)
	if err == nil && size.Short() > sampling.MaxHeight {
		err = fmt.Errorf("board %s: the shorter side has at most %d points", size, sampling.MaxHeight)
	}
	if err != nil {
		return size, fmt.Errorf("sample: %w", err)
	}
	return size, nil
}

func (f *sampleFlags) run(command *cobra.Command, args []string) error {
	size, err := f.size(args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), fmt.Sprintf("sample %s", size))
	opt := sampling.Options{
		Method: f.method.Method, Runs: int(f.runs), RelError: float64(f.relError), Time: f.time,
		Seed: f.seed, Threads: int(f.threads), Progress: bar.report(),
	}
	if opt.Runs == 0 && opt.RelError == 0 && opt.Time == 0 {
		opt.RelError, opt.Time = defaultRelError, defaultSampleTime
	}
	saves.Store(true)
	estimate, err := sampling.Sample(command.Context(), size, opt)
	bar.finish()
	if estimate == nil {
		return fmt.Errorf("sample: %w", err)
	}
	if writeErr := writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, estimate, err != nil) }); writeErr != nil {
		return writeErr
	}
	if err != nil {
		return exitError{exitInterrupted, fmt.Errorf("sample: %w", err)}
	}
	return nil
}

func (f *sampleFlags) write(w io.Writer, e *sampling.Estimate, interrupted bool) error {
	switch {
	case f.json:
		return result.JSON(w, newEstimateDocument(e, interrupted))
	case f.quiet:
		_, err := fmt.Fprintln(w, e.Value.Text(digitsOf(e)))
		return err
	}
	_, err := io.WriteString(w, estimateText(e, interrupted))
	return err
}

// sampleMethodFlag is a way to estimate.
type sampleMethodFlag struct {
	sampling.Method
	given bool
}

func (f *sampleMethodFlag) Set(s string) (err error) {
	f.Method, err = sampling.ParseMethod(s)
	f.given = err == nil
	return err
}

func (f *sampleMethodFlag) String() string {
	if !f.given {
		return ""
	}
	return f.Method.String()
}

func (f *sampleMethodFlag) Type() string { return "METHOD" }

// mostRuns is more than a machine does in a year.
const mostRuns = 1_000_000_000_000

// runsFlag is a number of runs, 0 if not given.
type runsFlag int

func (f *runsFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 2 || n > mostRuns {
		return fmt.Errorf("want a number of runs from 2 to %d", mostRuns)
	}
	*f = runsFlag(n)
	return nil
}

func (f *runsFlag) String() string {
	if *f == 0 {
		return ""
	}
	return strconv.Itoa(int(*f))
}

func (f *runsFlag) Type() string { return "N" }

// relErrorFlag is a relative error, 0 if not given.
type relErrorFlag float64

func (f *relErrorFlag) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x > 0 && x < 1) {
		return errors.New("want a relative error between 0 and 1, such as 0.01")
	}
	*f = relErrorFlag(x)
	return nil
}

func (f *relErrorFlag) String() string {
	if *f == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*f), 'g', -1, 64)
}

func (f *relErrorFlag) Type() string { return "E" }
