package connected

import (
	"math/big"
)

// ValidClasses returns the number of valid border state classes of a height for each kink
// y = 0..height-1 (Combinatorics of Go, Table 1 and section 5.2), by dynamic programming over the
// interface classes of the intra-border automaton: about height * 2^(height/2) of them. For one
// kink there is [ValidClassesAt]. The height is at most [MaxHeight].
//
// A state and its colour exchange form one class; only the stoneless state is its own exchange.
func ValidClasses(height int) (classes []*big.Int) {
	above := prefixCounts(height, 0)
	for y := range height {
		if y > 1 {
			above = above.read(false, height-y+1)
		}
		classes = append(classes, above.classes(y > 0, height-max(0, y-1)))
	}
	return classes
}

// ValidClassesAt returns what [ValidClasses] has for the kink y = 0..height-1: 5 ms for 19 points.
func ValidClassesAt(height, y int) *big.Int {
	above := max(0, y-1)
	return prefixCounts(height, above).classes(y > 0, height-above)
}

// ValidStatesAt returns the number of valid states with a kink: each class is two states, but the
// class without stones.
func ValidStatesAt(height, kink int) *big.Int {
	states := new(big.Int).Lsh(ValidClassesAt(height, kink), 1)
	return states.Sub(states, big.NewInt(1))
}

// wordCounts is how many words leave each interface class. Counts stay below 2^63 for every height
// up to [MaxHeight].
type wordCounts map[interfaceClass]uint64

// prefixCounts counts the words of some points of a border of a height, without a kink.
func prefixCounts(height, points int) wordCounts {
	counts := wordCounts{startInterface: 1}
	for i := range points {
		counts = counts.read(false, height-i-1)
	}
	return counts
}

// read moves every interface class on by one point. Strings that could not end within the points
// that are left are left out.
func (n wordCounts) read(kink bool, left int) wordCounts {
	next := make(wordCounts, 3*len(n))
	for c, ways := range n {
		for _, s := range symbols {
			if after, ok := c.read(s, kink); ok && after.depth() <= left {
				next[after] += ways
			}
		}
	}
	return next
}

// classes returns the number of classes, given the words of the points above those that are left,
// the first of which may be the last one of the new column.
func (n wordCounts) classes(kink bool, left int) *big.Int {
	for ; left > 0; left-- {
		n, kink = n.read(kink, left-1), false
	}
	states := new(big.Int)
	for _, ways := range n {
		states.Add(states, new(big.Int).SetUint64(ways))
	}
	return states.Rsh(states.Add(states, big.NewInt(1)), 1) // the stoneless state counts double
}

// Turning a board upside down turns its border states upside down, if the border has no kink. A
// class and its mirror image are one up-down class; a mirror image may be the class itself, so
// there are
//
//	(classes + classes that are their own mirror image) / 2
//
// of them, by Burnside's lemma. The number of constructible up-down classes is an upper bound on
// the order of the recurrence of L(m,n) for this height m.
//
// Source: Combinatorics of Go, section 5.4, Lemma 10 and Table 2.

// ValidUpDownClasses returns the number of valid up-down classes of the given height at kink 0.
func ValidUpDownClasses(height int) *big.Int {
	n := new(big.Int).Add(ValidClassesAt(height, 0), symmetricClasses(height))
	return n.Rsh(n, 1)
}

// symmetricClasses counts the valid classes that are their own mirror image. Each is given by its
// upper half and, if the height is odd, its middle point. A state is its own mirror image, or the
// mirror image exchanges its colours; of the two states of a class with stones either both are of
// the one kind or both of the other, and the stoneless state is of both kinds.
func symmetricClasses(height int) *big.Int {
	states := new(big.Int)
	var ways, kinds big.Int
	for c, n := range prefixCounts(height, height/2) {
		ways.SetUint64(n)
		kinds.SetInt64(int64(mirrorKinds(c, height%2 == 1)))
		states.Add(states, ways.Mul(&ways, &kinds))
	}
	return states.Rsh(states, 1)
}

// mirrorKinds returns in how many ways an upper half with the interface class c can be followed by
// its mirror image, as it is or with the colours exchanged, and with any middle point if there is
// one.
func mirrorKinds(c interfaceClass, middle bool) int {
	kinds := 0
	for _, exchanged := range []bool{false, true} {
		if exchanged && c.stack != emptyStack {
			continue // a string that reaches over the middle has one colour
		}
		if !middle {
			// The last point and its mirror image can be neighbours: they are of unlike colours, not
			// needy, or of one needy string.
			if exchanged || !c.last.Linked() || c.last&Later != 0 {
				kinds++
			}
			continue
		}
		for _, s := range symbols {
			if _, ok := c.read(s, false); ok && isOwnMirror(s, exchanged) {
				kinds++ // that the lower half may follow s is the same
			}
		}
	}
	return kinds
}

// isOwnMirror reports whether s can be the middle point: one that belongs to a string with an
// earlier point belongs to it with a later one.
func isOwnMirror(s Symbol, exchanged bool) bool {
	if exchanged {
		return s == Empty
	}
	marks := s & Marks
	return !s.Linked() || marks == 0 || marks == Marks
}

// Steps returns the number of states whose values a count computes.
func Steps(height, width int) float64 {
	sum := 0.0
	for _, n := range ValidClasses(height) {
		sum += float64(n.Int64())
	}
	return sum * float64(width-1)
}
