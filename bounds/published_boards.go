package bounds

import (
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
)

// A PublishedBoard is bounds for the number of legal positions on a board that are in print.
type PublishedBoard struct {
	Board        board.Size
	Lower, Upper string // as printed, in scientific notation
	Source       string
}

// publishedBoards is for the square lattice and two colours.
var publishedBoards = []PublishedBoard{
	{board.Size{Rows: 17, Cols: 17}, "4.189686102798248e135", "3.795846030704812e136", fs + "Table 1"},
	{board.Size{Rows: 18, Cols: 18}, "1.370980901968463e152", "1.375868183851593e153", fs + "Table 1"},
	{board.Size{Rows: 19, Cols: 19}, "1.743685286536042e169", "6.432156129669607e170", fs + "Table 1"},
}

// InPrint returns the published bounds for the board, nil if there are none.
func (b *BoardBracket) InPrint() *PublishedBoard {
	for i := range publishedBoards {
		if b.Kind == lattice.Square && b.Colors == 2 && publishedBoards[i].Board == b.Board {
			return &publishedBoards[i]
		}
	}
	return nil
}

// Beaten reports which of the published bounds those of b are sharper than, by more than the error
// of the last digits.
func (p *PublishedBoard) Beaten(b *BoardBracket) (lower, upper bool) {
	return ratio(b.Lower.Value, p.Lower) > 1+tolerance, ratio(b.Upper.Value, p.Upper) < 1-tolerance
}

// ratio returns n divided by a number as it is printed.
func ratio(n *big.Int, text string) float64 {
	x, _, err := big.ParseFloat(text, 10, 256, big.ToNearestEven)
	if err != nil {
		panic(err) // the numbers above are well-formed
	}
	q, _ := new(big.Float).SetPrec(256).Quo(new(big.Float).SetPrec(256).SetInt(n), x).Float64()
	return q
}
