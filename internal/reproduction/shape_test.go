package reproduction

import (
	"fmt"
	"strings"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/column"
)

// flood finds, on a shape, the string of a stone, and whether it has a liberty: the plain way, on
// the whole board.
func (s shape) flood(row, col int) (points map[[2]int]bool, live bool) {
	points = map[[2]int]bool{{row, col}: true}
	for stack := [][2]int{{row, col}}; len(stack) > 0; {
		at := stack[0]
		stack = stack[1:]
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			to := [2]int{at[0] + d[0], at[1] + d[1]}
			switch c := s.at(to[0], to[1]); {
			case c == 0:
				live = true
			case c == s.at(row, col) && !points[to]:
				points[to] = true
				stack = append(stack, to)
			}
		}
	}
	return points, live
}

// The board of Figure 6(b) makes the state, seen as a whole: the last column is white, black,
// white; the white stones are one string without a liberty, the black one has a liberty, and no
// string without liberty is away from the border.
func TestShapeOfFigure6(t *testing.T) {
	w := &work{ctx: t.Context(), out: &Outcome{}}
	s := w.smallestShape(unconstructibleState(), shapeMargin, goban.White)
	if s == nil {
		t.Fatal("no board")
	}
	last := len(s) - 1
	var colors []string
	top := -1
	for row, c := range s[last] {
		if c != column.Off {
			colors = append(colors, goban.Color(c).String())
			if top < 0 {
				top = row
			}
		}
	}
	if got := strings.Join(colors, " "); got != "white black white" {
		t.Fatalf("the last column is %s", got)
	}
	white, live := s.flood(top, last)
	if !white[[2]int{top + 2, last}] || live {
		t.Error("the white stones are not one string without a liberty")
	}
	if _, live := s.flood(top+1, last); !live {
		t.Error("the black stone has no liberty")
	}
	for col := range s {
		for row, c := range s[col] {
			if c <= 0 {
				continue
			}
			if points, live := s.flood(row, col); !live {
				border := false
				for p := range points {
					border = border || p[1] == last
				}
				if !border {
					t.Errorf("the string at row %d, column %d is lost", row, col)
				}
			}
		}
	}
}

// Without room above and below there is no such board, and a state that is constructible is found
// with as many points as by hand.
func TestSmallestShape(t *testing.T) {
	w := &work{ctx: t.Context(), out: &Outcome{}}
	if s := w.smallestShape(unconstructibleState(), 0, goban.White); s != nil {
		t.Errorf("on 3 rows: %v", s)
	}
	x := borderstate.Point{Color: goban.Black, Group: 0}
	o := borderstate.Point{Color: goban.White, Live: true, Group: -1}
	for want, points := range map[string][]borderstate.Point{
		"[[1]]":     {x},
		"[[0] [2]]": {o},
		"[[1 1]]":   {x, x},
	} {
		if s := w.smallestShape(borderstate.State{Points: points}, 0, goban.Empty); fmt.Sprint([][]int8(s)) != want {
			t.Errorf("%v, want %s", s, want)
		}
	}
}
