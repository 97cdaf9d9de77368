package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"combigo/goban"
	"combigo/internal/view"
)

// checkGameFlags are the flags of check for games.
type checkGameFlags struct {
	on    bool
	rules goban.Rules
}

func (f *checkGameFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.BoolVar(&f.on, "game", false, "replay the games of an SGF file and judge every move")
	wordVar(flags, &f.rules.Superko, "superko", "KIND", goban.ParseSuperko, nil, "with --game: positional, situational, natural or none (default positional)")
	suicideVar(flags, &f.rules.Suicide, "with --game: ")
	choiceVar(flags, &f.rules.FreeTurns, true, "turns", "strict", "free", "with --game: strict, or free if passes are left out")
	checkBefore(command, func(command *cobra.Command, _ []string) error {
		return onlyWith(command, "game", "superko", "suicide", "turns")
	})
}

// replayAll judges the games of a text.
func (f *checkGameFlags) replayAll(ctx context.Context, name string, text []byte) (*view.CheckedGames, error) {
	rules := f.rules
	report := &view.CheckedGames{File: name, Superko: rules.Superko.String(), Suicide: rules.Suicide == goban.SuicideAllowed, Turns: "strict"}
	if rules.FreeTurns {
		report.Turns = "free"
	}
	for game, err := range goban.ParseSGFGames(name, text) {
		if err != nil {
			return report, err
		}
		verdict, err := replayGame(ctx, name, game, rules)
		if err != nil {
			return report, err
		}
		if verdict.Legal {
			report.Legal++
		} else {
			report.Illegal++
		}
		report.Games = append(report.Games, *verdict)
	}
	return report, nil
}

// replayGame judges one game.
func replayGame(ctx context.Context, name string, game *goban.Game, rules goban.Rules) (*view.CheckedGame, error) {
	const looks = 4096 // moves between two looks at the context
	replay, err := goban.NewReplay(game.Start, game.ToMove, rules)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, game.Line, err)
	}
	verdict := &view.CheckedGame{Line: game.Line, Rows: game.Start.Rows(), Cols: game.Start.Cols(), Legal: true}
	verdict.Empty = len(game.Start.Strings()) == 0
	for i, move := range game.Moves {
		if i%looks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := replay.Play(move); err != nil {
			line, column := game.Place(i)
			verdict.Legal, verdict.BadMove = false, &view.BadMove{Number: i + 1, Line: line, Column: column, Reason: err.Error()}
			break
		}
	}
	verdict.Counts, verdict.Ended = replay.Counts(), replay.Over()
	return verdict, nil
}
