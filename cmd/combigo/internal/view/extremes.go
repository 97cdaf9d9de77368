package view

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
)

// Records is the records of some quantities on one board, with their positions, or a table with a
// line for each board of a range and a column for each quantity. An index counts the terms of the
// b-file; it may be nil.
func Records(of []records.Quantity, boards board.Range, found []*records.Record, index func(board.Size) int) *Answer {
	a := &Answer{Document: recordTable(of, found), Numbers: mapSlice(found, func(r *records.Record) any { return r.Value })}
	a.csv = newTable("of", "rows", "cols", "value", "diagram")
	if _, single := boards.Single(); single {
		a.Document = recordPositions(found)
	}
	var positions []*goban.Position
	for _, r := range found {
		diagram := ""
		if r.Position != nil {
			positions = append(positions, r.Position)
			diagram = strings.ReplaceAll(r.Position.String(), "\n", "/")
		}
		a.csv.row(r.Of, r.Board.Rows, r.Board.Cols, r.Value, diagram)
		if index != nil {
			a.Terms = append(a.Terms, term(index(r.Board), r.Value))
		}
	}
	a.json = singleOrList(mapSlice(found, newRecordJSON))
	a.Picture = func() (*canvas.Canvas, error) {
		if found[0].Position == nil {
			return nil, fmt.Errorf("board %s: the number is quoted, without a position to draw", found[0].Board)
		}
		return BoardPlot(found[0].Position), nil
	}
	a.Formats = map[string]func(io.Writer) error{"sgf": func(w io.Writer) error { return goban.WriteSGF(w, positions...) }}
	return a
}

// BoardPlot draws a position.
func BoardPlot(p *goban.Position) *canvas.Canvas {
	return drawing.Board(p, drawing.BoardOptions{Wood: true, Coordinates: true})
}

func recordTable(of []records.Quantity, found []*records.Record) *Document {
	names, d := []any{"board"}, &Document{labels: 17}
	for _, q := range of {
		names = append(names, ">"+q.String())
		d.fact(q.String(), q.Question())
	}
	t := d.table(names...)
	for len(found) > 0 {
		t.row(append([]any{found[0].Board}, mapSlice(found[:len(of)], func(r *records.Record) any { return r.Value })...)...)
		found = found[len(of):]
	}
	return d
}

func recordPositions(found []*records.Record) *Document {
	d := &Document{}
	for _, r := range found {
		d.line("%s on the %s board: %d", Capital(r.Of.Question()), r.Board, r.Value)
		if r.Position == nil {
			d.fact("quoted", r.Source)
			continue
		}
		d.diagram(r.Position, nil)
		d.fact("rule", ruleText(r.Rule))
		d.fact("search", fmt.Sprintf("at most %d states after a point, %d in all", r.Stats.PeakStates, r.Stats.StateSteps))
		for _, check := range r.Checks {
			d.fact("checks", check)
		}
	}
	return d
}

type recordJSON struct {
	*records.Record
	Rule *recordRuleJSON `json:"rule,omitempty"`
}

type recordRuleJSON struct {
	Text string `json:"text"`
	*records.Rule
	States int `json:"column_states"`
}

func newRecordJSON(r *records.Record) recordJSON {
	if x := r.Rule; x != nil {
		return recordJSON{r, &recordRuleJSON{x.String(), x, x.Stats.ColumnStates}}
	}
	return recordJSON{r, nil}
}

// ruleText says what holds for all boards of a height, and why; nothing if no rule was looked for.
func ruleText(r *records.Rule) string {
	switch {
	case r == nil:
		return ""
	case r.Proved:
		return fmt.Sprintf("%s, %s; proved: the states after column %d are those after column %d",
			Plural(r.Height, "row"), r, r.Second, r.First)
	}
	return r.String() + ": --widths can be set higher"
}

// Liberties is the most liberties of one group, on one board or, if that is nil, on the boards of
// some heights.
type Liberties struct {
	Board     *liberties.Board
	Rows      []*liberties.Row
	Solutions bool // a group is shown for every width
}

