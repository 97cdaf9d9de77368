package witness

import (
	"fmt"
	"iter"
	"slices"

	"combigo.dev/combigo/goban"
)

// maxRow is the greatest number of points for which Row makes games: they have millions of moves
// then.
const maxRow = 20

// RowChoices returns the number of yes-or-no choices in the games of Row: 2^(n-1).
func RowChoices(n int) int { return 1 << (n - 1) }

// Row returns a game of Theorem 9 on a row of n points, without passes. Number the positions by
// their occupied points in binary, the leftmost point as the lowest digit. A move on the leftmost
// empty point, in the colour that captures the string to the left of it, counts one up; so two such
// sequences, which differ by the colours, lead from the empty board to the two positions in which a
// single string occupies all but the leftmost point. A game follows one of them to its end or
// nearly so, captures everything, and follows the other. On both it may leave out the positions
// with a stone on the first point and none on the second.
//
// The choices are RowChoices(n) bits: the first says which sequence comes first, each other one
// leaves out a position if it is set. None set gives the longest game, of 2^(n+1) - 4 moves if n is
// odd and 2^(n+1) - 6 if it is even; all set one of the shortest, of 3 2^(n-1) - 5 moves if n is
// even and two more if it is odd.
func Row(n int, choices func(i int) bool) (iter.Seq[goban.Move], error) {
	if n < 2 || n > maxRow {
		return nil, fmt.Errorf("a row of %d points: want 2 to %d", n, maxRow)
	}
	return func(yield func(goban.Move) bool) {
		first := goban.Black
		if choices(0) {
			first = goban.White
		}
		next := 1
		leave := func() bool {
			next++
			return choices(next - 1)
		}
		for _, m := range join(branch(n, first), branch(n, first.Opponent()), n, first) {
			if m.optional && leave() {
				continue
			}
			if !yield(goban.Stone(m.color, goban.Point{Col: m.point})) {
				return
			}
		}
	}, nil
}

// rowMove is a move of a game on a row, and whether the game may do without it.
type rowMove struct {
	color    goban.Color
	point    int
	optional bool
}

// branch returns the moves from the empty board to the position with a string of a colour on all
// points but the first, by going back from there: the stone on the leftmost point is taken off, and
// the stones that it captured come back.
func branch(n int, c goban.Color) []rowMove {
	row := make([]goban.Color, n)
	for i := 1; i < n; i++ {
		row[i] = c
	}
	moves := make([]rowMove, 1<<n-2)
	for number := len(moves); number > 0; number-- {
		point := slices.IndexFunc(row, goban.Color.IsStone)
		moves[number-1] = rowMove{row[point], point, number%4 == 1}
		for i := range point {
			row[i] = row[point].Opponent()
		}
		row[point] = goban.Empty
	}
	return moves
}

// join leads from one branch into the other. With n odd the end of one is captured from the first
// point, which gives the first position of the other, and so that one cannot be left out. With n
// even, two moves before the end, a stone on the first point, which may be left out, comes before
// the one on the second point that captures everything: the second position of the other.
func join(one, other []rowMove, n int, c goban.Color) []rowMove {
	if n%2 == 1 {
		capture := other[0]
		capture.optional = false
		return append(append(one, capture), other[1:]...)
	}
	bait := rowMove{c, 0, true}
	return append(append(one[:len(one)-2], bait), other[1:]...)
}
