package board_test

import (
	"fmt"

	"combigo.dev/combigo/board"
)

func ExampleParse() {
	for _, word := range []string{"9", "9x13", "9-3"} {
		size, err := board.Parse(word)
		fmt.Println(size, size.Points(), err)
	}
	// Output:
	// 9x9 81 <nil>
	// 9x13 117 <nil>
	// 0x0 0 board "9-3": the range runs backwards: write 3-9
}

func ExampleRange_Sizes() {
	r, err := board.ParseRange("1-2", "3-4")
	if err != nil {
		fmt.Println(err)
		return
	}
	for size := range r.Sizes() {
		fmt.Println(size)
	}
	// Output:
	// 1x3
	// 1x4
	// 2x3
	// 2x4
}
