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
func table2(w *work) {
	for m := 1; m <= asymptotic.LastStored(); m++ {
		if m <= 9 {
			w.order(m)
		}
		w.strip(m)
	}
}

// order adds the lines for the classes and the order of the recurrence of boards with m rows.
func (w *work) order(m int) {
	classes, order := w.line("classes", m), w.line("order", m)
	w.lines(func() {
		found := must(recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: w.options(), Seed: 1}))
		w.against(classes, found.Bound)
		w.against(order, found.Order).Basis = result.OneWay
		if m == 9 {
			w.note(fmt.Sprintf("Orders are those modulo %d primes drawn at random; that of 9 rows is larger with a chance below %.1g.", len(found.Primes), found.Risk()))
		}
	}, classes, order)
}

// strip adds the lines for a_m and the root of lambda_m.
func (w *work) strip(m int) {
	s, from := asymptotic.Stored(m), "combigo strip 1-13, 2026-11-21, 252 s for 13 rows (docs/growth.md)"
	w.within(w.line("a", m).cost().time, func() {
		s, from = must(asymptotic.NewStrip(w.ctx, m, stripDigits, asymptotic.StripOptions{Options: w.options()})), ""
	})
	for i, x := range []interval.Interval{s.A, s.Root()} {
		r := w.row([]string{"a", "lambda"}[i], x, m)
		if r.Earlier, r.Basis = from, result.Proved; r.Printed == "" {
			r.Mark = Further
		}
	}
}

// equation adds a line for the coefficients of the shortest recurrence.
func (w *work) equation(m int) *recurrence.Recurrence {
	r := must(recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()}))
	backwards := slices.Clone(r.Coefficients)
	slices.Reverse(backwards)
	w.row("coefficients", joined(backwards), m, r.Order()-1)
	return r
}

func joined(numbers []*big.Int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// sequence adds as many terms as are in print.
func (w *work) sequence(m int, r *recurrence.Recurrence) {
	l := w.line("terms", m)
	w.against(l, joined(r.Terms(len(strings.Fields(l.printed().text)))))
}

func recurrence1(w *work) {
	w.sequence(1, w.equation(1))
	for _, symmetry := range []recurrence.Symmetry{recurrence.States, recurrence.StateClasses} {
		p := must(recurrence.NewTransfer(1, symmetry)).CharacteristicPolynomial()
		slices.Reverse(p)
		w.row("polynomial", joined(p), symmetry)
	}
	w.formulas()
}

func recurrence2(w *work) {
	r := w.equation(2)
	zeroth := r.Zeroth()
	w.row("zeroth", zeroth.RatString())
	w.sequence(2, r)
}

// lemma12 solves systems of terms: of the order they give the coefficients, larger are singular.
func lemma12(w *work) {
	const last, more = 3, 3
	var solved, singular cases
	for m := 1; m <= last; m++ {
		r := must(recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()}))
		terms := r.Terms(2 * (r.Order() + more))
		x := solveTerms(terms, r.Order())
		solved.add(slices.EqualFunc(x, r.Coefficients, func(a *big.Rat, b *big.Int) bool { return a.Cmp(new(big.Rat).SetInt(b)) == 0 }))
		for n := r.Order() + 1; n <= r.Order()+more; n++ {
			singular.add(solveTerms(terms, n) == nil)
		}
		if m == 1 && x != nil {
			w.row("coefficients", fmt.Sprint(x[0].RatString(), " ", x[1].RatString(), " ", x[2].RatString()))
		}
	}
	w.row("solved", &solved, last)
	w.row("singular", &singular, more)
}

