package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"combigo/goban"
)

// checkGameFlags are the flags of check for games.
type checkGameFlags struct {
	on        bool
	superko   goban.Superko
	noSuicide bool
	freeTurns bool
}

func (f *checkGameFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.BoolVar(&f.on, "game", false, "replay the games of an SGF file and judge every move")
	wordVar(flags, &f.superko, "superko", "KIND", goban.ParseSuperko, nil, "with --game: positional, situational or none (default positional)")
	choiceVar(flags, &f.noSuicide, "suicide", "yes", "no", "with --game: yes or no: whether a move may take the last liberty of its own string")
	choiceVar(flags, &f.freeTurns, "turns", "strict", "free", "with --game: strict, or free if passes are left out")
	checkBefore(command, func(command *cobra.Command, _ []string) error {
		return onlyWith(command, "game", "superko", "suicide", "turns")
	})
}

func (f *checkGameFlags) rules() goban.Rules {
	rules := goban.Rules{Suicide: goban.SuicideAllowed, Superko: f.superko, FreeTurns: f.freeTurns}
	if f.noSuicide {
		rules.Suicide = goban.SuicideForbidden
	}
	return rules
}

// gamesReport is the outcome of check --game; its fields are those of the JSON output.
type gamesReport struct {
	File    string        `json:"file"`
	Superko string        `json:"superko"`
	Suicide bool          `json:"suicide"`
	Turns   string        `json:"turns"`
	Legal   int           `json:"legal"`
	Illegal int           `json:"illegal"`
	Games   []gameVerdict `json:"games"`
}

// gameVerdict is the outcome for one game. The numbers are those before the first move that is not legal.
type gameVerdict struct {
	Line          int      `json:"line"`
	Rows          int      `json:"rows"`
	Cols          int      `json:"cols"`
	Legal         bool     `json:"legal"`
	Moves         int      `json:"moves"`
	Stones        int      `json:"stones"`
	Passes        int      `json:"passes"`
	ImpliedPasses int      `json:"implied_passes"`
	Captured      int      `json:"captured"`
	SelfCaptured  int      `json:"lost_by_suicide"`
	Positions     int      `json:"positions"`
	Repeats       int      `json:"repeats"`
	FirstRepeat   int      `json:"first_repeat_move"`
	RepeatOf      int      `json:"first_repeat_of_move"`
	Ended         bool     `json:"ended_by_two_passes"`
	Empty         bool     `json:"from_empty_board"`
	BadMove       *badMove `json:"bad_move"`
}

// badMove is the first move of a game that is not legal.
type badMove struct {
	Number int    `json:"number"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Reason string `json:"reason"`
}

func (r *gamesReport) counts() (string, int, int) { return "games", r.Legal, r.Illegal }

// replayAll judges the games of a text.
func (f *checkGameFlags) replayAll(ctx context.Context, name string, text []byte) (*gamesReport, error) {
	rules := f.rules()
	report := &gamesReport{File: name, Superko: rules.Superko.String(), Suicide: rules.Suicide == goban.SuicideAllowed, Turns: "strict"}
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
func replayGame(ctx context.Context, name string, game *goban.Game, rules goban.Rules) (*gameVerdict, error) {
	const looks = 4096 // moves between two looks at the context
	replay, err := goban.NewReplay(game.Start, game.ToMove, rules)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, game.Line, err)
	}
	verdict := &gameVerdict{Line: game.Line, Rows: game.Start.Rows(), Cols: game.Start.Cols(), Legal: true}
	verdict.Empty = len(game.Start.Strings()) == 0
	for i, move := range game.Moves {
		if i%looks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := replay.Play(move); err != nil {
			line, column := game.Place(i)
			verdict.Legal, verdict.BadMove = false, &badMove{i + 1, line, column, err.Error()}
			break
		}
	}
	verdict.count(replay)
	return verdict, nil
}

// count takes over what happened in a game.
func (v *gameVerdict) count(replay *goban.Replay) {
	c := replay.Counts()
	v.Moves, v.Stones, v.Passes, v.ImpliedPasses = c.Moves, c.Stones, c.Passes, c.ImpliedPasses
	v.Captured, v.SelfCaptured, v.Positions = c.Captured, c.SelfCaptured, c.Positions
	v.Repeats, v.FirstRepeat, v.RepeatOf = c.Repeats, c.FirstRepeat, c.RepeatOf
	v.Ended = replay.Over()
}

// writeText writes a few lines for each game.
func (r *gamesReport) writeText(w io.Writer) error {
	var b strings.Builder
	suicide := "no suicide"
	if r.Suicide {
		suicide = "suicide"
	}
	fmt.Fprintf(&b, "rules: superko %s, %s, turns %s\n", r.Superko, suicide, r.Turns)
	for _, v := range r.Games {
		v.writeText(&b, r.File)
	}
	if len(r.Games) > 1 {
		fmt.Fprintf(&b, "%d games, %d legal, %d not\n", len(r.Games), r.Legal, r.Illegal)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *gameVerdict) writeText(b *strings.Builder, file string) {
	if v.Legal {
		fmt.Fprintf(b, "%s:%d: a game on %dx%d, legal\n", file, v.Line, v.Rows, v.Cols)
	} else {
		fmt.Fprintf(b, "%s:%d:%d: move %d of the game on %dx%d is not legal\n\t%s\n",
			file, v.BadMove.Line, v.BadMove.Column, v.BadMove.Number, v.Rows, v.Cols, v.BadMove.Reason)
		b.WriteString("before it:\n")
	}
	fmt.Fprintf(b, "\tmoves      %d: %d stones, %d passes", v.Moves, v.Stones, v.Passes)
	if v.ImpliedPasses > 0 {
		fmt.Fprintf(b, " (and %d left out)", v.ImpliedPasses)
	}
	fmt.Fprintf(b, "\n\tcaptured   %d stones, %d more lost by suicide\n", v.Captured, v.SelfCaptured)
	fmt.Fprintf(b, "\tpositions  %d different ones; %s\n", v.Positions, v.repeats())
	if !v.Empty {
		b.WriteString("\tbegins     with stones set up, not from the empty board\n")
	}
	if v.Ended {
		b.WriteString("\tended      by two passes\n")
	}
}

// repeats says whether positions repeat.
func (v *gameVerdict) repeats() string {
	if v.Repeats == 0 {
		return "none is brought back by a stone"
	}
	return fmt.Sprintf("%d stones bring one back, first move %d that after move %d", v.Repeats, v.FirstRepeat, v.RepeatOf)
}
