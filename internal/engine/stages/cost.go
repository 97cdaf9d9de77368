package stages

import (
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Chains returns the work of a question.
func (e *Engine) Chains(q *Question) []*Chain {
	if q.Method == Exact {
		return []*Chain{e.addCosts(e.exactChain(q))}
	}
	chainOf := func(adjoint bool) *Chain {
		if e.square {
			return e.addCosts(e.moduloChain(q, adjoint))
		}
		return e.addCosts(e.throughChain(q))
	}
	one := chainOf(false)
	var chains []*Chain
	for r := range q.Primes {
		if q.Adjoint && r == len(q.Primes)-1 {
			one = chainOf(true)
		}
		c := *one
		c.firstPrime = r
		chains = append(chains, &c)
	}
	return chains
}

// addCosts adds the costs of its stages to a chain.
func (e *Engine) addCosts(c *Chain) *Chain {
	c.Costs = make([]Cost, len(c.Stages))
	for i := range c.Stages {
		s := &c.Stages[i]
		one := Cost{Steps: e.stepsOf(s), Products: float64(c.productsOf(s)) * e.wordsPerVector(), Written: e.bytesLeft(s)}
		for _, source := range s.Reads() {
			one.Read += c.Costs[source].Written
		}
		c.Costs[i] = one
		c.All = c.All.Plus(one)
	}
	return c
}

// wordsPerVector returns how many values one residue of a vector has.
func (e *Engine) wordsPerVector() float64 {
	return float64(e.VectorBytes(border.Prefix)) / border.ValueBytes
}

// stepsOf returns the state-steps of a stage: the values that it computes, with those of the first
// columns. A join counts as one state-step for each value that it reads, besides its products.
func (e *Engine) stepsOf(s *Stage) float64 {
	steps := e.wordsPerVector() * float64(max(1, len(s.Of.Stages)))
	switch {
	case s.LeavesTiles():
		steps = e.StateSteps(s.Of.Columns, s.Phase())
	case s.Step == Turn && !s.selfTurn():
		steps += e.StateSteps(s.With.Columns, border.Prefix)
	}
	for _, v := range s.vectors() {
		if len(v.Stages) == 0 && v.Columns > 1 {
			steps += e.ProductSteps(v.Columns)
		}
	}
	return steps
}

// productsOf returns the number of products for each value of a stage: in joins one for each prime,
// and those of conversions, to digits and from digits to further primes. Half a turn moves values,
// which takes as long as three more products.
func (c *Chain) productsOf(s *Stage) (n int) {
	asked := 1 // primes
	switch s.Step {
	case Join:
		n = 1
	case Turn:
		n = 4
	case JoinExact:
		asked = len(s.exactPrimes)
		n = asked
	case Digits:
		known := len(s.Of.Stages)
		return known * (known + 1) / 2
	}
	for _, v := range s.vectors() {
		known, further := len(v.Stages), asked
		for _, source := range v.Stages {
			if s.Step == JoinExact || c.Stages[source].Prime == s.Prime {
				further--
			}
		}
		n += known * further
		if further > 0 && !v.Digits {
			n += known * (known + 1) / 2
		}
	}
	return n
}

// bytesLeft returns the bytes of the tiles that a stage leaves.
func (e *Engine) bytesLeft(s *Stage) result.Bytes {
	if !s.LeavesTiles() {
		return 0
	}
	return e.StoredBytes(border.Suffix - s.Phase()) // before the other phase
}

// Steps returns the state-steps of a question.
func (e *Engine) Steps(q Question) float64 { return AllOf(e.Chains(e.Complete(q))).Steps }

// AllOf returns the cost of all chains together.
func AllOf(chains []*Chain) (all Cost) {
	for _, c := range chains {
		all = all.Plus(c.All)
	}
	return all
}

// Peak returns the largest number of bytes of tiles that chains need at once, one after the other.
// If tiles are given back when their last reader has read them, what a stage leaves takes their
// place.
func Peak(chains []*Chain, givesBack bool) result.Bytes {
	peak := result.Bytes(0)
	for _, c := range chains {
		there := result.Bytes(0) // tiles that stages before have left
		for next := range c.Stages {
			left, read := c.Costs[next].Written, result.Bytes(0)
			for _, i := range c.Stages[next].Reads() {
				if c.LastReader(i) == next {
					read += c.Costs[i].Written
				}
			}
			if givesBack {
				peak = max(peak, there-read+max(read, left))
			} else {
				peak = max(peak, there+left)
			}
			there += left - read
		}
	}
	return peak
}

// sharesInMemory returns the number of shares for a count in memory: one if the vector is small.
func (e *Engine) sharesInMemory() int {
	const small, large = 64 << 20, 2 << 30
	switch vector := e.VectorBytes(border.Suffix); {
	case e.shares > 0:
		return e.shares
	case !e.square || vector < small:
		return 1
	case vector < large:
		return 16
	}
	return 32
}

// largestChains returns those parts of a question's chains that need the largest memory: with
// [Modulo] the last two chains, and with [Exact], where each column has more residues than the
// column before, the last two columns. A long board has too many stages to list them all.
func (e *Engine) largestChains(q *Question) []*Chain {
	end := *q
	if q.Method == Exact {
		end.Start = max(q.Start, middle(q.Last)-2)
	} else {
		end.Primes = q.Primes[max(0, len(q.Primes)-2):]
	}
	return e.Chains(&end)
}

// Need estimates the memory that [Engine.Count] takes for a question.
func (e *Engine) Need(q Question, opt par.Options) result.Bytes {
	q.InPlace = true
	complete := e.Complete(q)
	return e.tileBytes(complete, opt.Goroutines()) + e.TableBytes(opt) + e.ProductBytes(complete.Start)/3
}

// tileBytes estimates the memory of the tiles of a count in memory. With several shares, extents
// are not full, and what the shares at work read is there beside what they leave.
func (e *Engine) tileBytes(q *Question, threads int) result.Bytes {
	shares := e.sharesInMemory()
	tiles := Peak(e.largestChains(q), shares > 1)
	if shares == 1 {
		return tiles + tiles/16
	}
	return tiles + tiles/12 + 2*blockValues*border.ValueBytes + e.VectorBytes(border.Prefix)*result.Bytes(1+threads)/result.Bytes(shares)
}
