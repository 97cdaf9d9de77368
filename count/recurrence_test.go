package count

import (
	"context"
	"errors"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Boards by the recurrence and by dynamic programming.
func TestRecurrenceAgainstColumns(t *testing.T) {
	for _, size := range []board.Size{{Rows: 1, Cols: 1200}, {Rows: 300, Cols: 2}, {Rows: 3, Cols: 200}, {Rows: 4, Cols: 150}} {
		if size.Short() > 2 && !longtests.Wanted() {
			continue
		}
		long, err := Legal(context.Background(), size, Options{Method: Recurrence})
		if err != nil {
			t.Fatal(err)
		}
		dp, err := Legal(context.Background(), size, Options{Method: Halves})
		if err != nil {
			t.Fatal(err)
		}
		if long.Method != "recurrence" || dp.Method != "halves" || long.Value.Cmp(dp.Value) != 0 {
			t.Errorf("board %s: methods %s and %s, and the numbers are equal: %v", size, long.Method, dp.Method, long.Value.Cmp(dp.Value) == 0)
		}
		if !strings.Contains(strings.Join(long.Checks, "\n"), "dynamic programming over border words") {
			t.Errorf("board %s: checks %q", size, long.Checks)
		}
	}
}

// Long boards are worth a recurrence; short boards are not, nor ranges of three rows and more.
func TestRecurrenceWhereItPays(t *testing.T) {
	for words, method := range map[string]Method{
		"1 1200": Recurrence, "1100 2": Recurrence, "3 1000": Recurrence, "4 1000": Recurrence, "3 999": Halves,
		"1 1000-1001": Recurrence, "2 1000-1001": Recurrence, "3 1000-1001": Halves,
	} {
		plans, err := planAll(context.Background(), boards(t, words), Options{})
		if err != nil || plans[0].method != method {
			t.Errorf("%s: %+v, %v", words, plans, err)
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
