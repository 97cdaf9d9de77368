package patterns

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/transfer"
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
	minCycles := func(stones int) int { return max(0, (stones-shorter+length-1)/length) }
	sum := new(big.Int)
	for b := minCycles(black); length*b <= black && b <= c[length]; b++ {
		for w := minCycles(white); length*w <= white && b+w <= c[length]; w++ {
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

// A kind of patterns that a motion leaves as they are, or turns into their exchange.
type kind int

const (
	same      kind = iota // positions that it leaves as they are: stones of one colour on all points of an orbit
	exchanged             // positions that it exchanges: half of the stones of an orbit have the other colour
	onPoints              // positions with stones on fixed points of the motion only
	kinds
)

// A legalTable has the legal positions of each kind, by motion, black stones and white stones.
type legalTable [kinds][][][]*big.Int

// fixed returns the patterns that a motion leaves as they are. The sequences that lead to a
// position are the ways to put its black stones in order, times those for the white ones.
func (t *legalTable) fixed(motion int, exchange bool, meaning Meaning, stones int) *big.Int {
	k, orders, black, white := same, big.NewInt(1), (stones+1)/2, stones/2
	switch {
	case meaning == Sequences:
		k = onPoints
		orders.Mul(falling(black, black), falling(white, white))
	case exchange:
		k = exchanged
	}
	table := t[k][motion]
	if black >= len(table) || white >= len(table[black]) {
		return new(big.Int)
	}
	return orders.Mul(orders, table[black][white])
}

// fold folds the board along a motion. The weights are those of the vertices.
func fold(g *lattice.Graph, motion lattice.Permutation, k kind) (*symmetry.Folded, []transfer.Weight, error) {
	if k == onPoints {
		f, err := foldPoints(g, motion)
		return f, slices.Repeat([]transfer.Weight{{Own: 1}}, len(f.Sizes)), err
	}
	f, err := symmetry.Fold(g, motion, k == exchanged)
	if err != nil {
		return nil, nil, err
	}
	var weights []transfer.Weight
	for _, size := range f.Sizes {
		if k == exchanged {
			weights = append(weights, transfer.Weight{Own: size / 2, Other: size / 2})
		} else {
			weights = append(weights, transfer.Weight{Own: size})
		}
	}
	return f, weights, nil
}

// foldPoints takes the fixed points of a motion only, each safe if it has a neighbour that is none
// of them.
func foldPoints(g *lattice.Graph, motion lattice.Permutation) (*symmetry.Folded, error) {
	f, number := &symmetry.Folded{SignedGraph: &lattice.SignedGraph{Graph: &lattice.Graph{}}}, map[int]int{}
	var edges [][2]int
	var safe []int
	for v, image := range motion {
		if v != image {
			continue
		}
		n := len(number)
		number[v] = n
		f.Sizes = append(f.Sizes, 1)
		for _, u := range g.Neighbors(v) {
			if motion[u] != u {
				safe = append(safe, n)
			} else if u < v {
				edges = append(edges, [2]int{number[u], n})
			}
		}
	}
	if len(number) == 0 {
		return f, nil
	}
	q, err := lattice.FromEdges(len(number), edges)
	if err == nil {
		f.Graph, err = q.WithSafe(safe...)
	}
	return f, err
}
