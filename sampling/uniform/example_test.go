package uniform_test

import (
	"context"
	"fmt"
	"log"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/sampling/uniform"
)

// One legal position of the board 4x7. The seed decides which.
func Example() {
	ctx := context.Background()
	sampler, err := uniform.New(ctx, board.Size{Rows: 4, Cols: 7}, uniform.Options{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	positions, err := sampler.Draw(ctx, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sampler.Method(), positions[0].Legal())
	fmt.Println(positions[0])
	// Output:
	// exact true
	// X.X.OOX
	// XXXX...
	// OOXOXOO
	// O.X.OO.
}
