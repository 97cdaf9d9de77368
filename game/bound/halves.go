package bound

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/interval"
)

// Halves divide a square board of odd side, 5 or more, for the main scheme of M. Walraet ("A
// googolplex of Go games", 2016; the file main9x9a.sgf of its supporting materials shows the moves
// on 9x9). On 7x7:
//
//	a a a a a a a
//	a a a a a a a
//	a a X X X X X
//	X X c c c O O
//	O O O O O b b
//	b b b b b b b
//	b b b b b b b
//
// Black has a wall (X) and an area (a) for numbers, white likewise (O, b), and the stones in the
// centre (c) say whose number holds still. A number is a legal position of the board on which the
// own wall is all that stands outside the area. While the number and the centre of one colour hold
// still, the other colour fills its half, loses it, and builds its next number.
type Halves struct {
	*grid
	Centre     [3]goban.Point                // the first is beside black's part of the row, the last beside white's
	Wall, Area map[goban.Color][]goban.Point // of black and white
}

// NewHalves divides a board. It fails if the side is even or less than 5.
func NewHalves(size board.Size) (*Halves, error) {
	side := size.Rows
	if side != size.Cols || side%2 == 0 || side < 5 || side > MaxSide {
		return nil, fmt.Errorf("board %v: want a square of an odd side from 5 to %d", size, MaxSide)
	}
	h := &Halves{grid: newGrid(side, side), Wall: map[goban.Color][]goban.Point{}, Area: map[goban.Color][]goban.Point{}}
	middle := side / 2
	for i := range h.Centre {
		h.Centre[i] = goban.Point{Row: middle, Col: middle - 1 + i}
	}
	for p := range side*middle + middle - 1 {
		at, part := h.at(p), h.Area
		if at.Row == middle || at.Row == middle-1 && at.Col >= middle-1 {
			part = h.Wall
		}
		part[goban.Black] = append(part[goban.Black], at)
		part[goban.White] = append(part[goban.White], h.at(side*side-1-p))
	}
	return h, nil
}

// LowerHalves returns the number of games of the main scheme, at least: with P numbers of each
// colour, of s stones in the mean or more, each is built with its wall of n stones in some order,
// so there are
//
//	((n+s)!)^(2P)
//
// games or more, each of more than (2P-1) (n+a+2) moves, with a points in an area. Legal positions
// of the full rows of an area and of the rest of it make a number: P is at least the product of
// their numbers. It returns nil if those are not at hand.
func LowerHalves(ctx context.Context, h *Halves, threads int) (*Bound, error) {
	rows := h.rows/2 - 1
	if rows > maxCounted {
		return nil, nil
	}
	numbers, product := big.NewInt(1), ""
	for _, part := range []board.Size{{Rows: rows, Cols: h.cols}, {Rows: 1, Cols: rows}} {
		legal, name, _, err := legal(ctx, part, threads)
		if err != nil {
			return nil, err
		}
		numbers.Mul(numbers, legal)
		product += " " + name
	}
	a, area := interval.New(digits), len(h.Area[goban.Black])
	empty, _ := meanEmpty(area, a.Ln(interval.Int(numbers))).High.Float64()
	stones := h.rows + area - 1 - int(empty)
	x := power(factorial(stones), numbers.Lsh(numbers, 1), fmt.Sprintf("(%d!)^(2%s)", stones, product), "halves")
	x.Moves = numbers.Mul(numbers.Sub(numbers, big.NewInt(1)), big.NewInt(int64(h.rows+area+2)))
	return x, nil
}

// inPrint is the lower bound for 19x19 that was published.
func inPrint() *Bound {
	googol := new(big.Int).Exp(big.NewInt(10), big.NewInt(100), nil)
	return power(big.NewInt(10), googol, "10^(10^100)", "Walraet and Tromp, 2016, quoted")
}
