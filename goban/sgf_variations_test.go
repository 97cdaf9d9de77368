package goban

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// placesOfMoves writes the moves of a game and the places where they are written.
func placesOfMoves(g *Game) string {
	var words []string
	for _, s := range g.Steps {
		words = append(words, fmt.Sprintf("%s@%d:%d", g.Start.Label(s.Move.Point), s.Line, s.Column))
	}
	return strings.Join(words, " ")
}

func TestVariations(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want [][]string
	}{
		"no variations": {"(;SZ[3];B[aa];W[bb])", [][]string{{"A3@1:11 B2@1:17"}}},
		"at the end":    {"(;SZ[3];B[aa](;W[bb])(;W[cc];B[ba]))", [][]string{{"A3@1:11 B2@1:18", "A3@1:11 C1@1:26 B3@1:32"}}},
		"nested": {
			"(;SZ[3]\n(;B[aa](;W[ba])(;W[ca]))\n(;B[ab]))", [][]string{{"A3@2:5 B3@2:12", "A3@2:5 C3@2:20", "A2@3:5"}},
		},
		"brackets in comments": {"(;SZ[3]C[) \\] (;];B[aa](;W[ba]C[)])(;W[ca]))", [][]string{{"A3@1:21 B3@1:28", "A3@1:21 C3@1:40"}}},
		"letters of several bytes": {
			"(;SZ[3](;B[aa]C[日本])(;B[ba]))", [][]string{{"A3@1:12", "B3@1:25"}},
		},
		"two games":       {"(;SZ[3](;B[aa])(;B[ba])) \n(;SZ[3](;B[ca])(;B[cb]))", [][]string{{"A3@1:12", "B3@1:20"}, {"C3@2:12", "C2@2:20"}}},
		"no end":          {"x(;SZ[3](;B[aa])(;B[ba]", [][]string{{"A3@1:13", "B3@1:21"}}},
		"a fault in one":  {"(;SZ[3](;B[aa])(;B[ba][bb])(;B[ca]))", [][]string{{"A3@1:12", "C3@1:32"}}},
		"shared set-up":   {"(;SZ[3]AB[cc](;W[aa])(;W[ba]))", [][]string{{"A3@1:18", "B3@1:26"}}},
		"an encoding":     {"(;SZ[3]CA[ISO-8859-1](;B[aa]C[\xe4])(;B[ba]))", [][]string{{"A3@1:26", "B3@1:38"}}},
		"at most four":    {"(;SZ[3](;B[aa])(;B[ba])(;B[ca])(;B[ab])(;B[bb]))", [][]string{{"A3@1:12", "B3@1:20", "C3@1:28", "A2@1:36"}}},
		"at most 2 games": {"(;SZ[3];B[aa])(;SZ[3];B[aa])(;SZ[3];B[aa])", [][]string{{"A3@1:11"}, {"A3@1:25"}}},
	} {
		found, err := ParseSGFVariations("x", []byte(c.text), 2, 4)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got [][]string
		for _, ways := range found {
			var all []string
			for _, g := range ways {
				all = append(all, placesOfMoves(g))
			}
			got = append(got, all)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if _, err := ParseSGFVariations("x", []byte("(;SZ[3](;B[aa]"), 1, 1); err != nil {
		t.Errorf("missing parentheses: %v", err)
	}
	if _, err := ParseSGFVariations("x", []byte("(;SZ[3]B[zz])"), 1, 1); err == nil {
		t.Error("a point off the board is not refused")
	}
}

// Whatever can be read has its main line first, as ParseSGFGames has it, and as many variations as
// it counts at most.
func FuzzVariations(f *testing.F) {
	for _, text := range []string{"(;SZ[3](;B[aa])(;B[ba]))", "(;(;(;B[aa])(;B[bb]))(;W[cc]))(;)", "(;C[\\])](;)(;", "(;SZ[1](;SZ[2])(;B[]))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, err := ParseSGFVariations("x", []byte(text), 3, 5)
		n := 0
		for game, err2 := range ParseSGFGames("x", []byte(text)) {
			if err2 != nil {
				if n < len(found) || n < 3 && err == nil {
					t.Fatalf("%q: read, though %v", text, err2)
				}
				return
			}
			if n == len(found) {
				break
			}
			ways := found[n]
			if !reflect.DeepEqual(ways[0], game) || len(ways) > 5 || len(ways) > 1+game.Variations {
				t.Fatalf("%q: game %d has %d ways, of which the first is %v", text, n, len(ways), placesOfMoves(ways[0]))
			}
			for _, way := range ways[1:] {
				if way.Variations != 0 || !way.Start.Equal(game.Start) {
					t.Fatalf("%q: a way of game %d has %d variations", text, n, way.Variations)
				}
			}
			n++
		}
	})
}
