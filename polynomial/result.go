package polynomial

import (
	"math/big"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// A Result is the Go polynomial of a board and how it was got.
type Result struct {
	Graph *lattice.Graph
	Poly  Poly
	result.Provenance

	// What else is asked for: the factors, if set, and the values at some numbers.
	Factorization *Factorization
	Values        []Value
}

// A Value is the value of a polynomial at a number.
type Value struct{ At, Value *big.Rat }

// Evaluate adds the values at the numbers to the result.
func (r *Result) Evaluate(points []*big.Rat) {
	for _, x := range points {
		r.Values = append(r.Values, Value{x, r.Poly.At(x)})
	}
}
