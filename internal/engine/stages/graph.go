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
	Digits                // puts digits in the place of all residues of a vector
)

// LeavesTiles reports whether the shares of a stage leave tiles, not parts of a sum.
func (s Step) LeavesTiles() bool { return s <= Suffix }

// A Purpose is what a sum is for.
type Purpose int

// The purposes.
const (
	Number  Purpose = iota // the number of a board
	Narrow                 // that of a narrower board, as a check
	Squared                // a vector with itself, and
	Across                 // the vectors before and after it: both are the number of one board
)

// A Vector says where the values of a vector are.
type Vector struct {
	Columns int
	// Stages are those that leave the values, modulo their primes: one of the prime that is asked for,
	// or as many as make the values known. If there is none, the vector is that of the first columns.
	Stages []int
	Digits bool // have taken the place of the residues
}

// A Stage takes one residue of a vector through one phase of a column, or joins. Its work is dealt
// out in shares, which are independent of each other.
type Stage struct {
	Step
	Prime    int      // the number of the prime, from that of the chain on
	primes   []uint64 // of JoinExact: the sum is known modulo their product
	Of, With Vector   // With: of a join, or of half a turn, whose prefix phase each share computes
	Twice    bool     // joins each pair of tiles both ways round, and compares
	Purpose           // of a sum
	Width    int      // of the board whose number the sum is
}

// vectors returns the vectors that a stage takes: one, or two that it joins.
func (s *Stage) vectors() []*Vector {
	if s.With.Columns == 0 || s.With.equal(&s.Of) {
		return []*Vector{&s.Of}
	}
	return []*Vector{&s.Of, &s.With}
}

