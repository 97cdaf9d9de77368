package game

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// replay counts complete games move by move, passes and all: it knows nothing of paths. It stops
// after a given number of games.
type replay struct {
	slowBoard
	rules   Rules
	history map[string]bool
	games   int
	most    int
}

// situation returns what may not come again if a move of the player leads to the position: under
// the different rules the position itself, with the player to turn, or with the player who made it.
func (r *replay) situation(position string, player byte) string {
	switch r.rules.Superko {
	case goban.SituationalSuperko:
		return position + string(other(player))
	case goban.NaturalSuperko:
		return position + string(player)
	}
	return position
}

func other(player byte) byte { return 'X' + 'O' - player }

// count returns the number of games on a board, or most if there are no fewer.
func (r *replay) count() int {
	empty := ""
	for range r.neighbours {
		empty += "."
	}
	r.history = map[string]bool{}
	switch r.rules.Superko {
	case goban.PositionalSuperko:
		r.history[empty] = true
	case goban.SituationalSuperko:
		r.history[empty+"X"] = true
	}
	r.turn(empty, 'X', false)
	return r.games
}

// turn is the turn of a player, after a pass or not.
func (r *replay) turn(position string, player byte, passed bool) {
	if r.games >= r.most {
		return
	}
	for v := range position {
		if position[v] != '.' {
			continue
		}
		next, suicide := r.play(position, v, player)
		key := r.situation(next, player)
		if suicide && r.rules.Suicide == goban.SuicideForbidden || r.history[key] {
			continue
		}
		r.history[key] = true
		r.turn(next, other(player), false)
		delete(r.history, key)
	}
	if passed {
		r.games++ // a second pass
		return
	}
	key := position + string(other(player)) // what situational superko remembers of a pass
	known := r.history[key]
	if r.rules.Superko == goban.SituationalSuperko {
		r.history[key] = true
	}
	r.turn(position, other(player), true)
	if r.rules.Superko == goban.SituationalSuperko && !known {
		delete(r.history, key)
	}
}

func allRules() []Rules {
	var all []Rules
	for _, superko := range []goban.Superko{goban.PositionalSuperko, goban.SituationalSuperko, goban.NaturalSuperko} {
		all = append(all, Rules{goban.SuicideAllowed, superko}, Rules{goban.SuicideForbidden, superko})
	}
	return all
}

// Games on all boards of at most 4 points, under all rules, if there are not too many to be played
// one by one.
func TestGamesAgainstReplay(t *testing.T) {
	most := 300
	if longtests.Wanted() {
		most = 4_000
	}
	compared := 0
	for n := 1; n <= 4; n++ {
		seen := map[string]bool{} // up to 4 vertices, graphs of the same degrees are the same
		smallGraphs(t, n, func(b *lattice.Graph) {
			var degrees []int
			for v := range n {
				degrees = append(degrees, b.Degree(v))
			}
			slices.Sort(degrees)
			if key := fmt.Sprint(degrees); !seen[key] {
				seen[key] = true
				compared += compareWithReplay(t, b, most)
			}
		})
	}
	if compared < 30 {
		t.Errorf("only %d numbers were compared", compared)
	}
	if longtests.Wanted() && compareWithReplay(t, square(t, 1, 3), 20_000) < len(allRules())-1 {
		t.Error("only natural superko with suicide has more than 20000 games on 1x3")
	}
}

// compareWithReplay compares the numbers under all rules that are less than most, and returns how
// many those are.
func compareWithReplay(t *testing.T, b *lattice.Graph, most int) (compared int) {
	t.Helper()
	for _, rules := range allRules() {
		want := (&replay{slowBoard: newSlowBoard(b), rules: rules, most: most}).count()
		if want >= most {
			continue
		}
		compared++
		g, err := Count(context.Background(), b, rules, par.Options{Threads: 1})
		if err != nil || !g.Whole || g.Value.Int64() != int64(want) {
			t.Errorf("%s, %s: %+v, %v; want %d", b, rules, g, err, want)
		}
	}
	return compared
}