// libertiesOn is the most liberties on one board, with all that is said of it.
type libertiesOn struct {
	board.Size
	liberties.Column
	Agrees bool            `json:"formula_agrees"`
	AtMost int             `json:"at_most"`
	Proved bool            `json:"proved"`
	Shown  *goban.Position `json:"group,omitempty"` // the group, where groups are shown
	SGF    string          `json:"sgf,omitempty"`   // of the same

	position *goban.Position // the group, nil if none is known
}

func (l *Liberties) on(size board.Size, c liberties.Column, shown bool) libertiesOn {
	on := libertiesOn{
		Size: size, Column: c, Agrees: !c.Differs(), AtMost: liberties.AtMost(size.Rows, size.Cols),
		Proved: c.Proof != liberties.Unproved && c.Proof != liberties.ByException,
	}
	if c.Group == nil {
		return on
	}
	on.position, _ = c.Group.Position() // a group is on a board
	if shown {
		var sgf strings.Builder
		on.Shown = on.position
		if size.Long() <= goban.MaxSGFSide && goban.WriteSGF(&sgf, on.position) == nil {
			on.SGF = sgf.String()
		}
	}
	return on
}

// boards returns all boards whose numbers are known.
func (l *Liberties) boards() []libertiesOn {
	if b := l.Board; b != nil {
		return []libertiesOn{l.on(board.Size{Rows: b.Rows, Cols: b.Cols}, b.Column, true)}
	}
	var all []libertiesOn
	for _, r := range l.Rows {
		all = append(all, l.widths(r)...)
	}
	return all
}

// widths returns the boards of one height.
func (l *Liberties) widths(r *liberties.Row) []libertiesOn {
	return mapSlice(r.Columns, func(c liberties.Column) libertiesOn {
		return l.on(board.Size{Rows: r.Height, Cols: c.Width}, c, l.Solutions)
	})
}

// Warnings says of how many numbers there is no proof, and that the formula fails.
func (l *Liberties) Warnings() (warnings []string) {
	unproved, different, all := 0, 0, l.boards()
	for _, on := range all {
		if !on.Proved {
			unproved++
		}
		if !on.Agrees {
			different++
		}
	}
	if unproved > 0 {
		warnings = append(warnings, fmt.Sprintf("NOT PROVED: %d of %d numbers are those of known groups", unproved, len(all)))
	}
	if different > 0 {
		warnings = append(warnings, fmt.Sprintf("FORMULA WRONG: %d of %d numbers differ from it", different, len(all)))
	}
	return warnings
}

// Answer is one board with a group, one height with a line for every width and the rule, or a table
// of heights. The terms of the b-file are those of one height, or the squares of many.
func (l *Liberties) Answer() *Answer {
	a := &Answer{Document: l.document(), json: l.json()}
	a.csv = newTable("rows", "cols", "value", "formula", "proof", "column_states", "wall_seconds", "peak_memory_bytes")
	var positions []*goban.Position
	for i, on := range l.boards() {
		if i > 0 && len(l.Rows) > 1 && on.Cols > 1 { // a line for each height
			a.Numbers[len(a.Numbers)-1] = fmt.Sprint(a.Numbers[len(a.Numbers)-1], " ", on.Liberties)
		} else {
			a.Numbers = append(a.Numbers, on.Liberties)
		}
		a.csv.row(on.Rows, on.Cols, on.Liberties, on.Formula, on.Proof, on.States, fmt.Sprintf("%.3f", on.Wall.Seconds()), int64(on.Memory))
		if len(l.Rows) == 1 || on.Rows == on.Cols {
			a.Terms = append(a.Terms, term(on.Cols, on.Liberties))
		}
		if on.position != nil {
			positions = append(positions, on.position)
		}
	}
	if l.Board != nil {
		a.Picture = func() (*canvas.Canvas, error) { return BoardPlot(positions[0]), nil }
	}
	a.Formats = map[string]func(io.Writer) error{"sgf": func(w io.Writer) error { return goban.WriteSGF(w, positions...) }}
	return a
}

