package liberties

import (
	"fmt"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

// A Group is a set of stones of one colour on a board, as a search proposes it.
// Nothing about it is taken for granted: Check looks at the stones alone.
type Group struct {
	rows, cols int
	stones     []bool // by row, then column
}

// newGroup returns a group without stones.
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
	for i, stone := range g.stones {
		t.set(i%g.cols, i/g.cols, stone)
	}
	return t
}

// Position returns the group as black stones on a board.
func (g *Group) Position() (*goban.Position, error) {
	p, err := goban.New(g.rows, g.cols)
	if err != nil {
		return nil, err
	}
	for i, stone := range g.stones {
		if stone {
			p.Set(i/g.cols, i%g.cols, goban.Black)
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

// turned returns the group turned by half a turn.
func (g *Group) turned() *Group {
	t := &Group{g.rows, g.cols, slices.Clone(g.stones)}
	slices.Reverse(t.stones)
	return t
}

// expect returns an error unless the group has a number of liberties.
func (g *Group) expect(liberties int) error {
	got, err := g.Check()
	if err != nil || got != liberties {
		return internalf("board %dx%d: the group has %d liberties, not %d: %v", g.rows, g.cols, got, liberties, err)
	}
	return nil
}

// Construct returns a group with as many liberties as [Formula] says: a comb,
// as in the samples of Go::CountLiberties, section Results.
func Construct(rows, cols int) *Group {
	m, n := min(rows, cols), max(rows, cols)
	var g *Group // with the bar of the comb along its rows
	switch {
	case m == 1:
		g = newGroup(n, m)
		g.set(min(1, (n-1)/2), 0, true)
	case m == 2 && n == 3:
		g = line(n, m, 1)
	case m <= 3:
		g = line(m, n, m-2) // along the edge for 2 rows, between edges for 3
	case m%3 == 0:
		g = comb(n, m, m-2)
	case n%3 == 0:
		g = comb(m, n, n-2)
	case m%3 == 1 && n%3 == 1:
		g = combWithTeeth(m, n)
	case m%3 == 2:
		g = comb(n, m, m-4)
		g.fillColumn(m - 2)
	default:
		g = comb(m, n, n-4)
		g.fillColumn(n - 2)
	}
	if g.rows != rows {
		return g.transposed()
	}
	return g
}

// line is a whole row of stones.
func line(rows, cols, row int) *Group {
	g := newGroup(rows, cols)
	for col := range cols {
		g.set(row, col, true)
	}
	return g
}

// comb is a bar along the second row, with tines in every third column, the last one as given.
func comb(rows, cols, last int) *Group {
	g := newGroup(rows, cols)
	for col := 1; col < cols-1; col++ {
		g.set(1, col, true)
	}
	for col := 1; col <= last; col += 3 {
		g.fillColumn(col)
	}
	return g
}

// fillColumn fills a column from the second row down.
func (g *Group) fillColumn(col int) {
	for row := 1; row < g.rows; row++ {
		g.set(row, col, true)
	}
}

// combWithTeeth is a comb whose bar, and every third row of whose last tine, reach the right edge.
func combWithTeeth(rows, cols int) *Group {
	g := comb(rows, cols, cols-3)
	for row := 1; row < rows-2; row += 3 {
		for col := cols - 3; col < cols; col++ {
			g.set(row, col, true)
		}
	}
	return g
}

// AtMost returns an upper bound on the liberties of one group: floor(2(mn+1)/3). A group of s
// stones has at most 2s+2, and with its liberties it has at most mn points (Go::CountLiberties,
// Output).
func AtMost(rows, cols int) int { return 2 * (rows*cols + 1) / 3 }

// Formula returns the most liberties of one group on a board of the two given
// sides if the hypothesis of Go::CountLiberties, section Hypothesis, is true.
func Formula(rows, cols int) int {
	m, n := min(rows, cols), max(rows, cols)
	switch {
	case m == 1:
		return min(n-1, 2)
	case m == 2 && n == 3:
		return 4
	case m == 2:
		return n
	case m == 3:
		return 2 * n
	case m%3 == 0:
		return m * (2*n - 1) / 3
	case n%3 == 0:
		return n * (2*m - 1) / 3
	case m%3 == 1 && n%3 == 1:
		return ((2*m-1)*(2*n-1) + 5) / 6
	}
	return ((2*m-1)*(2*n-1) + 3) / 6
}

// cost returns K of the identity 3L = 2mn + 2 - K.
func cost(rows, cols, liberties int) int { return 2*rows*cols + 2 - 3*liberties }

// libertiesAt returns L of 3L = 2mn + 2 - K for the least K from the given one on that fits.
func libertiesAt(rows, cols, cost int) int { return (2*rows*cols + 2 - cost) / 3 }

// internalf returns an internal error of this package.
func internalf(format string, args ...any) error {
	return result.InternalErrorf("the search for liberties", format, args...)
}
