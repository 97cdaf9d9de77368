package length

import (
	"context"
	"math/big"
	"testing"

	"combigo/goban"
	"combigo/internal/par"
)

// slowCount plays every sequence of stones and passes with goban's Replay and counts those that end with a stone.
func slowCount(t *testing.T, rows, cols, moves int, rules Rules) int64 {
	t.Helper()
	start, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	var count func(played []goban.Move) int64
	count = func(played []goban.Move) int64 {
		r, err := goban.NewReplay(start, goban.Black, goban.Rules{Suicide: rules.Suicide, Superko: rules.Superko})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range played {
			if r.Play(m) != nil {
				return 0
			}
		}
		if len(played) == moves {
			if moves > 0 && played[moves-1].Pass {
				return 0
			}
			return 1
		}
		color := goban.Black + goban.Color(len(played)%2)
		sum := count(append(played, goban.Pass(color)))
		for row := range rows {
			for col := range cols {
				sum += count(append(played, goban.Stone(color, goban.Point{Row: row, Col: col})))
			}
		}
		return sum
	}
	return count(make([]goban.Move, 0, moves))
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
		for _, rules := range allRules {
			for moves := range test.moves + 1 {
				if testing.Short() && moves > test.moves-2 {
					continue
				}
				want := big.NewInt(slowCount(t, test.rows, test.cols, moves, rules))
				got, err := enumerate(context.Background(), test.rows, test.cols, moves, Options{Rules: rules, Threads: 2})
				if err != nil || got.Cmp(want) != 0 {
					t.Errorf("%dx%d, %d moves, %v: enumerate %v, %v, want %v", test.rows, test.cols, moves, rules, got, err, want)
				}
				x, err := newExpansion(context.Background(), test.rows, test.cols, moves, moves, rules, par.Options{Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				got, err = x.count(context.Background())
				if err != nil {
					t.Logf("%v", err)
					continue
				}
				if got.Cmp(want) != 0 {
					t.Errorf("%dx%d, %d moves, %v: clusters %v, want %v", test.rows, test.cols, moves, rules, got, want)
				}
			}
		}
	}
}

func TestPublished(t *testing.T) {
	for moves, want := range []int64{1, 361, 130321, 46915560, 16842813128, 6029819518648} {
		got, err := Count(context.Background(), 19, 19, moves, Options{Rules: Published, Method: Clusters})
		if err != nil || got.Games.Int64() != want {
			t.Errorf("%d moves: %+v, %v, want %d", moves, got, err, want)
		}
	}
}
