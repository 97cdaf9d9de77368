package combigo_test

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo"
	"combigo.dev/combigo/board"
)

func ExampleCount() {
	for _, n := range []int{5, 19} {
		r, err := combigo.Count(context.Background(), board.Size{Rows: n, Cols: n})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d digits, %s\n", r.Symbol, r.Digits(), r.Basis())
	}
	// Output:
	// L(5,5): 12 digits, one way
	// L(19,19): 171 digits, quoted
}

func ExampleCheck() {
	p, err := combigo.Check(".XO\n.XX\n...")
	fmt.Println(p)
	fmt.Println(err)
	// Output:
	// .XO
	// .XX
	// ...
	// the position is not legal: the white string C3 has no liberty
}

func ExampleRandom() {
	p, err := combigo.Random(context.Background(), board.Size{Rows: 3, Cols: 5}, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("legal:", p.Legal())
	fmt.Println(p)
	// Output:
	// legal: true
	// XXX.O
	// OXXXO
	// O.XO.
}

func ExampleRank() {
	p, err := combigo.Check("OX\n..")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(combigo.Rank(context.Background(), p))
	// Output: 49 <nil>
}

func ExampleUnrank() {
	p, err := combigo.Unrank(context.Background(), board.Size{Rows: 2, Cols: 2}, big.NewInt(49))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	// Output:
	// OX
	// ..
}
