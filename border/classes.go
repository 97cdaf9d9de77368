package border

import "math/big"

// ValidClasses returns the number of valid border state classes of the given
// height for each kink y = 0..height-1 (Combinatorics of Go, Table 1 and
// section 5.2), by dynamic programming over the interface classes of the intra-border
// automaton: about height * 2^(height/2) of them.
//
// A state and its colour exchange form one class; only the stoneless state is
// its own exchange.
func ValidClasses(height int) []*big.Int {
	before := prefixCounts(height)
	behind := suffixCounts(height)
	classes := make([]*big.Int, height)
	for y := range classes {
		total := newCounts()
		if y == 0 {
			total.addProducts(before[height], behind[0])
		} else {
			total.addProducts(readPoint(before[y-1], true), behind[height-y])
		}
		classes[y] = total.classes()
	}
	return classes
}

// interfaceCounts counts words by the interface class that they leave or need. Counts
// stay below 2^63 for every height up to MaxHeight.
type interfaceCounts map[interfaceClass]uint64

// prefixCounts returns, for each length up to n, how many kinkless words leave each
// interface class.
func prefixCounts(n int) []interfaceCounts {
	counts := []interfaceCounts{{startInterface: 1}}
	for i := range n {
		next := readPoint(counts[i], false)
		for c := range next {
			if c.depth() > n/2 {
				delete(next, c)
			}
		}
		counts = append(counts, next)
	}
	return counts
}

// readPoint moves every interface class on by one point.
func readPoint(counts interfaceCounts, kink bool) interfaceCounts {
	next := make(interfaceCounts, 3*len(counts))
	for c, ways := range counts {
		for _, s := range symbols {
			if after, ok := c.read(s, kink); ok {
				next[after] += ways
			}
		}
	}
	return next
}

// suffixCounts returns, for each length up to n, in how many ways kinkless
// words of that length close all strings of each interface class. Only interface classes with an
// adjacent next point, or none after them, can occur inside, so both are
// covered.
func suffixCounts(n int) []func(interfaceClass) uint64 {
	memo := make([]interfaceCounts, n+1)
	counts := make([]func(interfaceClass) uint64, n+1)
	counts[0] = func(c interfaceClass) uint64 {
		if c.stack == emptyStack {
			return 1
		}
		return 0
	}
	for i := 1; i <= n; i++ {
		memo[i] = interfaceCounts{}
		counts[i] = func(c interfaceClass) uint64 {
			if c.depth() > i {
				return 0
			}
			if ways, known := memo[i][c]; known {
				return ways
			}
			var ways uint64
			for _, s := range symbols {
				if after, ok := c.read(s, false); ok {
					ways += counts[i-1](after)
				}
			}
			memo[i][c] = ways
			return ways
		}
	}
	return counts
}

// stateTotal is a number of states.
type stateTotal struct{ states *big.Int }

func newCounts() stateTotal { return stateTotal{new(big.Int)} }

func (t stateTotal) addProducts(before interfaceCounts, behind func(interfaceClass) uint64) {
	var product, factor big.Int
	for c, ways := range before {
		product.SetUint64(ways)
		factor.SetUint64(behind(c))
		t.states.Add(t.states, product.Mul(&product, &factor))
	}
}

// classes halves the number of states, the stoneless one counting double.
func (t stateTotal) classes() *big.Int {
	n := new(big.Int).Add(t.states, big.NewInt(1))
	return n.Rsh(n, 1)
}
