package reproduction

import (
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/plain"
)

// flood finds, on a board, the string of a stone, and whether it has a liberty: the plain way, on
// the whole board.
func (o outline) flood(row, col int) (points map[[2]int]bool, live bool) {
	points = map[[2]int]bool{{row, col}: true}
	for stack := [][2]int{{row, col}}; len(stack) > 0; {
		at := stack[0]
		stack = stack[1:]
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			to := [2]int{at[0] + d[0], at[1] + d[1]}
			switch c := o.at(to[0], to[1]); {
			case c == '.':
				live = true
			case c == o.at(row, col) && !points[to]:
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
func TestBoardOfFigure6(t *testing.T) {
	o := unconstructibleBoard
	last := len(o) - 1
	if o[last] != "#OXO#" {
		t.Fatalf("the last column is %s", o[last])
	}
	white, live := o.flood(1, last)
	if !white[[2]int{3, last}] || live {
		t.Error("the white stones are not one string without a liberty")
	}
	if _, live := o.flood(2, last); !live {
		t.Error("the black stone has no liberty")
	}
	for col, points := range o {
		for row, c := range points {
			if c == '#' || c == '.' {
				continue
			}
			if points, live := o.flood(row, col); !live {
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

// The states that boards leave, by hand.
func TestOutlineLeaves(t *testing.T) {
	x := plain.Point{Color: goban.Black, Group: 1}
	o := plain.Point{Color: goban.White, Live: true}
	for _, c := range []struct {
		board  outline
		points []plain.Point
		want   bool
	}{
		{outline{"X"}, []plain.Point{x}, true},
		{outline{".", "O"}, []plain.Point{o}, true},
		{outline{"XX"}, []plain.Point{x, x}, true},
		{outline{"XX"}, []plain.Point{x, o}, false},
		{outline{"X", "."}, []plain.Point{x}, false},
		{outline{"X", "O", "X"}, []plain.Point{x}, false}, // the first stone is lost
	} {
		if got := c.board.leaves(plain.State{Points: c.points}); got != c.want {
			t.Errorf("%q leaves %v: %v", c.board, c.points, got)
		}
	}
}
