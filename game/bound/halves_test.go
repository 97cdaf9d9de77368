package bound

import (
	"context"
	"testing"

	"combigo/goban"
	"combigo/internal/par"
)

// TestDivisions compares with all colourings of the open points whose black and white stones make one string each.
func TestDivisions(t *testing.T) {
	for _, size := range [][2]int{{5, 4}, {5, 6}, {6, 6}, {7, 6}, {6, 7}, {9, 5}, {10, 7}} {
		h, err := NewHalves(size[0], size[1], LeastOpen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := goban.New(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		for row := range h.Rows() {
			for col := range h.Cols() {
				p.Set(row, col, h.Fixed(goban.Point{Row: row, Col: col}))
			}
		}
		for i := range h.Signs() {
			at := h.Sign(i)
			p.Set(at.Row, at.Col, goban.Black+goban.Color(i%2))
		}
		want := int64(0)
		for bits := range 1 << h.Open() {
			for i := range h.Open() {
				at := h.OpenPoint(i)
				p.Set(at.Row, at.Col, goban.Black+goban.Color(bits>>i&1))
			}
			if len(p.Strings()) == 2 {
				want++
			}
		}
		got, err := h.Divisions(context.Background(), par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Int64() != want {
			t.Errorf("%v: %v divisions, want %d", size, got, want)
		}
	}
}

func TestHalvesRefuse(t *testing.T) {
	for _, size := range [][3]int{{4, 9, 9}, {5, 3, 9}, {6, 5, 9}, {19, 6, 17}, {0, 0, 9}, {9, 9, 3}} {
		if _, err := NewHalves(size[0], size[1], size[2]); err == nil {
			t.Errorf("%v: no error", size)
		}
	}
	h, err := NewHalves(30, 30, 30)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Divisions(context.Background(), par.Options{}); err == nil {
		t.Error("30x30 counted")
	}
}

func TestLowerHalves(t *testing.T) {
	h, err := NewHalves(5, 5, 9)
	if err != nil {
		t.Fatal(err)
	}
	n, err := h.Divisions(context.Background(), par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := LowerHalves(h, n).Formula, "(10!)^(D 2^3)"; n.Int64() != 16 || got != want {
		t.Errorf("%s with D = %v, want %s with 16", got, n, want)
	}
	if h, err = NewHalves(11, 6, LeastOpen); err != nil {
		t.Fatal(err)
	}
	want := "XXXXXX\nX+++++\nXOOOOO\nX++++O\nXXXXXO\nX++++O\nXOOOOO\nX?????\nX?????\nX?????\nXXXXXX"
	if h.String() != want {
		t.Errorf("\n%v\nwant\n%s", h, want)
	}
}
