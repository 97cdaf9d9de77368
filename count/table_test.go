package count

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
)

func boards(t testing.TB, words string) board.Range {
	t.Helper()
	r, err := board.ParseRange(strings.Fields(words)...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTable(t *testing.T) {
	c := slowEnvironment(&slowEngine{}, 0)
	for words, want := range map[string]string{
		"1-4":     "L(1,1)=1 L(2,2)=57 L(3,3)=12675 L(4,4)=24318165",
		"1-2 1-3": "L(1,1)=1 L(1,2)=5 L(1,3)=15 L(2,1)=5 L(2,2)=57 L(2,3)=489",
		"3 2-4":   "L(3,2)=489 L(3,3)=12675 L(3,4)=321689",
		"9 1":     "L(9,1)=6649",
	} {
		results, err := c.table(context.Background(), boards(t, words), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range results {
			got = append(got, fmt.Sprintf("%s=%s", r.Symbol, r.Value))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the table %s is %s", words, got)
		}
	}
}

func TestTableTurnsBoards(t *testing.T) {
	results, err := slowEnvironment(&slowEngine{}, 0).table(context.Background(), boards(t, "2-3 2-3"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	turned := results[2]
	if turned.Board.String() != "3x2" || len(turned.Notes) != 2 || !strings.Contains(turned.Notes[1], "L(2,3)") {
		t.Errorf("the turned board is %v with notes %q", turned.Board, turned.Notes)
	}
	if notes := results[1].Notes; len(notes) != 1 || !strings.Contains(notes[0], "widths from 2 to 3") {
		t.Errorf("the board itself got the notes %q", notes)
	}
}

// The last board is impossible, so the first is not counted.
func TestTablePlansFirst(t *testing.T) {
	e := &slowEngine{forge: addOne}
	_, err := slowEnvironment(e, 0).table(context.Background(), boards(t, "20-25"), Options{})
	if err == nil || !strings.Contains(err.Error(), "board 25x25: the shorter side") {
		t.Errorf("the error is %v", err)
	}
}

func TestTableProgress(t *testing.T) {
	last := 0.0
	opt := Options{Options: par.Options{Progress: func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress goes from %v to %v", last, share)
		}
		last = share
	}}}
	if _, err := slowEnvironment(&slowEngine{}, 0).table(context.Background(), boards(t, "1-5"), opt); err != nil {
		t.Fatal(err)
	}
	if last != 1 {
		t.Errorf("progress ends at %v", last)
	}
}
