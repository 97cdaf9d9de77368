package goban

import (
	"errors"
	"math/rand/v2"
	"testing"
)

func TestPlay(t *testing.T) {
	tests := []struct {
		name, before      string
		color             Color
		move, after       string
		captured, suicide string
	}{
		{"a stone", "..\n..", Black, "A1", "..\nX.", "", ""},
		{"captures one", ".X.\nXO.\n.X.", Black, "C2", ".X.\nX.X\n.X.", "B2", ""},
		{"captures in a corner", "OX\n..", Black, "A1", ".X\nX.", "A2", ""},
		{"captures two strings", ".XO.OX.", Black, "D1", ".X.X.X.", "C1 E1", ""},
		{"captures on four sides", ".XOX.\nXO.OX\n.XOX.", Black, "C2", ".X.X.\nX.X.X\n.X.X.", "C3 B2 D2 C1", ""},
		{"capture comes before suicide", ".XO.\nXO.O\n.XO.", Black, "C2", ".XO.\nX.XO\n.XO.", "B2", ""},
		{"captures all but the last", "XX\nX.", White, "B1", "..\n.O", "A2 B2 A1", ""},
		{"suicide of one", ".O\nO.", Black, "A2", ".O\nO.", "", "A2"},
		{"suicide of a string", "X.O\nOO.", Black, "B2", "..O\nOO.", "", "A2 B2"},
		{"suicide of a full board", "X.", Black, "B1", "..", "", "A1 B1"},
	}
	for _, test := range tests {
		p := read(t, test.before)
		outcome, err := p.Play(test.color, labelled(t, p, test.move), SuicideAllowed)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if !p.Equal(read(t, test.after)) {
			t.Errorf("%s: found\n%s\nwant\n%s", test.name, p, test.after)
		}
		if labels(p, outcome.Captured) != test.captured || labels(p, outcome.Suicide) != test.suicide {
			t.Errorf("%s: captured %q, suicide %q, want %q, %q", test.name,
				labels(p, outcome.Captured), labels(p, outcome.Suicide), test.captured, test.suicide)
		}
	}
}

func TestPlayRefused(t *testing.T) {
	tests := []struct {
		before string
		color  Color
		at     Point
		want   error
		text   string
	}{
		{"X.", White, Point{0, 0}, ErrOccupied, "white at A1: the point is occupied"},
		{"X.", White, Point{0, 2}, ErrOffBoard, "white at row 0, column 2 (from 0) of the 1x2 board: the point is not on the board"},
		{"X.", White, Point{-1, 0}, ErrOffBoard, ""},
		{"X.", Empty, Point{0, 1}, ErrNotStone, ""},
		{"X.", Color(9), Point{0, 1}, ErrNotStone, ""},
		{"X.", Black, Point{0, 1}, ErrSuicide, "black at B1: the move is suicide, which the rule forbids"},
		{".O\nO.", Black, Point{0, 0}, ErrSuicide, ""},
	}
	for _, test := range tests {
		p := read(t, test.before)
		_, err := p.Play(test.color, test.at, SuicideForbidden)
		if !errors.Is(err, test.want) {
			t.Errorf("Play(%v, %v) on\n%s: %v, want %v", test.color, test.at, p, err, test.want)
			continue
		}
		if test.text != "" && err.Error() != test.text {
			t.Errorf("error %q, want %q", err, test.text)
		}
		if !p.Equal(read(t, test.before)) {
			t.Errorf("the refused move %v %v left\n%s", test.color, test.at, p)
		}
	}
}

func TestPlayAgreesWithSlowBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		p, _ := New(1+rng.IntN(5), 1+rng.IntN(5))
		for range 60 {
			at := Point{rng.IntN(p.Rows()), rng.IntN(p.Cols())}
			if p.At(at.Row, at.Col) == Empty {
				compareMove(t, p, Black+Color(rng.IntN(2)), at)
			}
		}
	}
}

// compareMove plays under both rules and checks everything about it against the slow board.
func compareMove(t *testing.T, p *Position, c Color, at Point) {
	t.Helper()
	before, want, strict := p.Clone(), slow(p), p.Clone()
	captured, suicide := want.play(c, [2]int{at.Row, at.Col})
	outcome, err := p.Play(c, at, SuicideAllowed)
	if err != nil || !want.same(p) || len(outcome.Captured) != captured || len(outcome.Suicide) != suicide {
		t.Fatalf("%v at %s on\n%s\ngives\n%s\n%+v, %v; want %d captured, %d suicide", c, p.Label(at), before, p, outcome, err, captured, suicide)
	}
	if !p.Legal() {
		t.Fatalf("%v at %s on\n%s\ngives the illegal\n%s", c, p.Label(at), before, p)
	}
	if (len(outcome.Suicide) == 1) != p.Equal(before) {
		t.Fatalf("%v at %s on\n%s: suicide %v", c, p.Label(at), before, outcome.Suicide)
	}
	_, err = strict.Play(c, at, SuicideForbidden)
	if suicide > 0 && (!errors.Is(err, ErrSuicide) || !strict.Equal(before)) {
		t.Fatalf("suicide at %s is not refused: %v\n%s", p.Label(at), err, strict)
	}
	if suicide == 0 && (err != nil || !strict.Equal(p)) {
		t.Fatalf("%v at %s depends on the rule: %v\n%s", c, p.Label(at), err, strict)
	}
}
