package view

import (
	"strings"
	"testing"

	"combigo.dev/combigo/liberties"
)

// No board is known where the formula fails; this is what it would look like.
func TestFormulaWrong(t *testing.T) {
	row := &liberties.Row{
		Height: 5, Method: liberties.Windows, Rule: liberties.Rule{From: 4, Start: 11, Steps: []int{3, 4, 2}},
		Columns: []liberties.Column{{Width: 1, Liberties: 3, Formula: 2, Proof: liberties.ByException}},
	}
	const want = "FORMULA WRONG on 5x1: a group has 3 liberties, the formula of the hypothesis says 2"
	for name, found := range map[string]*Liberties{
		"height": {Rows: []*liberties.Row{row}}, "heights": {Rows: []*liberties.Row{row, row}},
		"board": {Board: &liberties.Board{Rows: 5, Cols: 1, Column: row.Columns[0]}},
	} {
		if text := textOf(t, found.document()); !strings.Contains(text, want) {
			t.Errorf("%s: the text is\n%s", name, text)
		}
		if page := string(found.document().HTML()); !strings.Contains(page, "FORMULA WRONG on 5\u202f×\u202f1") {
			t.Errorf("%s: the page is\n%s", name, page)
		}
	}
}
