package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
)

func newGamesCommand() *cobra.Command {
	f := &gamesFlags{}
	command := &cobra.Command{
		Use:   "games {ROWS [COLS] | --graph FILE}",
		Short: "Count games, exactly, by length or by estimate, and bound them",
		Long: `Count the games on a board. Either player may move or pass at any time, two
passes end a game, and a rule against repetition (superko) makes every game
finite:

  positional    no move brings back any position of the game
  situational   no move brings back a position with the same player to turn
  natural       no move brings back a position that the same player made

Without further flags the number is exact, for boards whose game graph has at
most 64 nodes (see combigo graph): games are paths in it, and paths
through each strongly connected set of positions are counted once. With --estimate it is estimated on larger boards.

With --length N it is the number of games of exactly N moves from the empty
board, of any size up to 19x19. Passes are moves, but never two running, and the
last move is a stone; with --suicide no this is sequence A048289 of the OEIS:
1, 361, 130321, 46915560, ... on 19x19. --symmetry counts games that a motion of
the board turns into each other once; with --no-passes these are openings.

With --bounds, print what is proved about the number on boards of any size, as
towers of powers if need be. With --witness FILE, write a game that the proof of
the lower bound speaks of, as SGF; combigo check --game replays it.`,
		Example: `  combigo games 2
  combigo games 1 4 --suicide no
  combigo games 1 3 --superko situational
  combigo games 3 --estimate --seed 7 --runs 200
  combigo games 19 --length 6 --suicide no
  combigo games 19 --length 4 --symmetry --no-passes --suicide no
  combigo games 19 --bounds
  combigo games 3 --witness game.sgf`,
		RunE: f.run,
	}
	flags := command.Flags()
	f.board.register(command)
	checkBefore(command, f.board.checkOne)
	wordVar(flags, &f.rules.Superko, "superko", "KIND", parseEnding, goban.Superko.String, "rule against repetition: positional, situational or natural")
	suicideVar(flags, &f.rules.Suicide, "")
	f.guess.register(command)
	f.length.register(command)
	f.proof.register(command)
	f.machine.register(flags)
	f.out.register(command, "print the number only", "text", "json")
	return command
}

// run carries out the mode that the flags ask for.
func (f *gamesFlags) run(command *cobra.Command, args []string) error {
	switch {
	case f.guess.on:
		return f.runEstimate(command, args)
	case f.length.on(command):
		return f.runLength(command, args)
	case f.proof.on():
		return f.runProof(command, args)
	}
	return f.runExact(command, args)
}

// parseEnding reads a rule against repetition under which every game ends.
func parseEnding(name string) (goban.Superko, error) {
	superko, err := goban.ParseSuperko(name)
	if err != nil || !superko.EndsGames() {
		return 0, fmt.Errorf("%q is not a rule that ends games: want positional, situational or natural", name)
	}
	return superko, nil
}

// runExact counts the games. After Ctrl-C it prints what it has counted.
func (f *gamesFlags) runExact(command *cobra.Command, args []string) error {
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	if b.Len() > game.MaxPoints {
		return fmt.Errorf("%s has %d points: an exact count takes at most %d: want %s", b, b.Len(), game.MaxPoints, f.others(command, false))
	}
	opt, finish := f.machine.begin(command, "games")
	saves(command, true)
	g, err := game.Count(command.Context(), b, f.rules, opt)
	finish()
	if g == nil {
		return f.explainSize(command, b, err)
	}
	return cmp.Or(writeResult(command, &f.out, g.Result, g), err)
}
