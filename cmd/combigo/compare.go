package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/internal/view"
)

func newCompareCommand() *cobra.Command {
	c, length := newCommand("compare"), comparison.Five
	c.ValidArgs = []string{"gomoku", "connect4", "chess"}
	const maxLength = 256 // more stones in a row than any board has
	numberVar(c.Flags(), &length, "length", 2, maxLength, "number of stones", "of gomoku: stones in a row")
	c.limited()
	c.writes("print the first number only", "text", "json")
	return c.answers(func() (*view.Answer, error) { return shown(view.Comparison)(comparisonOf(c, length)) })
}

// comparisonOf reads the game and the board from the arguments, and finds its figures.
func comparisonOf(c *command, length int) (*comparison.Report, error) {
	if len(c.args) == 0 {
		return nil, errors.New("no game is given: want gomoku, connect4 or chess")
	}
	game, words := c.args[0], c.args[1:]
	if game != "gomoku" && c.given("length") {
		return nil, fmt.Errorf("%s: --length is for gomoku only", game)
	}
	opt := c.work("compare %s", strings.Join(c.args, " "))
	switch game {
	case "gomoku", "connect4":
		if game == "connect4" && len(words) == 0 {
			words = []string{"6x7"}
		}
		size, err := oneBoard(words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", game, err)
		}
		if game == "gomoku" {
			return comparison.Gomoku(c.Context(), size, length, opt)
		}
		r, err := comparison.Connect4(c.Context(), size.Rows, size.Cols)
		if err != nil {
			err = fmt.Errorf("connect4: %w", err)
		}
		return r, err
	case "chess":
		if len(words) > 0 {
			return nil, fmt.Errorf("chess takes no board, such as %q", strings.Join(words, " "))
		}
		return comparison.Chess(c.Context())
	}
	return nil, fmt.Errorf("%q is not a game: want gomoku, connect4 or chess%s", game, didYouMean(game, "gomoku", "connect4", "chess"))
}
