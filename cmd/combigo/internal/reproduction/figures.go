package reproduction

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/result"
)

// figure3 draws all illegal positions, with the strings that have no liberty marked.
func figure3(w *work, empty *goban.Position) {
	const perRow = 8
	var s drawing.Sheet
	full, n := 0, 0
	for _, p := range colourings(empty) {
		ring := ringed(p)
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
var partialPositions = [2]string{`
X..X
XO..
OOOO
XXX.
XOO.
XXX.
XXO.
`, `
X.XX
.O..
OOOO
XXX.
XXO.
XXX.
XOO.
`}

// A partialPosition is a position of Figure 5, of which the points up to (3,3) are filled.
type partialPosition struct {
	*goban.Position
	*plain.Cut
}

func newPartialPosition(diagram string) (*partialPosition, error) {
	p, err := goban.ParsePosition(strings.TrimLeft(diagram, "\n"))
	if err != nil {
		return nil, err
	}
	cut, err := plain.New(p, figureFilled)
	return &partialPosition{p, cut}, err
}

// draw draws only the filled points, and rings the needy strings.
func (p *partialPosition) draw(s *drawing.Sheet, x, y float64) {
	opt := drawing.BoardOptions{Hidden: p.Hidden}
	for _, str := range p.Strings() {
		if !slices.ContainsFunc(str.Liberties, func(at goban.Point) bool { return !p.Hidden(at) }) {
			opt.Ring = append(opt.Ring, str.Points...)
		}
	}
	s.Board(x, y, 1, p.Position, opt)
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

func figure5(w *work, p, q *partialPosition) {
	var s drawing.Sheet
	p.draw(&s, 0.5, 0.5)
	q.draw(&s, 6, 0.5)
	s.State(11, 0.5, 1, p.State())
	w.compare(printed{text: p.State().String()}, w.line("state"), q.State().String())
	w.row("different", different(p.Position, q.Position))
	w.out.SVG = s.SVG(15, figureRows+1, "two partial positions up to (3,3) and their common border state")
}

// unconstructibleState is that of Figure 6: two needy white stones of a string around a live one.
func unconstructibleState() plain.State {
	needy := plain.Point{Color: goban.White, Group: 1}
	return plain.State{Points: []plain.Point{needy, {Color: goban.Black, Live: true}, needy}}
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
func (o outline) leaves(state plain.State) bool {
	rows := len(o[0])
	margin := (rows - len(state.Points)) / 2
	want, reached := plain.Start(rows), plain.Start(rows)
	copy(want.Points[margin:], state.Points)
	for _, points := range o {
		for row := range rows {
			color, ok := plain.Edge, false
			if points[row] != '#' {
				color = goban.Color(strings.IndexByte(".XO", points[row]))
			}
			if reached, ok = reached.Place(color); !ok {
				return false
			}
		}
	}
	return reached.String() == want.String()
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

func figure6(w *work, constructible []int64) {
	state, says := unconstructibleState(), map[bool]string{true: "constructible", false: "not constructible"}
	_, found := newStateGraph(3).number[state.String()]
	w.row("state", says[found], state)
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

func figure7(w *work, p *partialPosition) {
	legal := 0
	var s drawing.Sheet
	p.draw(&s, 0.5, 1)
	s.State(5, 1, 1, p.State())
	s.Word(7, 0.5, "border state", 0.6)
	x := 9.5
	for _, color := range plain.Colors {
		next, ok := p.State().Place(color)
		if !ok {
			continue
		}
		legal++
		s.State(x, 1, 1, next)
		s.Word(x+2, 0.5, color.String(), 0.6)
		x += 4
	}
	w.row("successors", legal)
	w.out.SVG = s.SVG(x, figureRows+1.5, "a border state and its successors")
}

// knightSet returns the points of an n x n board that orthogonal knight moves lead to from (3,3):
// all moves leave row + 2 column as it is modulo 5.
func knightSet(n int) (set []goban.Point) {
	for row := range n {
		for col := range n {
			if (row+2*col)%5 == (2+2*2)%5 {
				set = append(set, goban.Point{Row: row, Col: col})
			}
		}
	}
	return set
}

// uncovered counts the points of a board that neither belong to the set nor neighbour it.
func uncovered(n int) (count int) {
	set := knightSet(n)
	for row := range n {
		for col := range n {
			near := func(at goban.Point) bool { return max(at.Row-row, row-at.Row)+max(at.Col-col, col-at.Col) <= 1 }
			if !slices.ContainsFunc(set, near) {
				count++
			}
		}
	}
	return count
}

// drawKnights draws the knight subsets of two empty boards.
func drawKnights(small, large *goban.Position) string {
	var s drawing.Sheet
	x := 0.5
	for _, empty := range []*goban.Position{small, large} {
		p := empty.Clone()
		for _, at := range knightSet(p.Rows()) {
			p.Set(at.Row, at.Col, goban.Black)
		}
		s.Board(x, 0.5, 1, p, drawing.BoardOptions{})
		x += float64(p.Cols()) + 1
	}
	return s.SVG(x-0.4, 11, "the knight subset of points on 5x5 and 10x10 boards")
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
func figure13(w *work) error {
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
			if !position.Legal() {
				return internal("position %s is not legal", word)
			}
			s.Board(x, 1.2, 1, position, drawing.BoardOptions{})
			s.Word(x+1.5, 0.6, word, 0.6)
			x += 3.6
			boards++
		}
	}
	w.row("code", strings.Join(words, ", "))
	w.row("sign-changes", boards-len(words))
	w.out.SVG = s.SVG(x, 4.6, "the 3-bit Gray code and the positions of a game")
	return nil
}

// codePosition is E+ for black, E- for white: the colour's points, and the subset or the others.
func codePosition(p *bound.Partition, between []goban.Point, subset int, color goban.Color) *goban.Position {
	position := p.Clone()
	for _, at := range p.Of(color.Opponent()) {
		position.Set(at.Row, at.Col, goban.Empty)
	}
	for k, at := range between {
		if (subset>>k&1 == 1) == (color == goban.Black) {
			position.Set(at.Row, at.Col, color)
		}
	}
	return position
}

// drawCombs draws the partition of a square board for the lower bound on the number of games.
func drawCombs(n int) string {
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, bound.Combs(n, n).Position, drawing.BoardOptions{})
	return s.SVG(float64(n+1), float64(n+1), fmt.Sprintf("the partition for the lower bound on the number of games, on %dx%[1]d", n))
}

// figure4 draws the classes of G(2,2) by the number of stones. Edges are moves of all positions.
func figure4(w *work, g *game.Graph, symmetries []*game.Symmetry, empty *goban.Position) error {
	motions := slices.DeleteFunc(slices.Clone(symmetries), func(s *game.Symmetry) bool { return s.Swap })
	class, size, columns := make([]int, g.Nodes()), map[int]int{}, make([][]int, 4) // a class has the number of its least position
	for v, p := range g.All() {
		class[v] = g.Representative(p, motions)
		if size[class[v]]++; class[v] == v {
			k := stones(p)
			columns[k] = append(columns[k], v)
		}
	}
	edges := map[[2]int]int{}
	for v := range g.Nodes() {
		for _, to := range g.Successors(v) {
			edges[[2]int{class[v], class[to]}]++
		}
	}
	const dx, dy, height, half = 7.0, 3.6, 6.0, 1.05 // half of a box around a position, where edges begin and end
	at := map[int][2]float64{}
	for k, nodes := range columns {
		for i, v := range nodes {
			at[v] = [2]float64{1.5 + dx*float64(k), dy * (height/2 + float64(i) - float64(len(nodes)-1)/2)}
		}
	}
	var s drawing.Sheet
	drawn := 0
	for _, e := range sortedPairs(edges) {
		from, to, times := at[e[0]], at[e[1]], edges[e]
		left, right, color := half, -half, "#1f77b4"
		if from[0] >= to[0] {
			left = -half
		}
		if from[0] > to[0] {
			right, color = half, "#d1495b"
		}
		drawn += times
		s.Line(from[0]+left, from[1], to[0]+right, to[1], drawing.Stroke{Color: color, Bend: 0.06, Head: true, Width: 1 + 0.1*float64(times)})
	}
	for _, v := range slices.Sorted(maps.Keys(at)) {
		x, y := at[v][0], at[v][1]
		s.Frame(x-half, y-half, 2*half, 2*half)
		s.Board(x-1, y-1, 1, toPosition(g.Position(v), empty), drawing.BoardOptions{})
		s.Word(x, y+half+0.35, fmt.Sprint(size[v]), 0.5)
	}
	w.row("positions", g.Nodes())
	if drawn != g.EdgeCount() {
		return internal("%d edges are drawn, of %d", drawn, g.EdgeCount())
	}
	w.row("edges", drawn)
	w.row("classes", len(at)).Note = "below each: how many positions it has; blue moves add stones, red ones capture"
	w.out.SVG = s.SVG(dx*3+3.5, dy*(height+0.3), "the game graph G(2,2), positions grouped by symmetry")
	return nil
}

// sortedPairs returns the keys of a map in the order of their parts.
func sortedPairs[K cmp.Ordered, V any](m map[[2]K]V) [][2]K {
	return slices.SortedFunc(maps.Keys(m), func(a, b [2]K) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
}

// stateGraph is the augmented border-state graph of a height.
type stateGraph struct {
	states []plain.State
	number map[string]int
	edges  map[[2]int][]goban.Color // the colours of the points that lead from a state to another
}

// newStateGraph goes through the states from the first on.
func newStateGraph(height int) *stateGraph {
	start := plain.Start(height)
	g := &stateGraph{[]plain.State{start}, map[string]int{start.String(): 0}, map[[2]int][]goban.Color{}}
	for i := 0; i < len(g.states); i++ {
		for _, color := range plain.Colors {
			next, ok := g.states[i].Place(color)
			if !ok {
				continue
			}
			to, known := g.number[next.String()]
			if !known {
				to, g.states = len(g.states), append(g.states, next)
				g.number[next.String()] = to
			}
			g.edges[[2]int{i, to}] = append(g.edges[[2]int{i, to}], color)
		}
	}
	return g
}

// isEdge reports whether there is a point of a column before the first in a state.
func isEdge(s plain.State) bool {
	return slices.ContainsFunc(s.Points, func(p plain.Point) bool { return p.Color == plain.Edge })
}

func playerColor(c goban.Color) string {
	switch c {
	case goban.Black:
		return ""
	case goban.White:
		return "#d1495b"
	}
	return "#2a9d8f"
}

func figure8(w *work) {
	g := newStateGraph(1)
	const radius = 5.5
	at := make([][2]float64, len(g.states))
	for i := range at {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(len(at)) - math.Pi/2)
		at[i] = [2]float64{7.5 + radius*cos, 7.5 + radius*sin}
	}
	var s drawing.Sheet
	withoutEdge := 0
	for _, e := range sortedPairs(g.edges) {
		if !isEdge(g.states[e[0]]) {
			withoutEdge += len(g.edges[e])
		}
		from, to := at[e[0]], at[e[1]]
		dx, dy := to[0]-from[0], to[1]-from[1]
		length := math.Hypot(dx, dy)
		for _, color := range g.edges[e] {
			if e[0] == e[1] {
				s.Loop(from[0], from[1]-0.9, 1.2, playerColor(color))
				continue
			}
			s.Line(from[0]+dx/length, from[1]+dy/length, to[0]-dx/length, to[1]-dy/length,
				drawing.Stroke{Color: playerColor(color), Bend: 0.1, Head: true})
		}
	}
	for i, state := range g.states {
		s.State(at[i][0]-1.5, at[i][1]-0.5, 1, state)
		s.Frame(at[i][0]-0.8, at[i][1]-0.8, 1.6, 1.6)
	}
	w.row("states", len(g.states)-1)
	w.row("edges", withoutEdge)
	w.out.SVG = s.SVG(15, 15, "the augmented border-state graph AB(1)")
}

// classes groups the states of a kink up to exchange of the colours, in the order of finding.
func (g *stateGraph) classes(kink int) (keys []string, of map[string]plain.State) {
	of = map[string]plain.State{}
	for _, s := range g.states {
		if s.Kink != kink || isEdge(s) {
			continue
		}
		key := classKey(s)
		if _, ok := of[key]; !ok {
			keys, of[key] = append(keys, key), s
		}
	}
	return keys, of
}

func classKey(s plain.State) string { return min(s.String(), s.Swap().String()) }

// figure9 draws the edges between classes, once for each kink; thick ones are for both colours.
func figure9(w *work) {
	g := newStateGraph(2)
	zero, of0 := g.classes(0)
	one, of1 := g.classes(1)
	w.row("classes-0", len(zero))
	w.row("classes-1", len(one))
	var s drawing.Sheet
	panel := func(top float64, from, to []string, ofFrom, of map[string]plain.State) {
		edges := g.classEdges(ofFrom)
		from, to = slices.Clone(from), slices.Clone(to)
		untangle(from, to, edges)
		place := func(keys []string, i int) float64 { return 2 + 30*(float64(i)+0.5)/float64(len(keys)) }
		for _, e := range sortedPairs(edges) {
			x1, x2 := place(from, slices.Index(from, e[0])), place(to, slices.Index(to, e[1]))
			s.Line(x1, top+2.2, x2, top+7.4, drawing.Stroke{Head: true, Width: 1 + 2*float64(edges[e]-1)})
		}
		for i, key := range from {
			s.State(place(from, i)-1.75, top, 1, ofFrom[key])
		}
		for i, key := range to {
			s.State(place(to, i)-1.75, top+7.6, 1, of[key])
		}
	}
	panel(0.5, zero, one, of0, of1)
	panel(11.5, one, zero, of1, of0)
	w.out.SVG = s.SVG(34, 22, "edges between the state classes of B(2), from 0-states to 1-states and back")
}

// classEdges returns how many colours of stones lead from classes to classes; empty counts as one.
func (g *stateGraph) classEdges(from map[string]plain.State) map[[2]string]int {
	edges := map[[2]string]int{}
	for key, s := range from {
		v := g.number[s.String()]
		for e, colors := range g.edges {
			if e[0] == v {
				edges[[2]string{key, classKey(g.states[e[1]])}] += len(colors)
			}
		}
	}
	return edges
}

// untangle avoids crossings by the barycentre method: K. Sugiyama, S. Tagawa, M. Toda, 1981.
func untangle(from, to []string, edges map[[2]string]int) {
	const sweeps = 24
	sortBy := func(nodes, others []string, side int) {
		mean := map[string]float64{}
		for _, v := range nodes {
			sum, n := 0.0, 0.0
			for e := range edges {
				if e[side] == v {
					sum += float64(slices.Index(others, e[1-side]))
					n++
				}
			}
			mean[v] = sum / max(n, 1)
		}
		slices.SortStableFunc(nodes, func(a, b string) int { return cmp.Compare(mean[a], mean[b]) })
	}
	for range sweeps {
		sortBy(to, from, 1)
		sortBy(from, to, 0)
	}
}

// figure15 draws the left-capturing tree of the positions of a row, a level for each number of
// moves.
func figure15(w *work, positions iter.Seq[*goban.Position]) {
	children, boards, root := map[string][]string{}, map[string]*goban.Position{}, ""
	for p := range positions {
		text := strings.TrimSpace(p.String())
		boards[text] = p.Clone()
		if before, ok := predecessor(text); ok {
			children[before] = append(children[before], text)
		} else {
			root = text
		}
	}
	var s drawing.Sheet
	reached, depth, next := 0, 0, 0.0 // the place of the next leaf
	var draw func(text string, level int) float64
	draw = func(text string, level int) float64 {
		reached++
		depth = max(depth, level)
		y := 0.5 + 2.4*float64(level)
		var xs []float64
		for _, child := range children[text] {
			xs = append(xs, draw(child, level+1))
		}
		x := next
		if len(xs) == 0 {
			next += 4.2
		} else {
			x = (xs[0] + xs[len(xs)-1]) / 2
		}
		for _, childX := range xs {
			s.Line(x+2, y+1.2, childX+2, y+2.3, drawing.Stroke{Head: true})
		}
		s.Board(x+0.5, y, 1, boards[text], drawing.BoardOptions{})
		return x
	}
	draw(root, 0)
	w.row("tree-positions", reached)
	w.row("positions", len(boards))
	w.row("depth", depth)
	w.out.SVG = s.SVG(next+0.5, 2.4*float64(depth+1)+0.5, "the left-capturing game tree for n = 3")
}

// predecessor takes the leftmost stone away, and puts the other colour to the left of it.
func predecessor(text string) (string, bool) {
	i := strings.IndexAny(text, "XO")
	if i < 0 {
		return "", false
	}
	other := string('X' + 'O' - text[i])
	return strings.Repeat(other, i) + "." + text[i+1:], true
}

// figure16 draws the cities of one class with the roads between them, as package hamilton has them.
func figure16(w *work, q *hamilton.Quotient) {
	t := hamilton.NewTSP(q)
	names := []string{"in 0", "in 1", "out 0", "out 1"}
	at := [][2]float64{{4, 1.5}, {8, 1.5}, {4, 6.5}, {8, 6.5}}
	var s drawing.Sheet
	roads := map[int]int{}
	const class = 4 // the first class has its roads crossed, so the second one is drawn
	for i, city := range at {
		for j, other := range at[:i] {
			d := t.Distance(class+j, class+i)
			if d == t.Missing() {
				continue
			}
			roads[d]++
			s.Line(other[0], other[1], city[0], city[1], drawing.Stroke{Width: 2, Dashed: d == 0})
			s.Word((city[0]+other[0])/2+0.4, (city[1]+other[1])/2-0.4, fmt.Sprint(d), 0.7)
		}
		s.Stone(city[0], city[1], goban.Black)
		s.Word(city[0], city[1]+math.Copysign(0.9, float64(i)-1.5), names[i], 0.7)
	}
	for _, city := range at {
		s.Line(city[0], city[1], city[0]+3*(city[0]-6)/2.2, city[1], drawing.Stroke{})
		s.Word(city[0]+(city[0]-6), city[1]-0.4, "2", 0.7)
	}
	w.row("nodes", t.Cities()/q.Len())
	w.row("edges-0", roads[0])
	w.row("edges-1", roads[1])
	w.out.SVG = s.SVG(12, 8, "a gadget of the travelling-salesman problem")
}
