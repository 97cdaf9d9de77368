package main

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo/digraph/paths"
	"combigo/game"
	"combigo/lattice"
	"combigo/result"
)

// guessFlags are the flags of estimates.
type guessFlags struct {
	on       bool
	sampling samplingFlag
	seed     uint64
	runs     int
	time     time.Duration
}

// defaultRuns is how many runs are made if neither their number nor a time is given.
const defaultRuns = 100

func (f *guessFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.on, "estimate", false, "estimate the number by sampling")
	flags.Var(&f.sampling, "sampling", "for --estimate: stratified (by what can still be reached) or knuth (random descent)")
	flags.Uint64Var(&f.seed, "seed", 1, "for --estimate: seed `N` of the random numbers; the same seed and runs, the same result")
	flags.IntVar(&f.runs, "runs", 0, fmt.Sprintf("for --estimate: number `N` of independent runs (default: %d, or as many as --time allows)", defaultRuns))
	flags.DurationVar(&f.time, "time", 0, "for --estimate: begin no more runs after this `TIME`, such as 30s or 5m")
}

func (f *guessFlags) check(command *cobra.Command) error {
	if !f.on {
		for _, name := range []string{"sampling", "seed", "runs", "time"} {
			if command.Flags().Changed(name) {
				return fmt.Errorf("games: --%s: want it together with --estimate", name)
			}
		}
		return nil
	}
	if command.Flags().Changed("runs") && (f.runs < 1 || f.runs > paths.MaxRuns) {
		return fmt.Errorf("games: --runs %d: want from 1 to %d", f.runs, paths.MaxRuns)
	}
	if command.Flags().Changed("time") && f.time <= 0 {
		return fmt.Errorf("games: --time %v: want a time such as 30s or 5m", f.time)
	}
	return nil
}

// runEstimate estimates the number of games. After Ctrl-C it prints the estimate of the runs that are done.
func (f *gamesFlags) runEstimate(command *cobra.Command, args []string) error {
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), "games")
	began := time.Now()
	saves.Store(true)
	e, err := game.Estimate(command.Context(), b, f.rules.rules(), f.ceiling(), f.guess.options(f, bar))
	bar.finish()
	if e == nil {
		return f.explain(b, err)
	}
	d := f.newGuessDocument(b, e, time.Since(began))
	if writeErr := writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.writeEstimate(w, d) }); writeErr != nil {
		return writeErr
	}
	return err
}

func (f *guessFlags) options(games *gamesFlags, bar *progressBar) paths.EstimateOptions {
	runs := f.runs
	if runs == 0 && f.time == 0 {
		runs = defaultRuns
	}
	return paths.EstimateOptions{
		Options:  paths.Options{Threads: int(games.threads), Progress: bar.report()},
		Sampling: f.sampling.Sampling, Seed: f.seed, Runs: runs, Time: f.time,
	}
}

func (f *gamesFlags) newGuessDocument(b *lattice.Graph, e *paths.Estimate, wall time.Duration) guessDocument {
	rules := f.rules.rules()
	return guessDocument{
		Where: b.String(), Superko: rules.Superko.String(), Suicide: !rules.NoSuicide,
		Sampling: f.guess.sampling.String(), Seed: f.guess.seed, Runs: e.Runs,
		Log: e.Mean, Low: e.Low, High: e.High, Median: e.Median, Deviation: e.Deviation, Effective: e.Effective,
		Longest: e.Longest, Threads: e.Threads, Seconds: wall.Seconds(),
	}
}

func (f *gamesFlags) writeEstimate(w io.Writer, d guessDocument) error {
	if f.json {
		return result.JSON(w, d)
	}
	if f.quiet {
		_, err := fmt.Fprintln(w, power(d.Log))
		return err
	}
	_, err := fmt.Fprintf(w, `Games on %s under %s, estimated

  %s

interval   %s to %s (95 %%, bootstrap)
runs       %d (%s, seed %d), of which %.1f carry the mean
one run    10^%.2f in the middle, spread by a factor of 10^%.2f
longest    a game of %d moves was met
`, d.Where, f.rules.rules(), power(d.Log), power(d.Low), power(d.High),
		d.Runs, d.Sampling, d.Seed, d.Effective, d.Median, d.Deviation, d.Longest)
	if err == nil && d.Effective < fewEffective {
		_, err = fmt.Fprintf(w, `caution    few runs carry the mean: it is likely too low, and the interval too
           narrow; more runs raise it
`)
	}
	return err
}

// samplingFlag is a way to estimate.
type samplingFlag struct{ paths.Sampling }

func (f *samplingFlag) Set(s string) (err error) {
	f.Sampling, err = paths.ParseSampling(s)
	return err
}

func (f *samplingFlag) Type() string { return "METHOD" }
