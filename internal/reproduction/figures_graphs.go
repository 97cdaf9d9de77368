package reproduction

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/internal/graphformat"
)

func figure1(w *work) error { return w.gameGraph(1, 2, "5", "12") }
func figure2(w *work) error { return w.gameGraph(1, 3, "15", "42") }

func (w *work) gameGraph(rows, cols int, nodes, edges string) error {
	g, err := w.graph(rows, cols)
	if err != nil {
		return err
	}
	w.number("nodes", nodes, int64(g.Nodes()))
	w.number("edges", edges, int64(g.EdgeCount()))
	drawn, err := graphformat.Draw(g, graphformat.Marks{})
	if err != nil {
		return err
	}
	w.out.SVG = drawn.SVG()
	return nil
}

// classGraph is a game graph with positions that motions of the board turn into each other taken
// together.
type classGraph struct {
	representatives []int          // the least position of each class
	size            map[int]int    // of each class, by representative
	edges           map[[2]int]int // between representatives: all moves of all positions
}

func newClassGraph(g *game.Graph) (*classGraph, error) {
	all, err := g.Symmetries()
	if err != nil {
		return nil, err
	}
	motions := slices.DeleteFunc(all, func(s *game.Symmetry) bool { return s.Swap })
	c := &classGraph{size: map[int]int{}, edges: map[[2]int]int{}}
	class := make([]int, g.Nodes())
	for v, p := range g.All() {
		class[v] = g.Representative(p, motions)
		if class[v] == v {
			c.representatives = append(c.representatives, v)
		}
		c.size[class[v]]++
	}
	for v := range g.Nodes() {
		for _, to := range g.Successors(v) {
			c.edges[[2]int{class[v], class[to]}]++
		}
	}
	return c, nil
}

func stones(p game.Position, points int) int {
	n := 0
	for i := range points {
		if p.At(i) != goban.Empty {
			n++
		}
	}
	return n
}

// figure4 draws the classes of G(2,2) in columns by the number of stones.
func figure4(w *work) error {
	g, err := w.graph(2, 2)
	if err != nil {
		return err
	}
	c, err := newClassGraph(g)
	if err != nil {
		return err
	}
	column := map[int][]int{}
	for _, v := range c.representatives {
		k := stones(g.Position(v), 4)
		column[k] = append(column[k], v)
	}
	const dx, dy, height, half = 7.0, 3.6, 6.0, 1.05 // half of a box around a position, where edges begin and end
	type place struct{ x, y float64 }
	at := map[int]place{}
	for k, nodes := range column {
		for i, v := range nodes {
			at[v] = place{1.5 + dx*float64(k), dy * (height/2 + float64(i) - float64(len(nodes)-1)/2)}
		}
	}
	var s drawing.Sheet
	edges := 0
	for _, e := range sortedPairs(c.edges) {
		from, to := at[e[0]], at[e[1]]
		edges += c.edges[e]
		left, right := from.x+half, to.x-half
		if from.x >= to.x {
			left, right = from.x-half, to.x+half
		}
		if from.x == to.x {
			right = to.x - half
		}
		color := "#1f77b4"
		if from.x > to.x {
			color = "#d1495b"
		}
		s.Line(left, from.y, right, to.y, drawing.Stroke{Color: color, Bend: 0.06, Head: true, Width: 1 + 0.1*float64(c.edges[e])})
	}
	for _, v := range c.representatives {
		p, err := toPosition(g.Position(v), 2, 2)
		if err != nil {
			return err
		}
		s.Frame(at[v].x-half, at[v].y-half, 2*half, 2*half)
		s.Board(at[v].x-1, at[v].y-1, 1, p, drawing.BoardOptions{})
		s.Word(at[v].x, at[v].y+half+0.35, fmt.Sprint(c.size[v]), 0.5)
	}
	w.number("positions", "57", int64(g.Nodes()))
	if edges != g.EdgeCount() {
		return fmt.Errorf("internal error: %d edges are drawn, of %d", edges, g.EdgeCount())
	}
	w.number("edges, all classes together", "", int64(edges))
	w.add(Row{What: "classes", Here: fmt.Sprint(len(c.representatives)), Mark: NotInPaper, Note: "below each: how many positions it has; blue moves add stones, red ones capture"})
	w.out.SVG = s.SVG(dx*3+3.5, dy*(height+0.3), "the game graph G(2,2), positions grouped by symmetry")
	return nil
}

