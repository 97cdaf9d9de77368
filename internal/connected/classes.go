package connected

import (
	"math/big"

	"combigo.dev/combigo/result"
)

// ValidClasses returns the number of valid border state classes of the given
// height for each kink y = 0..height-1 (Combinatorics of Go, Table 1 and
// section 5.2), by dynamic programming over the interface classes of the intra-border
// automaton: about height * 2^(height/2) of them. For one kink there is [ValidClassesAt].
//
// A state and its colour exchange form one class; only the stoneless state is
// its own exchange.
func ValidClasses(height int) []*big.Int {
	before := prefixCounts(height, max(height-2, height/2))
	after := suffixCounts(height)
	classes := make([]*big.Int, height)
	for y := range classes {
		classes[y] = classesAt(before, after, height, y)
	}
	return classes
}

// ValidClassesAt returns what [ValidClasses] has for the kink y = 0..height-1. That takes a third
// of the time for all kinks, 5 ms for 19 points.
func ValidClassesAt(height, y int) *big.Int {
	length := y - 1
	if y == 0 {
		length = height / 2
	}
	return classesAt(prefixCounts(height, length), suffixCounts(height), height, y)
}

// VectorBytes returns the memory of the state classes of a height at the kink where vectors are
// kept, a word for each: no count over all of them takes less.
func VectorBytes(height int) result.Bytes {
	const bytesPerWord = 8
	return result.Bytes(bytesPerWord * ValidClassesAt(height, (height+1)/2%height).Int64())
}

// classesAt puts words of two parts together: at the kink, or in the middle if there is no kink.
func classesAt(before []interfaceCounts, after []func(interfaceClass) uint64, height, y int) *big.Int {
	total := newCounts()
	if y == 0 {
		total.addProducts(before[height/2], after[height-height/2])
	} else {
		total.addProducts(readPoint(before[y-1], true), after[height-y])
	}
	return total.classes()
}

// interfaceCounts counts words by the interface class that they leave or need. Counts
// stay below 2^63 for every height up to MaxHeight.
type interfaceCounts map[interfaceClass]uint64

// prefixCounts returns, for each length up to the one given, how many kinkless words leave each
// interface class that a word of height points can still close.
func prefixCounts(height, length int) []interfaceCounts {
	counts := []interfaceCounts{{startInterface: 1}}
	for i := range length {
		next := readPoint(counts[i], false)
		for c := range next {
			if c.depth() > height-i-1 {
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

func (t stateTotal) addProducts(before interfaceCounts, after func(interfaceClass) uint64) {
	var product, factor big.Int
	for c, ways := range before {
		product.SetUint64(ways)
		factor.SetUint64(after(c))
		t.states.Add(t.states, product.Mul(&product, &factor))
	}
}

// classes halves the number of states, the stoneless one counting double.
func (t stateTotal) classes() *big.Int {
	n := new(big.Int).Add(t.states, big.NewInt(1))
	return n.Rsh(n, 1)
}
