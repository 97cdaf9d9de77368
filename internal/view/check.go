package view

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/liberties"
)

// Verdicts is what check finds in one file.
type Verdicts interface {
	Counts() (what string, legal, illegal int)
	addTo(d *Document)
}

// CheckedFiles is what check finds in some files, and a sum if they are several.
func CheckedFiles(all []Verdicts) *Answer {
	d, what, legal, illegal := &Document{}, "", 0, 0
	for _, found := range all {
		found.addTo(d)
		name, good, bad := found.Counts()
		what, legal, illegal = name, legal+good, illegal+bad
	}
	if len(all) > 1 {
		d.record("%d files: %d %s, %d legal, %d illegal", len(all), legal+illegal, what, legal, illegal)
	}
	return &Answer{Document: d, json: oneOf(all), Numbers: []any{}}
}

// CheckedPositions is the outcome of check; its fields are those of the JSON.
type CheckedPositions struct {
	File      string            `json:"file"`
	Legal     int               `json:"legal"`
	Illegal   int               `json:"illegal"`
	Positions []checkedPosition `json:"positions"`
}

// checkedPosition is the outcome for one position.
type checkedPosition struct {
	Line    int             `json:"line"`
	Rows    int             `json:"rows"`
	Cols    int             `json:"cols"`
	Moves   int             `json:"moves"`
	Legal   bool            `json:"legal"`
	Strings []checkedString `json:"strings_without_liberty"`
	// With --liberties only.
	Groups []checkedGroup `json:"strings,omitempty"`
	AtMost int            `json:"liberties_at_most,omitempty"`
}

// checkedGroup is a string with its liberties.
type checkedGroup struct {
	checkedString
	Liberties []string `json:"liberties"`
}

// countLiberties adds the liberties of all strings, and the bound for one.
func (v *checkedPosition) countLiberties(p *goban.Position) {
	v.AtMost = liberties.AtMost(p.Rows(), p.Cols())
	for _, s := range p.Strings() {
		group := checkedGroup{nameString(p, s), []string{}}
		for _, at := range s.Liberties {
			group.Liberties = append(group.Liberties, p.Label(at))
		}
		v.Groups = append(v.Groups, group)
	}
}

// checkedString is a string without liberties.
type checkedString struct {
	Color  string   `json:"color"`
	Points []string `json:"points"`
}

// CheckPositions judges the positions of a text; counted says whether the liberties of all strings
// are counted, too.
func CheckPositions(file string, text []byte, counted bool) (*CheckedPositions, error) {
	r := &CheckedPositions{File: file}
	for record, err := range goban.Parse(file, text) {
		if err != nil {
			return nil, err
		}
		r.add(record, counted)
	}
	return r, nil
}

func (r *CheckedPositions) add(record goban.Record, counted bool) {
	p := record.Position
	verdict := checkedPosition{
		Line:    record.Line,
		Rows:    p.Rows(),
		Cols:    p.Cols(),
		Moves:   record.Moves,
		Legal:   true,
		Strings: []checkedString{},
	}
	for _, dead := range p.Illegal() {
		verdict.Legal = false
		verdict.Strings = append(verdict.Strings, nameString(p, dead))
	}
	if counted {
		verdict.countLiberties(p)
	}
	if verdict.Legal {
		r.Legal++
	} else {
		r.Illegal++
	}
	r.Positions = append(r.Positions, verdict)
}

// nameString names the points of a string.
func nameString(p *goban.Position, s goban.String) checkedString {
	named := checkedString{Color: s.Color.String()}
	for _, at := range s.Points {
		named.Points = append(named.Points, p.Label(at))
	}
	return named
}

// Counts returns what is counted, and how many of them are legal and illegal.
func (r *CheckedPositions) Counts() (string, int, int) { return "positions", r.Legal, r.Illegal }

// addTo adds a line for each position, followed by one for each string without liberties, and a sum
// if there are several positions.
func (r *CheckedPositions) addTo(d *Document) {
	for _, verdict := range r.Positions {
		d.record("%s:%d: %s", r.File, verdict.Line, verdict)
		for _, s := range verdict.Strings {
			d.record("\tno liberty: %s %s", s.Color, strings.Join(s.Points, " "))
		}
		for _, g := range verdict.Groups {
			d.record("\t%s, %s at %s: %s", g.Color, Plural(len(g.Points), "stone"), g.Points[0], Plural(len(g.Liberties), "liberty"))
		}
		if verdict.AtMost > 0 {
			d.record("\tat most %s for one string, 2(mn+1)/3", Plural(verdict.AtMost, "liberty"))
		}
	}
	if len(r.Positions) > 1 {
		d.record("%d positions, %d legal, %d illegal", len(r.Positions), r.Legal, r.Illegal)
	}
}

// String says what the position is and whether it is legal.
func (v checkedPosition) String() string {
	text := fmt.Sprintf("%dx%d", v.Rows, v.Cols)
	if v.Moves > 0 {
		text += " after " + Plural(v.Moves, "move")
	}
	if v.Legal {
		return text + ", legal"
	}
	return text + ", illegal"
}

// CheckedGames is the outcome of check --game; its fields are those of the JSON.
type CheckedGames struct {
	File    string        `json:"file"`
	Legal   int           `json:"legal"`
	Illegal int           `json:"illegal"`
	Games   []checkedGame `json:"games"`
}

// ChosenRules are the rules that somebody wants games to be judged by; what is nil is as RU of the
// game says.
type ChosenRules struct {
	Superko   *goban.Superko
	Suicide   *goban.Rule
	FreeTurns bool
}

