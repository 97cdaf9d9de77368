package witness

import (
	"slices"

	"combigo.dev/combigo/goban"
)

// An Order returns the order in which n points are filled, as a permutation of 0 to n-1: one of n!
// ways.
type Order func(n int) []int

// InOrder fills points from the first to the last.
func InOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// A player makes the moves of a game by the rules, without suicide.
type player struct {
	order    Order
	position *goban.Position
	yield    func(goban.Move) bool
	over     bool // nobody wants more moves
}

// move makes a move if the rules allow it without suicide, and reports whether they do.
func (g *player) move(c goban.Color, at goban.Point) bool {
	if _, err := g.position.Play(c, at, goban.SuicideForbidden); err != nil {
		return false
	}
	g.put(c, at)
	return true
}

// put makes a move of which the rules are not asked.
func (g *player) put(c goban.Color, at goban.Point) {
	g.over = g.over || !g.yield(goban.Stone(c, at))
}

// build puts stones on the board, in one of the orders.
func (g *player) build(stones []goban.Move) {
	for _, i := range g.order(len(stones)) {
		g.move(stones[i].Color, stones[i].Point)
	}
}

// conquer lets a colour put stones on some points wherever a colour may and that is no suicide.
// Where that goes no further, the other colour puts a stone next to a stone of its own, which
// thereby loses a liberty.
func (g *player) conquer(c goban.Color, points []goban.Point, may func(goban.Color, goban.Point) bool) {
	for again := true; again && !g.over; {
		again = false
		for _, p := range points {
			again = may(c, p) && g.move(c, p) || again
		}
		again = again || slices.ContainsFunc(points, func(p goban.Point) bool {
			return may(c.Opponent(), p) && g.beside(p, c.Opponent(), points) && g.move(c.Opponent(), p)
		})
	}
}

// beside reports whether a stone of a colour is next to a point, on one of some points.
func (g *player) beside(p goban.Point, c goban.Color, points []goban.Point) bool {
	return slices.ContainsFunc(points, func(q goban.Point) bool {
		return (p.Row-q.Row)*(p.Row-q.Row)+(p.Col-q.Col)*(p.Col-q.Col) == 1 && g.position.At(q.Row, q.Col) == c
	})
}

// legal sets some points of a position in turn to all the colours that they may have, from the
// first to the last, and visits those colourings that are legal. It returns false if the visitor
// wants no more.
func legal(p *goban.Position, points []goban.Point, may func(goban.Point) []goban.Color, visit func() bool) bool {
	if len(points) == 0 {
		return !p.Legal() || visit()
	}
	at, more := points[0], true
	for _, c := range may(at) {
		p.Set(at.Row, at.Col, c)
		more = more && legal(p, points[1:], may, visit)
	}
	p.Set(at.Row, at.Col, goban.Empty)
	return more
}

// stones returns the stones on some points.
func stones(p *goban.Position, points []goban.Point) (all []goban.Move) {
	for _, at := range points {
		if c := p.At(at.Row, at.Col); c != goban.Empty {
			all = append(all, goban.Stone(c, at))
		}
	}
	return all
}
