package syntax_test

import (
	"fmt"

	"combigo.dev/combigo/syntax"
)

func ExampleError() {
	fmt.Println(&syntax.Error{Name: "board.txt", Line: 2, Column: 3, Msg: "ragged rows"})
	fmt.Println(&syntax.Error{Line: 1, Column: 1, Msg: "the input is empty"})
	// Output:
	// board.txt:2:3: ragged rows
	// 1:1: the input is empty
}
