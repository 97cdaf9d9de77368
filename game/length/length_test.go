package length

import (
	"context"
	"math/big"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
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
	tests := []struct{ rows, cols, moves int }{{1, 1, 4}, {1, 2, 8}, {1, 3, 7}, {2, 2, 6}, {1, 4, 6}, {1, 5, 5}, {2, 3, 5}, {3, 3, 4}, {2, 4, 4}, {4, 3, 4}}
	for _, test := range tests {
		if !longtests.Wanted() {
			test.moves--
		}
		ofRules := allRules
		if test.rows*test.cols > 7 { // few moves on large boards hardly tell rules apart
			ofRules = []Rules{Published, {goban.SuicideAllowed, goban.SituationalSuperko}}
		}
		for _, rules := range ofRules {
			p := problem{test.rows, test.cols, test.moves, Options{Rules: rules, Options: par.Options{Threads: 2}}}
			counted, err := p.byClusters(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for moves, games := range slowCounts(t, test.rows, test.cols, test.moves, rules) {
				want := big.NewInt(games)
				if counted[moves].Cmp(want) != 0 {
					t.Errorf("%dx%d, %d moves, %v: clusters %v, want %v", test.rows, test.cols, moves, rules, counted[moves], want)
				}
				p.moves = moves
				played, err := p.enumerate(context.Background())
				if err != nil || played.Cmp(want) != 0 {
					t.Errorf("%dx%d, %d moves, %v: enumerate %v, %v, want %v", test.rows, test.cols, moves, rules, played, err, want)
				}
			}
		}
	}
}

// Count takes all of these rules, and no superko rule that looks at the move before.
func TestRulesOfCount(t *testing.T) {
	const moves = 5
	for _, rules := range allRules {
		want := slowCounts(t, 1, 2, moves, rules)[moves]
		for _, method := range []Method{Clusters, Enumerate} {
			got, err := Count(t.Context(), 1, 2, moves, Options{Rules: rules, Method: method})
			if err != nil || got.Value.Cmp(big.NewInt(want)) != 0 {
				t.Errorf("%v, %v: %v, %v, want %d", rules, method, got, err, want)
			}
		}
	}
	natural := Rules{goban.SuicideAllowed, goban.NaturalSuperko}
	if got, err := Count(t.Context(), 1, 2, moves, Options{Rules: natural}); err == nil {
		t.Errorf("%v: %v", natural, got)
	}
}

// The terms up to 5 moves are published. Those from 6 to 11 were counted first by another
// expansion, over the connected sets of points that stones touch.
func TestPublished(t *testing.T) {
	want := []string{
		"1", "361", "130321", "46915560", "16842813128", "6029819518648", "2152694712678736", "766382912119652032",
		"272076339750520439656", "96319492056737157863984", "34002609382651925715910664", "11969661893736211633458009424",
	}
	if !longtests.Wanted() {
		want = want[:10]
	}
	p := problem{19, 19, len(want) - 1, Options{Rules: Published}}
	got, err := p.byClusters(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for moves, games := range got {
		if games.String() != want[moves] {
			t.Errorf("%d moves: %v, want %s", moves, games, want[moves])
		}
	}
	for moves, want := range map[int]string{6: "2152694712747424", 7: "766382912180929984"} {
		p := problem{19, 19, moves, Options{Rules: Rules{goban.SuicideAllowed, goban.PositionalSuperko}}}
		got, err := p.byClusters(context.Background())
		if err != nil || got[moves].String() != want {
			t.Errorf("%d moves with suicide: %v, %v, want %s", moves, got, err, want)
		}
	}
}
