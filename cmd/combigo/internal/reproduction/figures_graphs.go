package reproduction

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/graphformat"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/borderstate"
)

func (w *work) gameGraph(rows, cols int) {
	g := w.graph(rows, cols)
	w.row("nodes", g.Nodes())
	w.row("edges", g.EdgeCount())
	w.out.SVG = must(graphformat.Draw(g, graphformat.Marks{})).SVG()
}

// figure4 draws the classes of G(2,2) by the number of stones. Edges are moves of all positions.
func figure4(w *work) {
	g := w.graph(2, 2)
	motions := slices.DeleteFunc(must(g.Symmetries()), func(s *game.Symmetry) bool { return s.Swap })
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
		s.Board(x-1, y-1, 1, toPosition(g.Position(v), 2, 2), drawing.BoardOptions{})
		s.Word(x, y+half+0.35, fmt.Sprint(size[v]), 0.5)
	}
	w.row("positions", g.Nodes())
	require(drawn == g.EdgeCount(), "%d edges are drawn, of %d", drawn, g.EdgeCount())
	w.row("edges", drawn)
	w.row("classes", len(at)).Note = "below each: how many positions it has; blue moves add stones, red ones capture"
	w.out.SVG = s.SVG(dx*3+3.5, dy*(height+0.3), "the game graph G(2,2), positions grouped by symmetry")
}

// sortedPairs returns the keys of a map in the order of their parts.
func sortedPairs[K cmp.Ordered, V any](m map[[2]K]V) [][2]K {
	return slices.SortedFunc(maps.Keys(m), func(a, b [2]K) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
}

// stateGraph is the augmented border-state graph of a height, from partial positions by definition.
type stateGraph struct {
	states []borderstate.State
	number map[string]int
	edges  map[[2]int][]goban.Color // the colours of the points that lead from a state to another
}

// newStateGraph goes through the states from the first on, each for one partial position.
func newStateGraph(height int) *stateGraph {
	g := &stateGraph{number: map[string]int{}, edges: map[[2]int][]goban.Color{}}
	parts := [][]goban.Color{nil}
	for i := 0; i < len(parts); i++ {
		cut := cutOf(height, parts[i])
		if i == 0 {
			g.states, g.number[cut.State().String()] = []borderstate.State{cut.State()}, 0
		}
		for _, next := range cut.Successors() {
			if !next.Legal {
				continue
			}
			key := next.State.String()
			to, known := g.number[key]
			if !known {
				to, g.number[key] = len(parts), len(parts)
				g.states, parts = append(g.states, next.State), append(parts, append(slices.Clone(parts[i]), next.Color))
			}
			g.edges[[2]int{i, to}] = append(g.edges[[2]int{i, to}], next.Color)
		}
	}
	return g
}

// cutOf returns the cut of a board that has one column more than are filled.
func cutOf(height int, part []goban.Color) *borderstate.Cut {
	p := must(goban.New(height, len(part)/height+2))
	for i, color := range part {
		p.Set(i%height, i/height, color)
	}
	return must(borderstate.New(p, len(part)))
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
func figure9(w *work) {
	g := newStateGraph(2)
	zero, of0 := g.classes(0)
	one, of1 := g.classes(1)
	w.row("classes-0", len(zero))
	w.row("classes-1", len(one))
	var s drawing.Sheet
	panel := func(top float64, from, to []string, ofFrom, of map[string]borderstate.State) {
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

// figure15 draws the left-capturing tree, a level for each number of moves.
func figure15(w *work) {
	const n = 3
	children := map[string][]string{}
	root, nodes := "", 0
	for p := range must(goban.All(1, n)) {
		if !p.Legal() {
			continue
		}
		nodes++
		text := strings.TrimSpace(p.String())
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
		s.Board(x+0.5, y, 1, must(goban.ParsePosition(text+"\n")), drawing.BoardOptions{})
		return x
	}
	draw(root, 0)
	w.row("tree-positions", reached)
	w.row("positions", nodes)
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
func figure16(w *work) {
	q := w.quotient(3)
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
