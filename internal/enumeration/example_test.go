package enumeration_test

import (
	"fmt"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
)

func ExamplePolynomial() {
	g, _ := lattice.New(lattice.Cycle, 1, 4, lattice.Options{})
	coefficients, err := enumeration.Polynomial(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(coefficients)
	fmt.Println(value(coefficients, 2), "positions of two colours")
	// Output:
	// [1 0 14 0 0]
	// 57 positions of two colours
}

func ExampleCount() {
	g, _ := lattice.New(lattice.Square, 2, 2, lattice.Options{})
	count, err := enumeration.Count(g, 3)
	fmt.Println(count, err)
	// Output: 127 <nil>
}
