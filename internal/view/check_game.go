package view

import (
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
	Games   []CheckedGame `json:"games"`
}

// Counts returns what is counted, and how many of them are legal and illegal.
func (r *CheckedGames) Counts() (string, int, int) { return "games", r.Legal, r.Illegal }

// CheckedGame is the outcome for one game. The numbers are those before the first move that is not legal.
type CheckedGame struct {
	Line  int  `json:"line"`
	Rows  int  `json:"rows"`
	Cols  int  `json:"cols"`
	Legal bool `json:"legal"`
	goban.Counts
	Ended   bool     `json:"ended_by_two_passes"`
	Empty   bool     `json:"from_empty_board"`
	BadMove *BadMove `json:"bad_move"`
}

// BadMove is the first move of a game that is not legal.
type BadMove struct {
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

func (v *CheckedGame) writeText(b *strings.Builder, file string) {
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
func (v *CheckedGame) repeats() string {
	if v.Repeats == 0 {
		return "none is brought back by a stone"
	}
	return fmt.Sprintf("%d stones bring one back, first move %d that after move %d", v.Repeats, v.FirstRepeat, v.RepeatOf)
}
