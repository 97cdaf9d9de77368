package view

import (
	"bufio"
	"cmp"
	"context"
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

// wayBack is the check of numbers of positions.
const wayBack = "every position is legal, and the way back from its number, or to it, leads to the same"

// Positions writes positions one after the other, however many there are: diagrams in a style with
// blank lines between them, an SGF collection, or a JSON object with a list in it; or, if there are
// few, a [Page].
type Positions struct {
	out    *bufio.Writer
	format string
	style  Style
	begin  object // of the JSON
	end    object
	First  *goban.Position // that was written, nil before

	positions []*goban.Position // of a page
	ranks     []*big.Int
}

// NumberedPositions writes positions of a table.
func NumberedPositions(out io.Writer, format string, style Style, t *ranking.Table) *Positions {
	return newPositions(out, format, style, object{"rows", t.Size().Rows, "cols", t.Size().Cols, "total", t.Total()},
		object{"checks", append(t.Checks(), wayBack)})
}

// RandomPositions writes a number of positions that are drawn by a seed.
func RandomPositions(out io.Writer, format string, style Style, size board.Size, count int64, seed uint64, s *uniform.Sampler) *Positions {
	return newPositions(out, format, style, object{"rows", size.Rows, "cols", size.Cols, "count", count, "seed", seed, "method", s.Method()},
		object{"description", s.Describe()})
}

func newPositions(out io.Writer, format string, style Style, begin, end object) *Positions {
	return &Positions{out: bufio.NewWriterSize(out, 1<<16), format: format, style: style, begin: begin, end: end}
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
		text, err := unescaped(object{"rank", some(rank), "diagram", p})
		if err != nil {
			return err
		}
		separator := ","
		if first {
			separator, err = "", w.open()
		}
		fmt.Fprintf(w.out, "%s\n    %s", separator, text)
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
func (w *Positions) End() (err error) {
	if w.format == "json" {
		if w.First == nil {
			err = w.open()
		} else {
			w.out.WriteString("\n  ")
		}
		w.out.WriteByte(']')
		err = cmp.Or(err, w.fields(",\n", w.end, "\n}\n"))
	}
	return cmp.Or(err, w.out.Flush())
}

// Page returns the positions in the forms that the explorer shows, if the format is "page".
func (w *Positions) Page() (*Page, error) {
	page := &Page{}
	for format, to := range map[string]*string{"diagram": &page.Text, "json": &page.JSON, "sgf": &page.SGF} {
		var b strings.Builder
		form := newPositions(&b, format, Style{}, w.begin, w.end)
		if err := cmp.Or(form.WriteAll(w.positions, w.ranks), form.End()); err != nil {
			return nil, err
		}
		*to = b.String()
	}
	return page, nil
}

// open writes what comes before the first position in JSON.
func (w *Positions) open() error {
	return w.fields("{\n", append(object{"schema", Schema}, w.begin...), ",\n  \"positions\": [")
}

// fields writes some fields of a JSON object, each on a line, and what stands before and after.
func (w *Positions) fields(before string, fields object, after string) error {
	for i := 0; i < len(fields); i += 2 {
		text, err := unescaped(fields[i : i+2])
		if err != nil {
			return err
		}
		fmt.Fprintf(w.out, "%s  %q: %s", before, fields[i], text[len(fmt.Sprintf("{%q:", fields[i])):len(text)-1])
		before = ",\n"
	}
	_, err := w.out.WriteString(after)
	return err
}

// Ranks is the numbers of the positions of a text, board by board. The function table makes the
// table of a board.
func Ranks(ctx context.Context, file string, text []byte, table func(board.Size) (*ranking.Table, error)) (*Answer, error) {
	var records []goban.Record
	bySize := map[board.Size][]int{}
	var sizes []board.Size
	for record, err := range goban.Parse(file, text) {
		if err != nil {
			return nil, err
		}
		p := record.Position
		if dead := p.Illegal(); len(dead) > 0 {
			err := &ranking.IllegalError{Index: len(records), Position: p, Strings: dead}
			return nil, fmt.Errorf("%s:%d: %w", file, record.Line, err)
		}
		size := board.Size{Rows: p.Rows(), Cols: p.Cols()}
		if bySize[size] == nil {
			sizes = append(sizes, size)
		}
		bySize[size] = append(bySize[size], len(records))
		records = append(records, record)
	}
	a := &Answer{Document: &Document{}, Numbers: make([]any, len(records))}
	numbers, checks := make([]object, len(records)), []string{}
	for _, size := range sizes {
		t, err := table(size)
		if err != nil {
			return nil, err
		}
		var same []*goban.Position
		for _, i := range bySize[size] {
			same = append(same, records[i].Position)
		}
		ranks, err := t.CheckedRank(ctx, same)
		if err != nil {
			return nil, err
		}
		for k, i := range bySize[size] {
			a.Numbers[i] = ranks[k]
			numbers[i] = object{"line", records[i].Line, "rows", size.Rows, "cols", size.Cols, "rank", ranks[k], "total", t.Total(), "notes", (&Document{}).notes(records[i].Game)}
		}
		for _, check := range append(t.Checks(), wayBack) {
			checks = append(checks, fmt.Sprintf("%s: %s", size, check))
		}
	}
	a.json = object{"file", file, "positions", numbers, "checks", checks}
	for _, rank := range a.Numbers {
		a.record("%v", rank)
	}
	return a, nil
}

// Checked is what check finds in one file.
type Checked struct {
	*Document
	what           string // is counted
	Legal, Illegal int
	json           object
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
	return &Checked{Document: &Document{}, json: object{"file", file, "error", OneLine(reason.Error())}}
}

// CheckedFiles is what check finds in some files, and a sum if they are several.
func CheckedFiles(all []*Checked) *Answer {
	d, sum, files, unread := &Document{}, Checked{}, []object{}, 0
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
	return &Answer{Document: d, json: oneOf(files), Numbers: []any{}}
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

// CheckPositions judges the positions of a text, and measures those that are legal, unless the
// function is nil. If strict, SGF must be as FF[4] wants it.
func CheckPositions(ctx context.Context, file string, text []byte, strict bool, measured func(*goban.Position) (*measure.Measure, error)) (*Checked, error) {
	c, all := &Checked{Document: &Document{}, what: "positions"}, []object{}
	for record, err := range goban.Parse(file, text) {
		game := cmp.Or(record.Game, &goban.Game{})
		if err == nil && strict {
			err = game.Violation(file)
		}
		var found goban.Verdict
		if err == nil && record.Moves > 0 {
			rules, _ := ChosenRules{}.For(game)
			found, err = game.Judge(ctx, rules)
		}
		if err != nil {
			return nil, err
		}
		p, moves, movesLegal := record.Position, "", any(nil)
		if record.Moves > 0 {
			moves, movesLegal = " after "+Plural(record.Moves, "move"), found.Reason == nil
		}
		dead := p.Illegal()
		verdict := c.count(len(dead) == 0)
		c.record("%s:%d: %dx%d%s, %s", file, record.Line, p.Rows(), p.Cols(), moves, verdict)
		named := objects(dead, func(s goban.String) object {
			points := each(s.Points, p.Label)
			c.record("\tno liberty: %s %s", s.Color, strings.Trim(fmt.Sprint(points), "[]"))
			return object{"color", s.Color, "points", points}
		})
		if found.Reason != nil {
			c.record("\tthe final position is %s; whether the game is legal: --game", verdict)
		}
		if game.Variations > 0 {
			c.record("\tleft out: %s beside the main line", Plural(game.Variations, "variation"))
		}
		one := object{
			"line", record.Line, "rows", p.Rows(), "cols", p.Cols(), "moves", record.Moves, "legal", len(dead) == 0, "strings_without_liberty", named,
			"moves_legal", movesLegal, "variations_left_out", game.Variations, "notes", c.notes(game),
		}
		if measured != nil && len(dead) == 0 {
			m, err := measured(p)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, record.Line, err)
			}
			c.measured(m)
			one = append(one, "measure", newMeasuredJSON(m))
		}
		all = append(all, one)
	}
	if len(all) > 1 {
		c.record("%d positions, %d legal, %d illegal", len(all), c.Legal, c.Illegal)
	}
	c.json = object{"file", file, "legal", c.Legal, "illegal", c.Illegal, "positions", all}
	return c, nil
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
	set, known := goban.NamedRules(game.Rules)
	named := set.Rules
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
		source = fmt.Sprintf("RU[%s] of the game", game.Rules)
		if set.Change != "" && !chosen {
			source += ", with " + set.Change
		}
		return rules, source
	}
	return rules, fmt.Sprintf("as chosen, in place of RU[%s] of the game", game.Rules)
}

