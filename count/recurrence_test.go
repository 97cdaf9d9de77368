package count

import (
	"context"
	"errors"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Long boards by the recurrence and by dynamic programming.
func TestRecurrenceAgainstColumns(t *testing.T) {
	for _, size := range []board.Size{{Rows: 1, Cols: 1200}, {Rows: 1100, Cols: 2}, {Rows: 3, Cols: 1000}, {Rows: 4, Cols: 1000}} {
		auto, err := Legal(context.Background(), size, Options{})
		if err != nil {
			t.Fatal(err)
		}
		dp, err := Legal(context.Background(), size, Options{Method: Halves})
		if err != nil {
			t.Fatal(err)
		}
		if auto.Method != "recurrence" || dp.Method != "halves" || auto.Value.Cmp(dp.Value) != 0 {
			t.Errorf("board %s: methods %s and %s, and the numbers are equal: %v", size, auto.Method, dp.Method, auto.Value.Cmp(dp.Value) == 0)
		}
		if !strings.Contains(strings.Join(auto.Checks, "\n"), "dynamic programming over border words") {
			t.Errorf("board %s: checks %q", size, auto.Checks)
		}
	}
}

// Short boards are not worth a recurrence, nor ranges of three rows and more; but it can be asked
// for.
func TestRecurrenceWhereItPays(t *testing.T) {
	r, err := Legal(context.Background(), board.Size{Rows: 3, Cols: 999}, Options{})
	if err != nil || r.Method != "halves" {
		t.Errorf("3x999: %v, %v", r, err)
	}
	r, err = Legal(context.Background(), board.Size{Rows: 3, Cols: 3}, Options{Method: Recurrence})
	if err != nil || r.Method != "recurrence" || r.Value.Int64() != 12675 {
		t.Errorf("3x3: %v, %v", r, err)
	}
	for rows, method := range map[string]string{"1": "recurrence", "2": "recurrence", "3": "halves"} {
		boards, err := board.ParseRange(rows, "1000-1001")
		if err != nil {
			t.Fatal(err)
		}
		results, err := Table(context.Background(), boards, Options{})
		if err != nil || results[0].Method != method {
			t.Errorf("a range of %s rows: %v, %v", rows, results, err)
		}
	}
}

func TestRecurrenceRefuses(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		opt        Options
		want       string
	}{
		{7, 2000, Options{Method: Recurrence}, "at most 6 points, not 7"},
		{3, 2000, Options{Method: Recurrence, Modular: true}, "residues are for methods"},
		{3, 2000, Options{Method: Recurrence, Variant: Variant{Colors: 3}}, "plain board only"},
	} {
		if _, err := Legal(context.Background(), board.Size{Rows: c.rows, Cols: c.cols}, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%dx%d: error %v, want %q", c.rows, c.cols, err, c.want)
		}
	}
	var memory *result.MemoryError
	if _, err := Legal(context.Background(), board.Size{Rows: 5, Cols: 30000}, Options{Options: par.Options{Memory: 1 << 20}}); !errors.As(err, &memory) {
		t.Errorf("error %v, want a MemoryError", err)
	}
}
