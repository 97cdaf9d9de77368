package run

import (
	"math"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// need is what a method takes for a board, whoever does the work.
type need struct {
	engine  *border.Engine
	method  Method
	spare   bool
	primes  []uint64
	chains  []*chain
	steps   float64      // state-steps of all chains
	columns int          // residues of columns of all chains
	disk    result.Bytes // of the vectors, at the peak
	read    result.Bytes // by all stages
	written result.Bytes
	load    result.Bytes // that all shares of a stage read and leave, at most
	stages  int
}

// newNeed finds what a method takes. It makes no tables.
func newNeed(size board.Size, method Method, spare bool) (*need, error) {
	e, err := border.New(border.Board{Height: size.Short(), Colours: 2})
	if err != nil {
		return nil, err
	}
	primes, err := primesOf(size, method, spare)
	if err != nil {
		return nil, err
	}
	n := &need{engine: e, method: method, spare: spare, primes: primes}
	n.chains = chainsOf(size, method, len(primes), residuesOf(e, spare))
	v, u := float64(e.VectorBytes(border.Prefix)), float64(e.VectorBytes(border.Suffix))
	for _, c := range n.chains {
		n.disk = max(n.disk, result.Bytes(c.peak(v, u)))
		read, written := c.moved(v, u)
		n.read += result.Bytes(read)
		n.written += result.Bytes(written)
		n.stages += len(c.stages)
		for i := range c.stages {
			s := &c.stages[i]
			n.steps += stepsOf(e, s)
			if s.phase == border.Prefix && s.ends != joinsExact {
				n.columns++
			}
			load := c.leaves(i, v, u)
			if s.ends == joinsBefore || s.ends == joinsItself {
				load = v // what is joined at once is in memory all the same
			}
			for _, source := range s.reads() {
				load += c.leaves(source, v, u)
			}
			n.load = max(n.load, result.Bytes(load))
		}
	}
	return n, nil
}

// unevenness is how much larger than the mean a share may be.
const unevenness = 1.1

// memory returns what a program takes with a number of shares: the tables, and twice what a share
// reads and leaves, since the next share is read and the one before is written meanwhile.
func (n *need) memory(shares, threads int) result.Bytes {
	perShare := 2 * unevenness * float64(n.load) / float64(shares)
	headers := 48 * float64(shares) * float64(shares) // of open files
	return n.engine.TableBytes(par.Options{Threads: threads}) + result.Bytes(perShare+headers)
}

// leastShares lets reading, computing and writing go on at the same time.
const leastShares = 6

// shares returns the least number of shares with which a program keeps a ceiling, 0 if there is
// none. If the ceiling is 0 there is none to keep.
func (n *need) shares(atLeast, threads int, ceiling result.Bytes) int {
	for shares := max(leastShares, atLeast); shares <= maxShares; shares += max(1, shares/16) {
		if ceiling == 0 || n.memory(shares, threads) <= ceiling {
			return shares
		}
	}
	return 0
}

// least returns the least memory with which a program can do.
func (n *need) least(threads int) result.Bytes {
	least := result.Bytes(math.MaxInt64)
	for shares := leastShares; shares <= maxShares; shares += max(1, shares/16) {
		least = min(least, n.memory(shares, threads))
	}
	return least
}
