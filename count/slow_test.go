package count

import (
	"context"
	"math/big"
	"sync"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A slowEngine stands in for package border, and can be made to fail.
type slowEngine struct {
	exact, modulo result.Bytes                // memory that it claims to need
	spoil         func(residue uint64) uint64 // changes a residue
	forge         func(value *big.Int)        // changes the exact number
	spoilFresh    func(residue uint64) uint64 // changes the residue modulo a prime not used before
	spoilNarrow   func(residue uint64) uint64 // changes that of the narrower board
	deceive       func(o *stages.Outcome)     // changes what comes out
	passes        int                         // of residues so far
}

// slowNumbers are L(height, 1), L(height, 2) and so on, by the height, as far as tests have asked.
var slowNumbers = struct {
	sync.Mutex
	byHeight map[int][]*big.Int
}{byHeight: make(map[int][]*big.Int)}

func slowCount(height, width int) *big.Int {
	slowNumbers.Lock()
	defer slowNumbers.Unlock()
	if len(slowNumbers.byHeight[height]) < width {
		slowNumbers.byHeight[height] = plain.Counts(height, max(width, height+1))
	}
	return new(big.Int).Set(slowNumbers.byHeight[height][width-1])
}

// slowOf is the slow engine of boards of one height.
type slowOf struct {
	*stages.Engine // that says how many words there are
	*slowEngine
	height int
}

func (e *slowOf) Count(ctx context.Context, q stages.Question, opt par.Options) (*stages.Outcome, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	o := &stages.Outcome{Question: &q, Words: words(e.height)}
	add := func(purpose stages.Purpose, width int, prime uint64, change func(residue uint64) uint64) {
		x := slowCount(e.height, width)
		switch {
		case prime == 0 && e.forge != nil:
			e.forge(x)
		case prime > 0:
			residue := x.Mod(x, new(big.Int).SetUint64(prime)).Uint64()
			if change != nil {
				residue = change(residue)
			}
			x.SetUint64(residue)
		}
		o.Sums = append(o.Sums, stages.Sum{Purpose: purpose, Width: width, Prime: prime, Value: x})
	}
	if q.Method == stages.Exact {
		add(stages.Number, q.Last, 0, nil)
		add(stages.Number, q.Last, border.Primes(20)[19], e.spoilFresh)
	}
	for _, p := range q.Primes {
		if q.Method == stages.Exact {
			break
		}
		for width := q.First; width <= q.Last; width++ {
			add(stages.Number, width, p, e.spoil)
		}
		e.passes++
	}
	if q.Narrow {
		add(stages.Narrow, 1, q.Primes[0], e.spoilNarrow)
	}
	if q.Adjoint {
		add(stages.Squared, q.Last, q.Primes[0], nil)
		add(stages.Across, q.Last, q.Primes[0], nil)
	}
	if e.deceive != nil {
		e.deceive(o)
	}
	opt.Report(1)
	return o, nil
}

func (e *slowOf) Need(q stages.Question, _ par.Options) result.Bytes {
	if q.Method == stages.Exact {
		return e.exact
	}
	return e.modulo
}
