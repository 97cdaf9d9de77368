package reproduction

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// stripDigits is the number of digits of a_m and lambda_m: some more than the 20 in print.
const stripDigits = 23

// table2 goes beyond the table, which ends with 9 rows.
func table2(w *work) error {
	for m := 1; m <= asymptotic.LastStored(); m++ {
		if m <= 9 {
			if err := w.order(m); err != nil {
				return err
			}
		}
		if err := w.strip(m); err != nil {
			return err
		}
	}
	return nil
}

// order adds the lines for the classes and the order of the recurrence of boards with m rows.
func (w *work) order(m int) error {
	classes, order := w.line("classes", m), w.line("order", m)
	return w.lines(func() error {
		found, err := recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: w.options(), Seed: 1})
		if err != nil {
			return err
		}
		w.against(classes, found.Bound)
		w.against(order, found.Order).Basis = result.OneWay
		if m == 9 {
			w.note(fmt.Sprintf("Orders are those modulo %d primes drawn at random; that of 9 rows is larger with a chance below %.1g.", len(found.Primes), found.Risk()))
		}
		return nil
	}, classes, order)
}

// strip adds the lines for a_m and the root of lambda_m.
func (w *work) strip(m int) error {
	s, from := asymptotic.Stored(m), "combigo strip 1-13, 2026-11-21, 252 s for 13 rows (docs/growth.md)"
	_, err := w.within(w.line("a", m).cost().time, func() error {
		found, err := asymptotic.NewStrip(w.ctx, m, stripDigits, asymptotic.StripOptions{Options: w.options()})
		if err == nil {
			s, from = found, ""
		}
		return err
	})
	for i, x := range []interval.Interval{s.A, s.Root()} {
		r := w.row([]string{"a", "lambda"}[i], x, m)
		if r.Earlier, r.Basis = from, result.Proved; r.Printed == "" {
			r.Mark = Further
		}
	}
	return err
}

// backwards returns numbers from the last to the first.
func backwards(numbers []*big.Int) []*big.Int {
	numbers = slices.Clone(numbers)
	slices.Reverse(numbers)
	return numbers
}

// joined writes numbers one after the other.
func joined(numbers any) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// solution solves for the coefficients of an order from the first terms of boards of m rows, as
// Lemma 12 does; "singular" if the matrix is.
func solution(terms []*big.Int, order int) string {
	rows := make([][]*big.Rat, order)
	for i := range rows {
		for _, t := range terms[i : i+order+1] {
			rows[i] = append(rows[i], new(big.Rat).SetInt(t))
		}
	}
	for col := range rows {
		pivot := slices.IndexFunc(rows[col:], func(row []*big.Rat) bool { return row[col].Sign() != 0 })
		if pivot < 0 {
			return "singular"
		}
		rows[col], rows[col+pivot] = rows[col+pivot], rows[col]
		for i, row := range rows {
			if i == col || row[col].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Quo(row[col], rows[col][col])
			for j := col; j <= order; j++ {
				row[j].Sub(row[j], new(big.Rat).Mul(factor, rows[col][j]))
			}
		}
	}
	var x []string
	for i, row := range rows {
		x = append(x, row[order].Quo(row[order], row[i]).RatString())
	}
	return strings.Join(x, " ")
}

// A chain is the states of a board that grows column by column, numbered from 0.
type chain struct {
	next  [][]int // the states after each state, one for each colouring that is legal there
	first []int   // the states after one column
	legal []bool  // whether a board may end in a state
}

// apply returns how many ways lead to each state after another column.
func (c *chain) apply(x []*big.Int) []*big.Int {
	y := zeros(len(c.next))
	for from, to := range c.next {
		for _, i := range to {
			y[i].Add(y[i], x[from])
		}
	}
	return y
}

func zeros(n int) []*big.Int {
	x := make([]*big.Int, n)
	for i := range x {
		x[i] = new(big.Int)
	}
	return x
}

// ways returns the number of positions with each state, of a board of some columns.
func (c *chain) ways(columns int) []*big.Int {
	now := zeros(len(c.next))
	for _, i := range c.first {
		now[i].Add(now[i], big.NewInt(1))
	}
	for range columns - 1 {
		now = c.apply(now)
	}
	return now
}

