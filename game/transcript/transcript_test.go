package transcript_test

import (
	"bytes"
	"strings"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/lattice"
)

// greedy returns a path that always goes to the first new node.
func greedy(g *game.Graph) []int32 {
	met := map[int32]bool{0: true}
	path := []int32{0}
	for {
		before := len(path)
		for _, w := range g.Successors(int(path[before-1])) {
			if !met[w] {
				met[w] = true
				path = append(path, w)
				break
			}
		}
		if len(path) == before {
			return path
		}
	}
}

// A path is the same game for the certificate, for the replay, and as SGF.
func TestGame(t *testing.T) {
	for _, size := range [][2]int{{1, 4}, {2, 2}, {2, 3}, {3, 2}} {
		g := gametest.Graph(t, size[0], size[1], game.Rules{})
		path := greedy(g)
		c, err := transcript.Game(g, path)
		if err != nil {
			t.Fatal(err)
		}
		report, err := c.Check()
		if err != nil || report.Visited != len(path) {
			t.Fatalf("%v: %+v, %v, want %d positions", size, report, err, len(path))
		}
		if err := transcript.Replay(c); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := transcript.WriteSGF(&b, c, "a game"); err != nil {
			t.Fatal(err)
		}
		for record, err := range goban.ParseSGF("sgf", b.Bytes()) {
			if err != nil {
				t.Fatal(err)
			}
			last := g.Position(int(path[len(path)-1]))
			for v := range g.Points() {
				row, col, _ := g.Board().Place(v)
				if record.Position.At(row, col) != last.At(v) {
					t.Fatalf("%v: the SGF ends at\n%v", size, record.Position)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	g := gametest.Graph(t, 1, 3, game.Rules{})
	if _, err := transcript.Game(g, []int32{0, 0}); err == nil {
		t.Error("a step that is no move is taken")
	}
	if _, err := transcript.Cycle(g, nil, false); err == nil {
		t.Error("an empty cycle is taken")
	}
	c, err := transcript.Game(g, greedy(g))
	if err != nil {
		t.Fatal(err)
	}
	c.Moves = append(c.Moves, c.Moves...)
	if err := transcript.Replay(c); err == nil {
		t.Error("the replay takes a game that repeats itself")
	}
	if c.Board, err = lattice.FromEdges(3, [][2]int{{0, 1}, {1, 2}}); err != nil {
		t.Fatal(err)
	}
	if err := transcript.WriteSGF(&bytes.Buffer{}, c, ""); err == nil || !strings.Contains(err.Error(), "rectangular") {
		t.Errorf("SGF of a graph: %v", err)
	}
	if err := transcript.Replay(&certificate.Certificate{Kind: certificate.Cycle, Board: g.Board()}); err == nil {
		t.Error("a cycle is replayed as a game")
	}
}
