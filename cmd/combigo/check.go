package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

func newCheckCommand() *cobra.Command {
	c := newCommand("check")
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
