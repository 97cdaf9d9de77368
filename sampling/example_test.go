package sampling_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/sampling"
)

func ExampleSample() {
	e, err := sampling.Sample(context.Background(), board.Size{Rows: 9, Cols: 9}, sampling.Options{Runs: 2000, Seed: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Value.Text(3), "from", e.Low.Text(3), "to", e.High.Text(3))
	// Output: 1.04e+38 from 1.03e+38 to 1.06e+38
}
