package main

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"combigo/digraph/paths"
	"combigo/game"
	"combigo/goban"
	"combigo/internal/par"
	"combigo/internal/view"
)

// guessFlags are the flags of estimates.
type guessFlags struct {
	on       bool
	sampling paths.Sampling
	seed     uint64
	runs     int
	time     time.Duration
}

// defaultRuns is how many runs are made if neither their number nor a time is given.
const defaultRuns = 100

func (f *guessFlags) register(command *cobra.Command) {
	checkBefore(command, f.check)
	flags := command.Flags()
	flags.BoolVar(&f.on, "estimate", false, "estimate the number by sampling")
	f.seed = 1
	seedVar(flags, &f.seed, "for --estimate: seed `N` of the random numbers; the same seed and runs, the same result")
	numberVar(flags, &f.runs, "runs", 1, paths.MaxRuns, "number of runs", fmt.Sprintf("for --estimate: number `N` of independent runs (default: %d, or as many as --time allows)", defaultRuns))
	timeVar(flags, &f.time, "time", "for --estimate: begin no more runs after this time, such as 30s or 5m")
}

func (f *guessFlags) check(command *cobra.Command, _ []string) error {
	return onlyWith(command, "estimate", "seed", "runs", "time")
}

// runEstimate estimates the number of games. After Ctrl-C it prints the estimate of the runs that are done.
func (f *gamesFlags) runEstimate(command *cobra.Command, args []string) error {
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "games")
	began := time.Now()
	saves.Store(true)
	e, err := game.Estimate(command.Context(), b, f.rules, opt.Memory, f.guess.options(opt))
	finish()
	if e == nil {
		return f.explainSize(command, b, err)
	}
	d := &view.GamesEstimate{
		Graph: b.String(), Superko: f.rules.Superko.String(), Suicide: f.rules.Suicide == goban.SuicideAllowed,
		Sampling: f.guess.sampling.String(), Seed: f.guess.seed, Estimate: e, Seconds: time.Since(began).Seconds(),
	}
	writeErr := f.out.write(command, views{
		"text": func(w io.Writer) error { return d.Document(f.rules).Text(w) }, "json": asJSON(d), "quiet": asLine(view.Power(d.Mean)),
	})
	if writeErr != nil {
		return writeErr
	}
	return err
}

func (f *guessFlags) options(opt par.Options) paths.EstimateOptions {
	runs := f.runs
	if runs == 0 && f.time == 0 {
		runs = defaultRuns
	}
	return paths.EstimateOptions{
		Options:  paths.Options{Threads: opt.Threads, Progress: opt.Progress},
		Sampling: f.sampling, Seed: f.seed, Runs: runs, Time: f.time,
	}
}
