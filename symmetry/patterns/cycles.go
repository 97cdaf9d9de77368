package patterns

import (
	"math/big"

	"combigo.dev/combigo/lattice"
)

// cycles is how many cycles of each length a motion has. There are no other lengths than these.
type cycles struct {
	ones, twos, fours int
}

func cyclesOf(p lattice.Permutation) cycles {
	var c cycles
	for v, once := range p {
		switch twice := p[once]; {
		case once == v:
			c.ones++
		case twice == v:
			c.twos++
		default:
			c.fours++
		}
	}
	c.twos /= 2
	c.fours /= 4
	return c
}

// positions returns the positions with given numbers of black and white stones that a motion leaves
// as they are. Those without white stones are the sets of points.
func (c cycles) positions(black, white int) *big.Int {
	sum := new(big.Int)
	for b4 := 0; 4*b4 <= black && b4 <= c.fours; b4++ {
		for w4 := 0; 4*w4 <= white && b4+w4 <= c.fours; w4++ {
			rest := c.shortPositions(black-4*b4, white-4*w4)
			sum.Add(sum, rest.Mul(rest, choose2(c.fours, b4, w4)))
		}
	}
	return sum
}

// shortPositions returns the positions with stones on cycles of at most two points.
func (c cycles) shortPositions(black, white int) *big.Int {
	sum := new(big.Int)
	for b2 := max(0, (black-c.ones+1)/2); 2*b2 <= black && b2 <= c.twos; b2++ {
		for w2 := max(0, (white-c.ones+1)/2); 2*w2 <= white && b2+w2 <= c.twos; w2++ {
			if black-2*b2+white-2*w2 > c.ones {
				continue
			}
			term := choose2(c.ones, black-2*b2, white-2*w2)
			sum.Add(sum, term.Mul(term, choose2(c.twos, b2, w2)))
		}
	}
	return sum
}

// exchanged returns the positions with a given number of black stones and the same number of white
// stones that a motion turns into their colour exchange.
func (c cycles) exchanged(black int) *big.Int {
	sum := new(big.Int)
	for fours := 0; 2*fours <= black && fours <= c.fours; fours++ {
		term := choose(c.twos, black-2*fours)
		term.Mul(term, choose(c.fours, fours))
		sum.Add(sum, term.Lsh(term, uint(black-fours)))
	}
	return sum
}

// choose returns the binomial coefficient, 0 if there is too much to choose.
func choose(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).Binomial(int64(n), int64(k))
}

// choose2 returns in how many ways k things of n can be black and l others white.
func choose2(n, k, l int) *big.Int {
	product := choose(n, k)
	return product.Mul(product, choose(max(0, n-k), l))
}

// falling returns n(n-1)...(n-k+1).
func falling(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}
