package view

import (
	"context"
	"fmt"
	"io"
	"strings"

	"combigo/goban"
)

// CheckedGames is the outcome of check --game; its fields are those of the JSON.
type CheckedGames struct {
	File    string        `json:"file"`
	Superko string        `json:"superko"`
	Suicide bool          `json:"suicide"`
	Turns   string        `json:"turns"`
	Legal   int           `json:"legal"`
	Illegal int           `json:"illegal"`
	Games   []checkedGame `json:"games"`
}

// CheckGames judges the games of a text by some rules.
func CheckGames(ctx context.Context, file string, text []byte, rules goban.Rules) (*CheckedGames, error) {
	r := &CheckedGames{File: file, Superko: rules.Superko.String(), Suicide: rules.Suicide == goban.SuicideAllowed, Turns: "strict"}
	if rules.FreeTurns {
		r.Turns = "free"
	}
	for game, err := range goban.ParseSGFGames(file, text) {
		if err != nil {
			return nil, err
		}
		verdict, err := checkGame(ctx, game, rules)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, game.Line, err)
		}
		if verdict.Legal {
			r.Legal++
		} else {
			r.Illegal++
		}
		r.Games = append(r.Games, *verdict)
	}
	return r, nil
}

// checkGame judges one game.
func checkGame(ctx context.Context, game *goban.Game, rules goban.Rules) (*checkedGame, error) {
	const looks = 4096 // moves between two looks at the context
	replay, err := goban.NewReplay(game.Start, game.ToMove, rules)
	if err != nil {
		return nil, err
	}
	v := &checkedGame{Line: game.Line, Rows: game.Start.Rows(), Cols: game.Start.Cols(), Legal: true, Empty: len(game.Start.Strings()) == 0}
	for i, move := range game.Moves {
		if i%looks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := replay.Play(move); err != nil {
			line, column := game.Place(i)
			v.Legal, v.BadMove = false, &badMove{Number: i + 1, Line: line, Column: column, Reason: err.Error()}
			break
		}
	}
	v.Counts, v.Ended = replay.Counts(), replay.Over()
	return v, nil
}

// Counts returns what is counted, and how many of them are legal and illegal.
func (r *CheckedGames) Counts() (string, int, int) { return "games", r.Legal, r.Illegal }

// checkedGame is the outcome for one game. The numbers are those before the first move that is not legal.
type checkedGame struct {
	Line  int  `json:"line"`
	Rows  int  `json:"rows"`
	Cols  int  `json:"cols"`
	Legal bool `json:"legal"`
	goban.Counts
	Ended   bool     `json:"ended_by_two_passes"`
	Empty   bool     `json:"from_empty_board"`
	BadMove *badMove `json:"bad_move"`
}

// badMove is the first move of a game that is not legal.
type badMove struct {
	Number int    `json:"number"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Reason string `json:"reason"`
}

// Text writes a few lines for each game.
func (r *CheckedGames) Text(w io.Writer) error {
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

func (v *checkedGame) writeText(b *strings.Builder, file string) {
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
func (v *checkedGame) repeats() string {
	if v.Repeats == 0 {
		return "none is brought back by a stone"
	}
	return fmt.Sprintf("%d stones bring one back, first move %d that after move %d", v.Repeats, v.FirstRepeat, v.RepeatOf)
}