// Combinatorics of Go, table 7. The longest games are known, too: Hamiltonian ones of 1x3 and 1x4.
func TestPublishedGames(t *testing.T) {
	for _, want := range []struct {
		rows, cols int
		games      int64
		longest    int
	}{
		{1, 1, 1, 0},
		{1, 2, 9, 2},
		{1, 3, 907, 14},
		{1, 4, 2098407841, 40},
		{2, 2, 386356909593, 48},
	} {
		if want.rows*want.cols > 3 && !longtests.Wanted() {
			continue
		}
		g, err := Count(context.Background(), square(t, want.rows, want.cols), Rules{}, par.Options{})
		if err != nil || g.Value.Int64() != want.games || g.Longest != want.longest || len(g.Checks) == 0 && want.cols > 1 {
			t.Errorf("%dx%d: %+v, %v; want %+v", want.rows, want.cols, g, err, want)
		}
	}
}

// Without symmetries, and one by one.
func TestGamesAnotherWay(t *testing.T) {
	triangle, err := lattice.FromEdges(3, [][2]int{{0, 1}, {0, 2}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		board *lattice.Graph
		rules Rules
	}{{square(t, 1, 3), Rules{}}, {square(t, 1, 3), Rules{Suicide: goban.SuicideForbidden}}, {triangle, Rules{}}} {
		positions, err := NewPositions(context.Background(), q.board, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := positions.histories(context.Background(), q.rules, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := paths.CountWalks(context.Background(), p, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		byLength := make([]uint64, c.Longest+1)
		walksByLength(p, p.Start, 1<<p.Graph.Len()-1, byLength)
		if lengths, err := paths.CountByLength(t.Context(), p, c, par.Options{}); err != nil || !slices.Equal(lengths, byLength) {
			t.Errorf("%s, %s: %v by length, %v one by one, %v", q.board, q.rules, lengths, byLength, err)
		}
		p.Symmetries = nil
		if plain, err := paths.CountWalks(context.Background(), p, par.Options{}); err != nil || plain.Walks.Cmp(c.Walks) != 0 {
			t.Errorf("%s, %s: %d without symmetries, %d with", q.board, q.rules, plain.Walks, c.Walks)
		}
	}
}

// walksByLength counts the walks from a node through free ones one by one, without partners and
// parallel edges.
func walksByLength(p *paths.Problem, v int, free uint64, count []uint64) {
	count[0]++
	free &^= 1 << v
	for _, w := range p.Graph.Successors(v) {
		if free>>w&1 != 0 {
			walksByLength(p, int(w), free, count[1:])
		}
	}
}

// The number of games on 1x3 agrees with an estimate, and one that is ten times as large does not.
func TestCheckBySampling(t *testing.T) {
	positions, err := NewPositions(t.Context(), square(t, 1, 3), par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := positions.histories(t.Context(), Rules{}, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := &Games{Result: &result.Result{Value: big.NewInt(907)}}
	if err := g.checkBySampling(t.Context(), p); err != nil || len(g.Checks) != 1 {
		t.Errorf("%v, %v", g.Checks, err)
	}
	g.Value = big.NewInt(9070)
	if err := g.checkBySampling(t.Context(), p); !errors.As(err, new(*result.InternalError)) {
		t.Errorf("the error is %v", err)
	}
}

func TestEstimateOfGames(t *testing.T) {
	e, err := Estimate(context.Background(), square(t, 2, 2), Rules{}, 0, paths.EstimateOptions{Runs: 300})
	if err != nil || math.Abs(e.Mean-math.Log10(386356909593)) > 0.3 {
		t.Errorf("the estimate is %+v, %v", e, err)
	}
	if _, err = Estimate(context.Background(), square(t, 1, 2), Rules{Superko: goban.NaturalSuperko}, 0, paths.EstimateOptions{Runs: 1}); err == nil {
		t.Error("there is an estimate for situational superko")
	}
	var memory *result.MemoryError
	if _, err = Estimate(context.Background(), square(t, 3, 3), Rules{}, 1<<20, paths.EstimateOptions{Runs: 1}); !errors.As(err, &memory) {
		t.Errorf("the error is %v", err)
	}
}

func TestTooManyPositions(t *testing.T) {
	var size *paths.SizeError
	if _, err := Count(context.Background(), square(t, 2, 3), Rules{}, par.Options{}); !errors.As(err, &size) {
		t.Errorf("the error is %v", err)
	}
}

// A count that is stopped has a lower bound.
func TestStoppedCount(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	told := 0
	g, err := Count(ctx, square(t, 2, 2), Rules{}, par.Options{Threads: 1, Progress: func(float64) {
		if told++; told == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || g == nil || g.Whole || g.Value.Sign() <= 0 || g.Value.Int64() > 386356909593 {
		t.Errorf("%+v, %v", g, err)
	}
	cancel()
}
