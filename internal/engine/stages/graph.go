package stages

import (
	"slices"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/result"
)

// A Step is what a stage does.
type Step int

// The steps.
const (
	Prefix    Step = iota // takes one residue of a vector through the prefix phase of a column
	Suffix                // takes what that leaves through the suffix phase
	Join                  // joins two vectors, modulo a prime
	JoinExact             // joins a vector with itself, in all its residues
	Turn                  // joins what prefix phases leave, by half a turn
	Digits                // replaces all residues of a vector by digits
)

// LeavesTiles reports whether the shares of a stage leave tiles, not parts of a sum.
func (s Step) LeavesTiles() bool { return s <= Suffix }

// A Purpose is what a sum is for.
type Purpose int

// The purposes.
const (
	Number  Purpose = iota // the number of a board that is asked for
	Narrow                 // the number of a narrower board, as a check
	Squared                // a vector joined with itself, to compare with Across
	Across                 // the vectors before and after that vector, joined: the number of the same board
)

// A Vector says where the values of a vector are.
type Vector struct {
	Columns int // the number of columns
	// Stages are the stages that leave the values, each modulo its prime: one stage of the prime that
	// is asked for, or as many as determine the values. Without stages the vector is computed as
	// products: it is that of the first columns.
	Stages []int
	Digits bool // digits have replaced the residues, see [border.Division.ReplaceResidues]
}

// A Stage takes one residue of a vector through one phase of a column, or joins two vectors. Its
// work is split into shares, which are independent of each other.
type Stage struct {
	Step
	Prime       int      // the number of the prime, counted from the first prime of the chain
	exactPrimes []uint64 // of JoinExact: the sum is known modulo their product
	Of          Vector   // the vector that the stage takes through a phase, or joins
	With        Vector   // the second vector of a join; with Turn, each share first computes its prefix phase
	Twice       bool     // a Turn joins each pair of tiles both ways round, and compares
	Purpose              // of the sum, if the stage joins
	Width       int      // of the board whose number the sum is
}

// vectors returns the vectors that a stage reads: one, or the two that it joins if they differ.
func (s *Stage) vectors() []*Vector {
	if s.With.Columns == 0 || s.With.equal(&s.Of) {
		return []*Vector{&s.Of}
	}
	return []*Vector{&s.Of, &s.With}
}

