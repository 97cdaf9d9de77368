package graphs_test

import (
	"fmt"

	"combigo.dev/combigo/internal/oracle/graphs"
	"combigo.dev/combigo/lattice"
)

func ExamplePolynomial() {
	g, _ := lattice.New(lattice.Cycle, 1, 4, lattice.Options{})
	coefficients, err := graphs.Polynomial(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(coefficients)
	fmt.Println(graphs.Value(coefficients, 2), "positions of two colours")
	// Output:
	// [1 0 14 0 0]
	// 57 positions of two colours
}

func ExampleCount() {
	g, _ := lattice.New(lattice.Square, 2, 2, lattice.Options{})
	count, err := graphs.Count(g, 3)
	fmt.Println(count, err)
	// Output: 127 <nil>
}
