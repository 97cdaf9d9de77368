package main

import (
	"errors"
	"math"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/internal/view"
)

// longestFlags is everything that the command longest is told besides the board.
type longestFlags struct {
	board   variantFlags
	rules   game.Rules
	time    time.Duration
	steps   int64
	tries   int
	seed    uint64
	machine machineFlags
	certificateFlags
}

func newLongestCommand() *cobra.Command {
	f := &longestFlags{time: 20 * time.Second, tries: 2}
	command := &cobra.Command{
		Use:   "longest {ROWS [COLS] | --graph FILE | --verify FILE}",
		Short: "Search for a long game, and prove how long a game can be",
		Long: `Search for a game of as many moves as possible in which no position comes
twice (positional superko), and prove an upper bound. Moves are counted, passes
are not. Where the two numbers meet the longest game is known.

On boards of one row there are mostly games through all positions. On others the
upper bound is that of a linear program, and the search is by simulated
annealing among the moves that the bound shows to be part of long games. The
game is played once more by a checker that knows nothing of the search.

All this takes --time, of which at most half goes to the bound; with --steps
instead, which counts the steps of each try, the result is the same on every
machine and for any number of threads. Ctrl-C prints the best game so far.`,
		Example: `  combigo longest 2
  combigo longest 2x3 --steps 300000
  combigo longest 2x4 --time 1m --output 2x4.txt
  combigo longest --verify 2x4.txt
  combigo longest 1x8 --format sgf --output 1x8.sgf
  combigo longest --graph star.txt --suicide no`,
		RunE: f.run,
	}
	f.board.register(command)
	flags := command.Flags()
	suicideVar(flags, &f.rules.Suicide, "")
	timeVar(flags, &f.time, "time", "time of the whole, such as 90s or 10m")
	numberVar(flags, &f.steps, "steps", 1, math.MaxInt64, "number of steps", "each try takes `N` steps, whatever the time")
	numberVar(flags, &f.tries, "tries", 1, math.MaxInt32, "number of tries", "`N` searches, each from the beginning")
	seedVar(flags, &f.seed, "seed `N` of the random numbers: other searches for each (default: 0)")
	f.machine.register(flags)
	f.certificateFlags.register(command)
	checkBefore(command, f.check)
	return command
}

// check returns an error for what is wrong on the command line.
func (f *longestFlags) check(command *cobra.Command, args []string) error {
	for _, flags := range [][]string{{"time", "steps"}, {"verify", "graph"}} {
		if err := onlyOneOf(command, flags...); err != nil {
			return err
		}
	}
	if f.verify == "" {
		return f.board.checkOne(command, args)
	}
	return nil
}

func (f *longestFlags) run(command *cobra.Command, args []string) error {
	if f.verify != "" {
		return f.verifyFile(command)
	}
	begin := time.Now()
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	g, err := game.NewGraphFor(command.Context(), b, f.rules, f.machine.options(nil), longest.Need)
	if err != nil {
		return err
	}
	automorphisms, err := longest.Automorphisms(g)
	if err != nil {
		return err
	}
	stages := newStages(command, "longest "+view.BoardName(g.Board()))
	saves(command, true)
	r, err := longest.Search(command.Context(), g.Graph, longest.Options{
		Automorphisms: automorphisms, Seed: f.seed, Tries: f.tries, Steps: f.steps, Time: max(f.time-time.Since(begin), 1), Threads: f.machine.threads,
		Progress: stages.report(),
	})
	stages.finish()
	if err != nil {
		return err
	}
	found, err := view.CertifyGame(command.Context(), g, r.Path)
	if err != nil {
		return err
	}
	found.Seed, found.Wall = f.seed, time.Since(begin)
	if err := f.write(command, view.Longest(found, r), found, view.LongestJSON(found, r)); err != nil {
		return err
	}
	if r.Interrupted {
		return exitError{exitInterrupted, errors.New("interrupted")}
	}
	return nil
}
