package stages

import (
	"slices"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Cost is what a stage takes, or a share.
type Cost struct {
	Steps         float64 // state-steps
	Read, Written result.Bytes
}

// steps returns the state-steps of a stage: the values that it computes, and those of the products
// of the first columns. A join counts as one step of each word and residue.
func (e *Engine) steps(s *Stage) float64 {
	words := float64(e.VectorBytes(border.Prefix)) / border.ValueBytes
	steps := 0.0
	switch s.Step {
	case Join, JoinExact, Digits:
		steps = words * float64(max(1, len(s.Of.Stages)))
	case Turn:
		steps = words
	default:
		steps = e.StateSteps(s.Of.Columns, s.phase())
	}
	if s.Step != Suffix && s.Step != Turn && len(s.Of.Stages) == 0 && s.Of.Columns > 1 {
		steps += e.ProductSteps(s.Of.Columns)
	}
	return steps
}

// Steps returns the state-steps of a question.
func (e *Engine) Steps(q Question) float64 {
	chains, times := e.distinct(&q)
	steps := 0.0
	for i, c := range chains {
		for k := range c.Stages {
			steps += e.steps(&c.Stages[k]) * times[i]
		}
	}
	return steps
}

// distinct returns the chains of a question, the same ones once, and how often they are there.
func (e *Engine) distinct(q *Question) (chains []*Chain, times []float64) {
	one := *e.Ask(*q)
	if n := len(q.Primes); q.Method == Modulo && n > 2 { // all but the last are the same
		one.Primes = q.Primes[n-2:]
		return e.Chains(&one), []float64{float64(n - 1), 1}
	}
	return e.Chains(&one), slices.Repeat([]float64{1}, max(1, len(q.Primes)))
}

// leaves returns the bytes that a stage leaves.
func (e *Engine) leaves(s *Stage) result.Bytes {
	switch s.Step {
	case Prefix:
		return e.StoredBytes(border.Suffix)
	case Suffix:
		return e.StoredBytes(border.Prefix)
	}
	return 0
}

// Cost returns what a stage of a chain takes.
func (e *Engine) Cost(c *Chain, stage int) Cost {
	s := &c.Stages[stage]
	one := Cost{Steps: e.steps(s), Written: e.leaves(s)}
	for _, source := range s.Reads() {
		one.Read += e.leaves(&c.Stages[source])
	}
	return one
}

// Peak returns the largest number of bytes of tiles that chains need at once, one after the other.
// If tiles are given back when their last reader has read them, what a stage leaves takes their
// place.
func (e *Engine) Peak(chains []*Chain, givesBack bool) result.Bytes {
	most := result.Bytes(0)
	for _, c := range chains {
		there := result.Bytes(0) // tiles that stages before have left
		for next := range c.Stages {
			left, read := e.leaves(&c.Stages[next]), result.Bytes(0)
			for _, i := range c.Stages[next].Reads() {
				if c.LastReader(i) == next {
					read += e.leaves(&c.Stages[i])
				}
			}
			if givesBack {
				most = max(most, there-read+max(read, left))
			} else {
				most = max(most, there+left)
			}
			there += left - read
		}
	}
	return most
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

// last returns the chains of a question that take the most memory: with [Exact], where vectors take
// more residues from column to column, the last two columns. A long board has too many stages to
// list them all for that.
func (e *Engine) last(q *Question) []*Chain {
	if q.Method == Exact {
		end := *q
		end.Start = max(q.Start, middle(q.Last)-2)
		return e.Chains(&end)
	}
	chains, _ := e.distinct(q)
	return chains
}

// need estimates the memory of a count in memory.
func (e *Engine) need(q *Question, opt par.Options) result.Bytes {
	shares := e.sharesInMemory()
	tiles := e.Peak(e.last(q), shares > 1)
	if shares > 1 { // extents are not full, and some shares are at work
		tiles += block*border.ValueBytes + tiles/12 + e.VectorBytes(border.Suffix)*result.Bytes(1+opt.Goroutines())/result.Bytes(shares)
	}
	return tiles + tiles/16 + e.TableBytes(opt) + e.ProductBytes(q.Start)/3
}
