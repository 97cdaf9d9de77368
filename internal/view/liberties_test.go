package view

import (
	"bytes"
	"strings"
	"testing"

	"combigo/liberties"
)

// No board is known where the formula fails; this is what it would look like.
func TestFormulaWrong(t *testing.T) {
	row := &liberties.Row{
		Height: 5, Method: liberties.Windows, Rule: liberties.Rule{From: 4, Start: 11, Steps: []int{3, 4, 2}},
		Columns: []liberties.Column{{Width: 1, Liberties: 3, Formula: 2, Proof: liberties.ByException}},
	}
	const want = "FORMULA WRONG on 5x1: a group has 3 liberties, the formula of the hypothesis says 2"
	for _, format := range []string{"text", "html"} {
		var out bytes.Buffer
		if err := MaxForHeights(&out, []*liberties.Row{row}, format, false); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s", format, &out)
		}
	}
	var out bytes.Buffer
	if err := MaxOnBoard(&out, &liberties.Board{Rows: 5, Cols: 1, Column: row.Columns[0]}, "text"); err != nil {
		t.Fatal(err)
	}
}
