package halves

import (
	"math/big"
	"sync"
)

// weightTable numbers the weights of words, which are few: the reciprocals of their norms, over the squares of what the
// coordinates were multiplied by to make them integers.
type weightTable struct {
	mu     sync.Mutex
	number map[string]int32
	weight []*big.Rat
	next   map[weightStep]int32
}

type weightStep struct {
	weight int32
	letter Letter
	top    int
}

func newWeightTable() *weightTable {
	t := &weightTable{number: map[string]int32{}, next: map[weightStep]int32{}}
	t.of(big.NewRat(1, 1))
	return t
}

func (t *weightTable) of(r *big.Rat) int32 {
	name := r.String()
	n, known := t.number[name]
	if !known {
		n = int32(len(t.weight))
		t.number[name] = n
		t.weight = append(t.weight, r)
	}
	return n
}

// norm is the factor that a run contributes to the norm of a word: top strings of its colour are on top of the stack.
func norm(l Letter, top int) *big.Rat {
	switch l {
	case Alone:
		return big.NewRat(-1, 1)
	case Inner:
		return big.NewRat(fibonacci(2*top+2), fibonacci(2*top))
	case Last:
		return big.NewRat(-fibonacci(2*top+1), fibonacci(2*top-1))
	}
	return big.NewRat(1, 1)
}

func fibonacci(n int) int64 {
	a, b := int64(0), int64(1)
	for range n {
		a, b = b, a+b
	}
	return a
}
