package polynomial_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/polynomial"
)

func ExampleGo() {
	g, err := lattice.New(lattice.Square, 2, 3, lattice.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := polynomial.Go(context.Background(), g, polynomial.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Poly)
	fmt.Println(r.Poly.AtInt(2), "positions of two colours")
	// Output:
	// 3 lambda^4 + 46 lambda^3 + 23 lambda^2 - 10 lambda + 1
	// 489 positions of two colours
}