func sortedPairs[V any](m map[[2]int]V) [][2]int {
	var all [][2]int
	for e := range m {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return all
}

// stateGraph is the augmented border-state graph of a height, made from partial positions by the
// definitions.
type stateGraph struct {
	states []borderstate.State
	number map[string]int
	edges  map[[2]int][]goban.Color // the colours of the points that lead from a state to another
}

// newStateGraph goes through the states from that before the first point on; each is looked at for
// one partial position.
func newStateGraph(height int) (*stateGraph, error) {
	g := &stateGraph{number: map[string]int{}, edges: map[[2]int][]goban.Color{}}
	var parts [][]goban.Color
	add := func(s borderstate.State, part []goban.Color) int {
		key := s.String()
		if _, ok := g.number[key]; !ok {
			g.number[key] = len(g.states)
			g.states, parts = append(g.states, s), append(parts, part)
		}
		return g.number[key]
	}
	first, err := cutOf(height, nil)
	if err != nil {
		return nil, err
	}
	add(first.State(), nil)
	for i := 0; i < len(parts); i++ {
		cut, err := cutOf(height, parts[i])
		if err != nil {
			return nil, err
		}
		for _, next := range cut.Successors() {
			if next.Legal {
				to := add(next.State, append(slices.Clone(parts[i]), next.Color))
				g.edges[[2]int{i, to}] = append(g.edges[[2]int{i, to}], next.Color)
			}
		}
	}
	return g, nil
}

// cutOf returns the cut of a board that has one column more than are filled.
func cutOf(height int, part []goban.Color) (*borderstate.Cut, error) {
	p, err := goban.New(height, len(part)/height+2)
	if err != nil {
		return nil, err
	}
	for i, color := range part {
		p.Set(i%height, i/height, color)
	}
	return borderstate.New(p, len(part))
}

// isEdge reports whether there is a point of a column before the first in a state.
func isEdge(s borderstate.State) bool {
	return slices.ContainsFunc(s.Points, func(p borderstate.Point) bool { return p.Color == borderstate.Edge })
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

func figure8(w *work) error {
	g, err := newStateGraph(1)
	if err != nil {
		return err
	}
	const radius = 5.5
	at := make([][2]float64, len(g.states))
	for i := range at {
		angle := 2*math.Pi*float64(i)/float64(len(at)) - math.Pi/2
		at[i] = [2]float64{7.5 + radius*math.Cos(angle), 7.5 + radius*math.Sin(angle)}
	}
	var s drawing.Sheet
	withoutEdge := 0
	for _, e := range sortedPairs(g.edges) {
		if !isEdge(g.states[e[0]]) {
			withoutEdge += len(g.edges[e])
		}
		for _, color := range g.edges[e] {
			from, to := at[e[0]], at[e[1]]
			if e[0] == e[1] {
				s.Loop(from[0], from[1]-0.9, 1.2, playerColor(color))
				continue
			}
			dx, dy := to[0]-from[0], to[1]-from[1]
			length := math.Hypot(dx, dy)
			s.Line(from[0]+dx/length, from[1]+dy/length, to[0]-dx/length, to[1]-dy/length,
				drawing.Stroke{Color: playerColor(color), Bend: 0.1, Head: true})
		}
	}
	for i, state := range g.states {
		s.State(at[i][0]-1.5, at[i][1]-0.5, 1, state)
		s.Frame(at[i][0]-0.8, at[i][1]-0.8, 1.6, 1.6)
	}
	w.number("border states", "5", int64(len(g.states)-1))
	w.number("edges without those of the edge state, the ones of T in section 5.4.1", "13", int64(withoutEdge))
	w.note("Small stones are needy. Green: an empty point, black and red: a black and a white stone. The bar is the edge.")
	w.out.SVG = s.SVG(15, 15, "the augmented border-state graph AB(1)")
	return nil
}

// classes groups the states of a kink that are equal up to exchange of the colours, in the order in
// which they were found.
func (g *stateGraph) classes(kink int) (keys []string, of map[string]borderstate.State) {
	of = map[string]borderstate.State{}
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

func classKey(s borderstate.State) string { return min(s.String(), s.Swap().String()) }

// figure9 draws the edges between classes, once for each kink; thick ones are for both colours.
func figure9(w *work) error {
	g, err := newStateGraph(2)
	if err != nil {
		return err
	}
	zero, of0 := g.classes(0)
	one, of1 := g.classes(1)
	w.number("0-state classes", "9", int64(len(zero)))
	w.number("1-state classes", "13", int64(len(one)))
	var s drawing.Sheet
	for panel, way := range []struct {
		from, to   []string
		ofFrom, of map[string]borderstate.State
	}{{zero, one, of0, of1}, {one, zero, of1, of0}} {
		edges := g.classEdges(way.ofFrom)
		from, to := slices.Clone(way.from), slices.Clone(way.to)
		untangle(from, to, edges)
		top := 0.5 + 11*float64(panel)
		place := func(keys []string, i int) float64 { return 2 + 30*(float64(i)+0.5)/float64(len(keys)) }
		for _, e := range sortedEdges(edges) {
			x1, x2 := place(from, slices.Index(from, e[0])), place(to, slices.Index(to, e[1]))
			s.Line(x1, top+2.2, x2, top+7.4, drawing.Stroke{Head: true, Width: 1 + 2*float64(edges[e]-1)})
		}
		for i, key := range from {
			s.State(place(from, i)-1.75, top, 1, way.ofFrom[key])
		}
		for i, key := range to {
			s.State(place(to, i)-1.75, top+7.6, 1, way.of[key])
		}
	}
	w.note("Small stones are needy. Thick edges: a black and a white stone lead to the same class.")
	w.out.SVG = s.SVG(34, 22, "edges between the state classes of B(2), from 0-states to 1-states and back")
	return nil
}

// classEdges returns, for the classes of some states, how many stones' colours lead to each class;
// an empty point counts as one.
func (g *stateGraph) classEdges(from map[string]borderstate.State) map[[2]string]int {
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

func sortedEdges(m map[[2]string]int) [][2]string {
	var all [][2]string
	for e := range m {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return all
}

// untangle orders two rows of nodes so that few edges cross, by the barycentre method of K.
// Sugiyama, S. Tagawa and M. Toda, 1981.
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

// figure15 draws the left-capturing tree, a level for each number of moves.
func figure15(w *work) error {
	const n = 3
	children := map[string][]string{}
	positions, err := goban.All(1, n)
	if err != nil {
		return err
	}
	root, nodes, depth := "", 0, 0
	for p := range positions {
		if !p.Legal() {
			continue
		}
		nodes++
		text := rowText(p)
		if before, ok := predecessor(text); ok {
			children[before] = append(children[before], text)
		} else {
			root = text
		}
	}
	var s drawing.Sheet
	reached := 0
	next := 0.0 // the place of the next leaf
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
		p, err := goban.ParsePosition(text + "\n")
		if err == nil {
			s.Board(x+0.5, y, 1, p, drawing.BoardOptions{})
		}
		return x
	}
	draw(root, 0)
	w.number("legal positions in the tree, all of G(1,3)", "15", int64(reached))
	w.number("legal positions of 1x3", "15", int64(nodes))
	w.number("greatest depth, 2^n - 2", "6", int64(depth))
	w.out.SVG = s.SVG(next+0.5, 2.4*float64(depth+1)+0.5, "the left-capturing game tree for n = 3")
	return nil
}

func rowText(p *goban.Position) string {
	text := make([]byte, p.Cols())
	for col := range text {
		text[col] = ".XO"[p.At(0, col)]
	}
	return string(text)
}

// predecessor takes the leftmost stone away and puts stones of the other colour to the left of it,
// in the place of empty points.
func predecessor(text string) (string, bool) {
	before := []byte(text)
	for i, stone := range before {
		if stone == '.' {
			continue
		}
		before[i] = '.'
		for k := range i {
			before[k] = 'X' + 'O' - stone
		}
		return string(before), true
	}
	return "", false
}

// figure16 draws the cities of one class with the roads between them, as package hamilton has them.
func figure16(w *work) error {
	g, err := w.graph(1, 3)
	if err != nil {
		return err
	}
	q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	if err != nil {
		return err
	}
	t := hamilton.NewTSP(q)
	names := []string{"in 0", "in 1", "out 0", "out 1"}
	at := [][2]float64{{4, 1.5}, {8, 1.5}, {4, 6.5}, {8, 6.5}}
	var s drawing.Sheet
	roads := map[int]int{}
	const class = 4 // the first class has its roads crossed, so the second one is drawn
	for i := range 4 {
		for j := range i {
			d := t.Distance(class+j, class+i)
			if d == t.Missing() {
				continue
			}
			roads[d]++
			s.Line(at[j][0], at[j][1], at[i][0], at[i][1], drawing.Stroke{Width: 2, Dashed: d == 0})
			s.Word((at[i][0]+at[j][0])/2+0.4, (at[i][1]+at[j][1])/2-0.4, fmt.Sprint(d), 0.7)
		}
		s.Stone(at[i][0], at[i][1], goban.Black)
		y := at[i][1] - 0.9
		if i >= 2 {
			y = at[i][1] + 0.9
		}
		s.Word(at[i][0], y, names[i], 0.7)
	}
	for i := range 4 {
		s.Line(at[i][0], at[i][1], at[i][0]+3*(at[i][0]-6)/2.2, at[i][1], drawing.Stroke{})
		s.Word(at[i][0]+(at[i][0]-6), at[i][1]-0.4, "2", 0.7)
	}
	w.number("nodes", "4", int64(t.Cities()/q.Len()))
	w.number("edges of cost 0", "2", int64(roads[0]))
	w.number("edges of cost 1", "2", int64(roads[1]))
	w.note("Edges of cost 0 are dashed; edges of cost 2 lead to other gadgets.")
	w.out.SVG = s.SVG(12, 8, "a gadget of the travelling-salesman problem")
	return nil
}
