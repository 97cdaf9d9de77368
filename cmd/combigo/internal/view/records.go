package view

import (
	"fmt"
	"io"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/records"
)

// Records is the records of some quantities on one board, with their positions, or a table with a
// line for each board of a range and a column for each quantity. An index counts the terms of the
// b-file; it may be nil.
func Records(of []records.Quantity, boards board.Range, found []*records.Record, index func(board.Size) int) *Answer {
	a := &Answer{Document: recordTable(of, found), Numbers: each(found, func(r *records.Record) any { return r.Value })}
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
	a.json = oneOf(each(found, newRecordJSON))
	a.Picture = func() (*canvas.Canvas, error) {
		if _, single := boards.Single(); single && found[0].Position == nil {
			return nil, fmt.Errorf("board %s: the number is quoted, without a position to draw", found[0].Board)
		}
		return recordsPlot(of, boards, found), nil
	}
	a.Formats = map[string]func(io.Writer) error{"sgf": func(w io.Writer) error { return goban.WriteSGF(w, positions...) }}
	return a
}

func recordTable(of []records.Quantity, found []*records.Record) *Document {
	names, d := []any{"board"}, &Document{labels: 17}
	for _, q := range of {
		names = append(names, ">"+q.String())
		d.fact(q.String(), q.Question())
	}
	t := newTable(names...)
	for len(found) > 0 {
		t.row(append([]any{found[0].Board}, each(found[:len(of)], func(r *records.Record) any { return r.Value })...)...)
		found = found[len(of):]
	}
	d.table(t)
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

// recordJSON is a record for programs.
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
