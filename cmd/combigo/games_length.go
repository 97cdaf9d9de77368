package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// runLength counts the games of a length.
func (f *gamesFlags) runLength(command *cobra.Command, args []string) error {
	size, err := f.board.size(args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "games")
	start := time.Now()
	r, err := length.Number(command.Context(), size, f.length.moves, f.length.symmetric, length.Options{
		Rules: length.Rules(f.rules), NoPasses: f.length.noPasses, Method: f.length.method, Options: par.Options{Threads: opt.Goroutines(), Progress: opt.Progress},
		Expected: func(took time.Duration) {
			announce(command.ErrOrStderr(), took, fmt.Sprintf("games of %d moves on %s", f.length.moves, size), ", within a factor of three")
		},
	})
	finish()
	if err != nil {
		return err
	}
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return writeResult(command, &f.out, r, r)
}
