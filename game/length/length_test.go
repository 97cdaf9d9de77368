package length

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
)

// slowCounts plays every sequence of stones and passes with goban's Replay and counts, for each
// number of moves up to the one given, those that end with a stone.
func slowCounts(t *testing.T, rows, cols, moves int, rules Rules) []int64 {
	t.Helper()
	start, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int64, moves+1)
	var count func(played []goban.Move)
	count = func(played []goban.Move) {
		r, err := goban.NewReplay(start, goban.Black, goban.Rules{Suicide: rules.Suicide, Superko: rules.Superko})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range played {
			if r.Play(m) != nil {
				return
			}
		}
		n := len(played)
		if n == 0 || !played[n-1].Pass {
			counts[n]++
		}
		if n == moves {
			return
		}
		color := goban.Black + goban.Color(n%2)
		count(append(played, goban.Pass(color)))
		for row := range rows {
			for col := range cols {
				count(append(played, goban.Stone(color, goban.Point{Row: row, Col: col})))
			}
		}
	}
	count(make([]goban.Move, 0, moves))
	return counts
}

var allRules = []Rules{
	Published,
	{goban.SuicideAllowed, goban.PositionalSuperko},
	{goban.SuicideForbidden, goban.SituationalSuperko},
	{goban.SuicideAllowed, goban.SituationalSuperko},
	{goban.SuicideForbidden, goban.NoSuperko},
	{goban.SuicideAllowed, goban.NoSuperko},
}

func TestAgainstReplay(t *testing.T) {
	tests := []struct{ rows, cols, moves int }{{1, 1, 4}, {1, 2, 8}, {1, 3, 8}, {2, 2, 7}, {1, 4, 7}, {1, 5, 6}, {2, 3, 5}, {3, 3, 5}, {2, 4, 4}, {4, 3, 4}}
	for _, test := range tests {
		if testing.Short() {
			test.moves -= 2
		}
		for _, rules := range allRules {
			for moves, games := range slowCounts(t, test.rows, test.cols, test.moves, rules) {
				want := big.NewInt(games)
				p := problem{test.rows, test.cols, moves, Options{Rules: rules, Options: par.Options{Threads: 2}}}
				got, err := p.enumerate(context.Background())
				if err != nil || got.Cmp(want) != 0 {
					t.Errorf("%dx%d, %d moves, %v: enumerate %v, %v, want %v", test.rows, test.cols, moves, rules, got, err, want)
				}
				got, err = p.byClusters(context.Background())
				if errors.Is(err, ErrTooLong) {
					t.Logf("%v", err)
					continue
				}
				if err != nil || got.Cmp(want) != 0 {
					t.Errorf("%dx%d, %d moves, %v: clusters %v, want %v", test.rows, test.cols, moves, rules, got, want)
				}
			}
		}
	}
}

func TestPublished(t *testing.T) {
	for moves, want := range []int64{1, 361, 130321, 46915560, 16842813128, 6029819518648} {
		got, err := Count(context.Background(), 19, 19, moves, Options{Rules: Published, Method: Clusters})
		if err != nil || got.Value.Int64() != want {
			t.Errorf("%d moves: %+v, %v, want %d", moves, got, err, want)
		}
	}
}