// Positions returns the number of positions with a legal state.
func (c *chain) Positions(columns int) *big.Int {
	sum := new(big.Int)
	for i, x := range c.ways(columns) {
		if c.legal[i] {
			sum.Add(sum, x)
		}
	}
	return sum
}

// Trace returns the trace of a power of the matrix.
func (c *chain) Trace(power int) *big.Int {
	sum := new(big.Int)
	for s := range c.next {
		x := zeros(len(c.next))
		x[s].SetInt64(1)
		for range power {
			x = c.apply(x)
		}
		sum.Add(sum, x[s])
	}
	return sum
}

// sections is the chain of section 4.2: the position sections that come up, and the matrix T.
type sections struct {
	chain
	all []plain.State // position sections: colours, safe or not, and groups
}

func newSections(height, colors int) *sections {
	t, number := &sections{}, map[string]int{}
	after := func(before plain.State) (to []int) {
		for _, s := range before.Column(colors) {
			i, known := number[s.String()]
			if !known {
				i = len(t.all)
				number[s.String()], t.all, t.legal = i, append(t.all, s), append(t.legal, s.Settled())
			}
			to = append(to, i)
		}
		return to
	}
	start := plain.Start(height)
	start.Sections = true
	t.first = after(start)
	for i := 0; i < len(t.all); i++ {
		t.next = append(t.next, after(t.all[i]))
	}
	return t
}

// Len returns the number of sections.
func (t *sections) Len() int { return len(t.all) }

// Configurations returns the number of different sections without their groups.
func (t *sections) Configurations() int {
	seen := map[string]bool{}
	for _, s := range t.all {
		s.Points = slices.Clone(s.Points)
		for i := range s.Points {
			s.Points[i].Group = min(s.Points[i].Group, 1)
		}
		seen[s.String()] = true
	}
	return len(seen)
}

// markovChain is the chain of section 5.4.3: the border states of a height and, last, the illegal
// state, to which all other columns lead.
type markovChain struct {
	chain
	*recurrence.Transfer
}

func newMarkovChain(height int, t *recurrence.Transfer) *markovChain {
	illegal := len(t.Matrix)
	c := &markovChain{chain{next: make([][]int, illegal+1), legal: make([]bool, illegal+1)}, t}
	for i, row := range t.Matrix {
		for j, ways := range row {
			c.next[j] = append(c.next[j], slices.Repeat([]int{i}, int(ways))...)
		}
		c.first = append(c.first, slices.Repeat([]int{i}, int(t.First[i]))...)
		c.legal[i] = t.Legal[i] == 1
	}
	columns := int(power(3, int64(height)).Int64())
	rest := func(to []int) []int { return append(to, slices.Repeat([]int{illegal}, max(0, columns-len(to)))...) }
	for j := range c.next {
		c.next[j] = rest(c.next[j])
	}
	c.first = rest(c.first)
	return c
}

// Len returns the number of states.
func (c *markovChain) Len() int { return len(c.next) }

// All returns the number of all colourings.
func (c *markovChain) All(columns int) *big.Int {
	sum := new(big.Int)
	for _, x := range c.ways(columns) {
		sum.Add(sum, x)
	}
	return sum
}

// Stochastic says of each state whether its column of the matrix sums to 1.
func (c *markovChain) Stochastic() *cases {
	good := &cases{}
	for _, to := range c.next {
		good.add(len(to) == len(c.first))
	}
	return good
}

// Absorbing names the states that lead to themselves only.
func (c *markovChain) Absorbing() string {
	for i, to := range c.next {
		if leaves := slices.ContainsFunc(to, func(j int) bool { return j != i }); leaves != (i < len(c.next)-1) {
			return "other states"
		}
	}
	return "the illegal state"
}

// Decay returns how much of the legal positions is left with each column, in the end: the largest
// eigenvalue but that of the illegal state, which is 1.
func (c *markovChain) Decay() (float64, error) {
	largest, err := largestEigenvalue(c.next[:len(c.next)-1])
	return largest / float64(len(c.first)), err
}

// Reversed says of each state whether it comes up as often as that of reversed colours.
func (c *markovChain) Reversed(columns int) *cases { return c.sameAs(c.Swapped, columns) }

// UpsideDown is the same for states upside down.
func (c *markovChain) UpsideDown(columns int) *cases { return c.sameAs(c.Turned, columns) }

