package bounds_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// Farr and Schmidt, Table 2: the constant of the square lattice from strips of six rows.
func ExampleQuestion_Constant() {
	q := bounds.Question{Kind: lattice.Square, Colors: 2}
	b, err := q.Constant(context.Background(), 6, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bounds.Floor(b.Lower.Value, 13), "< constant <", bounds.Ceil(b.Upper.Value, 13))
	// Output: 2.9583903342140 < constant < 2.9837021757335
}

func ExampleQuestion_Board() {
	q := bounds.Question{Kind: lattice.Square, Colors: 2}
	b, err := q.Board(context.Background(), board.Size{Rows: 9, Cols: 9}, 5, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("at least", b.Lower.Value)
	fmt.Println("at most ", b.Upper.Value)
	// Output:
	// at least 64515758712451999570664351085503260321
	// at most  128897727052002161946579261497947763951
}