// solveTerms solves for the coefficients from the first terms; nil if the matrix is singular.
func solveTerms(terms []*big.Int, order int) []*big.Rat {
	rows := make([][]*big.Rat, order)
	for i := range rows {
		for _, t := range terms[i : i+order+1] {
			rows[i] = append(rows[i], new(big.Rat).SetInt(t))
		}
	}
	for col := range rows {
		pivot := slices.IndexFunc(rows[col:], func(row []*big.Rat) bool { return row[col].Sign() != 0 })
		if pivot < 0 {
			return nil
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
	var x []*big.Rat
	for i, row := range rows {
		x = append(x, row[order].Quo(row[order], row[i]))
	}
	return x
}

// A chain is the states of a board that grows column by column, numbered from 0.
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

// configurations returns the number of different sections without their groups.
func (t *sections) configurations() int {
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

// newMarkovChain returns the chain of section 5.4.3: the border states of a height and, last, the
// illegal state, to which all other columns lead.
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

// stochastic returns the number of states whose column of the matrix sums to 1.
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

// A mode is a term q l^n of the solution L(m,n) = q_1 l_1^n + q_2 l_2^n + ... (Corollary 3).
type mode struct{ eigenvalue, amplitude complex128 }

// zeroError is how far from 0 the eigenvalue 0, a multiple one, may be found.
const zeroError = 1e-3

// modes returns the terms of the eigenvalues other than zero, and their least distance: the
// constant of Lemma 11 is l^T f e^T L(1,0) / q for eigenvectors f and e of product 1.
func modes(t *recurrence.Transfer) (all []mode, apart float64) {
	eigen := eigenOf(len(t.Matrix), func(i, j int) int { return int(t.Matrix[i][j]) })
	var right, left mat.CDense
	eigen.VectorsTo(&right)
	eigen.LeftVectorsTo(&left)
	apart = math.Inf(1)
	for k, x := range eigen.Values(nil) {
		if cmplx.Abs(x) < zeroError {
			continue
		}
		for _, y := range all {
			apart = min(apart, cmplx.Abs(x-y.eigenvalue))
		}
		var legal, first, product complex128
		for i := range t.Matrix {
			f, e := right.At(i, k), cmplx.Conj(left.At(i, k))
			legal += complex(float64(t.Legal[i]), 0) * f
			first += complex(float64(t.First[i]), 0) * e
			product += e * f
		}
		all = append(all, mode{x, legal * first / (product * x)})
	}
	return all, apart
}

// eigenOf returns the eigenvalues and eigenvectors of a matrix.
func eigenOf(n int, at func(i, j int) int) *mat.Eigen {
	m, eigen := mat.NewDense(n, n, nil), &mat.Eigen{}
	for i := range n {
		for j := range n {
			m.Set(i, j, float64(at(i, j)))
		}
	}
	require(eigen.Factorize(m, mat.EigenBoth), "eigenvalues are not found")
	return eigen
}

// largestEigenvalue returns the largest of the matrix of successors. Other states are left out.
func largestEigenvalue(next [][]int) (value float64) {
	ways := make([]map[int]int, len(next))
	for i, to := range next {
		ways[i] = map[int]int{}
		for _, j := range to {
			ways[i][j]++
		}
	}
	for _, x := range eigenOf(len(next), func(i, j int) int { return ways[i][j] }).Values(nil) {
		value = max(value, cmplx.Abs(x))
	}
	return value
}

// solve returns the sum of the terms.
func solve(all []mode, n int) complex128 {
	var sum complex128
	for _, x := range all {
		sum += x.amplitude * cmplx.Pow(x.eigenvalue, complex(float64(n), 0))
	}
	return sum
}

// modeError is how far numbers of double precision may be off here.
const modeError = 1e-9

func near(x, y float64) bool { return math.Abs(x-y) <= modeError*math.Abs(y) }

// corollary3 writes L(m,n) as a sum of powers of eigenvalues, with the constants of Lemma 11.
func corollary3(w *work) {
	const last, columns = 3, 30
	for m := 1; m <= last; m++ {
		t := must(recurrence.NewTransfer(m, recurrence.UpDownClasses))
		all, apart := modes(t)
		holds := &cases{}
		for n, x := range must(recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()})).Terms(columns) {
			value, _ := new(big.Float).SetInt(x).Float64()
			sum := solve(all, n+1)
			holds.add(near(real(sum), value) && math.Abs(imag(sum)) < modeError*value)
		}
		w.row("powers", holds, m, columns)
		visible := 0
		for _, x := range all {
			if cmplx.Abs(x.amplitude) > modeError {
				visible++
			}
		}
		w.row("terms", visible, m).
			Note = fmt.Sprintf("of %d eigenvalues of up/down classes; those other than zero are %.3g apart or more, so that each q_k is a constant", len(t.States), apart)
		top := slices.MaxFunc(all, func(x, y mode) int { return cmp.Compare(cmplx.Abs(x.eigenvalue), cmplx.Abs(y.eigenvalue)) })
		s := asymptotic.Stored(m)
		a, _ := s.A.Middle(16).Float64()
		lambda, _ := s.Lambda.Middle(16).Float64()
		fits := near(real(top.eigenvalue), lambda) && near(real(top.amplitude), a) && math.Abs(imag(top.eigenvalue)) < modeError
		w.row("dominant", one(fits), m).
			Here = fmt.Sprintf("q_1 = %.12f, l_1 = %.12f", real(top.amplitude), real(top.eigenvalue))
	}
}

// markov checks what the section says of the chain, for few rows.
func markov(w *work) {
	const last, columns = 3, 6
	for m := 1; m <= last; m++ {
		c := newMarkovChain(must(recurrence.NewTransfer(m, recurrence.States)))
		w.row("stochastic", &cases{c.stochastic(), len(c.next)}, m, len(c.next))
		absorbing := "other states"
		if slices.Equal(c.absorbing(), []int{len(c.next) - 1}) {
			absorbing = "the illegal state"
		}
		w.row("absorbing", absorbing, m)
		var holds cases
		for n, ways := range c.distributions {
			legal, all := c.positions(ways), new(big.Int)
			for _, x := range ways {
				all.Add(all, x)
			}
			holds.add(legal.Cmp(w.counted(m, n)) == 0 && all.Cmp(power(3, int64(m*n))) == 0)
			if n == columns {
				w.row("legal-share", new(big.Rat).SetFrac(legal, all), m, n)
				break
			}
		}
		w.row("legal-shares", &holds, m, columns)
		share, _ := interval.New(keptDigits).Quo(storedRoot(m), interval.Whole(3)).Middle(16).Float64()
		decay := largestEigenvalue(c.next[:len(c.next)-1]) / float64(len(c.first)) // that of the illegal state is 1
		w.row("decay", one(math.Abs(math.Pow(decay, 1/float64(m))-share) < 1e-12), m).
			Here = fmt.Sprintf("%.12f", decay)
	}
}

// lemma10 compares counts of states with those of reversed colours and upside down, and sums them.
func lemma10(w *work) {
	const last, columns = 4, 8
	var sums, swapped, turned cases
	for m := 1; m <= last; m++ {
		for _, symmetry := range []recurrence.Symmetry{recurrence.States, recurrence.StateClasses} {
			t := must(recurrence.NewTransfer(m, symmetry))
			c := newMarkovChain(t)
			for n, ways := range c.distributions {
				sums.add(c.positions(ways).Cmp(w.counted(m, n)) == 0)
				for i := range t.States {
					if symmetry == recurrence.States {
						swapped.add(ways[i].Cmp(ways[t.Swapped[i]]) == 0)
						turned.add(ways[i].Cmp(ways[t.Turned[i]]) == 0)
					}
				}
				if n == columns {
					break
				}
			}
		}
	}
	w.row("sums", &sums, last, columns)
	w.row("reversed", &swapped, last, columns)
	w.row("upside-down", &turned)
}
