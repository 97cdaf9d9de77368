package result_test

import (
	"fmt"
	"math/big"
	"os"
	"time"

	"combigo/board"
	"combigo/result"
)

func ExampleText() {
	r := &result.Result{
		Quantity: "legal positions",
		Symbol:   "L(3,3)",
		Board:    board.Size{Rows: 3, Cols: 3},
		Value:    big.NewInt(12675),
		Whole:    result.Whole{Name: "positions", Power: "3^9", Value: big.NewInt(19683)},
		Provenance: result.Provenance{
			Method:      "brute",
			Description: "every position looked at",
			Engine:      "goban",
			Threads:     1,
			Wall:        2 * time.Millisecond,
			Checks:      []string{"less than 3^9"},
		},
	}
	if err := result.Text(os.Stdout, r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Legal positions on the 3x3 board
	//
	//   L(3,3) = 12675
	//
	// digits      5
	// share       64.3957 % of all 3^9 = 19683 positions
	//
	// method      brute: every position looked at
	// engine      goban
	// run         1 thread, 2.0 ms
	// checks      less than 3^9
}

func ExampleGroup() {
	n := new(big.Int).Exp(big.NewInt(2), big.NewInt(300), nil)
	for _, line := range result.Group(n.String()) {
		fmt.Println(line)
	}
	// Output:
	// 2037035976 3344860862 6844568840 9378161051 4683936659 3625063614    60
	// 0449354381 2997633367 0618339737 6                                   91
}

func ExampleBFile() {
	terms := []result.Term{{Index: 1, Value: big.NewInt(1)}, {Index: 2, Value: big.NewInt(57)}}
	if err := result.BFile(os.Stdout, terms); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 1
	// 2 57
}

func ExampleParseBytes() {
	size, err := result.ParseBytes("1500 MB")
	fmt.Println(size, err)
	_, err = result.ParseBytes("eight")
	fmt.Println(err)
	// Output:
	// 1.40 GiB <nil>
	// "eight" is not a size of memory: want a number and a unit, such as 8GiB or 512MiB
}
