package recurrence

import (
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/states/plain"
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
	b := &transferBuilder{symmetry: symmetry, number: map[string]int{}}
	start := plain.Start(height)
	b.reach(start)
	for i := 0; i < len(b.states); i++ { // b.states grows meanwhile
		b.reach(b.states[i])
	}
	slices.SortFunc(b.states, compare)
	t := &Transfer{Height: height, Symmetry: symmetry}
	for i, s := range b.states {
		b.number[s.String()] = i
		t.States = append(t.States, text(s))
		t.Legal = append(t.Legal, 0)
		t.Matrix = append(t.Matrix, make([]int64, len(b.states)))
		if s.Settled() {
			t.Legal[i] = 1
		}
	}
	t.First = b.count(start)
	for j, s := range b.states {
		t.Swapped = append(t.Swapped, b.numberOf(s.Swap()))
		t.Turned = append(t.Turned, b.numberOf(s.Mirror()))
		for i, n := range b.count(s) {
			t.Matrix[i][j] = n
		}
	}
	return t, nil
}

// A transferBuilder collects the representatives of the states under a symmetry.
type transferBuilder struct {
	symmetry Symmetry
	states   []plain.State
	number   map[string]int // by the text of the state
}

// key returns the kinds of the points (empty, live stones, needy stones, black before white) and
// then the numbers of their needy strings. The paper lists states in the order of their keys.
func key(s plain.State) []int {
	var kinds, groups []int
	for _, p := range s.Points {
		kind := int(p.Color)
		if p.Needy() {
			kind += int(goban.White)
		}
		kinds, groups = append(kinds, kind), append(groups, int(p.Group))
	}
	return append(kinds, groups...)
}

// compare orders border states by their keys.
func compare(s, t plain.State) int { return slices.Compare(key(s), key(t)) }

// text writes a state with letters for needy strings.
func text(s plain.State) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c - '0' + 'a'
		}
		return c
	}, s.String())
}

// representative returns the first state of the class.
func (b *transferBuilder) representative(s plain.State) plain.State {
	images := []plain.State{s}
	if b.symmetry >= StateClasses {
		images = append(images, s.Swap())
	}
	if b.symmetry >= UpDownClasses {
		images = append(images, s.Mirror(), s.Mirror().Swap())
	}
	return slices.MinFunc(images, compare)
}

// numberOf returns the number of the class of a state.
func (b *transferBuilder) numberOf(s plain.State) int { return b.number[b.representative(s).String()] }

// reach adds the states to which a column leads from a state.
func (b *transferBuilder) reach(from plain.State) {
	for _, s := range from.Column(2) {
		s = b.representative(s)
		if _, known := b.number[s.String()]; !known {
			b.number[s.String()] = len(b.states)
			b.states = append(b.states, s)
		}
	}
}

// count returns how many columns lead from a state to each.
func (b *transferBuilder) count(from plain.State) []int64 {
	ways := make([]int64, len(b.states))
	for _, s := range from.Column(2) {
		ways[b.numberOf(s)]++
	}
	return ways
}

// dot returns the scalar product of two vectors.
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
