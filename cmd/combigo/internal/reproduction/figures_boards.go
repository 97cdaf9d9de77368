package reproduction

import (
	"fmt"
	"slices"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/borderstate"
	"combigo.dev/combigo/internal/states/column"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/result"
)

// figure3 draws all illegal positions, with the strings that have no liberty marked.
func figure3(w *work) {
	const perRow = 8
	var s drawing.Sheet
	full, n := 0, 0
	for _, p := range colourings(2, 2) {
		var ring []goban.Point
		for _, string := range p.Illegal() {
			ring = append(ring, string.Points...)
		}
		if len(ring) == 0 {
			continue
		}
		s.Board(0.5+2.8*float64(n%perRow), 0.5+2.8*float64(n/perRow), 1, p, drawing.BoardOptions{Ring: ring})
		if !strings.Contains(p.String(), ".") {
			full++
		}
		n++
	}
	w.row("four-stones", full)
	w.row("three-stones", n-full)
	w.row("positions", n)
	w.out.SVG = s.SVG(2.8*perRow+0.4, 2.8*float64((n+perRow-1)/perRow)+0.4, "the illegal 2x2 positions; strings without liberties are ringed")
}

// The board of Figure 5.
const (
	figureRows   = 7
	figureFilled = 3*figureRows + 3 // up to (3,3)
)

// The positions of Figures 5 and 7, column by column up to (3,3). They were found by a search by
// chance for two positions with the same border state, in which a needy string surrounds another
// needy one, with a third one elsewhere.
const (
	firstPosition = `
X..X
XO..
OOOO
XXX.
XOO.
XXX.
XXO.
`
	secondPosition = `
X.XX
.O..
OOOO
XXX.
XXO.
XXX.
XOO.
`
)

// partialPosition returns a position of Figure 5, and its cut at (3,3).
func partialPosition(diagram string) (*goban.Position, *borderstate.Cut) {
	p := must(goban.ParsePosition(strings.TrimLeft(diagram, "\n")))
	return p, must(borderstate.New(p, figureFilled))
}

// hidden reports whether a point of Figure 5 is not filled yet.
func hidden(at goban.Point) bool { return at.Col*figureRows+at.Row >= figureFilled }

// partial draws only the filled points, and rings the needy strings.
func partial(p *goban.Position) drawing.BoardOptions {
	opt := drawing.BoardOptions{Hidden: hidden}
	for _, s := range p.Strings() {
		if !slices.ContainsFunc(s.Liberties, func(at goban.Point) bool { return !hidden(at) }) {
			opt.Ring = append(opt.Ring, s.Points...)
		}
	}
	return opt
}

// different returns in how many points two positions differ.
func different(p, q *goban.Position) int {
	n := 0
	for row := range p.Rows() {
		for col := range p.Cols() {
			if p.At(row, col) != q.At(row, col) {
				n++
			}
		}
	}
	return n
}

func figure5(w *work) {
	p, a := partialPosition(firstPosition)
	q, b := partialPosition(secondPosition)
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, p, partial(p))
	s.Board(6, 0.5, 1, q, partial(q))
	s.State(11, 0.5, 1, a.State())
	w.compare(printed{text: a.State().String()}, w.line("state"), b.State().String())
	w.row("different", different(p, q))
	w.out.SVG = s.SVG(15, figureRows+1, "two partial positions up to (3,3) and their common border state")
}

// unconstructibleState is that of Figure 6: two needy white stones of a string around a live one.
func unconstructibleState() borderstate.State {
	needy := borderstate.Point{Color: goban.White, Group: 0}
	return borderstate.State{Points: []borderstate.Point{needy, {Color: goban.Black, Live: true, Group: -1}, needy}}
}

// An outline is a board with a partial position, column by column; # is not on the board.
type outline []string

// unconstructibleBoard is the board of Figure 6(b). It was found by a search through all boards of
// up to 5 rows whose columns are intervals: none of them has fewer points on which the state comes
// up without a white stone next to an empty point.
var unconstructibleBoard = outline{"#OOO#", "OOXOO", "OX.XO", "OOXOO", "#OXO#"}

