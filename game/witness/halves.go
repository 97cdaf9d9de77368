package witness

import (
	"fmt"
	"iter"
	"math/bits"

	"combigo/game/bound"
	"combigo/goban"
)

// MaxSteps is the greatest number of divisions of a board along which NewHalves makes games: they have tens of millions of moves
// then.
const MaxSteps = 1 << 20

// halves returns a game that goes through all divisions of a board in connected halves, without passes. The holder of the board has
// stones on all points of his half, and nothing else is on the board. To add a point to the black half, or to take one from it, the
// colour that gets it must hold the board. Where that turns, the other colour fills its half, in some order, but with its marker as
// the last point, which captures everything.
//
// It fails if there are more than MaxSteps divisions.
func halves(h *bound.Halves, order Order) (iter.Seq[goban.Move], error) {
	t, err := newTree(h)
	if err != nil {
		return nil, err
	}
	return func(yield func(goban.Move) bool) {
		g := halvesGame{tree: t, yield: yield, order: order, black: make([]bool, h.Rows()*h.Cols())}
		for i := range g.black {
			g.black[i] = h.Fixed(g.at(i)) == goban.Black
		}
		if g.fill(goban.Black) {
			g.visit(0, 0, 1)
		}
	}, nil
}

// tree is a tree of the divisions of the open points, each of which differs from its parent by a point. Its edges have colours,
// which are different at every division.
type tree struct {
	*bound.Halves
	children [][]edge // of each division; the first one has no black point
}

type edge struct{ child, point, color int }

// newTree finds all divisions, breadth first.
func newTree(h *bound.Halves) (*tree, error) {
	tooMany := fmt.Errorf("the game of the connected halves on %dx%d has more than %d turns: want a smaller board", h.Rows(), h.Cols(), MaxSteps)
	if h.Open()+h.Signs() > 63 {
		return nil, tooMany
	}
	t := &tree{Halves: h, children: make([][]edge, 1)}
	number := map[uint64]int{0: 0}
	all, parent := []uint64{0}, []int{-1} // divisions, and the colours of the edges to their parents
	for v := 0; v < len(all); v++ {
		color := 0
		for point := range h.Open() {
			d := all[v] ^ 1<<point
			if _, known := number[d]; known || !t.connected(d) {
				continue
			}
			if color == parent[v] {
				color++
			}
			t.children[v] = append(t.children[v], edge{len(all), point, color})
			number[d] = len(all)
			all, parent, t.children = append(all, d), append(parent, color), append(t.children, nil)
			color++
			if len(all)<<h.Signs() > MaxSteps {
				return nil, tooMany
			}
		}
	}
	return t, nil
}

// connected reports whether both halves of a division are, all signs being white.
func (t *tree) connected(division uint64) bool {
	p, err := goban.New(t.Rows(), t.Cols())
	if err != nil {
		return false
	}
	for i := range t.Rows() * t.Cols() {
		at := goban.Point{Row: i / t.Cols(), Col: i % t.Cols()}
		p.Set(at.Row, at.Col, t.Fixed(at))
		if t.Fixed(at) == goban.Empty {
			p.Set(at.Row, at.Col, goban.White)
		}
	}
	for i := range t.Open() {
		if division>>i&1 != 0 {
			at := t.OpenPoint(i)
			p.Set(at.Row, at.Col, goban.Black)
		}
	}
	return len(p.Strings()) == 2
}

// halvesGame is a game in the making.
type halvesGame struct {
	*tree
	yield  func(goban.Move) bool
	order  Order
	black  []bool      // the black half
	holder goban.Color // of the board
}

func (g *halvesGame) at(i int) goban.Point { return goban.Point{Row: i / g.Cols(), Col: i % g.Cols()} }

// visit goes through the signs of a division, from a place of the Gray code up or down and round to the place before it. An edge of
// colour c leads to a child between the places 2c+1 and 2c+2, and comes back at the other one. It returns false if nobody wants
// more.
func (g *halvesGame) visit(division int, from uint, step int) bool {
	around := uint(1) << g.Signs()
	for i, at := uint(1), from; i < around; i++ {
		next := (at + uint(step)) % around
		low := at // of the two places
		if step < 0 {
			low = next
		}
		moved := false
		for _, e := range g.children[division] {
			if low == uint(2*e.color+1) {
				p := g.OpenPoint(e.point)
				if !g.turn(p) || !g.visit(e.child, at, -step) || !g.turn(p) {
					return false
				}
				moved = true
			}
		}
		if !moved && !g.turn(g.Sign(bits.TrailingZeros(gray(at)^gray(next)))) {
			return false
		}
		at = next
	}
	return true
}

// turn changes the colour of a point.
func (g *halvesGame) turn(p goban.Point) bool {
	i := p.Row*g.Cols() + p.Col
	mover := goban.Black
	if g.black[i] {
		mover = goban.White
	}
	if mover != g.holder && !g.fill(mover) {
		return false
	}
	g.black[i] = !g.black[i]
	return g.yield(goban.Stone(mover, p))
}

// fill puts stones on all points of a half, and so captures the other one.
func (g *halvesGame) fill(c goban.Color) bool {
	g.holder = c
	last, white := g.Markers()
	if c == goban.White {
		last = white
	}
	var points []goban.Point
	for i, black := range g.black {
		if p := g.at(i); black == (c == goban.Black) && p != last {
			points = append(points, p)
		}
	}
	for _, i := range g.order(len(points)) {
		if !g.yield(goban.Stone(c, points[i])) {
			return false
		}
	}
	return g.yield(goban.Stone(c, last))
}
