package patterns_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/symmetry/patterns"
)

// The openings of two moves on 19x19.
func ExampleCount() {
	r, err := patterns.Count(context.Background(), patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, First: 2, Last: 2,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range r.Values {
		fmt.Println(v.Number, v.Meaning)
	}
	// Output:
	// 16416 sequences
	// 16416 positions
	// 8316 positions-exchanged
	// 8316 sets
	// 16416 tree
	// 16416 tree-colors
}
