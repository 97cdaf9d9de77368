package witness

import (
	"iter"
	"slices"

	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
)

// maxNumbers is the greatest number of numbers of one colour in the games of NewHalves: they have a
// million moves then.
const maxNumbers = 1 << 14

// halves returns the game of the main scheme on the halves of a board, without passes, or the
// beginning of it that goes through a given number of numbers of each colour. It reports whether
// these are all.
func halves(h *bound.Halves, order Order, most int) (game iter.Seq[goban.Move], all bool, err error) {
	start, err := goban.New(h.Rows(), h.Cols())
	if err != nil {
		return nil, false, err
	}
	var numbers [][]goban.Move // of black, the wall among them
	p, points := start.Clone(), append(h.Wall[goban.Black], h.Area[goban.Black]...)
	may := func(at goban.Point) []goban.Color {
		if slices.Contains(h.Wall[goban.Black], at) {
			return []goban.Color{goban.Black}
		}
		return []goban.Color{goban.Empty, goban.Black, goban.White}
	}
	all = legal(p, points, may, func() bool {
		if len(numbers) < most {
			numbers = append(numbers, stones(p, points))
			return true
		}
		return false
	})
	return func(yield func(goban.Move) bool) {
		g := player{order: order, yield: yield, position: start.Clone()}
		g.halves(h, numbers)
	}, all, nil
}

// halves makes the moves: in turn the number of one colour holds still, with one of its stones in
// the centre while the other colour builds a number, and two while that fills its area, until the
// last point of the centre captures all that it has.
func (g *player) halves(h *bound.Halves, numbers [][]goban.Move) {
	fill := func(c goban.Color, last int) {
		g.move(c, h.Centre[1])
		g.conquer(c, h.Area[c], func(goban.Color, goban.Point) bool { return true })
		g.move(c.Opponent(), h.Centre[last])
	}
	black, white := g.order(len(numbers)), g.order(len(numbers))
	g.build(numbers[black[0]])
	g.move(goban.Black, h.Centre[0])
	for i := 0; i < len(numbers) && !g.over; i++ {
		g.build(turned(h, numbers[white[i]]))
		fill(goban.Black, 2)
		if i+1 < len(numbers) {
			g.build(numbers[black[i+1]])
			fill(goban.White, 0)
		}
	}
}

// turned returns stones after half a turn of the board, with the colours exchanged.
func turned(h *bound.Halves, stones []goban.Move) []goban.Move {
	all := make([]goban.Move, len(stones))
	for i, m := range stones {
		all[i] = goban.Stone(m.Color.Opponent(), goban.Point{Row: h.Rows() - 1 - m.Point.Row, Col: h.Cols() - 1 - m.Point.Col})
	}
	return all
}
