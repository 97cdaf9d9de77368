package reproduction

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/column"
	"combigo.dev/combigo/recurrence"
)

// A chain is what becomes of a board that grows column by column: states, numbered from 0, and to
// which of them a column of each colouring leads.
type chain struct {
	next  [][]int // the states after each state, one for each colouring that is legal there
	first []int   // the states after one column
	legal []bool  // whether a board may end in a state
}

// apply returns how many ways lead to each state after another column.
func (c *chain) apply(x []*big.Int) []*big.Int {
	y := c.none()
	for from, to := range c.next {
		for _, i := range to {
			y[i].Add(y[i], x[from])
		}
	}
	return y
}

func (c *chain) none() []*big.Int {
	x := make([]*big.Int, len(c.next))
	for i := range x {
		x[i] = new(big.Int)
	}
	return x
}

// distributions yields, for boards of 1, 2, ... columns, the number of positions with each state.
func (c *chain) distributions(yield func(columns int, ways []*big.Int) bool) {
	now := c.none()
	for _, i := range c.first {
		now[i].Add(now[i], big.NewInt(1))
	}
	for n := 1; yield(n, now); n++ {
		now = c.apply(now)
	}
}

// positions returns the number of positions with a legal state.
func (c *chain) positions(ways []*big.Int) *big.Int {
	sum := new(big.Int)
	for i, x := range ways {
		if c.legal[i] {
			sum.Add(sum, x)
		}
	}
	return sum
}

// count returns the numbers of positions of boards of 1, 2, ... columns.
func (c *chain) count(columns int) (all []*big.Int) {
	for n, ways := range c.distributions {
		if all = append(all, c.positions(ways)); n == columns {
			break
		}
	}
	return all
}

// traces returns the traces of the matrix and of its powers up to one.
func (c *chain) traces(power int) []*big.Int {
	sums := make([]*big.Int, power)
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for s := range c.next {
		x := c.none()
		x[s].SetInt64(1)
		for i := range sums {
			x = c.apply(x)
			sums[i].Add(sums[i], x[s])
		}
	}
	return sums
}

// largestEigenvalue returns that of the matrix, by its powers. States beyond those of next are left
// out.
func largestEigenvalue(next [][]int) (value float64) {
	v := slices.Repeat([]float64{1}, len(next))
	for range 2000 {
		after := make([]float64, len(next))
		for i, to := range next {
			for _, j := range to {
				if j < len(next) {
					after[i] += v[j]
				}
			}
		}
		most := slices.Max(after)
		for i := range after {
			after[i] /= most
		}
		v, value = after, most
	}
	return value
}

// sections is the chain of section 4.2, whose matrix T the paper describes, on the position sections
// that come up.
type sections struct {
	chain
	all []column.State // position sections: colours, safe or not, and groups
}

func newSections(height, colors int) *sections {
	t, number := &sections{}, map[string]int{}
	columns := column.Colorings(height, colors)
	after := func(before column.State) (to []int) {
		for _, c := range columns {
			s, ok := before.After(c)
			if !ok {
				continue
			}
			i, known := number[s.String()]
			if !known {
				i = len(t.all)
				number[s.String()], t.all, t.legal = i, append(t.all, s), append(t.legal, s.Legal())
			}
			to = append(to, i)
		}
		return to
	}
	t.first = after(column.Before(height))
	for i := 0; i < len(t.all); i++ {
		t.next = append(t.next, after(t.all[i]))
	}
	return t
}

// newMarkovChain returns the chain of section 5.4.3: the border states of a height and, as the last
// one, the illegal state, to which all columns lead that lead to no other, and which leads to itself.
func newMarkovChain(t *recurrence.Transfer) *chain {
	illegal := len(t.Matrix)
	c := &chain{next: make([][]int, illegal+1), legal: make([]bool, illegal+1)}
	for i, row := range t.Matrix {
		for j, ways := range row {
			c.next[j] = append(c.next[j], slices.Repeat([]int{i}, int(ways))...)
		}
		c.first = append(c.first, slices.Repeat([]int{i}, int(t.First[i]))...)
		c.legal[i] = t.Legal[i] == 1
	}
	columns := int(power(3, int64(t.Height)).Int64())
	rest := func(to []int) []int { return append(to, slices.Repeat([]int{illegal}, max(0, columns-len(to)))...) }
	for j := range c.next {
		c.next[j] = rest(c.next[j])
	}
	c.first = rest(c.first)
	return c
}

// stochastic returns from how many states as many columns lead as there are: for these the column of
// the matrix sums to 1.
func (c *chain) stochastic() (good int) {
	for _, to := range c.next {
		if len(to) == len(c.first) {
			good++
		}
	}
	return good
}

// absorbing returns the states that lead to themselves only.
func (c *chain) absorbing() (all []int) {
	for i, to := range c.next {
		if !slices.ContainsFunc(to, func(j int) bool { return j != i }) {
			all = append(all, i)
		}
	}
	return all
}
