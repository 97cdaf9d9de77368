package length_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/game/length"
)

// The first terms of the published sequence.
func ExampleCount() {
	for moves := range 5 {
		r, err := length.Count(context.Background(), 19, 19, moves, length.Options{Rules: length.Published})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(moves, r.Value)
	}
	// Output:
	// 0 1
	// 1 361
	// 2 130321
	// 3 46915560
	// 4 16842813128
}
