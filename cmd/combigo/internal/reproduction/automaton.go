package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
)

// A borderPoint is a node of the automaton of Figure 10: a point of a border without a kink.
type borderPoint struct {
	color    goban.Color
	live     bool
	up, down bool // of needy stones: connected with another one of the border above, below
}

// borderPoints are the nodes: an empty point, two live stones and eight needy ones.
func borderPoints() []borderPoint {
	all := []borderPoint{{}}
	for _, color := range []goban.Color{goban.Black, goban.White} {
		all = append(all, borderPoint{color: color, live: true})
		for _, up := range []bool{false, true} {
			for _, down := range []bool{false, true} {
				all = append(all, borderPoint{color, false, up, down})
			}
		}
	}
	return all
}

func (p borderPoint) empty() bool { return p.color == goban.Empty }
func (p borderPoint) needy() bool { return !p.empty() && !p.live }

// mayPrecede reports whether b can be the point below a.
//
// A needy stone has no empty neighbour. Neighbours of one colour are both live or both needy, and
// then connected. Of a needy stone that is connected below and one of the other colour under it
// that is connected above, the connections would cross.
func (p borderPoint) mayPrecede(b borderPoint) bool {
	switch {
	case p.empty() || b.empty():
		return !p.needy() && !b.needy()
	case p.color == b.color:
		return p.live == b.live && (p.live || p.down && b.up)
	}
	return !(p.needy() && b.needy() && p.down && b.up)
}

// transitions returns the points that can be below each point.
func transitions(points []borderPoint) [][]int {
	next := make([][]int, len(points))
	for i, p := range points {
		for j, q := range points {
			if p.mayPrecede(q) {
				next[i] = append(next[i], j)
			}
		}
	}
	return next
}

// pend returns the connections pending after a point, and whether it closes none but the last one.
func (p borderPoint) pend(pending []goban.Color) (after []goban.Color, balanced bool) {
	if last := len(pending) - 1; p.up {
		if last < 0 || pending[last] != p.color {
			return nil, false
		}
		pending = pending[:last]
	}
	if p.down {
		pending = append(slices.Clip(pending), p.color)
	}
	return pending, true
}

// classKeys returns the sorted keys, 3 bits a point from the top in the lowest bits on, of the
// valid classes without a kink: the balanced paths whose first stone is white.
func classKeys(height int) []uint64 {
	var keys []uint64
	points := borderPoints()
	var extend func(at *borderPoint, length int, pending []goban.Color, key uint64, bare bool)
	extend = func(at *borderPoint, length int, pending []goban.Color, key uint64, bare bool) {
		if length == height {
			if len(pending) == 0 {
				keys = append(keys, key)
			}
			return
		}
		for _, p := range points {
			next, balanced := p.pend(pending)
			if at != nil && !at.mayPrecede(p) || bare && p.color == goban.Black || !balanced {
				continue
			}
			extend(&p, length+1, next, key|uint64(p.code())<<(3*length), bare && p.empty())
		}
	}
	extend(nil, 0, nil, 0, true)
	slices.Sort(keys)
	return keys
}

const classDigits = 12 // of the growth rate of the classes

func figure10(w *work) error {
	points := borderPoints()
	w.row("nodes", len(points))
	next := transitions(points)
	largest, err := largestEigenvalue(next)
	w.row("eigenvalue", largest)
	w.row("root", (5+math.Sqrt(33))/2)
	w.note("Both bound the growth rate of the classes from above. The rate itself, from their generating function, is " +
		asymptotic.NewClassGrowth(classDigits).Lambda.Rounded(classDigits) + ".")
	for m := 1; m <= 6; m++ {
		w.row("balanced-paths", len(classKeys(m)), m)
	}
	codes, edges := map[int]bool{0: true}, 0
	var decodable cases
	for i, p := range points {
		codes[p.code()] = true
		seen := map[int]bool{}
		for _, j := range next[i] {
			seen[points[j].code()] = true
		}
		edges += len(next[i])
		decodable.add(len(seen) == len(next[i]))
	}
	w.row("codes", len(codes))
	w.row("decodable", &decodable)
	from, to := boxes(points)
	w.row("boxes-from", len(from))
	w.row("boxes-to", len(to))
	w.row("transitions", edges)
	var drawn int
	w.out.SVG, drawn = drawAutomaton(points, from, to)
	w.row("box-edges", drawn)
	return err
}

// code is the code of a point in 3 bits. The colour of a needy stone follows from the point above.
func (p borderPoint) code() int {
	switch {
	case p.empty():
		return 1
	case p.live:
		return 1 + int(p.color)
	}
	code := 4
	if p.up {
		code += 2
	}
	if p.down {
		code++
	}
	return code
}