func (l *Liberties) json() any {
	if b := l.Board; b != nil {
		on := l.boards()[0]
		on.Wall, on.Memory = b.Wall, result.PeakMemory()
		return struct {
			libertiesOn
			*liberties.Board
		}{on, b}
	}
	type ruleJSON struct {
		liberties.Rule
		Proved int `json:"proved_from,omitempty"`
		Repeat int `json:"repeat_column,omitempty"`
		Since  int `json:"repeats_column,omitempty"`
	}
	type rowJSON struct {
		*liberties.Row
		Columns []libertiesOn `json:"columns"`
		Rule    ruleJSON      `json:"rule"`
	}
	return singleOrList(mapSlice(l.Rows, func(r *liberties.Row) rowJSON {
		return rowJSON{r, l.widths(r), ruleJSON{r.Rule, r.Proved, r.Repeat, r.Since}}
	}))
}

func (l *Liberties) document() *Document {
	d := &Document{labels: 9}
	switch {
	case l.Board != nil:
		l.addBoard(d, l.Board)
	case len(l.Rows) > 1:
		l.addTable(d)
	default:
		l.addRow(d, l.Rows[0])
	}
	return d
}

func (l *Liberties) addBoard(d *Document, b *liberties.Board) {
	d.line("Most liberties of one group on the %dx%d board", b.Rows, b.Cols)
	d.number("", strconv.Itoa(b.Liberties))
	l.addWrong(d)
	d.group(l.boards()[0])
	d.fact("status", proofWords[b.Proof])
	d.fact("formula", fmt.Sprintf("%d, the hypothesis of Go::CountLiberties", b.Formula))
	d.fact("range", fmt.Sprintf("%d to %d: the formula and 2(mn+1)/3", b.Formula, liberties.AtMost(b.Rows, b.Cols)))
	d.search(b.Method, b.Search, b.Resumed, b.Checks, b.Wall)
}

// addWrong says, loudly, where the formula fails.
func (l *Liberties) addWrong(d *Document) {
	for _, on := range l.boards() {
		if !on.Agrees {
			d.record("FORMULA WRONG on %s: a group has %d liberties, the formula of the hypothesis says %d", on.Size, on.Liberties, on.Formula)
		}
	}
}

// group draws the group, if one is known.
func (d *Document) group(on libertiesOn) {
	if on.position != nil {
		d.diagram(on.position, nil)
	}
}

// proofWords say what the proof of a number is.
var proofWords = map[liberties.Proof]string{
	liberties.ByPlain:     "proved: the dynamic program looked at all groups",
	liberties.ByWindows:   "proved: no group has more; the formula is right on all wider boards, too",
	liberties.BySymmetry:  "proved for the board with rows and columns exchanged",
	liberties.ByException: "found by the search: a lower bound",
	liberties.Unproved:    "NOT PROVED: this group has that number; whether another has more was not searched",
}

// search says how the numbers were found. A file that the search went on from last says itself
// where it had gone on before.
func (d *Document) search(m liberties.Method, s *liberties.Certificate, resumed []liberties.Resumption, checks []string, wall time.Duration) {
	d.fact("method", libertiesMethod(m, s))
	if earlier := len(resumed) - 1; earlier >= 0 {
		last := resumed[earlier]
		d.fact("resumed", fmt.Sprintf("after %s from %s", last.After, last.File))
		if earlier > 0 {
			d.fact("", fmt.Sprintf("(%s before that: --json lists them)", Plural(earlier, "time")))
		}
		d.fact("SHA-256", last.SHA256)
	}
	d.fact("checks", checks...)
	d.fact("run", fmt.Sprintf("%s, %s of memory at the peak", duration(wall), result.PeakMemory()))
}

