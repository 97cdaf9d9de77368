package syntax_test

import (
	"fmt"
	"testing"

	"combigo.dev/combigo/syntax"
)

func ExampleError() {
	fmt.Println(&syntax.Error{Name: "board.txt", Line: 2, Column: 3, Msg: "ragged rows"})
	fmt.Println(&syntax.Error{Line: 1, Column: 1, Msg: "the input is empty"})
	// Output:
	// board.txt:2:3: ragged rows
	// 1:1: the input is empty
}

func TestBrief(t *testing.T) {
	for text, want := range map[string]string{" a\n b ": "a b", "àbcdefghijklmnopqrst": "àbcdefghijklmnopqrst", "àbcdefghijklmnopqrstu": "àbcdefghijklmnopqrst..."} {
		if got := syntax.Brief(text); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}
