// Polynomial finds the number of legal positions on a graph for any number of colours at once: the
// Go polynomial.
package main

import (
	"context"
	"fmt"
	"log"
	"math/big"
	"strings"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/polynomial"
)

// house is a square with a roof.
const house = `
a b
b c
c d
d a
a roof
b roof
`

func main() {
	g, err := lattice.Read(strings.NewReader(house), "house")
	if err != nil {
		log.Fatal(err)
	}
	r, err := polynomial.Go(context.Background(), g, polynomial.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Graph, "has", r.Poly)
	fmt.Println("factors:", r.Poly.Factor())
	fmt.Println("two colours:", r.Poly.AtInt(2), " half a colour:", r.Poly.At(big.NewRat(1, 2)))
}

// Output:
// graph of 5 vertices and 6 edges has 11 lambda^3 + 23 lambda^2 - 4 lambda + 1
// factors: (11 lambda^3 + 23 lambda^2 - 4 lambda + 1)
// two colours: 173  half a colour: 49/8