// boxes groups points with the same successors, and points with the same predecessors.
func boxes(points []borderPoint) (from, to [][]int) {
	group := func(beside func(p, q borderPoint) bool) (all [][]int) {
		of := map[string]int{}
		for i, p := range points {
			key := ""
			for _, q := range points {
				key += fmt.Sprint(beside(p, q))
			}
			k, known := of[key]
			if !known {
				k = len(all)
				of[key], all = k, append(all, nil)
			}
			all[k] = append(all[k], i)
		}
		return all
	}
	return group(borderPoint.mayPrecede), group(func(p, q borderPoint) bool { return q.mayPrecede(p) })
}

// drawAutomaton draws the boxes in two columns, with the edges between them, and counts these.
func drawAutomaton(points []borderPoint, from, to [][]int) (svg string, edges int) {
	const left, right, pitch = 2.5, 14.0, 1.9
	var s drawing.Sheet
	s.Word(left, 0.8, "a point", 0.6)
	s.Word(right, 0.8, "the point below it", 0.6)
	height := 0.0
	place := func(x float64, groups [][]int) (middles []float64) {
		y := 2.4
		for _, g := range groups {
			first := y
			for _, i := range g {
				drawPoint(&s, points[i], x, y)
				s.Word(x+1, y, fmt.Sprintf("%03b", points[i].code()), 0.5)
				y += pitch
			}
			s.Frame(x-1.1, first-0.85, 2.9, float64(len(g)-1)*pitch+1.7)
			middles = append(middles, (first+y-pitch)/2)
			y += 0.3
		}
		height = max(height, y)
		return middles
	}
	fromY, toY := place(left, from), place(right, to)
	for i, g := range from {
		for j, h := range to {
			if points[g[0]].mayPrecede(points[h[0]]) {
				edges++
				s.Line(left+1.9, fromY[i], right-1.2, toY[j], drawing.Stroke{Head: true, Width: 0.8, Color: playerColor(points[g[0]].color)})
			}
		}
	}
	return s.SVG(right+3, height, "transitions from one border point to the next, between boxes of points"), edges
}

// drawPoint draws a node: a crossing, a live stone, or a needy one with its connections.
func drawPoint(s *drawing.Sheet, p borderPoint, x, y float64) {
	if p.empty() {
		s.Line(x-0.4, y, x+0.4, y, drawing.Stroke{})
		s.Line(x, y-0.4, x, y+0.4, drawing.Stroke{})
		return
	}
	if p.needy() {
		const blue = "#2b78e4"
		s.Line(x, y, x-0.7, y, drawing.Stroke{Color: blue, Width: 2})
		if p.up {
			s.Line(x-0.7, y, x-0.7, y-0.6, drawing.Stroke{Color: blue, Width: 2})
		}
		if p.down {
			s.Line(x-0.7, y, x-0.7, y+0.6, drawing.Stroke{Color: blue, Width: 2})
		}
	}
	s.Stone(x, y, p.color)
}

// differenceBytes returns how many bytes the differences of sorted keys take, with 7 bits a byte.
func differenceBytes(keys []uint64) int {
	total, before := 0, uint64(0)
	for _, key := range keys {
		total += max(1, (bits.Len64(key-before)+6)/7)
		before = key
	}
	return total
}

// keyBytes returns the mean number of bytes of the keys of some rows.
func keyBytes(rows int) (float64, error) {
	keys := classKeys(rows)
	if int64(len(slices.Compact(keys))) != connected.ValidClassesAt(rows, 0).Int64() {
		return 0, internal("%d keys of %d rows", len(keys), rows)
	}
	return float64(differenceBytes(keys)) / float64(len(keys)), nil
}

// Redundancy shows the least and the largest mean number of predecessors of the states of a kink.
func (g *stateGraph) Redundancy() finding {
	into := make([]int, len(g.states[0].Points))
	for e, colors := range g.edges {
		if !isEdge(g.states[e[0]]) {
			into[g.states[e[1]].Kink] += len(colors)
		}
	}
	least, most := math.Inf(1), 0.0
	for y, n := range into {
		mean := float64(n) / float64(g.States(y))
		least, most = min(least, mean), max(most, mean)
	}
	return finding{value: least >= 1 && most <= 3, text: fmt.Sprintf("%.3f to %.3f", least, most)}
}

// automatonPaths returns the number of paths of a length through the automaton.
func automatonPaths(length int) *big.Int {
	c := chain{next: transitions(borderPoints())}
	for i := range c.next {
		c.first, c.legal = append(c.first, i), append(c.legal, true)
	}
	return c.Positions(length)
}

// moduli returns how many primes below 2^64 section 5.6 takes for a square board.
func moduli(side int) int { return int(math.Ceil(float64(side*side) * math.Log2(3) / 64)) }

// moduliProduct returns the product of the largest of them.
func moduliProduct(side int) *big.Int {
	product := big.NewInt(1)
	for _, p := range modular.PrimesBelow(math.MaxUint64, moduli(side)) {
		product.Mul(product, new(big.Int).SetUint64(p))
	}
	return product
}