func libertiesMethod(m liberties.Method, s *liberties.Certificate) string {
	switch {
	case m == liberties.Plain:
		return "plain: dynamic programming over all border states"
	case s == nil:
		return "formula: no search (--method windows would search)"
	case s.Rate == 0:
		return fmt.Sprintf("windows: parts of cost at most %d from either side", s.Window)
	}
	return fmt.Sprintf("windows: parts of cost at most %d above 1 a column, which decreases by at most %d", s.Window, s.Decrease)
}

// addRow adds a line for every width, as Go::CountLiberties does, and the rule.
func (l *Liberties) addRow(d *Document, r *liberties.Row) {
	d.line("Most liberties of one group on boards with %s", Plural(r.Height, "row"))
	t := d.table(">width", ">liberties", ">formula", ">at most", "proof", ">column states", ">time", ">memory")
	for _, c := range r.Columns {
		states, memory, took := "", "", ""
		if c.States > 0 {
			states, memory, took = strconv.Itoa(c.States), c.Memory.String(), fmt.Sprintf("%.1f s", c.Wall.Seconds())
		}
		proof := string(c.Proof)
		if c.Proof == liberties.Unproved {
			proof = "NOT PROVED"
		}
		t.row(c.Width, c.Liberties, c.Formula, liberties.AtMost(r.Height, c.Width), proof, states, took, memory)
	}
	l.addWrong(d)
	d.line("General rule %s", r.Rule)
	d.line("(%s)", ruleStatus(r))
	if r.Proved > 0 && slices.ContainsFunc(r.Columns, func(c liberties.Column) bool { return c.Proof == liberties.Unproved }) {
		d.gap()
		d.line("NOT PROVED: these widths are proved with other heights, by --upto %d", r.Height)
	}
	d.search(r.Method, r.Search, r.Resumed, r.Checks, r.Wall)
	if l.Solutions {
		for _, on := range l.widths(r) {
			if on.position != nil {
				d.heading("Solution %s: %d liberties", on.Size, on.Liberties)
				d.gap()
				d.group(on)
			}
		}
	}
}

// ruleStatus says from which width on the rule is proved.
func ruleStatus(r *liberties.Row) string {
	if r.Proved == 0 {
		return "NOT PROVED: the formula's own rule"
	}
	status := fmt.Sprintf("proved for all widths >= %d; the states of column %d repeat in column %d",
		max(r.Proved, r.Rule.From), r.Since, r.Repeat)
	if r.Rule.From < r.Proved {
		status += "; below that width, as far as the table says"
	}
	return status
}

// addTable adds the values of all heights, as in the table of Go::CountLiberties.
func (l *Liberties) addTable(d *Document) {
	d.line("Most liberties of one group, by rows and columns")
	names, wall, unproved := []any{">"}, time.Duration(0), 0
	for _, c := range l.Rows[0].Columns {
		names = append(names, fmt.Sprint(">", c.Width))
	}
	t := d.table(append(names, ">from", "rule", ">since", ">repeat", ">in print")...)
	for _, r := range l.Rows {
		line := []any{r.Height}
		for _, c := range r.Columns {
			text := strconv.Itoa(c.Liberties)
			if c.Proof == liberties.Unproved {
				text += "?"
				unproved++
			}
			line = append(line, text)
		}
		printed, _ := published.LibertyRowOf(r.Height)
		steps := mapSlice(r.Rule.Steps, func(step int) string { return fmt.Sprintf("%+d", step) })
		t.row(append(line, r.Rule.From, strings.Join(steps, ","), orEmpty(r.Since), orEmpty(r.Repeat), orEmpty(printed.Repeat))...)
		wall += r.Wall
	}
	l.addWrong(d)
	if unproved > 0 {
		d.line("? NOT PROVED: a known group has that number (%d of the values)", unproved)
	}
	d.line("from: the width from which on the rule holds; since, repeat: the states after these two columns are the same; " +
		"in print: the column \"repeat\" of Go::CountLiberties, which is the first of the two in that program's own search.")
	d.line("%s, %s of memory at the peak", duration(wall), result.PeakMemory())
}

// orEmpty returns a number that is known, nothing for 0.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
