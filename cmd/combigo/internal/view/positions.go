package view

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/sampling/uniform"
)

// Positions writes positions one after the other, however many there are: diagrams in a style with
// blank lines between them, an SGF collection, or a JSON object with a list in it; or, if there are
// few, a [Page].
type Positions struct {
	out    *bufio.Writer
	format string
	style  Style
	json   any             // what is said of the positions, with an empty list of them
	First  *goban.Position // that was written, nil before

	positions []*goban.Position // of a page
	ranks     []*big.Int
}

// positionJSON is a position for programs, with its number in the order of all positions if that is
// known.
type positionJSON struct {
	Rank    *big.Int        `json:"rank,omitempty"`
	Diagram *goban.Position `json:"diagram"`
}

// NumberedPositions writes positions of a table.
func NumberedPositions(out io.Writer, format string, style Style, t *ranking.Table) *Positions {
	return newPositions(out, format, style, struct {
		board.Size
		Total     *big.Int       `json:"total"`
		Positions []positionJSON `json:"positions"`
		Checks    []string       `json:"checks"`
	}{t.Size(), t.Total(), nil, append(t.Checks(), ranking.WayBack)})
}

// RandomPositions writes a number of positions that are drawn by a seed.
func RandomPositions(out io.Writer, format string, style Style, size board.Size, count int64, seed uint64, s *uniform.Sampler) *Positions {
	return newPositions(out, format, style, struct {
		board.Size
		drawnJSON
		Positions []positionJSON `json:"positions"`
	}{size, drawnJSON{count, seed, s.Method(), s.Describe()}, nil})
}

func newPositions(out io.Writer, format string, style Style, json any) *Positions {
	return &Positions{out: bufio.NewWriterSize(out, 1<<16), format: format, style: style, json: json}
}

// Write writes the next position, in JSON with its number in the order of all positions, which may
// be nil.
func (w *Positions) Write(p *goban.Position, rank *big.Int) error {
	first := w.First == nil
	if first {
		w.First = p.Clone()
	}
	switch w.format {
	case "page":
		w.positions, w.ranks = append(w.positions, p.Clone()), append(w.ranks, rank)
		return nil
	case "sgf":
		return goban.WriteSGF(w.out, p)
	case "json":
		separator := ","
		if first {
			separator, _ = w.around()
		}
		_, err := fmt.Fprintf(w.out, "%s\n    %s", separator, jsonOf(positionJSON{rank, p}))
		return err
	}
	if !first {
		w.out.WriteByte('\n')
	}
	text := p.String() + "\n"
	if w.style.Terminal {
		text = w.style.diagram(p, nil)
	}
	_, err := w.out.WriteString(text)
	return err
}

// WriteAll writes positions with their numbers.
func (w *Positions) WriteAll(positions []*goban.Position, ranks []*big.Int) error {
	for i, p := range positions {
		if err := w.Write(p, ranks[i]); err != nil {
			return err
		}
	}
	return nil
}

// End writes what comes after the last position.
func (w *Positions) End() error {
	if w.format == "json" {
		before, after := w.around()
		if w.First == nil {
			after = before + after
		} else {
			after = "\n  " + after
		}
		w.out.WriteString(after)
	}
	return w.out.Flush()
}

// Page returns the positions in the forms that the explorer shows, if the format is "page".
func (w *Positions) Page() (*Page, error) {
	page := &Page{}
	for format, to := range map[string]*string{"diagram": &page.Text, "json": &page.JSON, "sgf": &page.SGF} {
		var b strings.Builder
		form := newPositions(&b, format, Style{}, w.json)
		if err := cmp.Or(form.WriteAll(w.positions, w.ranks), form.End()); err != nil {
			return nil, err
		}
		*to = b.String()
	}
	return page, nil
}

// around returns what stands in JSON before the first position, and after the last one. A list
// takes one line, as each position does.
func (w *Positions) around() (before, after string) {
	var b strings.Builder
	_ = writeJSON(&b, w.json) // a builder takes all
	const list = `"positions": [`
	before, after, _ = strings.Cut(b.String(), list)
	return before + list, strings.NewReplacer("[\n    ", "[", ",\n    ", ",", "\n  ]", "]").Replace(after)
}