// Reads returns the stages whose tiles a stage reads, in their order.
func (s *Stage) Reads() (all []int) {
	for _, v := range s.vectors() {
		all = append(all, v.Stages...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A Cost is the work of a stage, of a share, or of a whole chain.
type Cost struct {
	Steps         float64 // state-steps
	Products      float64 // of two values modulo a prime, in joins and in conversions of residues
	Read, Written result.Bytes
}

// Plus returns the sum of two costs.
func (c Cost) Plus(d Cost) Cost {
	return Cost{c.Steps + d.Steps, c.Products + d.Products, c.Read + d.Read, c.Written + d.Written}
}

// Traffic returns how much is read and written.
func (c Cost) Traffic() result.Bytes { return c.Read + c.Written }

// A Chain is stages in their order. Chains are independent of each other, and may be equal except
// for their primes.
type Chain struct {
	Stages     []Stage
	Costs      []Cost // by stage
	All        Cost   // of all stages
	firstPrime int    // the number of the first prime
	lastReader []int  // by stage: the last stage that reads it, -1 if none does
}

// Prime returns the number of the prime of a stage, counted over all chains.
func (c *Chain) Prime(stage int) int { return c.firstPrime + c.Stages[stage].Prime }

// add adds a stage and returns its number.
func (c *Chain) add(s Stage) int {
	n := len(c.Stages)
	for _, source := range s.Reads() {
		c.lastReader[source] = n
	}
	c.Stages, c.lastReader = append(c.Stages, s), append(c.lastReader, -1)
	return n
}

// LastReader returns the last stage that reads what a stage leaves; -1 if none does.
func (c *Chain) LastReader(stage int) int { return c.lastReader[stage] }

// Releases lists the stages whose tiles are of no use once a share of a stage is done, which is
// their last reader. There are none for a half turn, whose shares read the tiles of all shares.
func (c *Chain) Releases(stage int) (all []int) {
	if c.Stages[stage].Step == Turn {
		return nil
	}
	for _, source := range c.Stages[stage].Reads() {
		if c.lastReader[source] == stage {
			all = append(all, source)
		}
	}
	return all
}

// IsNeeded reports whether the tiles of a stage will still be read, if all stages before the stage
// next are done, and no others.
func (c *Chain) IsNeeded(stage, next int) bool { return stage < next && c.lastReader[stage] >= next }

// Residues asks for the numbers of some widths modulo primes, and for nothing else.
func Residues(first, last int, primes ...uint64) Question {
	return Question{Method: Modulo, First: first, Last: last, Primes: primes}
}

// Exactly asks for a number, without any checks.
func (e *Engine) Exactly(width int) Question {
	primes := border.Primes(e.PrimesFor(width))
	if width%2 == 1 {
		primes = border.Primes(e.Residues(middle(width)))
	}
	return Question{Method: Exact, First: width, Last: width, Primes: primes}
}

func (v *Vector) equal(w *Vector) bool {
	return v.Columns == w.Columns && v.Digits == w.Digits && slices.Equal(v.Stages, w.Stages)
}

// residueOf returns a residue of a vector that stages leave in several residues: it is one of
// these, or reconstructed from all of them.
func residueOf(columns int, v []int, residue int) Vector {
	if residue < len(v) {
		return leftBy(columns, v[residue])
	}
	return Vector{Columns: columns, Stages: v}
}

// addColumn adds the two stages of a column.
func (c *Chain) addColumn(prime int, from Vector) (between, after int) {
	between = c.add(Stage{Step: Prefix, Prime: prime, Of: from})
	return between, c.addSuffix(prime, from.Columns, between)
}

// addSuffix adds the suffix phase of a column, which reads what a prefix phase leaves.
func (c *Chain) addSuffix(prime, columns, between int) int {
	return c.add(Stage{Step: Suffix, Prime: prime, Of: Vector{Columns: columns, Stages: []int{between}}})
}

// addJoin adds a join of two vectors modulo a prime. The width follows from their columns.
func (c *Chain) addJoin(prime int, x, y Vector, purpose Purpose) {
	c.add(Stage{Step: Join, Prime: prime, Of: x, With: y, Purpose: purpose, Width: x.Columns + y.Columns - 1})
}

// leftBy returns the vector that a stage leaves.
func leftBy(columns, stage int) Vector { return Vector{Columns: columns, Stages: []int{stage}} }

// addAdjoint adds two joins for the number of one board, which are equal if the steps are
// self-adjoint: of the vector that the stage after leaves with itself, and of the vector x, one
// column earlier, with the vector one column later.
func (c *Chain) addAdjoint(prime int, x Vector, after int) {
	y := leftBy(x.Columns+1, after)
	c.addJoin(prime, y, y, Squared)
	_, z := c.addColumn(prime, y)
	c.addJoin(prime, x, leftBy(x.Columns+2, z), Across)
}

// A Question says what is counted, and how.
type Question struct {
	Method Method
	// First and Last are the smallest and the largest width of the boards. With [Exact] they are
	// equal.
	First, Last int
	// Primes are the primes of the residues. With Spare, the last residue is a check of the others.
	Primes []uint64
	Spare  bool
	// Start is the number of first columns whose vector is computed as products, and not stored.
	Start int
	// Narrow, Fresh and Adjoint ask for sums that check the number. Narrow: the number of a narrower
	// board, from each chain. Fresh: the number modulo one more prime, with [Exact]. Adjoint: the
	// number of one board in two ways, from the last chain; this needs memory for a second vector.
	Narrow, Fresh, Adjoint bool
	// Late asks, with [Modulo], for the number of a second narrower board, from the last vector of
	// each chain; and half turns are done both ways round.
	Late bool
	// InPlace says that stages may change the tiles that they read: those in memory.
	InPlace bool
}

// allPrimes returns the primes of all stages: those of the question, and with Fresh one more.
func (q *Question) allPrimes() []uint64 {
	if q.Method == Exact && q.Fresh {
		return q.primesFor(len(q.Primes) + 1)
	}
	return q.Primes
}

// primesFor returns n primes, or all of the question if these are more. Those of the question come
// first.
func (q *Question) primesFor(n int) []uint64 {
	all := slices.Clone(q.Primes)
	for _, p := range border.Primes(n) {
		if len(all) < n && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// Method says how a number is computed.
type Method string

// The methods.
const (
	// Exact is one chain of stages, in as many residues as the values of each column need.
	Exact Method = "exact"
	// Modulo is a chain of stages for each residue of the number.
	Modulo Method = "modulo"
)

// An Engine counts on boards of one height; see [border.Engine].
type Engine struct {
	*border.Engine
	square bool
	shares int // for a count in memory; 0: as many as are best
}

// New returns an engine. The first count makes its tables.
func New(b border.Board) (*Engine, error) {
	e, err := border.New(b)
	return &Engine{Engine: e, square: b.Columns == nil}, err
}

// Complete returns the question with its Start.
func (e *Engine) Complete(q Question) *Question {
	if e.square {
		q.Start = max(1, min(e.FirstColumns(q.First), middle(q.Last)))
	}
	return &q
}

// middle returns the number of columns of the vector that is joined with itself, or with the next
// one.
func middle(width int) int { return (width + 1) / 2 }

// exactChain returns the chain of a number of the square lattice. Each column is computed in as
// many residues as its values need.
func (e *Engine) exactChain(q *Question) *Chain {
	c, width, half := &Chain{}, q.Last, middle(q.Last)
	spare := 0
	if q.Spare {
		spare = 1
	}
	var v []int // the stages that leave the vector
	for k := q.Start; ; k++ {
		e.addNarrowJoin(c, q, k, residueOf(k, v, 0))
		if k == half {
			break
		}
		// A residue that is reconstructed comes before those that it is reconstructed from.
		next := make([]int, min(e.Residues(k+1)+spare, len(q.Primes)))
		for r := range slices.Backward(next) {
			_, next[r] = c.addColumn(r, residueOf(k, v, r))
		}
		v = next
	}
	fresh, x := len(q.Primes), residueOf(half, v, 0)
	if width%2 == 1 {
		c.add(Stage{Step: JoinExact, exactPrimes: q.primesFor(e.PrimesFor(width) + 1), Of: Vector{Columns: half, Stages: v}, Purpose: Number, Width: width})
		if q.Fresh {
			c.addJoin(fresh, residueOf(half, v, fresh), residueOf(half, v, fresh), Number)
		}
		if q.Adjoint {
			_, y := c.addColumn(0, x)
			c.addAdjoint(0, x, y)
		}
		return c
	}
	if !q.Fresh {
		fresh--
	}
	if !q.InPlace || len(v) == 0 {
		for r := fresh; r >= 0; r-- {
			e.addEven(c, q, r, residueOf(half, v, r), q.Adjoint && r == 0)
		}
		return c
	}
	for r := range v {
		e.addEven(c, q, r, residueOf(half, v, r), q.Adjoint && r == 0)
	}
	c.add(Stage{Step: Digits, Of: Vector{Columns: half, Stages: v}})
	for r := len(v); r <= fresh; r++ {
		e.addEven(c, q, r, Vector{half, v, true}, false)
	}
	return c
}

// addEven adds the stages of a board of even width that follow the vector x of half of its columns:
// one more column and a join, or the prefix phase of that column and a half turn.
func (e *Engine) addEven(c *Chain, q *Question, prime int, x Vector, adjoint bool) {
	if !e.Turns(2 * x.Columns) {
		_, after := c.addColumn(prime, x)
		y := leftBy(x.Columns+1, after)
		e.addLateJoin(c, q, y)
		c.addJoin(prime, x, y, Number)
		if adjoint {
			c.addAdjoint(prime, x, after)
		}
		return
	}
	u := leftBy(x.Columns, c.add(Stage{Step: Prefix, Prime: prime, Of: x}))
	if first := e.lateColumns(q, x.Columns); first > 0 {
		c.add(Stage{Step: Turn, Prime: prime, Of: u, With: Vector{Columns: first}, Purpose: Narrow, Width: x.Columns + first})
	}
	c.add(Stage{Step: Turn, Prime: prime, Of: u, Twice: q.Late, Purpose: Number, Width: 2 * x.Columns})
	if adjoint {
		c.addJoin(prime, x, leftBy(x.Columns+1, c.addSuffix(prime, x.Columns, u.Stages[0])), Across)
	}
}

// maxLateColumns is a number of columns after which the vector has few zeros: with 12 rows, one
// word in 12.
const maxLateColumns = 3

// lateColumns returns the number of first columns with which the last vector, of some other
// columns, is joined for [Question.Late]; 0 if that is not asked for. Both together are a board
// with fewer columns than rows, so that another engine can count it with rows and columns
// exchanged.
func (e *Engine) lateColumns(q *Question, others int) int {
	if !q.Late || q.Method != Modulo || q.First < q.Last {
		return 0
	}
	first := min(maxLateColumns, min(q.Last, e.Points())-1-others)
	if first < 2 { // the narrower board of the early columns, once more
		return 0
	}
	return first
}

// addLateJoin adds the join of the last vector with the first columns, for [Question.Late].
func (e *Engine) addLateJoin(c *Chain, q *Question, x Vector) {
	if first := e.lateColumns(q, x.Columns-1); first > 0 {
		c.addJoin(0, x, Vector{Columns: first}, Narrow)
	}
}

// addNarrowJoin adds, for [Question.Narrow], the join of the vector of the narrower board with the
// vector of one column. It is called after each column, and adds the join once.
func (e *Engine) addNarrowJoin(c *Chain, q *Question, columns int, x Vector) {
	narrow := e.Narrow(q.Last)
	if !q.Narrow || columns != max(narrow, q.Start) {
		return
	}
	if narrow < columns {
		x = Vector{Columns: narrow}
	}
	c.addJoin(0, x, Vector{Columns: 1}, Narrow)
}

// moduloChain returns the chain of one residue of the numbers of all widths on the square lattice.
func (e *Engine) moduloChain(q *Question, adjoint bool) *Chain {
	c, x := &Chain{}, Vector{Columns: q.Start}
	for k := q.Start; ; k++ {
		e.addNarrowJoin(c, q, k, x)
		odd := 2*k - 1
		if odd == q.Last {
			e.addLateJoin(c, q, x)
		}
		if q.First <= odd {
			c.addJoin(0, x, x, Number)
		}
		if odd == q.Last {
			if adjoint {
				_, y := c.addColumn(0, x)
				c.addAdjoint(0, x, y)
			}
			return c
		}
		if odd+1 == q.Last {
			e.addEven(c, q, 0, x, adjoint)
			return c
		}
		_, after := c.addColumn(0, x)
		y := leftBy(k+1, after)
		if q.First <= odd+1 {
			c.addJoin(0, x, y, Number)
		}
		x = y
	}
}

// throughChain returns the chain of one residue of the numbers of all widths on another lattice. It
// goes through all columns, from an empty border. The number of a width is the join of the vector
// of its columns with that of a border with no other points.
func (e *Engine) throughChain(q *Question) *Chain {
	c, x := &Chain{}, Vector{}
	for k := range q.Last {
		_, after := c.addColumn(0, x)
		x = leftBy(k+1, after)
		if q.Narrow && k+1 == e.Narrow(q.Last) {
			c.addJoin(0, x, Vector{Columns: 1}, Narrow)
		}
		if k+1 >= q.First {
			c.addJoin(0, x, Vector{Columns: 1}, Number)
		}
	}
	return c
}

// selfTurn reports whether a stage joins a vector with itself by half a turn.
func (s *Stage) selfTurn() bool { return s.Step == Turn && s.With.Columns == 0 }

// Phase returns the phase of a stage that leaves tiles.
func (s *Stage) Phase() border.Phase {
	if s.Step == Prefix {
		return border.Prefix
	}
	return border.Suffix
}
