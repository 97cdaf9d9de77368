package plain

import (
	"fmt"
	"testing"

	"combigo.dev/combigo/goban"
)

func position(t testing.TB, text string) *goban.Position {
	t.Helper()
	p, err := goban.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func cut(t testing.TB, text string, filled int) *Cut {
	t.Helper()
	c, err := New(position(t, text), filled)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		board  string
		filled int
		want   string
	}{
		{"...\n...\n", 0, "##"},
		{"X..\nX..\n", 1, "x0|#"},
		{"X..\nX..\n", 2, "x0x0"},
		{"X..\n...\n", 2, "X."},
		{"XO.\nOX.\n", 3, "o0|o1"},
		{"XX.\nO..\n...\n", 4, "x0|O."},
		// The two ends of a string that goes around another one.
		{"XX.\nXO.\nXX.\n", 6, "x0o1x0"},
		{"XXX\nX..\nXXX\n", 6, "X.X"},
	} {
		if got := cut(t, c.board, c.filled).State().String(); got != c.want {
			t.Errorf("%q after %d points: %s, want %s", c.board, c.filled, got, c.want)
		}
	}
}

func TestSuccessors(t *testing.T) {
	c := cut(t, "XO.\nX..\n", 3)
	var got []string
	for _, color := range Colors {
		next := c.With(color)
		got = append(got, fmt.Sprintf("%v %s %v", color, next.State(), len(next.Doomed()) == 0))
	}
	want := "[empty O. true black o0x1 true white o0o0 false]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// A whole board has doomed strings if and only if it is not legal.
func TestDoomed(t *testing.T) {
	var colours func(p *goban.Position, i int)
	colours = func(p *goban.Position, i int) {
		if i == 6 {
			c, err := New(p, 6)
			if err != nil {
				t.Fatal(err)
			}
			if (len(c.Doomed()) == 0) != p.Legal() {
				t.Errorf("%v: doomed %v", p, c.Doomed())
			}
			return
		}
		for color := goban.Empty; color <= goban.White; color++ {
			p.Set(i/3, i%3, color)
			colours(p, i+1)
		}
	}
	p, err := goban.New(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	colours(p, 0)
}
