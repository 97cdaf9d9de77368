package plain

import (
	"maps"
	"testing"

	"combigo.dev/combigo/goban"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		want       string
	}{
		{1, 1, "1"},
		{1, 2, "5"},
		{1, 7, "867"},
		{2, 2, "57"},
		{2, 6, "299681"},
		{3, 3, "12675"},
		{4, 3, "321689"},
		{5, 5, "414295148741"},
	} {
		if got := Count(c.rows, c.cols); got.String() != c.want {
			t.Errorf("L(%d,%d) = %v, want %s", c.rows, c.cols, got, c.want)
		}
	}
}

// What is remembered after a number of points is the states of the fillings that may still become
// legal on this board, each with their number.
func TestRemembered(t *testing.T) {
	for _, c := range [][2]int{{1, 4}, {2, 2}, {2, 3}, {3, 2}, {3, 3}} {
		p, err := goban.New(c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		want := make([]map[string]int64, c[0]*c[1]+1)
		var fill func(filled int)
		fill = func(filled int) {
			cut, err := New(p, filled)
			if err != nil {
				t.Fatal(err)
			}
			if len(cut.Doomed()) > 0 {
				return
			}
			if want[filled] == nil {
				want[filled] = map[string]int64{}
			}
			want[filled][cut.State().String()]++
			if filled == c[0]*c[1] {
				return
			}
			at := cut.PointAt(filled)
			for _, color := range Colors {
				p.Set(at.Row, at.Col, color)
				fill(filled + 1)
			}
			p.Set(at.Row, at.Col, goban.Empty)
		}
		fill(0)
		for filled, table := range Remembered(c[0], c[1]) {
			got := map[string]int64{}
			for text, f := range table {
				got[text] = f.Number.Int64()
			}
			if !maps.Equal(got, want[filled]) {
				t.Errorf("%dx%d, %d points: %v, want %v", c[0], c[1], filled, got, want[filled])
			}
		}
	}
}
