package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

// runProof prints bounds or writes a witness.
func (f *gamesFlags) runProof(command *cobra.Command, args []string) error {
	size, err := f.board.size(args)
	if err != nil {
		return err
	}
	if f.proof.witness != "" {
		return f.writeWitness(command, size)
	}
	return f.writeBounds(command, size)
}

// writeBounds prints the bounds.
func (f *gamesFlags) writeBounds(command *cobra.Command, size board.Size) error {
	all, err := bound.Find(command.Context(), size, f.machine.threads)
	if err != nil {
		return err
	}
	return f.out.write(command, view.GameBounds(size, all), views{"json": asJSON(view.GameBoundsJSON(size, all))})
}

// writeWitness writes a game of a proof, and says what it is on standard output, unless the game
// goes there.
func (f *gamesFlags) writeWitness(command *cobra.Command, size board.Size) error {
	var draw *rand.Rand
	if command.Flags().Changed("draw") {
		draw = rand.New(rand.NewPCG(f.proof.draw, 0))
	}
	var game *witness.Game
	var err error
	if f.proof.rooms {
		game, err = witness.NewRooms(command.Context(), size, draw)
	} else {
		game, err = witness.New(size, draw)
	}
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		return goban.WriteSGFGame(w, size.Rows, size.Cols, fmt.Sprintf("A game of the proof of %s", game.Source), game.Moves())
	}
	if f.proof.witness == "-" {
		return stream(command.OutOrStdout(), write) // of millions of moves
	}
	if err := writeFile("witness", f.proof.witness, write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(command.OutOrStdout(), "%s: a game on %v of the proof of %s, one of at least %s\ncombigo check --game %[1]s replays it\n",
		f.proof.witness, size, game.Source, game.Bound.Formula)
	return err
}
