package liberties_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/liberties"
)

func ExampleForHeight() {
	row, err := liberties.ForHeight(context.Background(), 7, 10, liberties.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(row.Rule)
	fmt.Println("proved for all widths from", row.Proved)
	// Output:
	// for width >= 4: 16 [+4 +6 +3]
	// proved for all widths from 4
}

func ExampleOnBoard() {
	b, err := liberties.OnBoard(context.Background(), 4, 6, liberties.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	checked, err := b.Group.Check()
	fmt.Println(b.Liberties, checked, b.Proof, err)
	// Output: 14 14 plain <nil>
}
