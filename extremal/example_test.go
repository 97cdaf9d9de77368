package extremal_test

import (
	"context"
	"fmt"

	"combigo/extremal"
)

func ExampleForHeight() {
	row, err := extremal.ForHeight(context.Background(), 7, 10, extremal.Options{})
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
	b, err := extremal.OnBoard(context.Background(), 4, 6, extremal.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	checked, err := b.Group.Check()
	fmt.Println(b.Liberties, checked, b.Proof, err)
	// Output: 14 14 plain <nil>
}
