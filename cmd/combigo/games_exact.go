package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"combigo/digraph/paths"
	"combigo/game"
	"combigo/lattice"
	"combigo/result"
)

// runExact counts the games. After Ctrl-C it prints what it has counted.
func (f *gamesFlags) runExact(command *cobra.Command, args []string) error {
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "games")
	saves.Store(true)
	g, err := game.Count(command.Context(), b, f.rules, opt)
	finish()
	if g == nil {
		return explainSize(b, err)
	}
	if writeErr := f.writeExact(command, g); writeErr != nil {
		return writeErr
	}
	return err
}

// explainSize says of a board that is too large what else could be done.
func explainSize(b *lattice.Graph, err error) error {
	if size := (*paths.SizeError)(nil); errors.As(err, &size) {
		return fmt.Errorf("%s: %w: want a smaller board, or --estimate", b, err)
	}
	return err
}

func (f *gamesFlags) writeExact(command *cobra.Command, g *game.Games) error {
	return f.out.write(command, views{
		"json": asJSON(g), "quiet": asLine(g.Value),
		"text": func(w io.Writer) error {
			note := fmt.Sprintf("the longest game has %d moves, passes not counted", g.Longest)
			if !g.Whole {
				g.Symbol = "games so far"
				note = fmt.Sprintf("stopped: there are at least this many games, and one of at least %d moves", g.Longest)
			}
			g.Notes = append(g.Notes, note)
			return result.Text(w, g.Result)
		},
	})
}
