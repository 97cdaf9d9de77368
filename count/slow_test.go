package count

import (
	"context"
	"math/big"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/internal/oracle/hashed"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A slowEngine stands in for package border, and can be made to fail.
type slowEngine struct {
	exact, modulo result.Bytes                // memory that it claims to need
	spoil         func(residue uint64) uint64 // changes a residue
	forge         func(value *big.Int)        // changes the exact number
	deceive       func(*border.Witness)       // changes a witness
	passes        int                         // calls of CountModulo so far
}

// slowNumbers are those that tests have asked for so far, by board.
var slowNumbers sync.Map

func slowCount(height, width int) *big.Int {
	number, _ := slowNumbers.LoadOrStore(board.Size{Rows: height, Cols: width}, sync.OnceValue(func() *big.Int {
		return hashed.Count(height, width)
	}))
	return new(big.Int).Set(number.(func() *big.Int)())
}

// slowOf is the slow engine of boards of one height.
type slowOf struct {
	*border.Engine // that says how many words there are
	*slowEngine
	height int
}

func (e *slowOf) Count(ctx context.Context, width int, _ []uint64, opt par.Options) (*big.Int, *border.Witness, error) {
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	value := slowCount(e.height, width)
	if e.forge != nil {
		e.forge(value)
	}
	opt.Report(1)
	return value, e.slowEngine.witness(e.height, width, border.Primes(20)[19]), nil
}

func (e *slowOf) CountModulo(ctx context.Context, first, last int, prime uint64, opt par.Options, visit func(int, uint64)) error {
	e.passes++
	for width := first; width <= last; width++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		residue := new(big.Int).Mod(slowCount(e.height, width), new(big.Int).SetUint64(prime)).Uint64()
		if e.spoil != nil {
			residue = e.spoil(residue)
		}
		visit(width, residue)
	}
	opt.Report(1)
	return nil
}

func (e *slowOf) Witness(_ context.Context, width int, prime uint64, _ par.Options) (*border.Witness, error) {
	return e.slowEngine.witness(e.height, width, prime), nil
}

// witness is that of the number, and of the first column.
func (e *slowEngine) witness(height, width int, prime uint64) *border.Witness {
	states := connected.ValidClassesAt(height, 0)
	w := &border.Witness{
		Number: slowCongruence(height, width, prime),
		Narrow: slowCongruence(height, 1, prime),
		Words:  states.Sub(states.Lsh(states, 1), big.NewInt(1)),
	}
	if e.deceive != nil {
		e.deceive(w)
	}
	return w
}

func slowCongruence(height, width int, prime uint64) border.Congruence {
	residue := new(big.Int).Mod(slowCount(height, width), new(big.Int).SetUint64(prime)).Uint64()
	return border.Congruence{Width: width, Prime: prime, Residue: residue}
}

func (e *slowOf) Need(int, par.Options) result.Bytes   { return e.exact }
func (e *slowOf) NeedModulo(par.Options) result.Bytes  { return e.modulo }
func (e *slowOf) NeedWitness(par.Options) result.Bytes { return e.modulo }
