package halves

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

const testPrime = 1<<61 - 1

// wordsOf lists the words of some runs, in order.
func wordsOf(n *Node) [][]Letter {
	if n.isLeaf() {
		return [][]Letter{nil}
	}
	var words [][]Letter
	for l, child := range n.child {
		if child != nil {
			for _, rest := range wordsOf(child) {
				words = append(words, append([]Letter{Letter(l)}, rest...))
			}
		}
	}
	return words
}

// stringsOf numbers the strings of the runs of a word, -1 for live ones.
func stringsOf(word []Letter) []int {
	var open, strings []int
	count := 0
	for _, l := range word {
		s := -1
		switch l {
		case Alone, First:
			s = count
			count++
			if l == First {
				open = append(open, s)
			}
		case Inner, Last:
			s = open[len(open)-1]
			if l == Last {
				open = open[:len(open)-1]
			}
		}
		strings = append(strings, s)
	}
	return strings
}

// compatible reports whether two states with these strings make a legal position: whether each component of the union
// of their strings has a liberty in one of them.
func compatible(s, t []int) bool {
	var space [64]int
	n := len(s)
	f := forest(space[:n])
	for i := range f {
		f[i] = i
	}
	for _, strings := range [][]int{s, t} {
		for i := range n {
			for j := range i {
				if strings[i] >= 0 && strings[i] == strings[j] {
					f[f.find(i)] = f.find(j)
				}
			}
		}
	}
	var alive [64]bool
	for i := range n {
		if s[i] < 0 || t[i] < 0 {
			alive[f.find(i)] = true
		}
	}
	for i := range n {
		if !alive[f.find(i)] {
			return false
		}
	}
	return true
}

// allRuns calls visit for all words of 1 to max runs whose first is black.
func allRuns(max int, visit func(x Runs)) {
	for n := 1; n <= max; n++ {
		for c := range Runs(1) << (n - 1) {
			visit(1<<n | c)
		}
	}
}

func wordNorm(n *Node, word []Letter) *big.Rat {
	r := big.NewRat(1, 1)
	for _, l := range word {
		r.Mul(r, norm(l, n.top))
		scale := new(big.Rat).SetUint64(scaleOf(l, n.top))
		r.Mul(r, scale.Mul(scale, scale))
		n, _ = n.Step(l)
	}
	return r
}

// The matrix of compatible states, which shares no code with the transform, is made diagonal by it, with the norms.
func TestTransformMakesTheFormDiagonal(t *testing.T) {
	longest := 6
	if testing.Short() {
		longest = 5
	}
	ar, err := Residues(testPrime)
	if err != nil {
		t.Fatal(err)
	}
	form := NewForm()
	allRuns(longest, func(x Runs) {
		if err := checkDiagonal(t, ar, form.Words(x), true); err != nil {
			t.Errorf("runs %b: %v", x, err)
		}
	})
}

// The same for longer words, of the states without live runs: of noncrossing partitions p, q with the entries -1 to the
// number of components of their join. Of eight runs these are the words with the deepest stacks: of one colour, and with one
// run of the other.
func TestTransformMakesTheGramMatrixDiagonal(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	ar, _ := Residues(testPrime)
	form := NewForm()
	allRuns(8, func(x Runs) {
		if x>>8 == 1 && bits.OnesCount(uint(x)) > 2 {
			return
		}
		if err := checkDiagonal(t, ar, form.Words(x), false); err != nil {
			t.Errorf("runs %b: %v", x, err)
		}
	})
}

// checkDiagonal transforms the columns of the matrix, and then its rows, those in a random combination: since the transform
// is linear, another matrix passes with a probability of 2^-60. Without live words the entries are those of the
// Gram matrix; the first pass does nothing, since all values of live words are zero.
func checkDiagonal(t *testing.T, ar Arithmetic, node *Node, live bool) error {
	words := wordsOf(node)
	if len(words) != node.Size() {
		return fmt.Errorf("%d words, the node has %d", len(words), node.Size())
	}
	strings := make([][]int, len(words))
	alive := make([]bool, len(words))
	var kept []int
	for i, w := range words {
		strings[i] = stringsOf(w)
		for _, s := range strings[i] {
			alive[i] = alive[i] || s < 0
		}
		if live || !alive[i] {
			kept = append(kept, i)
		}
	}
	columns := make([][]uint64, len(kept))
	for j, q := range kept {
		columns[j] = make([]uint64, len(words))
		for _, p := range kept {
			if live {
				if compatible(strings[p], strings[q]) {
					columns[j][p] = 1
				}
			} else if components(strings[p], strings[q])%2 == 0 {
				columns[j][p] = 1
			} else {
				columns[j][p] = testPrime - 1
			}
		}
		if err := node.Transform(t.Context(), ar, columns[j]); err != nil {
			return err
		}
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(words))))
	weights, row := make([]uint64, len(words)), make([]uint64, len(words))
	for _, p := range kept {
		weights[p] = rng.Uint64N(testPrime)
	}
	for j, q := range kept {
		for _, p := range kept {
			row[q] = (row[q] + timesModulo(weights[p], columns[j][p])) % testPrime
		}
	}
	if err := node.Transform(t.Context(), ar, row); err != nil {
		return err
	}
	for _, q := range kept {
		r := wordNorm(node, words[q])
		want := new(big.Int).ModInverse(r.Denom(), big.NewInt(testPrime))
		want.Mul(want, r.Num())
		want.Mul(want, new(big.Int).SetUint64(weights[q]))
		want.Mod(want, big.NewInt(testPrime))
		if row[q] != want.Uint64() {
			return fmt.Errorf("rows added up with weights, at the word %v: %d, want %d", words[q], row[q], want)
		}
	}
	return nil
}

func timesModulo(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return bits.Rem64(high, low, testPrime)
}

// components returns the number of components of the union of two lists of strings, each of which has numbers from 0 on:
// of all strings, less one for each time that two of them become one.
func components(s, t []int) int {
	var space [64]int
	first := 1 + slices.Max(s)
	f := forest(space[:first+1+slices.Max(t)])
	for i := range f {
		f[i] = i
	}
	n := len(f)
	for i := range s {
		if a, b := f.find(s[i]), f.find(first+t[i]); a != b {
			f[a] = b
			n--
		}
	}
	return n
}

// forest is a union-find structure: the parents of elements, roots being their own.
type forest []int

func (f forest) find(i int) int {
	for f[i] != i {
		i = f[i]
	}
	return i
}
