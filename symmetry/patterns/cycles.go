package patterns

import (
	"math/big"

	"combigo.dev/combigo/lattice"
)

// cycles is how many cycles of each length a motion has. There are no other lengths than 1, 2 and
// 4.
type cycles [5]int

func cyclesOf(p lattice.Permutation) (c cycles) {
	for v, once := range p {
		switch {
		case once == v:
			c[1]++
		case p[once] == v:
			c[2]++
		default:
			c[4]++
		}
	}
	c[2] /= 2
	c[4] /= 4
	return c
}

// positions returns the positions with given numbers of black and white stones that a motion leaves
// as they are, with stones on cycles of at most a length. Those without white stones are the sets
// of points.
func (c cycles) positions(length, black, white int) *big.Int {
	if length == 1 {
		return choose2(c[1], black, white)
	}
	shorter := c[1] // the points of shorter cycles
	if length == 4 {
		shorter += 2 * c[2]
	}
	fewest := func(stones int) int { return max(0, (stones-shorter+length-1)/length) }
	sum := new(big.Int)
	for b := fewest(black); length*b <= black && b <= c[length]; b++ {
		for w := fewest(white); length*w <= white && b+w <= c[length]; w++ {
			if black-length*b+white-length*w <= shorter {
				rest := c.positions(length/2, black-length*b, white-length*w)
				sum.Add(sum, rest.Mul(rest, choose2(c[length], b, w)))
			}
		}
	}
	return sum
}

// exchanged returns the positions with a given number of black stones and the same number of white
// stones that a motion turns into their colour exchange.
func (c cycles) exchanged(black int) *big.Int {
	sum := new(big.Int)
	for fours := 0; 2*fours <= black && fours <= c[4]; fours++ {
		term := choose(c[2], black-2*fours)
		term.Mul(term, choose(c[4], fours))
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

func falling(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}
