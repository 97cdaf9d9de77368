package column

import (
	"slices"
	"testing"

	"combigo.dev/combigo/goban"
)

// Every position of small boards, column by column, against the flood fill of package goban over
// the whole board: what is left behind has liberties or goes on, and the last column says which
// stones are of one string, and which have liberties.
func TestAfterAgreesWithFloodFill(t *testing.T) {
	for _, size := range [][2]int{{1, 5}, {2, 4}, {3, 3}, {4, 2}} {
		rows, cols := size[0], size[1]
		p, err := goban.New(rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		legal := uint64(0)
		var fill func(s State, col int)
		fill = func(s State, col int) {
			if col == cols {
				if s.Legal() {
					legal++
				}
				check(t, p, s)
				return
			}
			for _, colors := range Colorings(rows, 2) {
				for row, c := range colors {
					p.Set(row, col, goban.Color(c))
				}
				if next, ok := s.After(colors); ok {
					fill(next, col+1)
				}
			}
		}
		fill(Before(rows), 0)
		if want, err := goban.CountLegal(t.Context(), rows, cols); err != nil || legal != want {
			t.Errorf("%dx%d: %d legal positions, want %d (%v)", rows, cols, legal, want, err)
		}
	}
}

// check compares the last column of a position with its state.
func check(t *testing.T, p *goban.Position, s State) {
	t.Helper()
	last, strings := p.Cols()-1, p.Strings()
	for i := range s {
		a := slices.IndexFunc(strings, func(s goban.String) bool { return slices.Contains(s.Points, goban.Point{Row: i, Col: last}) })
		if a < 0 {
			continue
		}
		if live := len(strings[a].Liberties) > 0; live != s[i].Live {
			t.Fatalf("%v: row %d of\n%v: live %v", s, i, p, live)
		}
		for j := range i {
			same := slices.Contains(strings[a].Points, goban.Point{Row: j, Col: last})
			if same != (s[j].Group == s[i].Group) {
				t.Fatalf("%v: rows %d and %d of\n%v: one string %v", s, j, i, p, same)
			}
		}
	}
}

// A point off the board is neither a liberty nor a stone, and the numbers of live strings can be
// left out.
func TestOff(t *testing.T) {
	s, ok := Before(3).After([]int8{Off, 1, 2})
	if !ok || s.String() != "- 1a 2b" {
		t.Fatal(s, ok)
	}
	if _, ok := s.After([]int8{1, 2, 2}); ok {
		t.Error("a stone without liberty is left behind")
	}
	if s, ok = s.After([]int8{1, 1, 0}); !ok || s.String() != "1A 1A ." || s.WithoutLive().String() != "1@ 1@ ." {
		t.Error(s, s.WithoutLive(), ok)
	}
}