// CheckGames judges the games of a text by some rules. If strict, SGF must be as FF[4] wants it.
func CheckGames(ctx context.Context, file string, text []byte, chosen ChosenRules, strict bool) (*Checked, error) {
	c, all := &Checked{Document: &Document{}, what: "games"}, []object{}
	for game, err := range goban.ParseSGFGames(file, text) {
		if err == nil && strict {
			err = game.Violation(file)
		}
		if err != nil {
			return nil, err
		}
		found, err := c.game(ctx, file, game, chosen)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, game.Line, err)
		}
		all = append(all, found)
	}
	if len(all) > 1 {
		c.record("%d games, %d legal, %d not", len(all), c.Legal, c.Illegal)
	}
	c.json = object{"file", file, "legal", c.Legal, "illegal", c.Illegal, "games", all}
	return c, nil
}

// game judges one game. The numbers are those before the first move that is not legal.
func (c *Checked) game(ctx context.Context, file string, game *goban.Game, chosen ChosenRules) (object, error) {
	rules, source := chosen.For(game)
	found, err := game.Judge(ctx, rules)
	if err != nil {
		return nil, err
	}
	rows, cols, legal, changes, bad := game.Start.Rows(), game.Start.Cols(), found.Reason == nil, len(game.Steps)-found.Moves, any(nil)
	if c.count(legal); legal {
		c.record("%s:%d: a game on %dx%d, legal", file, game.Line, rows, cols)
	} else {
		changes = max(0, found.Bad-1-found.Moves)
		number, place := found.Moves, fmt.Sprintf("the board after move %d", found.Moves)
		if !errors.Is(found.Reason, goban.ErrPosition) {
			number, place = found.Moves+1, fmt.Sprintf("move %d", found.Moves+1)
		}
		color, point := any(nil), any(nil)
		if found.Bad > 0 && game.Steps[found.Bad-1].SetUp == nil {
			m := game.Steps[found.Bad-1].Move
			if color = m.Color; !m.Pass {
				point = game.Start.Label(m.Point)
			}
		}
		bad = object{
			"number", number, "line", found.Line, "column", found.Column, "color", color, "point", point,
			"broken_rule", brokenRule(found.Reason), "reason", found.Reason.Error(),
		}
		c.record("%s:%d:%d: %s of the game on %dx%d is not legal", file, found.Line, found.Column, place, rows, cols)
		c.record("\t%v", found.Reason)
		c.record("before it:")
	}
	c.record("\trules      %v: %s", rules, source)
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
	if changes > 0 {
		c.record("\tchanges    %s of the position by stones that are set up", Plural(changes, "change"))
	}
	if game.Variations > 0 {
		c.record("\tleft out   %s beside the main line", Plural(game.Variations, "variation"))
	}
	if found.Resumed > 0 {
		c.record("\tgoes on    %s after two passes or more", Plural(found.Resumed, "time"))
	}
	if found.FinalPasses >= 2 {
		last, note := game.Steps[len(game.Steps)-1].Move, ""
		if legal && rules.Ending == goban.FourPassesWhiteLast && last.Color == goban.Black {
			note = "; by these rules White makes the last move"
		}
		c.record("\tended      by %d passes%s", found.FinalPasses, note)
	}
	return object{
		"line", game.Line, "rows", rows, "cols", cols, "superko", rules.Superko, "suicide", rules.Suicide == goban.SuicideAllowed, "turns", turns,
		"rules_named", game.Rules, "legal", legal, "", found.Counts, "ended_by_two_passes", found.FinalPasses >= 2, "from_empty_board", empty,
		"changes_of_position", changes, "variations_left_out", game.Variations, "bad_move", bad, "notes", c.notes(game),
	}, nil
}