// For returns the rules by which a game is judged, and where they are from: what SGF has in RU, and
// whether that is followed.
func (c ChosenRules) For(game *goban.Game) (rules goban.Rules, source string) {
	named, known := goban.NamedRules(game.Rules)
	rules = named
	rules.FreeTurns = c.FreeTurns
	if c.Superko != nil {
		rules.Superko = *c.Superko
	}
	if c.Suicide != nil {
		rules.Suicide = *c.Suicide
	}
	chosen := c.Superko != nil || c.Suicide != nil
	switch {
	case game.Rules == "" && chosen:
		return rules, "as chosen"
	case game.Rules == "":
		return rules, "the game names none"
	case !known:
		return rules, fmt.Sprintf("RU[%s] of the game is not known here", game.Rules)
	case chosen && rules.Superko == named.Superko && rules.Suicide == named.Suicide, !chosen:
		return rules, fmt.Sprintf("RU[%s] of the game", game.Rules)
	}
	return rules, fmt.Sprintf("as chosen, in place of RU[%s] of the game", game.Rules)
}

// CheckGames judges the games of a text by some rules.
func CheckGames(ctx context.Context, file string, text []byte, chosen ChosenRules) (*CheckedGames, error) {
	r := &CheckedGames{File: file}
	for game, err := range goban.ParseSGFGames(file, text) {
		if err != nil {
			return nil, err
		}
		verdict, err := checkGame(ctx, game, chosen)
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
func checkGame(ctx context.Context, game *goban.Game, chosen ChosenRules) (*checkedGame, error) {
	rules, source := chosen.For(game)
	found, err := game.Judge(ctx, rules)
	if err != nil {
		return nil, err
	}
	v := &checkedGame{
		Line: game.Line, Rows: game.Start.Rows(), Cols: game.Start.Cols(), Legal: found.Reason == nil,
		Superko: rules.Superko.String(), Suicide: rules.Suicide == goban.SuicideAllowed, Turns: "strict", Rules: game.Rules, rules: rules, source: source,
		Counts: found.Counts, Ended: found.Over, Empty: len(game.Start.Strings()) == 0, Changes: len(game.SetUps), Variations: game.Variations,
	}
	if rules.FreeTurns {
		v.Turns = "free"
	}
	if found.Reason != nil {
		v.Changes = max(0, found.Bad-1-found.Moves)
		v.BadMove = &badMove{Number: found.Moves, Line: found.Line, Column: found.Column, Reason: found.Reason.Error()}
		v.BadMove.place = fmt.Sprintf("the board after move %d", found.Moves)
		if !errors.Is(found.Reason, goban.ErrPosition) {
			v.BadMove.Number++
			v.BadMove.place = fmt.Sprintf("move %d", found.Moves+1)
		}
	}
	return v, nil
}

// Counts returns what is counted, and how many of them are legal and illegal.
func (r *CheckedGames) Counts() (string, int, int) { return "games", r.Legal, r.Illegal }

// checkedGame is the outcome for one game. The numbers are those before the first move that is not
// legal.
type checkedGame struct {
	Line    int    `json:"line"`
	Rows    int    `json:"rows"`
	Cols    int    `json:"cols"`
	Superko string `json:"superko"`
	Suicide bool   `json:"suicide"`
	Turns   string `json:"turns"`
	Rules   string `json:"rules_named"`
	Legal   bool   `json:"legal"`
	goban.Counts
	Ended      bool     `json:"ended_by_two_passes"`
	Empty      bool     `json:"from_empty_board"`
	Changes    int      `json:"changes_of_position"`
	Variations int      `json:"variations_left_out"`
	BadMove    *badMove `json:"bad_move"`
	rules      goban.Rules
	source     string // of the rules
}

// badMove is the first move of a game that is not legal.
type badMove struct {
	Number int    `json:"number"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Reason string `json:"reason"`
	place  string // in words
}

// addTo adds a few lines for each game.
func (r *CheckedGames) addTo(d *Document) {
	for _, v := range r.Games {
		v.addTo(d, r.File)
	}
	if len(r.Games) > 1 {
		d.record("%d games, %d legal, %d not", len(r.Games), r.Legal, r.Illegal)
	}
}

func (v *checkedGame) addTo(d *Document, file string) {
	if v.Legal {
		d.record("%s:%d: a game on %dx%d, legal", file, v.Line, v.Rows, v.Cols)
	} else {
		d.record("%s:%d:%d: %s of the game on %dx%d is not legal",
			file, v.BadMove.Line, v.BadMove.Column, v.BadMove.place, v.Rows, v.Cols)
		d.record("\t%s", v.BadMove.Reason)
		d.record("before it:")
	}
	d.record("\trules      %v: %s", v.rules, v.source)
	implied := ""
	if v.ImpliedPasses > 0 {
		implied = fmt.Sprintf(" (and %d left out)", v.ImpliedPasses)
	}
	d.record("\tmoves      %d: %d stones, %d passes%s", v.Moves, v.Stones, v.Passes, implied)
	d.record("\tcaptured   %d stones, %d more lost by suicide", v.Captured, v.SelfCaptured)
	d.record("\tpositions  %d different ones; %s", v.Positions, v.repeats())
	if !v.Empty {
		d.record("\tbegins     with stones set up, not from the empty board")
	}
	if v.Changes > 0 {
		d.record("\tchanges    %s of the position by stones that are set up", Plural(v.Changes, "change"))
	}
	if v.Variations > 0 {
		d.record("\tleft out   %s beside the main line", Plural(v.Variations, "variation"))
	}
	if v.Ended {
		d.record("\tended      by two passes")
	}
}

// repeats says whether positions repeat.
func (v *checkedGame) repeats() string {
	if v.Repeats == 0 {
		return "none is brought back by a stone"
	}
	return fmt.Sprintf("%d stones bring one back, first move %d that after move %d", v.Repeats, v.FirstRepeat, v.RepeatOf)
}
