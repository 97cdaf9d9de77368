package goban

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Diagrams of other programs are read as people read them.
func TestDiagramStyles(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"Sensei's", "$$B A title\n$$ -------\n$$ | . X O |\n$$ | , # @ |\n$$ -------\n", ".XO\n.XO\n"},
		{"marks, letters and moves", "$$c\n$$ | 1 2 3 a |\n$$ | B W C M |\n$$ {AR A1 B1}\n$$ [1|Page]\n", "XOX.\nXO..\n"},
		{"white moves first", "$$W\n$$ | 1 2 0 |\n", "OXX\n"},
		{"no frame", "$$\n$$ . X\n$$ O .\n", ".X\nO.\n"},
		{"circles", "●○.\n.●○\n", "XO.\n.XO\n"},
		{"circles with lines", "┌─●─┐\n├─○─┤\n└─┴─┘\n", ".X.\n.O.\n...\n"},
		{"circles as pictures", "⚫️⚪️\n⚪⚫\n", "XO\nOX\n"},
		{"numbers beside circles", "2 ●○\n1 ○●\n  A B\n", "XO\nOX\n"},
	} {
		p, err := ParsePosition(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		want, err := ParsePosition(test.want)
		if err != nil || !p.Equal(want) {
			t.Errorf("%s: %v, want %s", test.name, p, test.want)
		}
	}
	for text, want := range map[string]string{
		"$$ | . ! |\n": "1:8: unexpected '!'",
		"●○\n●\n":      "2:2: ragged rows",
		"●♥\n":         "1:2: unexpected '♥'",
	} {
		if _, err := ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// What is written is read back, for boards of all shapes.
func TestDiagramStylesRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p, err := New(1+r.IntN(12), 1+r.IntN(12))
		if err != nil {
			t.Fatal(err)
		}
		for row := range p.Rows() {
			for col := range p.Cols() {
				p.Set(row, col, Color(r.IntN(3)))
			}
		}
		var sensei, unicode strings.Builder
		if err := WriteSensei(&sensei, p); err != nil {
			t.Fatal(err)
		}
		if err := WriteUnicode(&unicode, p); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{sensei.String(), unicode.String()} {
			if q, err := ParsePosition(text); err != nil || !q.Equal(p) {
				t.Fatalf("%v is read back as %v, %v:\n%s", p, q, err, text)
			}
		}
	}
}

// The lines of a drawn board end at its sides.
func TestUnicodeSides(t *testing.T) {
	for _, want := range []string{"┌─┐\n└─┘\n", "┌─┬─●\n├─┼─┤\n└─○─┘\n"} {
		p, err := ParsePosition(want)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		if err := WriteUnicode(&got, p); err != nil || got.String() != want {
			t.Errorf("the board is drawn as\n%s, %v, want\n%s", got.String(), err, want)
		}
	}
}

// Games know who played.
func TestGamePlayers(t *testing.T) {
	for game, err := range ParseSGFGames("in", []byte("(;SZ[9]PB[ Honinbo\nShusai ]PW[Go Seigen]RE[B+2];B[aa])(;SZ[9])")) {
		if err != nil {
			t.Fatal(err)
		}
		if len(game.Steps) == 1 && (game.Black != "Honinbo Shusai" || game.White != "Go Seigen" || game.Result != "B+2") || len(game.Steps) == 0 && game.Black != "" {
			t.Errorf("%q against %q, %q", game.Black, game.White, game.Result)
		}
	}
}

// TestLastMoveBesideLetters reads a board of GNU Go, which names the last move beside the letters.
func TestLastMoveBesideLetters(t *testing.T) {
	t.Parallel()
	p, err := ParsePosition("   A B        Last move: Black B2\n 2 .(X) 2\n 1 O . 1\n   A B\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.String(), ".X\nO."; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