func (c *markovChain) sameAs(other []int, columns int) *cases {
	same, ways := &cases{}, c.ways(columns)
	for i, j := range other {
		same.add(ways[i].Cmp(ways[j]) == 0)
	}
	return same
}

// A mode is a term q l^n of the solution L(m,n) = q_1 l_1^n + q_2 l_2^n + ... (Corollary 3).
type mode struct{ eigenvalue, amplitude complex128 }

// modes are the terms of the eigenvalues other than zero.
type modes struct {
	*recurrence.Transfer
	all   []mode
	Apart float64 // the least distance of the eigenvalues
}

// zeroError is how far from 0 the eigenvalue 0, a multiple one, may be found.
const zeroError = 1e-3

// newModes finds the terms from the transfer matrix of some rows: the constant of Lemma 11 is
// l^T f e^T L(1,0) / q for eigenvectors f and e of product 1.
func newModes(t *recurrence.Transfer) (*modes, error) {
	eigen, err := eigenOf(len(t.Matrix), func(i, j int) int { return int(t.Matrix[i][j]) })
	if err != nil {
		return nil, err
	}
	var right, left mat.CDense
	eigen.VectorsTo(&right)
	eigen.LeftVectorsTo(&left)
	m := &modes{Transfer: t, Apart: math.Inf(1)}
	for k, x := range eigen.Values(nil) {
		if cmplx.Abs(x) < zeroError {
			continue
		}
		for _, y := range m.all {
			m.Apart = min(m.Apart, cmplx.Abs(x-y.eigenvalue))
		}
		var legal, first, product complex128
		for i := range t.Matrix {
			f, e := right.At(i, k), cmplx.Conj(left.At(i, k))
			legal += complex(float64(t.Legal[i]), 0) * f
			first += complex(float64(t.First[i]), 0) * e
			product += e * f
		}
		m.all = append(m.all, mode{x, legal * first / (product * x)})
	}
	return m, nil
}

// eigenOf returns the eigenvalues and eigenvectors of a matrix.
func eigenOf(n int, at func(i, j int) int) (*mat.Eigen, error) {
	m, eigen := mat.NewDense(n, n, nil), &mat.Eigen{}
	for i := range n {
		for j := range n {
			m.Set(i, j, float64(at(i, j)))
		}
	}
	if !eigen.Factorize(m, mat.EigenBoth) {
		return nil, internal("eigenvalues are not found")
	}
	return eigen, nil
}

// largestEigenvalue returns the largest of the matrix of successors. Other states are left out.
func largestEigenvalue(next [][]int) (value float64, err error) {
	ways := make([]map[int]int, len(next))
	for i, to := range next {
		ways[i] = map[int]int{}
		for _, j := range to {
			ways[i][j]++
		}
	}
	eigen, err := eigenOf(len(next), func(i, j int) int { return ways[i][j] })
	if err != nil {
		return 0, err
	}
	for _, x := range eigen.Values(nil) {
		value = max(value, cmplx.Abs(x))
	}
	return value, nil
}

// modeError is how far numbers of double precision may be off here.
const modeError = 1e-9

// Gives reports whether the terms sum up to a number for n columns.
func (m *modes) Gives(n int, number float64) bool {
	var sum complex128
	for _, x := range m.all {
		sum += x.amplitude * cmplx.Pow(x.eigenvalue, complex(float64(n), 0))
	}
	return near(sum, number)
}

func near(x complex128, y float64) bool {
	return math.Abs(real(x)-y) <= modeError*math.Abs(y) && math.Abs(imag(x)) < modeError*math.Abs(y)
}

// Visible returns the number of terms that do not vanish.
func (m *modes) Visible() (n int) {
	for _, x := range m.all {
		if cmplx.Abs(x.amplitude) > modeError {
			n++
		}
	}
	return n
}

// Dominant shows the term of the largest eigenvalue, which is to be that of a strip.
func (m *modes) Dominant(a, lambda float64) finding {
	top := slices.MaxFunc(m.all, func(x, y mode) int { return cmp.Compare(cmplx.Abs(x.eigenvalue), cmplx.Abs(y.eigenvalue)) })
	text := fmt.Sprintf("q_1 = %.12f, l_1 = %.12f", real(top.amplitude), real(top.eigenvalue))
	return finding{value: one(near(top.eigenvalue, lambda) && near(top.amplitude, a)), text: text}
}
