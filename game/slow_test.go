package game

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// slowBoard plays on any graph in the obvious way: a position is a string of ".XO", and strings of
// stones are flooded.
type slowBoard struct {
	neighbours [][]int
	safe       []bool
}

func newSlowBoard(b *lattice.Graph) slowBoard {
	s := slowBoard{safe: make([]bool, b.Len())}
	for v := range b.Len() {
		s.neighbours = append(s.neighbours, b.Neighbors(v))
		s.safe[v] = b.Safe(v)
	}
	return s
}

// flood returns the string of stones at v, and whether it has a liberty.
func (s slowBoard) flood(position []byte, v int) (stones map[int]bool, alive bool) {
	stones = map[int]bool{}
	var walk func(int)
	walk = func(u int) {
		if position[u] == '.' {
			alive = true
		}
		if position[u] != position[v] || stones[u] {
			return
		}
		stones[u] = true
		alive = alive || s.safe[u]
		for _, w := range s.neighbours[u] {
			walk(w)
		}
	}
	walk(v)
	return stones, alive
}

func (s slowBoard) legal(position string) bool {
	for v := range position {
		if position[v] != '.' {
			if _, alive := s.flood([]byte(position), v); !alive {
				return false
			}
		}
	}
	return true
}

// positions returns all legal positions.
func (s slowBoard) positions() []string {
	all := []string{""}
	for range s.neighbours {
		var longer []string
		for _, p := range all {
			longer = append(longer, p+".", p+"X", p+"O")
		}
		all = longer
	}
	var legal []string
	for _, p := range all {
		if s.legal(p) {
			legal = append(legal, p)
		}
	}
	return legal
}

// play returns the position after a move, and whether it was suicide.
func (s slowBoard) play(position string, v int, color byte) (string, bool) {
	after := []byte(position)
	after[v] = color
	dead := map[int]bool{}
	for u := range after {
		if after[u] != '.' && after[u] != color {
			if stones, alive := s.flood(after, u); !alive {
				maps.Copy(dead, stones)
			}
		}
	}
	for u := range dead {
		after[u] = '.'
	}
	stones, alive := s.flood(after, v)
	if alive {
		return string(after), false
	}
	for u := range stones {
		after[u] = '.'
	}
	return string(after), true
}

// edges returns the edges of the game graph with who moves.
func (s slowBoard) edges(rule goban.Rule) map[string]bool {
	edges := map[string]bool{}
	for _, p := range s.positions() {
		for v := range p {
			for _, color := range []byte("XO") {
				if p[v] != '.' {
					continue
				}
				if q, suicide := s.play(p, v, color); q != p && !(suicide && rule == goban.SuicideForbidden) {
					edges[fmt.Sprintf("%s %s %c %v", p, q, color, suicide)] = true
				}
			}
		}
	}
	return edges
}