// Reads returns all stages that a stage reads, in their order.
func (s *Stage) Reads() (all []int) {
	for _, v := range s.vectors() {
		all = append(all, v.Stages...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A Cost is what a stage takes, or a share, or a whole chain.
type Cost struct {
	Steps         float64 // state-steps
	Products      float64 // of two values modulo a prime, in joins and in conversions of residues
	Read, Written result.Bytes
}

// Plus returns the sum of two costs.
func (c Cost) Plus(d Cost) Cost {
	return Cost{c.Steps + d.Steps, c.Products + d.Products, c.Read + d.Read, c.Written + d.Written}
}

// Traffic is what is read and written.
func (c Cost) Traffic() result.Bytes { return c.Read + c.Written }

// A Chain is stages in their order. Chains have nothing to do with each other, and may be equal but
// for their primes.
type Chain struct {
	Stages []Stage
	Costs  []Cost // of the stages
	All    Cost
	prime  int   // the number of the first prime
	last   []int // by stage: the last one that reads it, -1 if none does
}

// Prime returns the number of the prime of a stage.
func (c *Chain) Prime(stage int) int { return c.prime + c.Stages[stage].Prime }

// add adds a stage and returns its number.
func (c *Chain) add(s Stage) int {
	n := len(c.Stages)
	for _, source := range s.Reads() {
		c.last[source] = n
	}
	c.Stages, c.last = append(c.Stages, s), append(c.last, -1)
	return n
}

// LastReader returns the last stage that reads what a stage leaves; -1 if none does.
func (c *Chain) LastReader(stage int) int { return c.last[stage] }

// Releases lists the stages of which a share gives tiles back: nobody reads these after it. The
// shares of a half turn read tiles of all shares.
func (c *Chain) Releases(stage int) (all []int) {
	if c.Stages[stage].Step == Turn {
		return nil
	}
	for _, source := range c.Stages[stage].Reads() {
		if c.last[source] == stage {
			all = append(all, source)
		}
	}
	return all
}

// IsNeeded tells whether a stage that is not done reads the tiles that another one leaves, if all
// before the stage next are done.
func (c *Chain) IsNeeded(stage, next int) bool { return stage < next && c.last[stage] >= next }

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

// vector returns a residue of a vector that is there in some residues: it is one of these, or
// reconstructed from them.
func vector(columns int, v []int, residue int) Vector {
	if residue < len(v) {
		return one(columns, v[residue])
	}
	return Vector{Columns: columns, Stages: v}
}

// column adds the two phases of a column.
func (c *Chain) column(prime int, from Vector) (between, after int) {
	between = c.add(Stage{Step: Prefix, Prime: prime, Of: from})
	return between, c.suffix(prime, from.Columns, between)
}

func (c *Chain) suffix(prime, columns, between int) int {
	return c.add(Stage{Step: Suffix, Prime: prime, Of: Vector{Columns: columns, Stages: []int{between}}})
}

// join adds a join of vectors modulo a prime. The width follows from their columns.
func (c *Chain) join(prime int, x, y Vector, purpose Purpose) {
	c.add(Stage{Step: Join, Prime: prime, Of: x, With: y, Purpose: purpose, Width: x.Columns + y.Columns - 1})
}

// one is the vector that a stage leaves.
func one(columns, stage int) Vector { return Vector{Columns: columns, Stages: []int{stage}} }

// adjoint adds two sums for one board, from the vector before a column: with the vector after the
// column, and after another one.
func (c *Chain) adjoint(prime int, x Vector, after int) {
	y := one(x.Columns+1, after)
	c.join(prime, y, y, Squared)
	_, z := c.column(prime, y)
	c.join(prime, x, one(x.Columns+2, z), Across)
}

// A Question says what is counted, and how.
type Question struct {
	Method Method
	// First and Last are the widths of the boards. [Exact] is for one board.
	First, Last int
	// Primes are those of the residues. With Spare, the last one is a check of the others.
	Primes []uint64
	Spare  bool
	// Start is the number of the first columns, of which the vector is not stored.
	Start int
	// Sums that check the number: for a narrower board, of each chain; modulo one more prime, with
	// [Exact]; for one board in two ways, which take room for a second vector, of the last chain.
	Narrow, Fresh, Adjoint bool
	// Late adds, with [Modulo], the number of another narrower board, from the last vector of each
	// chain; and what half a turn joins is joined twice.
	Late bool
	// InPlace says that the store lets stages change tiles: in memory.
	InPlace bool
}

// allPrimes returns the primes that stages name: those of the question, and one more for a check.
func (q *Question) allPrimes() []uint64 {
	if q.Method == Exact && q.Fresh {
		return q.primes(len(q.Primes) + 1)
	}
	return q.Primes
}

// primes returns n primes or more, those of the question first.
func (q *Question) primes(n int) []uint64 {
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

// Complete completes a question: how many first columns there are.
func (e *Engine) Complete(q Question) *Question {
	if e.square {
		q.Start = max(1, min(e.FirstColumns(q.First), middle(q.Last)))
	}
	return &q
}

// middle returns the number of columns of the vector that is joined with itself, or with the next
// one.
func middle(width int) int { return (width + 1) / 2 }

// exact is the chain of a number of the square lattice.
func (e *Engine) exact(q *Question) *Chain {
	c, width, half := &Chain{}, q.Last, middle(q.Last)
	spare := 0
	if q.Spare {
		spare = 1
	}
	var v []int // the stages that leave the vector
	for k := q.Start; ; k++ {
		e.narrow(c, q, k, vector(k, v, 0))
		if k == half {
			break
		}
		// A residue that is reconstructed comes before those that it is reconstructed from.
		next := make([]int, min(e.Residues(k+1)+spare, len(q.Primes)))
		for r := range slices.Backward(next) {
			_, next[r] = c.column(r, vector(k, v, r))
		}
		v = next
	}
	fresh, x := len(q.Primes), vector(half, v, 0)
	if width%2 == 1 {
		c.add(Stage{Step: JoinExact, primes: q.primes(e.PrimesFor(width) + 1), Of: Vector{Columns: half, Stages: v}, Purpose: Number, Width: width})
		if q.Fresh {
			c.join(fresh, vector(half, v, fresh), vector(half, v, fresh), Number)
		}
		if q.Adjoint {
			_, y := c.column(0, x)
			c.adjoint(0, x, y)
		}
		return c
	}
	if !q.Fresh {
		fresh--
	}
	if !q.InPlace || len(v) == 0 {
		for r := fresh; r >= 0; r-- {
			e.even(c, q, r, vector(half, v, r), q.Adjoint && r == 0)
		}
		return c
	}
	for r := range v {
		e.even(c, q, r, vector(half, v, r), q.Adjoint && r == 0)
	}
	c.add(Stage{Step: Digits, Of: Vector{Columns: half, Stages: v}})
	for r := len(v); r <= fresh; r++ {
		e.even(c, q, r, Vector{half, v, true}, false)
	}
	return c
}

// even adds the stages from the middle of a board of even width.
func (e *Engine) even(c *Chain, q *Question, prime int, x Vector, adjoint bool) {
	if !e.Turns(2 * x.Columns) {
		_, after := c.column(prime, x)
		y := one(x.Columns+1, after)
		e.joinLate(c, q, y)
		c.join(prime, x, y, Number)
		if adjoint {
			c.adjoint(prime, x, after)
		}
		return
	}
	u := one(x.Columns, c.add(Stage{Step: Prefix, Prime: prime, Of: x}))
	if first := e.late(q, x.Columns); first > 0 {
		c.add(Stage{Step: Turn, Prime: prime, Of: u, With: Vector{Columns: first}, Purpose: Narrow, Width: x.Columns + first})
	}
	c.add(Stage{Step: Turn, Prime: prime, Of: u, Twice: q.Late, Purpose: Number, Width: 2 * x.Columns})
	if adjoint {
		c.join(prime, x, one(x.Columns+1, c.suffix(prime, x.Columns, u.Stages[0])), Across)
	}
}

// lateColumns are those whose vector has few zeros: of 12 rows one word in 12.
const lateColumns = 3

// late returns the number of first columns with which the last vector, of some other columns, is
// joined; 0 if that is not asked for. The board that the two make has fewer columns than rows, so
// that its other side can be counted.
func (e *Engine) late(q *Question, others int) int {
	if !q.Late || q.Method != Modulo || q.First < q.Last {
		return 0
	}
	first := min(lateColumns, min(q.Last, e.Points())-1-others)
	if first < 2 { // the narrower board of the early columns, once more
		return 0
	}
	return first
}

// joinLate adds the join of the last vector with the first columns.
func (e *Engine) joinLate(c *Chain, q *Question, x Vector) {
	if first := e.late(q, x.Columns-1); first > 0 {
		c.join(0, x, Vector{Columns: first}, Narrow)
	}
}

// narrow adds the join with the first column, which is the last one of a narrower board.
func (e *Engine) narrow(c *Chain, q *Question, columns int, x Vector) {
	narrow := e.Narrow(q.Last)
	if !q.Narrow || columns != max(narrow, q.Start) {
		return
	}
	if narrow < columns {
		x = Vector{Columns: narrow}
	}
	c.join(0, x, Vector{Columns: 1}, Narrow)
}

// modulo is the chain of a residue of the numbers of some widths on the square lattice.
func (e *Engine) modulo(q *Question, adjoint bool) *Chain {
	c, x := &Chain{}, Vector{Columns: q.Start}
	for k := q.Start; ; k++ {
		e.narrow(c, q, k, x)
		odd := 2*k - 1
		if odd == q.Last {
			e.joinLate(c, q, x)
		}
		if q.First <= odd {
			c.join(0, x, x, Number)
		}
		if odd == q.Last {
			if adjoint {
				_, y := c.column(0, x)
				c.adjoint(0, x, y)
			}
			return c
		}
		if odd+1 == q.Last {
			e.even(c, q, 0, x, adjoint)
			return c
		}
		_, after := c.column(0, x)
		y := one(k+1, after)
		if q.First <= odd+1 {
			c.join(0, x, y, Number)
		}
		x = y
	}
}

// through is the chain of a residue of the numbers of some widths on other lattices: through all
// columns, from a border where there is nothing yet. After some columns the number is the join with
// points that are next to nothing.
func (e *Engine) through(q *Question, _ bool) *Chain {
	c, x := &Chain{}, Vector{}
	for k := range q.Last {
		_, after := c.column(0, x)
		x = one(k+1, after)
		if q.Narrow && k+1 == e.Narrow(q.Last) {
			c.join(0, x, Vector{Columns: 1}, Narrow)
		}
		if k+1 >= q.First {
			c.join(0, x, Vector{Columns: 1}, Number)
		}
	}
	return c
}

// selfTurn tells whether a stage joins a vector with itself by half a turn.
func (s *Stage) selfTurn() bool { return s.Step == Turn && s.With.Columns == 0 }

// Phase is the phase of a stage that leaves tiles.
func (s *Stage) Phase() border.Phase {
	if s.Step == Prefix {
		return border.Prefix
	}
	return border.Suffix
}