// at returns what is at a place, which may be outside of the frame.
func (o outline) at(row, col int) byte {
	if col < 0 || col >= len(o) || row < 0 || row >= len(o[0]) {
		return '#'
	}
	return o[col][row]
}

// leaves reports whether the position leaves a border state in the middle of the frame.
func (o outline) leaves(state borderstate.State) bool {
	rows := len(o[0])
	margin := (rows - len(state.Points)) / 2
	want, reached := column.Before(rows), column.Before(rows)
	for i, p := range state.Points {
		want[margin+i] = column.Point{Color: int8(p.Color), Live: p.Live, Group: int8(p.Group + 1)}
	}
	for _, points := range o {
		colors, ok := make([]int8, rows), false
		for row := range colors {
			colors[row] = int8(strings.IndexByte("#.XO", points[row])) + column.Off
		}
		if reached, ok = reached.After(colors); !ok {
			return false
		}
	}
	return reached.WithoutLive().String() == want.String()
}

// draw draws the board: lines join neighbours.
func (o outline) draw(sheet *drawing.Sheet, left, top float64) {
	for col, points := range o {
		for row := range points {
			x, y := left+float64(col), top+float64(row)
			for _, next := range [][2]int{{0, 1}, {1, 0}} {
				if points[row] != '#' && o.at(row+next[0], col+next[1]) != '#' {
					sheet.Line(x, y, x+float64(next[1]), y+float64(next[0]), drawing.Stroke{})
				}
			}
		}
	}
	for col, points := range o {
		for row := range points {
			if color := goban.Color(strings.IndexByte(".XO", points[row])); color.IsStone() {
				sheet.Stone(left+float64(col), top+float64(row), color)
			}
		}
	}
}

func figure6(w *work) {
	state, says := unconstructibleState(), map[bool]string{true: "constructible", false: "not constructible"}
	_, found := newStateGraph(3).number[state.String()]
	w.row("state", says[found], state)
	constructible := must(connected.ConstructibleClasses(w.ctx, 3, w.options()))
	w.row("classes", connected.ValidClassesAt(3, 0).Int64()-constructible[0]).
		Note = "the figure shows one, which is said to be the smallest"
	board := unconstructibleBoard
	w.row("other-boards", says[board.leaves(state)])
	w.basis = result.OneWay
	w.row("points", len(strings.ReplaceAll(strings.Join(board, ""), "#", "")))
	w.row("columns", len(board))
	var s drawing.Sheet
	s.Word(1.5, 0.5, "(a)", 0.6)
	s.State(0.5, 1.5, 1, state)
	s.Word(7, 0.5, "(b)", 0.6)
	board.draw(&s, 5, 1.5)
	w.out.SVG = s.SVG(5.5+float64(len(board)), float64(len(board[0]))+1.5, "a valid state that is not constructible, and a board on which it is")
}

func figure7(w *work) {
	p, a := partialPosition(firstPosition)
	legal := 0
	var s drawing.Sheet
	s.Board(0.5, 1, 1, p, partial(p))
	s.State(5, 1, 1, a.State())
	s.Word(7, 0.5, "border state", 0.6)
	x := 9.5
	for _, next := range a.Successors() {
		if !next.Legal {
			continue
		}
		legal++
		s.State(x, 1, 1, next.State)
		s.Word(x+2, 0.5, next.Color.String(), 0.6)
		x += 4
	}
	w.row("successors", legal)
	w.out.SVG = s.SVG(x, figureRows+1.5, "a border state and its successors")
}

// knightSet returns the points of an n x n board that orthogonal knight moves lead to from (3,3),
// counted from 1. The moves are 1 row and 2 columns on, 2 rows on and 1 column back, and the same
// backwards: all leave row + 2 column as it is modulo 5.
func knightSet(n int) map[goban.Point]bool {
	set := map[goban.Point]bool{}
	for row := range n {
		for col := range n {
			if (row+2*col)%5 == (2+2*2)%5 {
				set[goban.Point{Row: row, Col: col}] = true
			}
		}
	}
	return set
}

