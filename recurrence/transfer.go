package recurrence

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/states/state"
)

// MaxTransferHeight is the largest height of [NewTransfer].
const MaxTransferHeight = 4

// A Symmetry says which border states count as one.
type Symmetry int

// The symmetries: none, exchange of the colours, and turning upside down too.
const (
	States Symmetry = iota
	StateClasses
	UpDownClasses
)

var symmetryNames = enum.Of[Symmetry]("kind of states", "states", "classes", "updown")

// String returns the name that [ParseSymmetry] reads.
func (s Symmetry) String() string { return symmetryNames.Name(s) }

// ParseSymmetry reads "states", "classes" or "updown".
func ParseSymmetry(name string) (Symmetry, error) { return symmetryNames.Parse(name) }

// A Transfer is the matrix that adds a column to boards of some height, on the
// constructible states without a kink or on classes of them:
//
//	L(m,n) = Legal * Matrix^(n-1) * First
//
// Source: Combinatorics of Go, section 5.4.
type Transfer struct {
	Height   int       `json:"rows"`
	Symmetry Symmetry  `json:"kind"`
	States   []string  `json:"states"` // each point: . empty, X O with a liberty, x o without, then a letter for each needy string
	Legal    []int64   `json:"legal"`  // 1 for a state without needy stones
	First    []int64   `json:"first"`  // boards of one column with each state
	Matrix   [][]int64 `json:"matrix"` // Matrix[i][j] is the number of columns that lead from state j to state i
	Swapped  []int     // the number of each state with the colours exchanged
	Turned   []int     // the number of each state upside down
}

// NewTransfer makes the matrix for a height from 1 to [MaxTransferHeight].
func NewTransfer(height int, symmetry Symmetry) (*Transfer, error) {
	if err := checkHeight(height, MaxTransferHeight); err != nil {
		return nil, err
	}
	b := &transferBuilder{height: height, symmetry: symmetry, number: map[state.Word]int{}}
	b.reach(state.Repeat(state.Edge, height))
	for i := 0; i < len(b.states); i++ { // b.states grows meanwhile
		b.reach(b.states[i])
	}
	return b.transfer(), nil
}

// A transferBuilder collects states, those up to symmetry.
type transferBuilder struct {
	height   int
	symmetry Symmetry
	states   []state.Word
	number   map[state.Word]int
}

// key is the kinds of the points (empty, live stones, needy stones, black before white) and then
// the numbers of their needy strings, from 1 on: in the order of keys states are as in the paper.
func (b *transferBuilder) key(w state.Word) []int {
	key := make([]int, 2*b.height)
	strings := 0
	for i := range b.height {
		s := w.At(i)
		key[i] = int(s)
		if !s.Linked() {
			continue
		}
		key[i] = int(2 + s.Kind())
		if first := w.First(i); first < i {
			key[b.height+i] = key[b.height+first]
		} else {
			strings++
			key[b.height+i] = strings
		}
	}
	return key
}

func (b *transferBuilder) compare(v, w state.Word) int { return slices.Compare(b.key(v), b.key(w)) }

func (b *transferBuilder) text(w state.Word) string {
	var text []byte
	key := b.key(w)
	for i, kind := range key[:b.height] {
		text = append(text, ".XOxo"[kind])
		if n := key[b.height+i]; n > 0 {
			text = append(text, byte('a'+n-1))
		}
	}
	return string(text)
}

// representative returns the first state of the class.
func (b *transferBuilder) representative(w state.Word) state.Word {
	images := []state.Word{w}
	if b.symmetry >= StateClasses {
		images = append(images, w.Swapped())
	}
	if b.symmetry >= UpDownClasses {
		mirror := w.Mirror(b.height)
		images = append(images, mirror, mirror.Swapped())
	}
	return slices.MinFunc(images, b.compare)
}

// next visits the representatives of the states after the points from a kink to the end of the
// column, each as often as there are ways that lead there.
func (b *transferBuilder) next(w state.Word, kink int, visit func(state.Word)) {
	if kink == b.height {
		visit(b.representative(w))
		return
	}
	for color := range state.White + 1 {
		if after, ok := w.Place(kink, color); ok {
			b.next(after, kink+1, visit)
		}
	}
}

// reach adds the states that follow one.
func (b *transferBuilder) reach(from state.Word) {
	b.next(from, 0, func(w state.Word) {
		if _, known := b.number[w]; !known {
			b.number[w] = len(b.states)
			b.states = append(b.states, w)
		}
	})
}

func (b *transferBuilder) transfer() *Transfer {
	slices.SortFunc(b.states, b.compare)
	t := &Transfer{Height: b.height, Symmetry: b.symmetry}
	for i, w := range b.states {
		b.number[w] = i
		t.States = append(t.States, b.text(w))
		t.Legal = append(t.Legal, 0)
		t.Matrix = append(t.Matrix, make([]int64, len(b.states)))
		if w.Settled() {
			t.Legal[i] = 1
		}
	}
	t.First = b.count(state.Repeat(state.Edge, b.height))
	for j, w := range b.states {
		t.Swapped = append(t.Swapped, b.number[b.representative(w.Swapped())])
		t.Turned = append(t.Turned, b.number[b.representative(w.Mirror(b.height))])
		for i, n := range b.count(w) {
			t.Matrix[i][j] = n
		}
	}
	return t
}

// count returns how many columns lead from a state to each.
func (b *transferBuilder) count(from state.Word) []int64 {
	ways := make([]int64, len(b.states))
	b.next(from, 0, func(w state.Word) { ways[b.number[w]]++ })
	return ways
}

func dot(v []int64, w []*big.Int) *big.Int {
	sum := new(big.Int)
	var product big.Int
	for i, x := range v {
		if x != 0 {
			sum.Add(sum, product.Mul(w[i], product.SetInt64(x)))
		}
	}
	return sum
}

// CharacteristicPolynomial returns the coefficients of det(x*I - Matrix), the constant one first.
//
// Source: the algorithm of Faddeev and LeVerrier: with M(1) = I and
// c(k) = -trace(Matrix*M(k))/k, M(k+1) = Matrix*M(k) + c(k)*I.
func (t *Transfer) CharacteristicPolynomial() []*big.Int {
	n := len(t.Matrix)
	p := make([]*big.Int, n+1)
	p[n] = big.NewInt(1)
	columns := make([][]*big.Int, n) // of M(k)
	for j := range columns {
		columns[j] = zeros(n)
		columns[j][j].SetInt64(1)
	}
	for k := 1; k <= n; k++ {
		trace := new(big.Int)
		for j := range columns {
			product := make([]*big.Int, n)
			for i, row := range t.Matrix {
				product[i] = dot(row, columns[j])
			}
			columns[j] = product
			trace.Add(trace, product[j])
		}
		c := trace.Quo(trace.Neg(trace), big.NewInt(int64(k)))
		p[n-k] = c
		for j := range columns {
			columns[j][j].Add(columns[j][j], c)
		}
	}
	return p
}
