package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

func newCheckCommand() *cobra.Command {
	c := newCommand(cobra.Command{
		Use:   "check FILE...",
		Short: "Check whether positions or games are legal",
		Long: `Check whether each position in files, in the .sgf and .txt files of folders, or
in standard input (-), is legal: whether every string of stones has a liberty.
If not, name the strings that have none, by colour and points.

A position is a diagram or SGF. In a diagram . is an empty point, X or # black,
O or @ white, with or without coordinates around; blank lines separate diagrams.
A border may be of stars, as Go::CountLiberties draws it. Of an SGF game it is
the position at the end of the main line.

With --game, replay the main line of every SGF game and judge each move by the
rules: the point is empty, the players alternate (black begins on the empty
board), suicide, superko, and nothing comes after two passes. Say how long the
game is and whether positions repeat; with --superko none repetitions are legal
and are counted. The first move that is not legal is named by file:line:column.
Stones that are set up after the first move change the position: the game goes
on from there, and superko does not look behind the change.

The rules are those that the game names (RU): Japanese and Korean (simple ko: a
ko may not be retaken at once), Chinese, AGA, NZ or Tromp-Taylor. If the game
names no rules, or others, such as GOE, the rules are positional superko with
suicide, and the output says so.

Exit status: 0 if all positions or games are legal, 1 if some are not, 2 if the
input cannot be read.`,
		Example: `  combigo check game.sgf
  combigo check --quiet games/ && echo all legal
  combigo check --game --superko situational --suicide no game.sgf
  printf 'XO.\nOO.\n' | combigo check -`,
	})
	game, rules := false, view.ChosenRules{}
	flags := c.Flags()
	flags.BoolVar(&game, "game", false, "replay the games of an SGF file and judge every move")
	const otherwise = " (default: as the game says, else "
	wordVar(flags, &rules.Superko, "superko", "KIND", chosen(goban.ParseSuperko), nil,
		"with --game: positional, situational, natural, simple or none"+otherwise+"positional)")
	wordVar(flags, &rules.Suicide, "suicide", "yes|no", chosen(goban.ParseSuicide), nil,
		"with --game: yes or no: whether a move may take the last liberty of its own string"+otherwise+"yes)")
	choiceVar(flags, &rules.FreeTurns, true, "turns", "strict", "free", "with --game: strict, or free if passes are left out")
	c.writes("print the verdict as the exit status only", "text", "json")
	return c.answers(func() (*view.Answer, error) {
		if err := c.onlyWith("game", "superko", "suicide", "turns"); err != nil {
			return nil, err
		}
		files, err := inputFiles(c.args)
		if err != nil {
			return nil, err
		}
		var all []*view.Checked
		for _, file := range files {
			in, readErr := readInput(c.InOrStdin(), file, readSource)
			if readErr != nil {
				return nil, readErr
			}
			var found *view.Checked
			if game {
				found, readErr = view.CheckGames(c.Context(), in.name, in.text, rules)
			} else {
				found, readErr = view.CheckPositions(in.name, in.text)
			}
			if readErr != nil {
				return nil, readErr
			}
			if found.Illegal > 0 {
				err = exitError{exitIllegal, nil}
			}
			all = append(all, found)
		}
		return view.CheckedFiles(all), err
	})
}

// chosen reads a word that stands for a value, which is not nil if the word is given.
func chosen[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		x, err := parse(text)
		return &x, err
	}
}
