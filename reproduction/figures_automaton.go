package reproduction

import (
	"fmt"
	"math"

	"combigo/asymptotic"
	"combigo/border"
	"combigo/goban"
	"combigo/internal/drawing"
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
// A needy stone has no empty neighbour. Neighbours of one colour are both live or both needy, and then connected. Of a
// needy stone that is connected below and one of the other colour under it that is connected above, the connections
// would cross.
func (p borderPoint) mayPrecede(b borderPoint) bool {
	switch {
	case p.empty() || b.empty():
		return !p.needy() && !b.needy()
	case p.color == b.color:
		return p.live == b.live && (p.live || p.down && b.up)
	}
	return !(p.needy() && b.needy() && p.down && b.up)
}

// classesByAutomaton counts balanced paths through the automaton, one stack of pending connections at a time: the plain
// way to Table 1.
func classesByAutomaton(height int) int {
	points := borderPoints()
	var paths func(at borderPoint, length int, pending string) int
	// visit counts the paths that go on from a point, of whose connections the pending ones have not been closed.
	visit := func(p borderPoint, length int, pending string) int {
		if p.needy() {
			mark := "B"
			if p.color == goban.White {
				mark = "W"
			}
			if p.up {
				if pending == "" || pending[len(pending)-1:] != mark {
					return 0
				}
				pending = pending[:len(pending)-1]
			}
			if p.down {
				pending += mark
			}
		}
		return paths(p, length, pending)
	}
	paths = func(at borderPoint, length int, pending string) int {
		if length == height {
			if pending == "" {
				return 1
			}
			return 0
		}
		n := 0
		for _, p := range points {
			if at.mayPrecede(p) {
				n += visit(p, length+1, pending)
			}
		}
		return n
	}
	states := 0
	for _, p := range points {
		states += visit(p, 1, "")
	}
	return (states + 1) / 2
}

// growth returns the largest eigenvalue of the matrix of the automaton, by powers.
func growth(points []borderPoint) float64 {
	v := make([]float64, len(points))
	for i := range v {
		v[i] = 1
	}
	value := 0.0
	for range 200 {
		next, sum := make([]float64, len(v)), 0.0
		for i, p := range points {
			for j, q := range points {
				if p.mayPrecede(q) {
					next[i] += v[j]
				}
			}
			sum = max(sum, next[i])
		}
		for i := range next {
			next[i] /= sum
		}
		v, value = next, sum
	}
	return value
}

const classDigits = 12 // of the growth rate of the classes

func figure10(w *work) error {
	points := borderPoints()
	w.number("nodes", "11", int64(len(points)))
	w.float("largest eigenvalue (section 5.6)", "5.372", growth(points))
	w.float("largest root of (x-2)(x^2-5x-2)", "5.372", (5+math.Sqrt(33))/2)
	w.note("Both bound the growth rate of the classes from above. The rate itself, from their generating function, is " +
		asymptotic.NewClassGrowth(classDigits).Lambda.Rounded(classDigits) + ".")
	for m := 1; m <= 6; m++ {
		w.number(fmt.Sprintf("balanced paths of length %d, up to exchange of the colours: Table 1", m), border.ValidClasses(m)[0].String(), int64(classesByAutomaton(m)))
	}
	w.note("An edge joins points that may be neighbours, the upper one first. Of needy stones, strokes upward and downward say that there are connections. The 3-bit codes of the document are not shown.")
	w.out.SVG = drawAutomaton(points)
	return nil
}

// drawAutomaton places the points on a circle.
func drawAutomaton(points []borderPoint) string {
	const radius, middle = 8.0, 10.0
	var s drawing.Sheet
	place := func(i int) (x, y float64) {
		angle := 2*math.Pi*float64(i)/float64(len(points)) - math.Pi/2
		return middle + radius*math.Cos(angle), middle + radius*math.Sin(angle)
	}
	for i, p := range points {
		x1, y1 := place(i)
		for j, q := range points {
			if !p.mayPrecede(q) {
				continue
			}
			if i == j {
				s.Loop(x1, y1-0.7, 0.9, "")
				continue
			}
			x2, y2 := place(j)
			dx, dy := x2-x1, y2-y1
			length := math.Hypot(dx, dy) / 0.9
			s.Line(x1+dx/length, y1+dy/length, x2-dx/length, y2-dy/length, drawing.Stroke{Bend: 0.06, Head: true, Width: 0.8})
		}
	}
	for i, p := range points {
		x, y := place(i)
		drawPoint(&s, p, x, y)
	}
	return s.SVG(2*middle, 2*middle, "transitions from one border point to the next")
}

// drawPoint draws a node: a crossing, a live stone, or a needy one with a stroke to the left and its connections.
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
