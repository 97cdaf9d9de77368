package symmetry_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/symmetry"
)

// The positions of 3x3, and those that each kind of motion leaves as they are.
func ExampleCount() {
	r, err := symmetry.Count(context.Background(), board.Size{Rows: 3, Cols: 3}, symmetry.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range r.Rows {
		fmt.Println(len(row.Motions), row.Name, row.Same.Value, row.Exchanged.Value)
	}
	fmt.Println(r.Orbits, r.OrbitsColored)
	// Output:
	// 1 identity 12675 1
	// 2 reflections along the sides 489 27
	// 1 half turn 183 69
	// 2 quarter turns 15 9
	// 2 diagonal reflections 363 25
	// 1824 924
}
