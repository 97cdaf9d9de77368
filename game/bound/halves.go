package bound

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/interval"
)

// LowerHalves returns the number of games, at least, of the main scheme of M. Walraet ("A
// googolplex of Go games", 2016; the file main9x9a.sgf of its supporting materials shows the moves
// on 9x9). It divides a square board of odd side, 5 or more; on 7x7:
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
//
// With P numbers of each colour, of s stones in the mean or more, each is built with its wall of n
// stones in some order, so there are
//
//	((n+s)!)^(2P)
//
// games or more, each of more than (2P-1) (n+a+2) moves, with a points in an area. Legal positions
// of the full rows of an area and of the rest of it make a number: P is at least the product of
// their numbers. It returns nil if those are not at hand, or if the board has no such halves.
func LowerHalves(ctx context.Context, size board.Size, threads int) (*Bound, error) {
	side := size.Rows
	rows := side/2 - 1
	if side != size.Cols || side%2 == 0 || rows < 1 || rows > maxCounted {
		return nil, nil
	}
	numbers, product := big.NewInt(1), ""
	for _, part := range []board.Size{{Rows: rows, Cols: side}, {Rows: 1, Cols: rows}} {
		legal, name, _, err := legal(ctx, part, threads)
		if err != nil {
			return nil, err
		}
		numbers.Mul(numbers, legal)
		product += " " + name
	}
	area := rows * (side + 1)
	empty, _ := meanEmpty(area, decimal.Ln(interval.Int(numbers))).High.Float64()
	stones := side + area - 1 - int(empty)
	x := power(factorial(stones), numbers.Lsh(numbers, 1), fmt.Sprintf("(%d!)^(2%s)", stones, product), "halves")
	x.Moves = numbers.Mul(numbers.Sub(numbers, big.NewInt(1)), big.NewInt(int64(side+area+2)))
	return x, nil
}

// inPrint is the lower bound for 19x19 that was published.
func inPrint() *Bound {
	googol := new(big.Int).Exp(big.NewInt(10), big.NewInt(100), nil)
	return power(big.NewInt(10), googol, "10^(10^100)", "Walraet and Tromp, 2016, quoted")
}
