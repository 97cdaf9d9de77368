package game

import (
	"fmt"
	"testing"

	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// waysPlayed plays on from a position one move after the other, and notes each time it comes to the
// end how many moves black and white made.
func waysPlayed(s slowBoard, rule goban.Rule, at, end string, most [2]int, seen map[string]bool, made [2]int, note func([2]int)) {
	if at == end {
		note(made)
		return
	}
	seen[at] = true
	defer delete(seen, at)
	for v := range at {
		for player, color := range []byte("XO") {
			if at[v] != '.' || made[player] == most[player] {
				continue
			}
			to, suicide := s.play(at, v, color)
			if seen[to] || suicide && rule == goban.SuicideForbidden {
				continue
			}
			next := made
			next[player]++
			waysPlayed(s, rule, to, end, most, seen, next, note)
		}
	}
}

// Ways between all pairs of positions of 1x3, and of 2x2 with few moves, move by move.
func TestWaysArePlayed(t *testing.T) {
	many := [2]int{100, 100}
	for _, test := range []struct {
		board *lattice.Graph
		most  [2]int
		step  int // one pair of positions in n is tried, in the quick test one in ten of these
	}{
		{square(t, 1, 3), many, 2}, {square(t, 1, 3), [2]int{4, 2}, 2}, {square(t, 1, 3), [2]int{0, 3}, 2}, {square(t, 2, 2), [2]int{3, 2}, 74},
	} {
		positions, err := NewPositions(t.Context(), test.board, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := positions.Len()
		for _, rule := range []goban.Rule{goban.SuicideAllowed, goban.SuicideForbidden} {
			step := 10 * test.step
			if longtests.Wanted() {
				step = test.step
			}
			for pair := 0; pair < n*n; pair += step {
				q := Question{Rules: Rules{Suicide: rule}, Between: &[2]Position{positions.Position(pair / n), positions.Position(pair % n)}, Lengths: true}
				if test.most != many {
					q.MaxMoves = &test.most
				}
				from, to := q.Between[0].Text(positions.Points()), q.Between[1].Text(positions.Points())
				var want []int64
				sum, longest := int64(0), 0
				waysPlayed(newSlowBoard(test.board), rule, from, to, test.most, map[string]bool{}, [2]int{}, func(made [2]int) {
					moves := made[0] + made[1]
					for len(want) <= moves {
						want = append(want, 0)
					}
					want[moves]++
					sum, longest = sum+1, max(longest, moves)
				})
				g, err := q.Count(t.Context(), test.board, par.Options{Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				if g.Value.Int64() != sum || g.Longest != longest || sum > 0 && fmt.Sprint(g.Lengths) != fmt.Sprint(want) {
					t.Fatalf("%s from %s to %s, %s, %v: %v ways, longest %d, by length %v; want %d, %d, %v",
						test.board, from, to, rule, test.most, g.Value, g.Longest, g.Lengths, sum, longest, want)
				}
			}
		}
	}
}

// Ways to all positions are games; texts go row by row.
func TestWaysOnSmallBoards(t *testing.T) {
	sum := int64(0)
	b := square(t, 1, 3)
	positions, err := NewPositions(t.Context(), b, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range positions.All() {
		g, err := Question{Between: &[2]Position{{}, q}}.Count(t.Context(), b, par.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		sum += g.Value.Int64()
	}
	if sum != 907 {
		t.Errorf("%d ways from the empty board, want 907", sum)
	}
	b = square(t, 2, 3)
	if positions, err = NewPositions(t.Context(), b, par.Options{}); err != nil {
		t.Fatal(err)
	}
	q := Question{Between: new([2]Position), MaxMoves: &[2]int{2, 0}}
	for i, text := range []string{"O../...", ".X./X.."} { // black captures the corner
		if q.Between[i], err = positions.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	g, err := q.Count(t.Context(), b, par.Options{})
	if err != nil || g.Value.Int64() != 2 || g.Quantity != "ways from O..... to .X.X.., suicide allowed," {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestWrongWays(t *testing.T) {
	b := square(t, 1, 3)
	between := &[2]Position{{}, {Black: 1}}
	for _, q := range []Question{
		{Between: between, Rules: Rules{Superko: goban.SituationalSuperko}},
		{Between: &[2]Position{{}, {Black: 7}}},
		{MaxMoves: &[2]int{1, 1}},
	} {
		if g, err := q.Count(t.Context(), b, par.Options{}); err == nil {
			t.Errorf("%+v: %+v", q, g)
		}
	}
	positions, err := NewPositions(t.Context(), b, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "..", "..x", "XO.X", "XXX", "X/..", ".../", "/..."} {
		if q, err := positions.Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, q)
		}
	}
	graph, err := positions.Graph(t.Context(), Rules{}, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	end := graph.Len()
	if _, err := paths.CountWalks(t.Context(), &paths.Problem{Graph: graph.Graph, End: &end}, par.Options{}); err == nil {
		t.Error("a walk ends at node 15 of 15")
	}
}
