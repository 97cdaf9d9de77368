package comparison

import (
	"context"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/result"
)

// squares of a chess board, half of them empty before the first capture.
const squares, occupied = 64, 32

// A piece is a kind of chess man: how many of it a player has, and the bits of its word in the
// paper's Huffman code.
type piece struct {
	name        string
	count, bits int
}

// army is the men of one player: a code of 1 bit for an empty square, 3 for a pawn, 5 for a rook,
// knight or bishop and 6 for a queen or king of one colour.
var army = []piece{
	{"pawns", 8, 3},
	{"rooks", 2, 5},
	{"knights", 2, 5},
	{"bishops", 2, 5},
	{"queen", 1, 6},
	{"king", 1, 6},
}

// players of a game.
const players = 2

// codeLength returns the bits of the code of a position with all men.
func codeLength() int {
	bits := squares - occupied
	for _, p := range army {
		bits += players * p.count * p.bits
	}
	return bits
}

// arrangements returns the number of positions with all men: 64! divided by the factorials of the
// numbers of men and empty squares that look the same.
func arrangements() *big.Int {
	n := factorial(squares)
	n.Quo(n, factorial(squares-occupied))
	for _, p := range army {
		for range players {
			n.Quo(n, factorial(p.count))
		}
	}
	return n
}

// Chess returns the paper's upper bounds on the number of chess positions, and an estimate.
func Chess(ctx context.Context) (*Report, error) {
	start := time.Now()
	bound, all := pow(2, codeLength()), arrangements()
	if all.Cmp(bound) > 0 {
		return nil, result.InternalErrorf("a number computed for chess", "there are more positions with all men than words for them")
	}
	refined := new(big.Int).Mul(big.NewInt(45), pow(10, 45))
	goBoard, err := count.Legal(ctx, board.Size{Rows: 10, Cols: 10}, count.Options{})
	if err != nil {
		return nil, err
	}
	return &Report{
		Game:  "chess",
		Board: board.Size{Rows: 8, Cols: 8},
		Figures: []Figure{
			{
				Name: "upper bound by a Huffman code", Formula: "2^(32*1 + 2*(8*3 + 6*5 + 2*6)) = 2^164",
				Value: bound, Published: "2.3 x 10^49", Source: paper, Basis: result.Proved,
			},
			{Name: "arrangements of all 32 men", Formula: "64! / (32! 8!^2 2!^6)", Value: all, Basis: result.Proved},
			{Name: "refined upper bound", Published: "4.5 x 10^46", Source: paper, Basis: result.Quoted},
			{Name: "L(10,10), legal positions of Go on 10x10", Formula: "counted", Value: goBoard.Value, Basis: result.TwoWays},
			{
				Name: "refined bound / L(10,10)", Formula: "4.5 x 10^46 / L(10,10)",
				Real: ratio(new(big.Rat).SetInt(refined), goBoard.Value), Published: "less than half", Source: paper, Basis: result.Quoted,
			},
			{
				Name: "legal positions, estimated from a sample", Published: "(4.59 +- 0.38) x 10^44",
				Source: "J. Tromp, ChessPositionRanking, github.com/tromp/ChessPositionRanking", Basis: result.Quoted,
			},
		},
		Provenance: result.Provenance{
			Method: "formula", Description: "bounds worked out", Engine: "comparison", Threads: goBoard.Threads,
			Wall: time.Since(start), PeakMemory: result.PeakMemory(),
			Checks: []string{"no more arrangements of all men, which have words of 164 bits, than such words"},
		},
	}, nil
}
