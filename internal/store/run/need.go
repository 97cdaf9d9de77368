package run

import (
	"math"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A cost is what a stage takes.
type cost struct {
	steps         float64 // state-steps
	read, written float64 // bytes
}

// Figures for the guess of the time, fitted to whole runs from 11x11 to 15x15; see
// docs/performance.md.
const (
	secondsPerStep  = 0.33e-9 // of one thread, for a state-step
	secondsPerByte  = 0.4e-9  // of one thread, that is read or written: checksums, copies, and the system
	secondsPerShare = 0.5e-3  // of the system, to begin and end a share
)

// work is the time that one thread takes, without waiting for the disk.
func (c cost) work(shares int) float64 {
	return c.steps*secondsPerStep + (c.read+c.written)*secondsPerByte + float64(shares)*secondsPerShare
}

// need is what a method takes for a board, whoever does the work.
type need struct {
	stages.Question
	Columns int          // residues of columns, of all chains
	Vector  result.Bytes // one residue of the vector, between columns
	Disk    result.Bytes // at the peak
	Traffic result.Bytes // read and written by all chains
	Steps   float64      // state-steps of all chains

	engine   *stages.Engine
	chains   []*stages.Chain
	stages   []cost // of all chains
	all      cost
	load     float64      // bytes that all shares of a stage read and leave, at most
	products result.Bytes // memory of the products after the first columns
	tables   float64      // seconds of a processor to make the tables, as measured from 13 to 18 rows
}

// margin is for what the run has on the disk apart from vectors.
const margin = 16 << 20

// newNeed finds what a method takes, on a disk that gives tiles back that have been read, or not.
// It makes no tables.
func newNeed(size board.Size, method Method, chosen []int, spare, holes bool) (*need, error) {
	e, err := stages.New(border.Board{Height: size.Short(), Colours: 2})
	if err != nil {
		return nil, err
	}
	primes, spare := primesOf(e, size, method, chosen, spare)
	q := e.Ask(stages.Question{Method: method, First: size.Long(), Last: size.Long(), Primes: primes, Spare: spare, Narrow: true})
	q.Start = max(1, min(q.Start, middle(size)-1))
	if method == Modulo { // a column takes longer than the products: a vector goes to the disk and back
		q.Start = max(1, min(q.Start+1, middle(size)-1))
	}
	n := &need{
		Question: *q, engine: e, Vector: e.VectorBytes(border.Prefix), products: e.ProductBytes(q.Start),
		tables: 0.2 * math.Pow(1.96, float64(size.Short()-13)), chains: e.Chains(q),
	}
	n.Disk = e.Peak(n.chains, holes) + margin
	for _, c := range n.chains {
		for i := range c.Stages {
			of := e.Cost(c, i)
			one := cost{of.Steps, float64(of.Read), float64(of.Written)}
			if c.Stages[i].Step == stages.Prefix {
				n.Columns++
			}
			n.load = max(n.load, one.read+one.written)
			n.stages = append(n.stages, one)
			n.all = cost{n.all.steps + one.steps, n.all.read + one.read, n.all.written + one.written}
		}
	}
	n.Steps, n.Traffic = n.all.steps, result.Bytes(n.all.read+n.all.written)
	return n, nil
}

// needsOf lists what the methods that will do take, the fastest one first.
func needsOf(size board.Size, method Method, primes []int, spare Spare, holes bool) ([]*need, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	methods := []Method{method}
	switch {
	case len(primes) > 0:
		methods = []Method{Modulo}
	case method == "":
		methods = []Method{Exact, Modulo}
	}
	var needs []*need
	for _, method := range methods {
		n, err := newNeed(size, method, primes, spare.wanted(size, method), holes)
		if err != nil {
			return nil, err
		}
		needs = append(needs, n)
	}
	return needs, nil
}

// unevenness is how much larger than the mean a share may be.
const unevenness = 1.1

// memory returns what a program takes with a number of shares: the tables, and twice what a share
// reads and leaves, since the next share is read and the one before is written meanwhile. The first
// stage reads nothing, but makes the products, of which a third stays.
func (n *need) memory(shares, threads int) result.Bytes {
	values := 2 * unevenness * n.load / float64(shares)
	headers := 48 * float64(shares) * float64(shares) // of open files
	tables := n.engine.TableBytes(par.Options{Threads: threads})
	return tables + n.products/3 + result.Bytes(max(values+headers, values/2+float64(n.products)*2/3))
}

// leastShares lets reading, computing and writing go on at the same time.
const leastShares = 6

// shares returns the least number of shares with which a program keeps a ceiling, or the one that
// takes the least memory if none does. If the ceiling is 0 there is none to keep.
func (n *need) shares(atLeast, threads int, ceiling result.Bytes) (best int) {
	least := result.Bytes(math.MaxInt64)
	for shares := max(leastShares, atLeast); shares <= maxShares; shares += max(1, shares/16) {
		memory := n.memory(shares, threads)
		if ceiling == 0 || memory <= ceiling {
			return shares
		}
		if memory < least {
			best, least = shares, memory
		}
	}
	return best
}
