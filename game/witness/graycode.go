package witness

import (
	"fmt"
	"iter"
	"math/bits"

	"combigo.dev/combigo/game/bound"
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

// maxBetween is the greatest number of points between for which GrayCode makes games: they have
// tens of millions of moves then.
const maxBetween = 20

// GrayCode returns a game of Theorem 8, without passes. The board's points are divided into black
// ones, white ones and points between. For each subset of the points between, in the order of the
// Gray code, black holds his points and the subset, or white hers and the rest, as the last change
// was to add a point or to remove one; where that turns, the other colour fills all its points in
// some order, and then takes what is left, which captures everything.
//
// It fails if there are more than MaxBetween points between.
func GrayCode(p *bound.Partition, order Order) (iter.Seq[goban.Move], error) {
	between := p.Of(goban.Empty)
	if len(between) > maxBetween {
		return nil, fmt.Errorf("the game of the Gray code on %dx%d has more than 2^%d moves: want a board with at most %d points between, not %d",
			p.Rows(), p.Cols(), len(between), maxBetween, len(between))
	}
	return func(yield func(goban.Move) bool) {
		g := grayGame{
			yield: yield, order: order, between: between,
			own: map[goban.Color][]goban.Point{goban.Black: p.Of(goban.Black), goban.White: p.Of(goban.White)},
		}
		g.play()
	}, nil
}

// grayGame is a game in the making.
type grayGame struct {
	order   Order
	yield   func(goban.Move) bool
	over    bool // nobody wants more moves
	own     map[goban.Color][]goban.Point
	between []goban.Point
}

// play makes the moves, until nobody wants more.
func (g *grayGame) play() {
	holder := goban.Black // of the board
	g.fill(holder)
	for i := uint(1); i < 1<<len(g.between) && !g.over; i++ {
		before, subset, mover := gray(i-1), gray(i), goban.Black
		if subset < before { // the change takes a point away
			mover = goban.White
		}
		if mover != holder {
			g.fill(mover)
			g.take(mover, before)
		}
		g.put(mover, g.between[bits.TrailingZeros(before^subset)])
		holder = mover
	}
}

// gray returns a subset of the Gray code as bits.
func gray(i uint) uint { return i ^ i>>1 }

// put makes a move.
func (g *grayGame) put(c goban.Color, at goban.Point) {
	g.over = g.over || !g.yield(goban.Stone(c, at))
}

// fill puts stones on all points of a colour.
func (g *grayGame) fill(c goban.Color) {
	for _, i := range g.order(len(g.own[c])) {
		g.put(c, g.own[c][i])
	}
}

// take lets a colour occupy the points between that the other does not hold.
func (g *grayGame) take(c goban.Color, subset uint) {
	for i, at := range g.between {
		if inside := subset>>i&1 != 0; inside == (c == goban.Black) {
			g.put(c, at)
		}
	}
}
