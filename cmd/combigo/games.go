package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo/game"
	"combigo/result"
)

// gamesFlags is everything that the command games is told besides the board.
type gamesFlags struct {
	board   variantFlags
	rules   rulesFlags
	threads threadsFlag
	memory  memoryFlag
	json    bool
	quiet   bool
	guess   guessFlags
	length  lengthFlags
	proof   proofFlags
}

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
most 65 nodes (see combigo graph): games are paths in it, and paths of the
same future are counted once. With --estimate it is estimated on larger boards.

With --length N it is the number of games of exactly N moves from the empty
board, of any size up to 19x19. Passes are moves, but never two running, and the
last move is a stone; with --suicide no this is sequence A048289 of the OEIS:
1, 361, 130321, 46915560, ... on 19x19.

With --bounds, print what is proved about the number on boards of any size, as
towers of powers if need be. With --witness FILE, write a game that the proof of
the lower bound speaks of, as SGF; combigo check --game replays it.`,
		Example: `  combigo games 2
  combigo games 1 4 --suicide no
  combigo games 1 3 --rules situational
  combigo games 3 --estimate --seed 7 --runs 200
  combigo games 19 --length 6 --suicide no
  combigo games 19 --bounds
  combigo games 3 --witness game.sgf`,
		Args: func(command *cobra.Command, args []string) error { return f.check(command, args) },
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	f.board.register(command)
	f.rules.register(flags)
	f.guess.register(flags)
	f.length.register(flags)
	f.proof.register(flags)
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the number only")
	return command
}

// check returns an error for what is wrong on the command line.
func (f *gamesFlags) check(command *cobra.Command, args []string) error {
	if err := f.board.checkOne(command, args); err != nil {
		return err
	}
	if err := f.guess.check(command); err != nil {
		return err
	}
	if err := f.length.check(command); err != nil {
		return err
	}
	if err := f.proof.check(command); err != nil {
		return err
	}
	return onlyOneOf(command, "json", "quiet")
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

// ceiling returns the most memory to use.
func (f *gamesFlags) ceiling() result.Bytes { return f.memory.budget() }

// rulesFlags are the rules of the game.
type rulesFlags struct {
	superko superkoFlag
	suicide suicideFlag
}

func (f *rulesFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.superko, "rules", "rule against repetition: positional, situational or natural")
	flags.Var(&f.suicide, "suicide", "yes or no: whether a move may take the last liberty of its own string")
}

func (f *rulesFlags) rules() game.Rules {
	return game.Rules{Superko: f.superko.Superko, NoSuicide: bool(f.suicide)}
}

// superkoFlag is a rule against repetition.
type superkoFlag struct{ game.Superko }

func (f *superkoFlag) Set(s string) (err error) {
	f.Superko, err = game.ParseSuperko(s)
	return err
}

func (f *superkoFlag) Type() string { return "RULES" }

// suicideFlag is whether suicide is forbidden.
type suicideFlag bool

func (f *suicideFlag) Set(s string) error {
	if s != "yes" && s != "no" {
		return fmt.Errorf("want yes or no")
	}
	*f = s == "no"
	return nil
}

func (f *suicideFlag) String() string {
	if *f {
		return "no"
	}
	return "yes"
}

func (f *suicideFlag) Type() string { return "yes|no" }
