package ranking_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
)

// The last position of the board 3x3 is that with the last number, and has it.
func Example() {
	ctx := context.Background()
	table, err := ranking.New(ctx, board.Size{Rows: 3, Cols: 3}, par.Options{})
	if err != nil {
		log.Fatal(err)
	}
	last := new(big.Int).Sub(table.Total(), big.NewInt(1))
	positions, err := table.Unrank(ctx, []*big.Int{last})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(positions[0])
	ranks, err := table.Rank(ctx, []*goban.Position{positions[0]})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ranks[0], "of", table.Total())
	// Output:
	// OOO
	// OOO
	// OO.
	// 12674 of 12675
}