// compareWithSlow compares the game graph of a board with the slow one.
func compareWithSlow(t *testing.T, b *lattice.Graph) {
	t.Helper()
	slow := newSlowBoard(b)
	for _, rule := range []goban.Rule{goban.SuicideAllowed, goban.SuicideForbidden} {
		g, err := NewGraph(context.Background(), b, Rules{Suicide: rule}, par.Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for v := range g.Nodes() {
			for _, w := range g.Successors(v) {
				player, suicide := g.Mover(v, int(w))
				n := g.Points()
				got[fmt.Sprintf("%s %s %c %v", g.Position(v).Text(n), g.Position(int(w)).Text(n), ".XO"[player], suicide)] = true
			}
		}
		want := slow.edges(rule)
		if positions := slow.positions(); len(positions) != g.Nodes() || !maps.Equal(got, want) || len(want) != g.EdgeCount() {
			t.Errorf("%s: %d nodes, %d edges; want %d and %d", b, g.Nodes(), g.EdgeCount(), len(positions), len(want))
		}
		d, err := g.Degrees(context.Background(), Rules{Suicide: rule}, par.Options{})
		if err != nil || d.Nodes != int64(g.Nodes()) || d.Edges != int64(len(want)) {
			t.Errorf("%s: degrees of %d nodes and %d edges, %v", b, d.Nodes, d.Edges, err)
		}
		degrees := make([]int64, len(d.Count))
		for v := range g.Nodes() {
			degrees[g.Degree(v)]++
		}
		if fmt.Sprint(degrees) != fmt.Sprint(d.Count) {
			t.Errorf("%s: degrees %v, want %v", b, d.Count, degrees)
		}
		if mean := float64(len(want)) / float64(g.Nodes()); d.Average() != mean {
			t.Errorf("%s: outdegree %v on average, want %v", b, d.Average(), mean)
		}
	}
}

// smallGraphs calls f for every graph on the vertices 0 to n-1, or, of more than 4, for some of any
// number of edges.
func smallGraphs(t *testing.T, n int, f func(*lattice.Graph)) {
	t.Helper()
	var pairs [][2]int
	for v := range n {
		for u := range v {
			pairs = append(pairs, [2]int{u, v})
		}
	}
	step := 1
	switch {
	case n <= 4:
	case longtests.Wanted():
		step = 5
	default:
		step = 97
	}
	for set := 0; set < 1<<len(pairs); set += step {
		var edges [][2]int
		for i, pair := range pairs {
			if set>>i&1 != 0 {
				edges = append(edges, pair)
			}
		}
		g, err := lattice.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		f(g)
	}
}

// All graphs of at most 4 vertices in every labelling, and graphs of 5.
func TestGameGraphsOfAllSmallGraphs(t *testing.T) {
	for n := 1; n <= 5; n++ {
		smallGraphs(t, n, func(b *lattice.Graph) { compareWithSlow(t, b) })
	}
}

// Points that always have a liberty, and boards that are no rectangles.
func TestGameGraphsOfOtherBoards(t *testing.T) {
	smallGraphs(t, 4, func(b *lattice.Graph) {
		safe, err := b.WithSafe(1, 2)
		if err != nil {
			t.Fatal(err)
		}
		compareWithSlow(t, safe)
	})
	for _, kind := range []lattice.Kind{lattice.Triangular, lattice.Cylinder, lattice.Torus} {
		b, err := lattice.New(kind, 2, 3, lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compareWithSlow(t, b)
	}
}

// Rectangles against the moves of package goban.
func TestMovesAgainstGoban(t *testing.T) {
	for _, size := range [][2]int{{1, 5}, {2, 3}, {3, 2}, {3, 3}} {
		rows, cols := size[0], size[1]
		p, err := NewPositions(context.Background(), square(t, rows, cols), par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for v, q := range p.All() {
			if !longtests.Wanted() && v%20 != 0 {
				continue
			}
			moves := map[string]Position{}
			for _, move := range p.AppendMoves(nil, q, Rules{}) {
				moves[fmt.Sprint(move.Color, move.Point, move.Suicide)] = move.To
			}
			for point := range rows * cols {
				for _, color := range []goban.Color{goban.Black, goban.White} {
					from, at := onGoban(t, rows, cols, q), goban.Point{Row: point % rows, Col: point / rows}
					outcome, err := from.Play(color, at, goban.SuicideAllowed)
					if err != nil || len(outcome.Suicide) == 1 {
						continue
					}
					key := fmt.Sprint(color, point, len(outcome.Suicide) > 0)
					if to, ok := moves[key]; !ok || !onGoban(t, rows, cols, to).Equal(from) {
						t.Errorf("%s: %s leads to %s, want\n%s", q.Text(rows*cols), key, to.Text(rows*cols), from)
					}
					delete(moves, key)
				}
			}
			if len(moves) > 0 {
				t.Errorf("%s: moves that are none: %v", q.Text(rows*cols), moves)
			}
		}
	}
}

func onGoban(t *testing.T, rows, cols int, q Position) *goban.Position {
	t.Helper()
	p, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	for v := range rows * cols {
		p.Set(v%rows, v/rows, q.At(v))
	}
	return p
}