// uncovered counts the points that neither belong to a set nor neighbour it.
func uncovered(set map[goban.Point]bool, n int) int {
	count := 0
	for row := range n {
		for col := range n {
			near := false
			for _, d := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				near = near || set[goban.Point{Row: row + d[0], Col: col + d[1]}]
			}
			if !near {
				count++
			}
		}
	}
	return count
}

func figure11(w *work) {
	var s drawing.Sheet
	x := 0.5
	for _, n := range []int{5, 10} {
		set := knightSet(n)
		p := must(goban.New(n, n))
		for at := range set {
			p.Set(at.Row, at.Col, goban.Black)
		}
		s.Board(x, 0.5, 1, p, drawing.BoardOptions{})
		x += float64(n) + 1
		w.row("points", len(set), n)
		w.row("uncovered", uncovered(set, n), n)
	}
	w.out.SVG = s.SVG(x-0.4, 11, "the knight subset of points on 5x5 and 10x10 boards")
}

func figure12(w *work) {
	w.out.SVG = plot.Growth().SVG()
	w.basis = result.Quoted
	for _, series := range asymptotic.Remainders() {
		last := series.Points[len(series.Points)-1]
		w.row("last", fmt.Sprintf("%.6g", last.Y), series.Name, last.N)
	}
}

// figure13 draws the positions of the games of Theorem 8 on 3x3, for each word of the Gray code.
func figure13(w *work) {
	p := bound.Combs(3, 3)
	between := p.Of(goban.Empty)
	var s drawing.Sheet
	var words []string
	x, boards, last := 0.5, 0, 1<<len(between)-1
	code := func(i int) int { return i ^ i>>1 } // bit k for point k
	for i := range last + 1 {
		subset, word := code(i), ""
		for k := range between {
			word += fmt.Sprint(subset >> k & 1)
		}
		words = append(words, word)
		gained := i == 0 || code(i-1)&subset == code(i-1)
		colors := []goban.Color{goban.White}
		if gained {
			colors[0] = goban.Black
		}
		if gains := code(i+1)&subset == subset; i < last && gains != gained {
			colors = append(colors, colors[0].Opponent())
		}
		for _, color := range colors {
			position := codePosition(p, between, subset, color)
			require(position.Legal(), "position %s is not legal", word)
			s.Board(x, 1.2, 1, position, drawing.BoardOptions{})
			s.Word(x+1.5, 0.6, word, 0.6)
			x += 3.6
			boards++
		}
	}
	w.row("code", strings.Join(words, ", "))
	w.row("sign-changes", boards-len(words))
	w.out.SVG = s.SVG(x, 4.6, "the 3-bit Gray code and the positions of a game")
}

// codePosition is E+ for black, E- for white: the colour's points, and the subset or the others.
func codePosition(p *bound.Partition, between []goban.Point, subset int, color goban.Color) *goban.Position {
	position := must(goban.New(p.Rows(), p.Cols()))
	for _, at := range p.Of(color) {
		position.Set(at.Row, at.Col, color)
	}
	for k, at := range between {
		if (subset>>k&1 == 1) == (color == goban.Black) {
			position.Set(at.Row, at.Col, color)
		}
	}
	return position
}

func figure14(w *work) {
	const n = 11
	position := must(goban.New(n, n))
	for _, color := range players {
		for _, at := range bound.Combs(n, n).Of(color) {
			position.Set(at.Row, at.Col, color)
		}
	}
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, position, drawing.BoardOptions{})
	w.out.SVG = s.SVG(n+1, n+1, "the partition for the lower bound on the number of games, on 11x11")
	for _, n := range []int{7, 11, 19} {
		p := bound.Combs(n, n)
		w.row("black", p.Count(goban.Black), n)
		w.row("white", p.Count(goban.White), n)
		w.row("between", p.Count(goban.Empty), n)
	}
}