// Ranks is the numbers of the positions of a file.
func Ranks(file string, ranked []ranking.Ranked, checks []string) *Answer {
	type rankJSON struct {
		Line int `json:"line"`
		board.Size
		Rank  *big.Int `json:"rank"`
		Total *big.Int `json:"total"`
		Notes []string `json:"notes"`
	}
	d := &Document{}
	all := mapSlice(ranked, func(r ranking.Ranked) rankJSON {
		d.record("%v", r.Rank)
		return rankJSON{r.Line, r.Board, r.Rank, r.Total, (&Document{}).notes(r.Game)}
	})
	return &Answer{Document: d, Numbers: mapSlice(ranked, func(r ranking.Ranked) any { return r.Rank }), json: struct {
		File      string     `json:"file"`
		Positions []rankJSON `json:"positions"`
		Checks    []string   `json:"checks"`
	}{file, all, checks}}
}

// Checked is what check finds in one file.
type Checked struct {
	*Document
	File    string `json:"file"`
	Legal   int    `json:"legal"`
	Illegal int    `json:"illegal"`
	what    string // is counted
	json    any
}

type gameJSON struct {
	Line int `json:"line"`
	board.Size
	goban.Rules
	Turns string `json:"turns"`
	Named string `json:"rules_named"`
	Legal bool   `json:"legal"`
	goban.Counts
	Ended      bool         `json:"ended_by_two_passes"`
	FromEmpty  bool         `json:"from_empty_board"`
	Changes    int          `json:"changes_of_position"`
	Variations int          `json:"variations_left_out"`
	Bad        *badMoveJSON `json:"bad_move"`
	Notes      []string     `json:"notes"`
}

