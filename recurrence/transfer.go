package recurrence

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/column"
	"combigo.dev/combigo/internal/enum"
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
// It is made column by column, without the border engine: by coloured columns,
// and the strings that two of them beside each other have.
//
// Source: Combinatorics of Go, section 5.4.
type Transfer struct {
	Height   int
	Symmetry Symmetry
	States   []string  // each point: . empty, X O with a liberty, x o without, then a letter for each needy string
	Legal    []int64   // 1 for a state without needy stones
	First    []int64   // boards of one column with each state
	Matrix   [][]int64 // Matrix[i][j] is the number of columns that lead from state j to state i
}

// NewTransfer makes the matrix for a height from 1 to [MaxTransferHeight].
func NewTransfer(height int, symmetry Symmetry) (*Transfer, error) {
	if err := checkHeight(height, MaxTransferHeight); err != nil {
		return nil, err
	}
	b := &transferBuilder{symmetry: symmetry, columns: column.Colorings(height, 2), number: map[string]int{}}
	b.reach(columnState(column.Before(height)))
	for i := 0; i < len(b.states); i++ { // b.states grows meanwhile
		b.reach(b.states[i])
	}
	return b.transfer(height), nil
}

// A columnState is a state without the numbers of strings that have a liberty.
type columnState column.State

// rank orders points as the paper does: empty, live stones, needy stones,
// black before white.
func rank(p column.Point) int {
	r := int(p.Color)
	if p.Needy() {
		r += 2
	}
	return r
}

func (s columnState) compare(t columnState) int {
	for i := range s {
		if c := cmp.Compare(rank(s[i]), rank(t[i])); c != 0 {
			return c
		}
	}
	for i := range s {
		if c := cmp.Compare(s[i].Group, t[i].Group); c != 0 {
			return c
		}
	}
	return 0
}

func (s columnState) String() string {
	text := make([]byte, 0, 2*len(s))
	for _, p := range s {
		text = append(text, ".XOxo"[rank(p)])
		if p.Needy() {
			text = append(text, byte('a'+p.Group-1))
		}
	}
	return string(text)
}

func (s columnState) exchanged() columnState {
	t := slices.Clone(s)
	for i := range t {
		if t[i].Color != 0 {
			t[i].Color = 3 - t[i].Color
		}
	}
	return t
}

func (s columnState) upsideDown() columnState {
	t := slices.Clone(s)
	slices.Reverse(t)
	return columnState(column.State(t).WithoutLive())
}

// representative returns the first state of the class.
func (s columnState) representative(symmetry Symmetry) columnState {
	images := []columnState{s}
	if symmetry >= StateClasses {
		images = append(images, s.exchanged())
	}
	if symmetry >= UpDownClasses {
		images = append(images, s.upsideDown(), s.upsideDown().exchanged())
	}
	return slices.MinFunc(images, columnState.compare)
}

// A transferBuilder collects states.
type transferBuilder struct {
	symmetry Symmetry
	columns  [][]int8
	states   []columnState
	number   map[string]int
}

// next yields the representatives of the states after one more column, each as often as there are
// columns that lead there.
func (b *transferBuilder) next(s columnState) iter.Seq[columnState] {
	return func(yield func(columnState) bool) {
		for _, c := range b.columns {
			if next, ok := column.State(s).After(c); ok && !yield(columnState(next.WithoutLive()).representative(b.symmetry)) {
				return
			}
		}
	}
}

// reach adds the states that follow one.
func (b *transferBuilder) reach(from columnState) {
	for s := range b.next(from) {
		if _, known := b.number[s.String()]; !known {
			b.number[s.String()] = len(b.states)
			b.states = append(b.states, s)
		}
	}
}

func (b *transferBuilder) transfer(height int) *Transfer {
	slices.SortFunc(b.states, columnState.compare)
	t := &Transfer{Height: height, Symmetry: b.symmetry}
	for i, s := range b.states {
		b.number[s.String()] = i
		t.States = append(t.States, s.String())
		t.Legal = append(t.Legal, 0)
		t.Matrix = append(t.Matrix, make([]int64, len(b.states)))
		if column.State(s).Legal() {
			t.Legal[i] = 1
		}
	}
	t.First = b.count(columnState(column.Before(height)))
	for j, s := range b.states {
		for i, n := range b.count(s) {
			t.Matrix[i][j] = n
		}
	}
	return t
}

// count returns how many columns lead from a state to each.
func (b *transferBuilder) count(s columnState) []int64 {
	ways := make([]int64, len(b.states))
	for next := range b.next(s) {
		ways[b.number[next.String()]]++
	}
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

// CharacteristicPolynomial returns the coefficients of det(x*I - Matrix), the
// constant one first.
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
