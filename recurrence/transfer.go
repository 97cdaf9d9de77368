package recurrence

import (
	"cmp"
	"math/big"
	"slices"

	"combigo/internal/enum"
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
	b := &transferBuilder{symmetry: symmetry, columns: colourColumns(height), number: map[string]int{}}
	for _, c := range b.columns {
		if s, ok := addColumn(nil, c); ok {
			b.reach(s)
		}
	}
	for i := 0; i < len(b.states); i++ { // b.states grows meanwhile
		for _, c := range b.columns {
			if s, ok := addColumn(b.states[i], c); ok {
				b.reach(s)
			}
		}
	}
	return b.transfer(height), nil
}

// A point of a column state: its colour, 0 for empty, and for a needy stone
// the number of its string, counted from 1.
type point struct{ colour, needy int8 }

type columnState []point

// rank orders points as the paper does: empty, live stones, needy stones,
// black before white.
func (p point) rank() int {
	r := int(p.colour)
	if p.needy > 0 {
		r += 2
	}
	return r
}

func (s columnState) compare(t columnState) int {
	for i := range s {
		if c := cmp.Compare(s[i].rank(), t[i].rank()); c != 0 {
			return c
		}
	}
	for i := range s {
		if c := cmp.Compare(s[i].needy, t[i].needy); c != 0 {
			return c
		}
	}
	return 0
}

func (s columnState) String() string {
	text := make([]byte, 0, 2*len(s))
	for _, p := range s {
		text = append(text, ".XOxo"[p.rank()])
		if p.needy > 0 {
			text = append(text, byte('a'+p.needy-1))
		}
	}
	return string(text)
}

// renumbered numbers the needy strings in the order of their first points.
func (s columnState) renumbered() columnState {
	number := map[int8]int8{0: 0}
	t := slices.Clone(s)
	for i, p := range t {
		if _, known := number[p.needy]; !known {
			number[p.needy] = int8(len(number))
		}
		t[i].needy = number[p.needy]
	}
	return t
}

func (s columnState) exchanged() columnState {
	t := slices.Clone(s)
	for i := range t {
		if t[i].colour != 0 {
			t[i].colour = 3 - t[i].colour
		}
	}
	return t
}

func (s columnState) upsideDown() columnState {
	t := slices.Clone(s)
	slices.Reverse(t)
	return t.renumbered()
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

// colourColumns returns all 3^height columns of colours.
func colourColumns(height int) [][]int8 {
	columns := [][]int8{nil}
	for range height {
		var longer [][]int8
		for _, c := range columns {
			for colour := range int8(3) {
				longer = append(longer, append(slices.Clone(c), colour))
			}
		}
		columns = longer
	}
	return columns
}

// addColumn returns the state after one more column, false if a string would
// be left without liberty for good. The state before the first column is nil.
func addColumn(s columnState, column []int8) (columnState, bool) {
	p := newPair(s, column)
	for start := range p.label {
		if p.label[start] == 0 && p.colour(start) > 0 {
			p.flood(start)
		}
	}
	for i := range p.old {
		if name := p.label[i]; name != 0 && !p.alive[name] && !p.onNew[name] {
			return nil, false
		}
	}
	next := make(columnState, len(column))
	for i, c := range column {
		next[i].colour = c
		if name := p.label[len(column)+i]; c > 0 && !p.alive[name] {
			next[i].needy = int8(name)
		}
	}
	return next.renumbered(), true
}

// A columnPair is a state and the column after it: points 0 to m-1 are the old
// column, m to 2m-1 the new one. Each string has a name, a number above 0.
type columnPair struct {
	old    columnState
	column []int8
	label  []int // the name of the string, 0 if there is none yet
	alive  map[int]bool
	onNew  map[int]bool // has a stone in the new column
}

const offBoard = -1 // neither a liberty nor a stone

func newPair(s columnState, column []int8) *columnPair {
	m := len(column)
	old := s
	if old == nil {
		old = make(columnState, m)
		for i := range old {
			old[i].colour = offBoard
		}
	}
	return &columnPair{old, column, make([]int, 2*m), map[int]bool{}, map[int]bool{}}
}

func (p *columnPair) colour(i int) int8 {
	if m := len(p.column); i >= m {
		return p.column[i-m]
	}
	return p.old[i].colour
}

// neighbours reports whether two points are.
func (p *columnPair) neighbours(i, j int) bool {
	m := len(p.column)
	return i+m == j || j+m == i || (i < m) == (j < m) && (i+1 == j || j+1 == i)
}

// joined reports whether two stones of one colour are in one string, by
// themselves or by what the state says.
func (p *columnPair) joined(i, j int) bool {
	m := len(p.column)
	if p.colour(i) < 1 || p.colour(i) != p.colour(j) {
		return false
	}
	return p.neighbours(i, j) || i < m && j < m && p.old[i].needy > 0 && p.old[i].needy == p.old[j].needy
}

// flood names the string of a stone, and finds out whether it has a liberty.
func (p *columnPair) flood(start int) {
	name := start + 1
	p.label[start] = name
	for stack := []int{start}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p.onNew[name] = p.onNew[name] || i >= len(p.column)
		p.alive[name] = p.alive[name] || i < len(p.column) && p.old[i].needy == 0
		for j := range p.label {
			p.alive[name] = p.alive[name] || p.neighbours(i, j) && p.colour(j) == 0
			if p.label[j] == 0 && p.joined(i, j) {
				p.label[j] = name
				stack = append(stack, j)
			}
		}
	}
}

// A transferBuilder collects states.
type transferBuilder struct {
	symmetry Symmetry
	columns  [][]int8
	states   []columnState
	number   map[string]int
}

func (b *transferBuilder) reach(s columnState) {
	s = s.representative(b.symmetry)
	if _, known := b.number[s.String()]; !known {
		b.number[s.String()] = len(b.states)
		b.states = append(b.states, s)
	}
}

func (b *transferBuilder) transfer(height int) *Transfer {
	slices.SortFunc(b.states, columnState.compare)
	t := &Transfer{Height: height, Symmetry: b.symmetry}
	for i, s := range b.states {
		b.number[s.String()] = i
		t.States = append(t.States, s.String())
		t.Legal = append(t.Legal, 1)
		t.Matrix = append(t.Matrix, make([]int64, len(b.states)))
		if slices.ContainsFunc(s, func(p point) bool { return p.needy > 0 }) {
			t.Legal[i] = 0
		}
	}
	t.First = b.count(nil)
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
	for _, c := range b.columns {
		if next, ok := addColumn(s, c); ok {
			ways[b.number[next.representative(b.symmetry).String()]]++
		}
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
