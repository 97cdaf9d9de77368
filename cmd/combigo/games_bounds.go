package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/game/bound"
	"combigo/game/witness"
	"combigo/goban"
	"combigo/internal/view"
)

// proofFlags are the flags of what is proved about numbers of games.
type proofFlags struct {
	bounds  bool
	witness string
	halves  bool
	steps   int
	open    int
	draw    uint64
}

func (f *proofFlags) register(command *cobra.Command) {
	checkBefore(command, f.check)
	flags := command.Flags()
	flags.BoolVar(&f.bounds, "bounds", false, "print proved bounds")
	flags.StringVar(&f.witness, "witness", "", "write a game of the lower bound's proof to `FILE`, as SGF (- for standard output)")
	flags.BoolVar(&f.halves, "halves", false, "with --witness: a game along the divisions in connected halves, not of the theorem")
	flags.Uint64Var(&f.draw, "draw", 0, "with --witness: draw the choices of the proof at random, with this `SEED`")
	numberVar(flags, &f.steps, "steps", 0, maxSearchSteps, "number of steps", "with --bounds or --witness: `STEPS` of each search for a partition (default: by size)")
	numberVar(flags, &f.open, "open-rows", bound.LeastOpen, bound.MaxOpen, "number of rows", "with --bounds: divide up to `N` rows in connected halves (default 11)")
}

func (f *proofFlags) on() bool { return f.bounds || f.witness != "" }

// check returns an error for flags that make no sense with each other.
func (f *proofFlags) check(command *cobra.Command, _ []string) error {
	if command.Flags().Changed("witness") && f.witness == "" {
		return errors.New("--witness: want the name of a file")
	}
	if !f.on() && command.Flags().Changed("steps") {
		return errors.New("--steps is for the search for partitions: want --bounds or --witness with it")
	}
	err := cmp.Or(onlyOneOf(command, "bounds", "witness"), onlyWith(command, "bounds", "open-rows"), onlyWith(command, "witness", "halves", "draw"))
	if err != nil || !f.on() {
		return err
	}
	name := "bounds"
	if f.witness != "" {
		name = "witness"
		err = noneWith(command, name, "json", "threads")
	}
	return cmp.Or(err, noneWith(command, name, "estimate", "length", "graph", "lattice", "safe-top", "safe-bottom", "superko", "suicide", "memory", "seed", "quiet"))
}

// maxSearchSteps keeps a search within hours.
const maxSearchSteps = 1_000_000_000

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
	opt, finish := f.machine.begin(command, "bounds")
	search := bound.SearchOptions{Steps: f.proof.steps, Progress: opt.Progress}
	all, err := bound.Find(command.Context(), size, bound.Options{Search: search, Threads: opt.Threads, OpenRows: f.proof.open})
	finish()
	if err != nil {
		return err
	}
	return f.out.write(command, views{
		"text": func(w io.Writer) error { return view.GameBounds(size, all).Text(w) },
		"json": asJSON(view.GameBoundsJSON(size, all)),
	})
}

// writeWitness writes a game of a proof, and says what it is on standard output, unless the game goes there.
func (f *gamesFlags) writeWitness(command *cobra.Command, size board.Size) error {
	var draw *rand.Rand
	if command.Flags().Changed("draw") {
		draw = rand.New(rand.NewPCG(f.proof.draw, 0))
	}
	var game *witness.Game
	var err error
	if f.proof.halves {
		game, err = witness.NewHalves(command.Context(), size, draw)
	} else {
		game, err = witness.New(command.Context(), size, bound.SearchOptions{Steps: f.proof.steps}, draw)
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
