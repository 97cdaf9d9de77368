package liberties

import (
	"fmt"

	"combigo.dev/combigo/goban"
)

// A Group is a set of stones of one colour on a board, as a search proposes it.
// Nothing about it is taken for granted: Check looks at the stones alone.
type Group struct {
	rows, cols int
	stones     []bool // by row, then column
}

func newGroup(rows, cols int) *Group {
	return &Group{rows, cols, make([]bool, rows*cols)}
}

// Rows returns the height of the board.
func (g *Group) Rows() int { return g.rows }

// Cols returns the width of the board.
func (g *Group) Cols() int { return g.cols }

// Stone reports whether a point has a stone.
func (g *Group) Stone(row, col int) bool { return g.stones[row*g.cols+col] }

func (g *Group) set(row, col int, stone bool) { g.stones[row*g.cols+col] = stone }

// transposed returns the group with rows and columns exchanged.
func (g *Group) transposed() *Group {
	t := newGroup(g.cols, g.rows)
	for row := range g.rows {
		for col := range g.cols {
			t.set(col, row, g.Stone(row, col))
		}
	}
	return t
}

// Position returns the group as black stones on a board.
func (g *Group) Position() (*goban.Position, error) {
	p, err := goban.New(g.rows, g.cols)
	if err != nil {
		return nil, err
	}
	for row := range g.rows {
		for col := range g.cols {
			if g.Stone(row, col) {
				p.Set(row, col, goban.Black)
			}
		}
	}
	return p, nil
}

// Check returns the number of liberties of the group, by a flood fill of the
// board that it is on, or an error if the stones are no group.
func (g *Group) Check() (liberties int, err error) {
	p, err := g.Position()
	if err != nil {
		return 0, err
	}
	strings := p.Strings()
	if len(strings) != 1 {
		return 0, fmt.Errorf("the stones on board %dx%d form %d groups, not one", g.rows, g.cols, len(strings))
	}
	return len(strings[0].Liberties), nil
}

// Cut returns the part of the group in the first columns, which need not be a group.
func (g *Group) Cut(cols int) *Group {
	t := newGroup(g.rows, cols)
	for row := range g.rows {
		for col := range cols {
			t.set(row, col, g.Stone(row, col))
		}
	}
	return t
}

// turned returns the group turned by half a turn.
func (g *Group) turned() *Group {
	t := newGroup(g.rows, g.cols)
	for i, stone := range g.stones {
		t.stones[len(g.stones)-1-i] = stone
	}
	return t
}

func (g *Group) expect(liberties int) error {
	got, err := g.Check()
	if err != nil || got != liberties {
		return internalf("board %dx%d: the group has %d liberties, not %d: %v", g.rows, g.cols, got, liberties, err)
	}
	return nil
}
