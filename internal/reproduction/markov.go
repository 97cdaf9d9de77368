package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/recurrence"
)

// markov checks what the section says of the chain, for few rows.
func markov(w *work) {
	const last, columns = 3, 6
	for m := 1; m <= last; m++ {
		c := newMarkovChain(must(recurrence.NewTransfer(m, recurrence.States)))
		w.row(fmt.Sprintf("m = %d, %d states: the sum of each column of P is one", m, len(c.next)), &cases{c.stochastic(), len(c.next)})
		absorbing := "other states"
		if slices.Equal(c.absorbing(), []int{len(c.next) - 1}) {
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
		decay := largestEigenvalue(c.next[:len(c.next)-1]) / float64(len(c.first)) // that of the illegal state is 1
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
