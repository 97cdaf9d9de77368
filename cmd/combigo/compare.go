package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
)

// compareFlags is everything that the command compare is told besides the game and its board.
type compareFlags struct {
	length  int
	machine machineFlags
	out     output
}

func newCompareCommand() *cobra.Command {
	f := &compareFlags{length: comparison.Five}
	command := &cobra.Command{
		Use:   "compare {gomoku ROWS [COLS] | connect4 [ROWS COLS] | chess}",
		Short: "Count or bound the positions of games that Go is compared with",
		Long: `Count or bound the positions of games that Go is compared with, and show the
published numbers beside them.

  gomoku    the positions of a board without five stones of a colour in a row,
            exactly; boards of a shorter side of up to 6 are easy
  connect4  an upper bound, the words of a code for positions; the fillings of
            the board with the right numbers of men (6x7 if no board is given);
            on small boards, all positions that come up in games
  chess     an upper bound, the words of a code for positions; a refined one is
            quoted, not computed`,
		Example: `  combigo compare gomoku 6
  combigo compare gomoku 5 9 --quiet
  combigo compare connect4
  combigo compare chess --json`,
		ValidArgs: []string{"gomoku", "connect4", "chess"},
		RunE:      f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.length, "length", 2, maxLength, "number of stones", "of gomoku: stones in a row")
	f.machine.register(flags)
	f.out.register(command, "print the first number only", "text", "json")
	return command
}

// maxLength is more stones in a row than any board has.
const maxLength = 256

func (f *compareFlags) run(command *cobra.Command, args []string) error {
	opt, finish := f.machine.begin(command, "compare "+strings.Join(args, " "))
	r, err := f.report(command, args, opt)
	finish()
	if err != nil {
		return err
	}
	return f.out.write(command, view.Comparison(r), views{
		"json":  asJSON(r),
		"quiet": asLine(r.Figures[0].Value),
	})
}

// report reads the game and the board from the arguments, and finds its figures.
func (f *compareFlags) report(command *cobra.Command, args []string, opt par.Options) (*comparison.Report, error) {
	if len(args) == 0 {
		return nil, errors.New("no game is given: want gomoku, connect4 or chess")
	}
	game, words := args[0], args[1:]
	if game != "gomoku" && command.Flags().Changed("length") {
		return nil, fmt.Errorf("%s: --length is for gomoku only", game)
	}
	switch game {
	case "gomoku":
		size, err := oneBoard(words)
		if err != nil {
			return nil, fmt.Errorf("gomoku: %w", err)
		}
		return comparison.Gomoku(command.Context(), size, f.length, opt)
	case "connect4":
		if len(words) == 0 {
			words = []string{"6x7"}
		}
		size, err := oneBoard(words)
		if err != nil {
			return nil, fmt.Errorf("connect4: %w", err)
		}
		r, err := comparison.Connect4(command.Context(), size.Rows, size.Cols)
		if err != nil {
			err = fmt.Errorf("connect4: %w", err)
		}
		return r, err
	case "chess":
		if len(words) > 0 {
			return nil, fmt.Errorf("chess takes no board, such as %q", strings.Join(words, " "))
		}
		return comparison.Chess(command.Context())
	}
	return nil, fmt.Errorf("%q is not a game: want gomoku, connect4 or chess%s", game, didYouMean(game, "gomoku", "connect4", "chess"))
}
