package run

import (
	"fmt"
	"math"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Figures for the guess of the time, fitted to whole runs from 11x11 to 15x15; see
// docs/performance.md.
const (
	secondsPerStep    = 0.33e-9 // of one thread, for a state-step
	secondsPerProduct = 1e-9    // of one thread, for a product of values with the addition of it
	secondsPerByte    = 0.4e-9  // of one thread, that is read or written: checksums, copies, and the system
	secondsPerShare   = 0.5e-3  // of the system, to begin and end a share
)

// secondsOf returns the time in seconds that one thread takes for a stage, without waiting for the
// disk.
func secondsOf(c stages.Cost, shares int) float64 {
	return c.Steps*secondsPerStep + c.Products*secondsPerProduct + float64(c.Traffic())*secondsPerByte + float64(shares)*secondsPerShare
}

// need is the work of a run, and the memory, disk and time that it needs on any machine.
type need struct {
	stages.Question
	stages.Cost               // of all chains
	Columns      int          // residues of columns, of all chains
	Vector       result.Bytes // one residue of the vector, between columns
	Disk         result.Bytes // at the peak
	engine       *stages.Engine
	chains       []*stages.Chain
	loadPerStage result.Bytes // that all shares of a stage read and leave, at most
	tables       float64      // seconds of a processor to make the tables, as measured from 13 to 18 rows
}

// margin is for what the run has on the disk apart from vectors.
const margin = 16 << 20

// newNeed estimates what a run needs with a method. holes says whether the disk gives back the
// space of tiles that have been read. It makes no tables of the engine.
func newNeed(size board.Size, method Method, chosen []int, spare, holes bool) (*need, error) {
	e, err := stages.New(border.Board{Height: size.Short(), Colours: 2})
	if err != nil {
		return nil, err
	}
	primes, spare := primesOf(e, size, method, chosen, spare)
	q := e.Complete(stages.Question{Method: method, First: size.Long(), Last: size.Long(), Primes: primes, Spare: spare, Narrow: true, Late: true})
	q.Start = max(1, min(q.Start, middle(size)-1))
	if method == Modulo { // a column takes longer than the products: a vector goes to the disk and back
		q.Start = max(1, min(q.Start+1, middle(size)-1))
	}
	n := &need{
		Question: *q, engine: e, Vector: e.VectorBytes(border.Prefix), chains: e.Chains(q), tables: 0.2 * math.Pow(1.96, float64(size.Short()-13)),
	}
	n.Cost, n.Disk = stages.AllOf(n.chains), stages.Peak(n.chains, holes)+margin
	for _, c := range n.chains {
		for i, one := range c.Costs {
			if c.Stages[i].Step == stages.Prefix {
				n.Columns++
			}
			load := one.Traffic()
			if s := &c.Stages[i]; s.Step == stages.Turn && s.With.Columns > 0 { // leaves as much, for a moment
				load *= 2
			}
			n.loadPerStage = max(n.loadPerStage, load)
		}
	}
	return n, nil
}

// needsOf returns the needs with each method that may be used, the fastest method first.
func needsOf(size board.Size, method Method, primes []int, holes bool) ([]*need, error) {
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
		n, err := newNeed(size, method, primes, spare(size, method), holes)
		if err != nil {
			return nil, err
		}
		needs = append(needs, n)
	}
	return needs, nil
}

const (
	// unevenness is how much larger than the mean a share may be.
	unevenness = 1.1
	// copiesInMemory is how many times what a share reads and leaves is in memory, as measured at
	// 12x12 and 13x13: the next share is read and the one before is written meanwhile, and buffers
	// of other sizes wait to be used again.
	copiesInMemory = 3
)

// memory returns the memory that a program needs with a number of shares: for itself, for the
// tables, and for some copies of what a share reads and leaves. The first stage reads nothing, but
// makes the products, of which a third stays.
func (n *need) memory(shares, threads int) result.Bytes {
	values := copiesInMemory * unevenness * float64(n.loadPerStage) / float64(shares)
	headers := 48 * float64(shares) * float64(shares) // of open files
	products := float64(n.engine.ProductBytes(n.Start))
	data := products/3 + max(values+headers, values/2+products*2/3)
	return memory.Program + n.engine.TableBytes(par.Options{Threads: threads}) + result.Bytes(data)
}

// refusal returns an error if a program with a number of shares needs more memory than a ceiling,
// where 0 is no ceiling.
func (n *need) refusal(shares, threads int, ceiling result.Bytes, given bool) error {
	need := n.memory(shares, threads)
	if ceiling == 0 || need <= ceiling {
		return nil
	}
	e := &result.MemoryError{Of: "one share of a stage, with the tables,", Need: need, Ceiling: ceiling, Given: given}
	if least := n.memory(shares, 1); least <= ceiling {
		e.Help = fmt.Sprintf("with one thread it needs %s", least)
	}
	return e
}

// minShares is enough shares for reading, computing and writing at the same time.
const minShares = 6

// sharesFor returns the smallest number of shares, not below atLeast, with which a program needs no
// more memory than a ceiling, where 0 is no ceiling. If there is none it returns the number of
// shares with which a program needs the least memory.
func (n *need) sharesFor(atLeast, threads int, ceiling result.Bytes) (best int) {
	least := result.Bytes(math.MaxInt64)
	for shares := max(minShares, atLeast); shares <= maxShares; shares += max(1, shares/16) {
		need := n.memory(shares, threads)
		if ceiling == 0 || need <= ceiling {
			return shares
		}
		if need < least {
			best, least = shares, need
		}
	}
	return best
}
