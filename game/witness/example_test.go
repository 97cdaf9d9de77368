package witness_test

import (
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
)

// A game that goes through all subsets of the points between two combs.
func ExampleNew() {
	game, err := witness.New(board.Size{Rows: 3, Cols: 3}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	start, _ := goban.New(3, 3)
	replay, _ := goban.NewReplay(start, goban.Black, goban.Rules{})
	for m := range game.Moves() {
		if err := replay.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(game.Source, game.Bound.Formula)
	fmt.Println(replay.Counts().Stones, "stones")
	// Output:
	// Theorem 8 (3!)^(2^2)
	// 21 stones
}
