package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"combigo/game/length"
	"combigo/result"
)

// lengthFlags are the flags of games of a given length.
type lengthFlags struct {
	moves     int
	method    length.Method
	symmetric bool
	noPasses  bool
}

func (f *lengthFlags) register(command *cobra.Command) {
	checkBefore(command, f.check)
	flags := command.Flags()
	numberVar(flags, &f.moves, "length", 0, length.MaxMoves, "number of moves", fmt.Sprintf("count only the games of exactly N moves, 0 to %d", length.MaxMoves))
	flags.BoolVar(&f.symmetric, "symmetry", false, "with --length: count games that motions of the board turn into each other once")
	flags.BoolVar(&f.noPasses, "no-passes", false, "with --length: only games without passes, as openings are")
}

// check returns an error for flags that make no sense with each other.
func (f *lengthFlags) check(command *cobra.Command, _ []string) error {
	if f.on(command) {
		return noneWith(command, "length", "estimate", "bounds", "witness", "graph", "lattice", "safe-top", "safe-bottom", "memory")
	}
	return onlyWith(command, "length", "symmetry", "no-passes")
}

func (f *lengthFlags) on(command *cobra.Command) bool { return command.Flags().Changed("length") }

// runLength counts the games of a length.
func (f *gamesFlags) runLength(command *cobra.Command, args []string) error {
	size, err := f.board.size(args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "games")
	start := time.Now()
	r, err := length.Number(command.Context(), size, f.length.moves, f.length.symmetric, length.Options{
		Rules: length.Rules(f.rules), NoPasses: f.length.noPasses, Method: f.length.method, Threads: opt.Goroutines(), Progress: opt.Progress,
		Expected: func(took time.Duration) {
			announce(command.ErrOrStderr(), took, fmt.Sprintf("games of %d moves on %s", f.length.moves, size), ", within a factor of three")
		},
	})
	finish()
	if err != nil {
		return err
	}
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return f.out.write(command, resultViews(r))
}
