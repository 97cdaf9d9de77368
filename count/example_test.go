package count_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
)

func ExampleLegal() {
	r, err := count.Legal(context.Background(), board.Size{Rows: 9, Cols: 9}, count.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Symbol, "=", r.Value)
	// Output: L(9,9) = 103919148791293834318983090438798793469
}

func ExampleTable() {
	boards, err := board.ParseRange("1-5")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := count.Table(context.Background(), boards, count.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range table {
		fmt.Println(r.Board, r.Value)
	}
	// Output:
	// 1x1 1
	// 2x2 57
	// 3x3 12675
	// 4x4 24318165
	// 5x5 414295148741
}
