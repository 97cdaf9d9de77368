package plain

import (
	"slices"
	"testing"

	"combigo.dev/combigo/goban"
)

// byDefinition is the state of a position of which some points are filled, by the flood fill of
// package goban over the whole board.
func byDefinition(c *Cut, strings []goban.String, sections bool) State {
	rows, s, numbers := c.position.Rows(), State{Kink: c.Kink(), Sections: sections}, map[int]int16{}
	for row := range rows {
		i := c.filled - 1 // the last filled point of the row
		for ; i >= 0 && i%rows != row; i-- {
		}
		p := Point{Color: Edge}
		if i >= 0 {
			at := c.PointAt(i)
			p.Color = c.position.At(at.Row, at.Col)
			n := slices.IndexFunc(strings, func(s goban.String) bool { return slices.Contains(s.Points, at) })
			p.Live = n >= 0 && slices.ContainsFunc(strings[n].Liberties, func(at goban.Point) bool { return at.Col*rows+at.Row < c.filled })
			if n >= 0 && (sections || !p.Live) {
				if numbers[n] == 0 {
					numbers[n] = int16(len(numbers)) + 1
				}
				p.Group = numbers[n]
			}
		}
		s.Points = append(s.Points, p)
	}
	return s
}

// All ways to fill small boards, legal or not, point by point, against the definitions. No string
// is left behind without liberty if and only if the points that are not filled yet, and a further
// column, leave each string a liberty.
func TestPlaceAgreesWithFloodFill(t *testing.T) {
	for _, size := range [][2]int{{1, 5}, {2, 4}, {3, 3}, {4, 2}} {
		rows, cols := size[0], size[1]
		p, err := goban.New(rows, cols+1)
		if err != nil {
			t.Fatal(err)
		}
		var fill func(s, section State, ok bool, filled int)
		fill = func(s, section State, ok bool, filled int) {
			c, err := New(p, filled)
			if err != nil {
				t.Fatal(err)
			}
			strings := c.position.Strings()
			for _, got := range []State{s, section} {
				if want := byDefinition(c, strings, got.Sections); !slices.Equal(got.Points, want.Points) || got.Kink != want.Kink {
					t.Fatalf("%d points of\n%v: %v, want %v", filled, p, got, want)
				}
			}
			if ok != (len(c.Doomed()) == 0) || s.Settled() != !slices.ContainsFunc(section.Points, Point.Needy) {
				t.Fatalf("%d points of\n%v: %v, %v", filled, p, s, ok)
			}
			if filled == rows*cols {
				return
			}
			at := c.PointAt(filled)
			for _, color := range Colors {
				p.Set(at.Row, at.Col, color)
				next, nextOK := s.Place(color)
				larger, _ := section.Place(color)
				fill(next, larger, ok && nextOK, filled+1)
			}
			p.Set(at.Row, at.Col, goban.Empty)
		}
		section := Start(rows)
		section.Sections = true
		fill(Start(rows), section, true, 0)
	}
}

// A point off the board is neither a liberty nor a stone; and the numbers of strings with a liberty
// are those of sections only.
func TestOff(t *testing.T) {
	for _, sections := range []bool{false, true} {
		s := Start(3)
		s.Sections = sections
		place := func(colors ...goban.Color) (text string, ok bool) {
			for _, c := range colors {
				if s, ok = s.Place(c); !ok {
					return "", false
				}
			}
			return s.String(), true
		}
		before := s
		if text, ok := place(Edge, 1, 2); !ok || text != "#x0o1" {
			t.Fatal(text, ok)
		}
		if _, ok := place(1, 2); ok {
			t.Error("a stone without liberty is left behind")
		}
		want := "XX."
		if sections {
			want = "X0X0."
		}
		s = before
		place(Edge, 1, 2)
		if text, ok := place(1, 1, 0); !ok || text != want {
			t.Error(text, ok, want)
		}
	}
}

// Black, white and a third player; upside down and with the colours exchanged.
func TestImages(t *testing.T) {
	s := Start(5)
	for _, c := range []goban.Color{1, 2, 3, 3, 0} {
		s, _ = s.Place(c)
	}
	if got := s.String(); got != "x0o1AA." {
		t.Fatal(got)
	}
	if got := s.Mirror().String() + " " + s.Swap().String() + " " + s.String(); got != ".AAo0x1 o0x1AA. x0o1AA." {
		t.Error(got)
	}
	if n := len(Start(2).Column(3)); n != 16 {
		t.Errorf("%d columns of two points and three colours", n)
	}
}
