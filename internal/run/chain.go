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
	// the residue is found from; none if the vector is that of the first columns.
	sources []int
	// found says that the residue before the column is found from others: those that the prefix
	// phase, or the join, reads.
	found bool
	// joined are the stages that leave the vector with which a stage joins what it computes, in the
	// same way; none if that vector is that of the first columns, or what the stage computes.
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
// some columns, for method exact. The vector after the first columns, start, needs none before it.
func chainsOf(size board.Size, method Method, primes, start int, residues func(columns int) int) []*chain {
	var all []int
	for r := range primes {
		all = append(all, r)
	}
	if method == Exact {
		return []*chain{newChain(size, -1, start, all, func(columns int) []int { return all[:residues(columns)] })}
	}
	var chains []*chain
	for r := range primes {
		one := all[r : r+1]
		chains = append(chains, newChain(size, r, start, one, func(int) []int { return one }))
	}
	return chains
}

// newChain returns the chain of a residue of the number, or of the number itself: -1. The vector is
// kept in some residues, by the number of columns; the last column of an even board, of which half
// is joined with the other half, is computed in all residues.
func newChain(size board.Size, prime, start int, all []int, residues func(columns int) []int) *chain {
	c := &chain{prime: prime}
	odd, half := size.Long()%2 == 1, middle(size)
	var v []int // the stages that leave the vector
	// A residue that is found from others comes before those: it reads all of them.
	add := func(residues []int, columns int, ends ending) []int {
		next := make([]int, len(residues))
		for i, r := range slices.Backward(residues) {
			if i < len(v) {
				next[i] = c.addColumn(r, columns, v[i:i+1], false, ends)
			} else {
				next[i] = c.addColumn(r, columns, v, len(v) > 0, ends)
			}
		}
		return next
	}
	for k := start; k < half; k++ {
		ends := leavesTiles
		if odd && prime >= 0 && k == half-1 {
			ends = joinsItself
		}
		v = add(residues(k+1), k, ends)
	}
	switch {
	case !odd:
		add(all, half, joinsBefore)
	case prime < 0:
		c.add(stage{columns: half, sources: v, ends: joinsExact})
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

// stepsOf returns the state-steps of a stage: half of a column's, and those of the first columns;
// or one for each word that is joined.
func stepsOf(e *border.Engine, s *stage) float64 {
	if s.ends == joinsExact {
		return float64(e.VectorBytes(border.Prefix)) / border.ValueBytes * float64(len(s.sources))
	}
	steps := e.StateSteps() / 2
	if len(s.sources) == 0 {
		steps += e.ProductSteps(s.columns)
	}
	return steps
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
