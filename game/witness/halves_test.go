package witness

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

// TestHalves plays the main scheme by the rules, with superko: all of it on 5x5, and the beginning
// on larger boards. On 5x5 the orders to choose from are no fewer than the bound says, and package
// certificate, which shares nothing with goban, plays the game once more.
func TestHalves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, side := range []int{5, 11} {
		for _, order := range []Order{InOrder, rng.Perm} {
			h, err := bound.NewHalves(board.Size{Rows: side, Cols: side})
			if err != nil {
				t.Fatal(err)
			}
			log, asked := 0.0, 0
			moves, all, err := halves(h, func(n int) []int {
				if asked++; asked > 2 { // the first two are the orders of the numbers
					f, _ := math.Lgamma(float64(n + 1))
					log += f / math.Ln2
				}
				return order(n)
			}, 700)
			if err != nil || all != (side == 5) {
				t.Fatalf("%dx%[1]d: all numbers: %v, %v", side, all, err)
			}
			game := slices.Collect(moves)
			counts, _ := replay(t, side, side, slices.Values(game))
			if counts.SelfCaptured > 0 || asked < 2+2*300 {
				t.Errorf("%dx%[1]d: %d stones lost by suicide, %d orders", side, counts.SelfCaptured, asked)
			}
			if side > 5 {
				continue
			}
			lower, err := bound.LowerHalves(context.Background(), h, 1)
			if err != nil {
				t.Fatal(err)
			}
			if int64(counts.Stones) <= lower.Moves.Int64() {
				t.Errorf("%d moves, want more than %v", counts.Stones, lower.Moves)
			}
			if low, _ := lower.Log2.High.Float64(); log < low {
				t.Errorf("2^%v games, fewer than the bound, 2^%v", log, low)
			}
			graph, err := lattice.New(lattice.Square, side, side, lattice.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var letters []certificate.Move
			for _, m := range game {
				letters = append(letters, certificate.Move{Color: certificate.Color(".XO"[m.Color]), Vertex: uint8(m.Point.Col*side + m.Point.Row)})
			}
			report, err := certificate.NewGame(graph, false, letters).Check()
			if err != nil || report.Moves != counts.Stones {
				t.Errorf("%+v, %v, want %d moves", report, err, counts.Stones)
			}
		}
	}
}

// TestHalvesPoints compares the walls on 9x9 with those of Walraet's file main9x9a.sgf.
func TestHalvesPoints(t *testing.T) {
	h, err := bound.NewHalves(board.Size{Rows: 9, Cols: 9})
	if err != nil {
		t.Fatal(err)
	}
	for c, want := range map[goban.Color]string{goban.Black: "dd ed fd gd hd id ae be ce", goban.White: "ff ef df cf bf af ie he ge"} {
		var text []string
		for _, p := range h.Wall[c] {
			text = append(text, string([]byte{'a' + byte(p.Col), 'a' + byte(p.Row)}))
		}
		if got := strings.Join(text, " "); got != want || len(h.Area[c]) != 30 {
			t.Errorf("%v: wall %s and %d points, want %s and 30", c, got, len(h.Area[c]), want)
		}
	}
}
