package run

import (
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
)

// A stage takes one residue of the vector through one phase of a column, or joins.
type stage struct {
	prime   int // the number of the residue
	columns int // that the vector has before the phase
	phase   border.Phase
	ends    ending
	// sources are the stages that leave what the phase reads: one, or those of the residues that
	// the residue is found from; none if the vector is that of the first column.
	sources []int
	// found says that the residue before the column is found from others: those that the prefix
	// phase, or the join, reads.
	found bool
	// joined are the stages that leave the vector with which a stage joins what it computes, in the
	// same way; none if that vector is that of the first column, or what the stage computes.
	joined []int
}

// An ending says what a stage leaves.
type ending int

const (
	leavesTiles ending = iota
	joinsBefore        // what the suffix phase leaves, with the vector before the column
	joinsItself        // what the suffix phase leaves, with itself
	joinsExact         // the vector with itself, exactly; there is no phase
)

// leavesParts tells whether the shares leave parts of a sum, not tiles.
func (s *stage) leavesParts() bool { return s.ends != leavesTiles }

// reads returns all stages that a stage reads.
func (s *stage) reads() []int { return append(slices.Clone(s.sources), s.joined...) }

// A chain is stages in their order.
type chain struct {
	stages []stage
	last   []int // by stage: the last one that reads it, -1 if none does
	prime  int   // the number of the one that the value is a residue of, -1 if the value is the number itself
}

// add adds a stage and returns its number.
func (c *chain) add(s stage) int {
	n := len(c.stages)
	for _, source := range s.reads() {
		c.last[source] = n
	}
	c.stages, c.last = append(c.stages, s), append(c.last, -1)
	return n
}

// addColumn adds the stages of a column; of the last one if it ends otherwise than with tiles.
func (c *chain) addColumn(prime, columns int, sources []int, found bool, ends ending) int {
	u := c.add(stage{prime: prime, columns: columns, phase: border.Prefix, sources: sources, found: found})
	s := stage{prime: prime, columns: columns, phase: border.Suffix, sources: []int{u}, ends: ends}
	if ends == joinsBefore {
		s.joined, s.found = sources, found
	}
	return c.add(s)
}

// isNeeded tells whether a stage that is not done reads what another one leaves, if all before the
// stage next are done.
func (c *chain) isNeeded(stage, next int) bool { return stage < next && c.last[stage] >= next }

// chainsOf returns the chains of a run; residues says in how many residues the vector is kept after
// some columns, for method exact.
func chainsOf(size board.Size, method Method, primes int, residues func(columns int) int) []*chain {
	if method == Exact {
		return []*chain{exactChain(size, primes, residues)}
	}
	var chains []*chain
	for r := range primes {
		chains = append(chains, moduloChain(size, r))
	}
	return chains
}

// moduloChain returns the chain of a residue of the number.
func moduloChain(size board.Size, prime int) *chain {
	c := &chain{prime: prime}
	columns := size.Long() / 2 // that the vector goes through
	var from []int
	for k := 1; k < columns; k++ {
		from = []int{c.addColumn(prime, k, from, false, leavesTiles)}
	}
	ends := joinsBefore
	if size.Long()%2 == 1 {
		ends = joinsItself
	}
	c.addColumn(prime, columns, from, false, ends)
	return c
}

// exactChain returns the one chain of the method exact.
func exactChain(size board.Size, primes int, residues func(columns int) int) *chain {
	c := &chain{prime: -1}
	var v []int // the stages that leave the vector
	// A residue that is found from others comes before those: it reads all of them.
	add := func(r, columns int, ends ending) int {
		if r < len(v) {
			return c.addColumn(r, columns, v[r:r+1], false, ends)
		}
		return c.addColumn(r, columns, v, len(v) > 0, ends)
	}
	k := 1
	for ; k < middle(size); k++ {
		next := make([]int, residues(k+1))
		for r := len(next) - 1; r >= 0; r-- {
			next[r] = add(r, k, leavesTiles)
		}
		v = next
	}
	if size.Long()%2 == 1 {
		c.add(stage{columns: k, sources: v, ends: joinsExact})
		return c
	}
	for r := primes - 1; r >= 0; r-- {
		add(r, k, joinsBefore)
	}
	return c
}

// peak returns the most values that the files of a chain hold at once, by the numbers of
// values of the vector before a prefix phase and before a suffix phase.
func (c *chain) peak(prefix, suffix float64) float64 {
	most := 0.0
	for next := range c.stages {
		values := 0.0
		for i := range c.stages[:next+1] {
			if i == next || c.isNeeded(i, next) {
				values += c.leaves(i, prefix, suffix)
			}
		}
		most = max(most, values)
	}
	return most
}

// leaves returns how many values a stage leaves.
func (c *chain) leaves(i int, prefix, suffix float64) float64 {
	switch s := &c.stages[i]; {
	case s.leavesParts():
		return 0
	case s.phase == border.Prefix:
		return suffix
	}
	return prefix
}

// stepsOf returns the state-steps of a stage: half of a column's, or one for each word that is
// joined.
func stepsOf(e *border.Engine, s *stage) float64 {
	if s.ends == joinsExact {
		return float64(e.VectorBytes(border.Prefix)) / 8 * float64(len(s.sources))
	}
	return e.StateSteps() / 2
}

// residuesOf returns in how many residues the vector is kept after some columns, for method exact.
func residuesOf(e *border.Engine, spare bool) func(columns int) int {
	return func(columns int) int {
		n := e.Residues(columns)
		if spare {
			n++
		}
		return n
	}
}
