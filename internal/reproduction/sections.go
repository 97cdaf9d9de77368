package reproduction

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/column"
)

// sections is what section 4.2 makes of the position sections that come up: the transfer matrix T
// by rows, as the numbers of the sections that each is compatible with, and the vectors x0 and f.
type sections struct {
	all   []column.State // position sections: colours, safe or not, and groups
	next  [][]int
	first []int  // the sections with a 1 in x0
	legal []bool // whether there is no vertex that is not yet safe
}

func newSections(height, colors int) *sections {
	t := &sections{}
	number := map[string]int{}
	add := func(s column.State) int {
		key := s.String()
		i, known := number[key]
		if !known {
			i = len(t.all)
			number[key] = i
			t.all = append(t.all, s)
			t.legal = append(t.legal, s.Legal())
		}
		return i
	}
	columns := column.Colorings(height, colors)
	for _, c := range columns {
		if s, ok := column.Before(height).After(c); ok {
			t.first = append(t.first, add(s))
		}
	}
	for i := 0; i < len(t.all); i++ {
		var to []int
		for _, c := range columns {
			if s, ok := t.all[i].After(c); ok {
				to = append(to, add(s))
			}
		}
		t.next = append(t.next, to)
	}
	return t
}

// apply returns T x.
func (t *sections) apply(x []*big.Int) []*big.Int {
	y := make([]*big.Int, len(x))
	for i := range y {
		y[i] = new(big.Int)
	}
	for from, to := range t.next {
		for _, i := range to {
			y[i].Add(y[i], x[from])
		}
	}
	return y
}

// unit returns the vector with ones at some places.
func (t *sections) unit(at ...int) []*big.Int {
	x := make([]*big.Int, len(t.all))
	for i := range x {
		x[i] = new(big.Int)
	}
	for _, i := range at {
		x[i].SetInt64(1)
	}
	return x
}

// count returns f' T^(columns-1) x0.
func (t *sections) count(columns int) *big.Int {
	x := t.unit(t.first...)
	for range columns - 1 {
		x = t.apply(x)
	}
	sum := new(big.Int)
	for i, n := range x {
		if t.legal[i] {
			sum.Add(sum, n)
		}
	}
	return sum
}

// traces returns the traces of T, T^2, ... up to a power.
func (t *sections) traces(power int) []*big.Int {
	sums := make([]*big.Int, power)
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for s := range t.all {
		x := t.unit(s)
		for i := range sums {
			x = t.apply(x)
			sums[i].Add(sums[i], x[s])
		}
	}
	return sums
}

// configurations counts the legal column configurations: states none, c-safe and c-NYS of each
// vertex such that no vertex that is not yet safe is adjacent to a safe one of its colour or to an
// empty one.
func configurations(height, colors int) int {
	states := 2*colors + 1 // 0 for none, c for safe, colors+c for not yet safe
	may := func(a, b int) bool {
		for range 2 {
			if a > colors && (b == 0 || b == a-colors) {
				return false
			}
			a, b = b, a
		}
		return true
	}
	ways := slices.Repeat([]int{1}, states)
	for range height - 1 {
		next := make([]int, states)
		for a, n := range ways {
			for b := range next {
				if may(a, b) {
					next[b] += n
				}
			}
		}
		ways = next
	}
	total := 0
	for _, n := range ways {
		total += n
	}
	return total
}

// configuration returns a section without its groups.
func configuration(s column.State) string {
	s = slices.Clone(s)
	for i := range s {
		s[i].Group = min(s[i].Group, 1)
	}
	return s.String()
}
