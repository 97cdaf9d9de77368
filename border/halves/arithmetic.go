package halves

import (
	"math/big"

	"combigo/modular"
)

// An Arithmetic is the ring of the values: limbs, or residues. Values lie side by side in
// slices of words, a given number of words each.
type Arithmetic interface {
	// Width is the number of words of a value.
	Width() int
	// combine computes rows: at has for each of them the place of the target and those of the sources, counted from
	// base.
	combine(v []uint64, c *combination, base []int, at []uint32)
	// combineRange is combine for a number of targets and sources that follow each other; there is one source, and neither
	// scale nor coefficient.
	combineRange(v []uint64, minus bool, target, source, count int)
	// products adds the products of values to the sums of their weights.
	products(sums *classSums, weights []uint16, x, y []uint64)
	// classWords is the number of words of the sum of a class.
	classWords() int
}

// loops are those over the values of one width.
type loops struct {
	combine      func(v []uint64, c *combination, base []int, at []uint32)
	combineRange func(v []uint64, minus bool, target, source, count int)
	products     func(sums *classSums, weights []uint16, x, y []uint64)
}

// limbs is the arithmetic of integers in two's complement, of a given number of limbs, the lowest first.
type limbs struct {
	width int
	loops
}

// classSums are the sums of products of coordinates, by weight.
type classSums struct{ words []uint64 }

// signed reads limbs in two's complement.
func signed(x []uint64) *big.Int {
	n := modular.FromLimbs(x)
	if x[len(x)-1]>>63 == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(64*len(x))))
	}
	return n
}