// brokenRule names the rule that a step breaks.
func brokenRule(reason error) string {
	for _, rule := range []struct {
		err  error
		name string
	}{
		{goban.ErrOccupied, "occupied"},
		{goban.ErrSuicide, "suicide"},
		{goban.ErrRepeats, "superko"},
		{goban.ErrKo, "ko"},
		{goban.ErrUnchanged, "unchanged"},
		{goban.ErrOutOfTurn, "turn"},
		{goban.ErrGameOver, "over"},
		{goban.ErrPosition, "position"},
	} {
		if errors.Is(reason, rule.err) {
			return rule.name
		}
	}
	return ""
}

// RuleSets is a list of the rules that games may name.
func RuleSets() *Answer {
	d := &Document{}
	for _, set := range goban.RuleSets {
		d.head("%s", set.Name)
		text := fmt.Sprintf("%s. Games end by %v. Source: %s", Capital(set.Rules.String()), set.Rules.Ending, set.Source)
		if set.Change != "" {
			text += ": " + set.Change
		}
		d.line("%s. Other names: %s.", text, strings.ReplaceAll(set.Other, " ", ", "))
	}
	return &Answer{Document: d, json: objects(goban.RuleSets, func(s goban.RuleSet) object {
		return object{
			"name", s.Name, "other_names", strings.Fields(s.Other), "superko", s.Rules.Superko, "suicide", s.Rules.Suicide == goban.SuicideAllowed,
			"ends_by", s.Rules.Ending, "source", s.Source, "change", some(s.Change),
		}
	})}
}
