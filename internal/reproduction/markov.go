package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/recurrence"
)

// A markovChain is that of section 5.4.3: the border states of a height and, as the last one, the
// illegal state. The chance that a random column leads from state j to state i is ways[i][j] /
// columns.
type markovChain struct {
	columns int64 // 3^height
	ways    [][]int64
	first   []int64 // after one column
	legal   []int64 // 1 for legal states
}

// newMarkovChain extends the matrix that adds a column: whatever is missing of all columns leads to
// the illegal state, and that leads to itself.
func newMarkovChain(t *recurrence.Transfer) *markovChain {
	n := len(t.Matrix)
	c := &markovChain{columns: 1, legal: append(append([]int64(nil), t.Legal...), 0)}
	for range t.Height {
		c.columns *= 3
	}
	lost := make([]int64, n+1)
	for i := range lost {
		lost[i] = c.columns
	}
	rest := c.columns
	for i, row := range t.Matrix {
		c.ways = append(c.ways, append(append([]int64(nil), row...), 0))
		for j, ways := range row {
			lost[j] -= ways
		}
		c.first = append(c.first, t.First[i])
		rest -= t.First[i]
	}
	c.ways, c.first = append(c.ways, lost), append(c.first, rest)
	return c
}

// stochastic returns how many columns of the matrix have no negative entry and sum 1.
func (c *markovChain) stochastic() int {
	good := 0
	for j := range c.ways {
		sum, least := int64(0), int64(0)
		for i := range c.ways {
			sum, least = sum+c.ways[i][j], min(least, c.ways[i][j])
		}
		if sum == c.columns && least >= 0 {
			good++
		}
	}
	return good
}

// absorbing returns the states that lead to themselves only.
func (c *markovChain) absorbing() []int {
	var all []int
	for j := range c.ways {
		if c.ways[j][j] == c.columns {
			all = append(all, j)
		}
	}
	return all
}

// distributions yields, for boards of 1, 2, ... columns, the number of positions with each state.
func (c *markovChain) distributions(yield func(columns int, ways []*big.Int) bool) {
	now := make([]*big.Int, len(c.first))
	for i, x := range c.first {
		now[i] = big.NewInt(x)
	}
	var product big.Int
	for n := 1; yield(n, now); n++ {
		next := make([]*big.Int, len(now))
		for i, row := range c.ways {
			next[i] = new(big.Int)
			for j, ways := range row {
				next[i].Add(next[i], product.Mul(now[j], product.SetInt64(ways)))
			}
		}
		now = next
	}
}

// positions returns the number of positions with a legal state.
func (c *markovChain) positions(ways []*big.Int) *big.Int {
	sum := new(big.Int)
	for i, x := range ways {
		if c.legal[i] == 1 {
			sum.Add(sum, x)
		}
	}
	return sum
}

// decay returns the largest eigenvalue but that of the illegal state.
func (c *markovChain) decay() float64 {
	n := len(c.ways) - 1
	return largestEigenvalue(n, func(i, j int) float64 { return float64(c.ways[i][j]) / float64(c.columns) })
}

// largestEigenvalue returns that of a matrix without negative entries, by its powers.
func largestEigenvalue(n int, entry func(i, j int) float64) (value float64) {
	v := slices.Repeat([]float64{1}, n)
	for range 2000 {
		next := make([]float64, n)
		for i := range n {
			for j := range n {
				next[i] += entry(i, j) * v[j]
			}
		}
		most := slices.Max(next)
		for i := range next {
			next[i] /= most
		}
		if math.Abs(most-value) < 1e-15 {
			break
		}
		v, value = next, most
	}
	return value
}

// markov checks what the section says of the chain, for few rows.
func markov(w *work) {
	const last, columns = 3, 6
	for m := 1; m <= last; m++ {
		c := newMarkovChain(must(recurrence.NewTransfer(m, recurrence.States)))
		w.row(fmt.Sprintf("m = %d, %d states: the sum of each column of P is one", m, len(c.ways)), &cases{c.stochastic(), len(c.ways)})
		absorbing := "other states"
		if slices.Equal(c.absorbing(), []int{len(c.ways) - 1}) {
			absorbing = "the illegal state"
		}
		w.row(fmt.Sprintf("m = %d: absorbing, the eigenvector of eigenvalue 1", m), absorbing)
		var holds cases
		for n, ways := range c.distributions {
			legal, all := c.positions(ways), new(big.Int)
			for _, x := range ways {
				all.Add(all, x)
			}
			holds.add(legal.Cmp(w.counted(m, n)) == 0 && all.Cmp(power(3, int64(m*n))) == 0)
			if n == columns {
				w.row(fmt.Sprintf("chance that a random %dx%d position is legal", m, n), new(big.Rat).SetFrac(legal, all))
				break
			}
		}
		w.row(fmt.Sprintf("m = %d: legal probability = L(m,n) / 3^(mn), n = 1 to %d", m, columns), &holds)
		share, _ := interval.New(keptDigits).Quo(storedRoot(m), interval.Whole(3)).Middle(16).Float64()
		decay := c.decay()
		w.row(fmt.Sprintf("m = %d: the next eigenvalue is lambda_m / 3^m", m), one(math.Abs(math.Pow(decay, 1/float64(m))-share) < 1e-12)).
			Here = fmt.Sprintf("%.12f", decay)
	}
	w.note("The illegal state is absorbing, so that the chance of legality vanishes like the powers of the next eigenvalue. Its characteristic polynomial is that of T_m / 3^m, times x - 1.")
}

// lemma10 compares the counts of states with those of the states with the colours reversed and
// upside down, and sums those of legal states and classes.
func lemma10(w *work) {
	const last, columns = 4, 8
	var sums, swapped, turned cases
	for m := 1; m <= last; m++ {
		for _, symmetry := range []recurrence.Symmetry{recurrence.States, recurrence.StateClasses} {
			t := must(recurrence.NewTransfer(m, symmetry))
			number := map[string]int{}
			for i, s := range t.States {
				number[s] = i
			}
			c := newMarkovChain(t)
			for n, ways := range c.distributions {
				sums.add(c.positions(ways).Cmp(w.counted(m, n)) == 0)
				same := func(i int, image string) bool {
					j, ok := number[image]
					return ok && ways[i].Cmp(ways[j]) == 0
				}
				for i, s := range t.States {
					if symmetry == recurrence.States {
						swapped.add(same(i, swapState(s)))
						turned.add(same(i, turnState(s)))
					}
				}
				if n == columns {
					break
				}
			}
		}
	}
	w.row(fmt.Sprintf("L(m,n) is the sum over legal states, and over legal classes, 1 to %d rows, n = 1 to %d", last, columns), &sums)
	w.row(fmt.Sprintf("L(m,n,0,s) = L(m,n,0,s') for reversed colours, all s, 1 to %d rows, n = 1 to %d", last, columns), &swapped)
	w.row("the same upside down", &turned)
}