type badMoveJSON struct {
	Number int    `json:"number"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Color  any    `json:"color"`
	Point  any    `json:"point"`
	Rule   string `json:"broken_rule"`
	Reason error  `json:"reason"`
}

// count counts one, and says in a word how it is.
func (c *Checked) count(legal bool) string {
	if legal {
		c.Legal++
		return "legal"
	}
	c.Illegal++
	return "illegal"
}

// NotChecked is a file in which check finds nothing, for a reason that it has told.
func NotChecked(file string, reason error) *Checked {
	return &Checked{Document: &Document{}, json: struct {
		File  string `json:"file"`
		Error error  `json:"error"`
	}{file, reason}}
}

// CheckedFiles is what check finds in some files, and a sum if they are several.
func CheckedFiles(all []*Checked) *Answer {
	d, sum, files, unread := &Document{}, Checked{}, []any{}, 0
	for _, c := range all {
		d.parts = append(d.parts, c.parts...)
		sum.what, sum.Legal, sum.Illegal = cmp.Or(c.what, sum.what), sum.Legal+c.Legal, sum.Illegal+c.Illegal
		files = append(files, c.json)
		if c.what == "" {
			unread++
		}
	}
	if len(all) > 1 {
		not := ""
		if unread > 0 {
			not = fmt.Sprintf("; %s cannot be read", Plural(unread, "file"))
		}
		d.record("%d files: %d %s, %d legal, %d illegal%s", len(all), sum.Legal+sum.Illegal, sum.what, sum.Legal, sum.Illegal, not)
	}
	return &Answer{Document: d, json: singleOrList(files), Numbers: []any{}}
}

// notes tells on what the reading of a game rests, if there is one, and returns that for JSON.
func (d *Document) notes(game *goban.Game) []string {
	notes := []string{}
	for _, n := range cmp.Or(game, &goban.Game{}).Notes {
		text := fmt.Sprintf("%d:%d: %s", n.Line, n.Column, n.Text)
		if n.Times > 1 {
			text += fmt.Sprintf(" (%d times)", n.Times)
		}
		if n.Kind != goban.Ignored {
			d.record("\tnote: %s", text)
			notes = append(notes, text)
		}
	}
	return notes
}

// CheckedPositions is the verdicts on the positions of a file, and what was measured of them, nil
// where nothing was.
func CheckedPositions(file string, judged []goban.JudgedPosition, measures []*measure.Measure) *Checked {
	type stringJSON struct {
		Color  goban.Color `json:"color"`
		Points []string    `json:"points"`
	}
	type positionJSON struct {
		Line int `json:"line"`
		board.Size
		Moves      int          `json:"moves"`
		Legal      bool         `json:"legal"`
		Dead       []stringJSON `json:"strings_without_liberty"`
		MovesLegal any          `json:"moves_legal"`
		Variations int          `json:"variations_left_out"`
		Notes      []string     `json:"notes"`
		Measure    *measureJSON `json:"measure,omitempty"`
	}
	c, all := &Checked{Document: &Document{}, File: file, what: "positions"}, []positionJSON{}
	for i, j := range judged {
		p, moves, movesLegal, legal := j.Position, "", any(nil), len(j.Dead) == 0
		if j.Moves > 0 {
			moves, movesLegal = " after "+Plural(j.Moves, "move"), j.Verdict.Reason == nil
		}
		verdict := c.count(legal)
		c.record("%s:%d: %dx%d%s, %s", file, j.Line, p.Rows(), p.Cols(), moves, verdict)
		dead := mapSlice(j.Dead, func(s goban.String) stringJSON {
			points := mapSlice(s.Points, p.Label)
			c.record("\tno liberty: %s %s", s.Color, strings.Join(points, " "))
			return stringJSON{s.Color, points}
		})
		if j.Verdict.Reason != nil {
			c.record("\tthe final position is %s; whether the game is legal: --game", verdict)
		}
		if j.Game.Variations > 0 {
			c.record("\tleft out: %s beside the main line", Plural(j.Game.Variations, "variation"))
		}
		one := positionJSON{
			j.Line, board.Size{Rows: p.Rows(), Cols: p.Cols()}, j.Moves, legal, dead, movesLegal, j.Game.Variations, c.notes(j.Game), nil,
		}
		if m := measures[i]; m != nil {
			c.measured(m)
			one.Measure = newMeasureJSON(m)
		}
		all = append(all, one)
	}
	if len(all) > 1 {
		c.record("%d positions, %d legal, %d illegal", len(all), c.Legal, c.Illegal)
	}
	c.json = struct {
		*Checked
		Positions []positionJSON `json:"positions"`
	}{c, all}
	return c
}

// CheckedGames is the verdicts on the games of a file.
func CheckedGames(file string, judged []goban.JudgedGame) *Checked {
	c := &Checked{Document: &Document{}, File: file, what: "games"}
	all := mapSlice(judged, func(j goban.JudgedGame) gameJSON { return c.game(file, j) })
	if len(all) > 1 {
		c.record("%d games, %d legal, %d not", len(all), c.Legal, c.Illegal)
	}
	c.json = struct {
		*Checked
		Games []gameJSON `json:"games"`
	}{c, all}
	return c
}

// game says how one game was judged. The numbers are those before the first move that is not legal.
func (c *Checked) game(file string, j goban.JudgedGame) gameJSON {
	game, rules, found := j.Game, j.Rules, j.Verdict
	rows, cols, legal, changes := game.Start.Rows(), game.Start.Cols(), found.Reason == nil, len(game.Steps)-found.Moves
	var bad *badMoveJSON
	if c.count(legal); legal {
		c.record("%s:%d: a game on %dx%d, legal", file, game.Line, rows, cols)
	} else {
		changes = max(0, found.Bad-1-found.Moves)
		number, place := found.Moves, fmt.Sprintf("the board after move %d", found.Moves)
		if !errors.Is(found.Reason, goban.ErrPosition) {
			number, place = found.Moves+1, fmt.Sprintf("move %d", found.Moves+1)
		}
		bad = &badMoveJSON{number, found.Line, found.Column, nil, nil, brokenRule(found.Reason), found.Reason}
		if found.Bad > 0 && game.Steps[found.Bad-1].SetUp == nil {
			m := game.Steps[found.Bad-1].Move
			if bad.Color = m.Color; !m.Pass {
				bad.Point = game.Start.Label(m.Point)
			}
		}
		c.record("%s:%d:%d: %s of the game on %dx%d is not legal", file, found.Line, found.Column, place, rows, cols)
		c.record("\t%v", found.Reason)
		c.record("before it:")
	}
	c.record("\trules      %v: %s", rules, j.Source)
	implied, repeats, turns := "", "none is brought back by a stone", "strict"
	if found.ImpliedPasses > 0 {
		implied = fmt.Sprintf(" (and %d left out)", found.ImpliedPasses)
	}
	if found.Repeats > 0 {
		repeats = fmt.Sprintf("%s: move %d repeats the position after move %d", Plural(found.Repeats, "repetition"), found.FirstRepeat, found.RepeatOf)
	}
	if rules.FreeTurns {
		turns = "free"
	}
	c.record("\tmoves      %d: %s, %s%s", found.Moves, Plural(found.Stones, "stone"), Plural(found.Passes, "pass"), implied)
	c.record("\tcaptured   %s, %d more lost by suicide", Plural(found.Captured, "stone"), found.SelfCaptured)
	c.record("\tpositions  %d different ones; %s", found.Positions, repeats)
	empty := len(game.Start.Strings()) == 0
	if !empty {
		c.record("\tbegins     with stones set up, not from the empty board")
	}
	for _, x := range []struct {
		n           int
		what, after string
	}{
		{changes, "changes    %s of the position by stones that are set up", "change"},
		{game.Variations, "left out   %s beside the main line", "variation"},
		{found.Resumed, "goes on    %s after two passes or more", "time"},
	} {
		if x.n > 0 {
			c.record("\t"+x.what, Plural(x.n, x.after))
		}
	}
	if found.FinalPasses >= 2 {
		last, note := game.Steps[len(game.Steps)-1].Move, ""
		if legal && rules.Ending == goban.FourPassesWhiteLast && last.Color == goban.Black {
			note = "; by these rules White makes the last move"
		}
		c.record("\tended      by %d passes%s", found.FinalPasses, note)
	}
	return gameJSON{
		game.Line, board.Size{Rows: rows, Cols: cols}, rules, turns, game.Rules, legal, found.Counts, found.FinalPasses >= 2, empty, changes, game.Variations, bad, c.notes(game),
	}
}

// brokenRule names the rule that a step breaks.
func brokenRule(reason error) string {
	for err, name := range map[error]string{
		goban.ErrOccupied: "occupied", goban.ErrSuicide: "suicide", goban.ErrRepeats: "superko", goban.ErrKo: "ko",
		goban.ErrUnchanged: "unchanged", goban.ErrOutOfTurn: "turn", goban.ErrGameOver: "over", goban.ErrPosition: "position",
	} {
		if errors.Is(reason, err) {
			return name
		}
	}
	return ""
}

// RuleSets is a list of the rules that games may name.
func RuleSets() *Answer {
	d := &Document{}
	for _, set := range goban.RuleSets {
		d.heading("%s", set.Name)
		text := fmt.Sprintf("%s. Games end by %v. Source: %s", Capital(set.Rules.String()), set.Rules.Ending, set.Source)
		if set.Change != "" {
			text += ": " + set.Change
		}
		d.line("%s. Other names: %s.", text, strings.ReplaceAll(set.Other, " ", ", "))
	}
	type ruleSetJSON struct {
		goban.RuleSet
		Others []string     `json:"other_names"`
		Ending goban.Ending `json:"ends_by"`
	}
	return &Answer{Document: d, json: mapSlice(goban.RuleSets, func(s goban.RuleSet) ruleSetJSON {
		return ruleSetJSON{s, strings.Fields(s.Other), s.Rules.Ending}
	})}
}
