package count

import (
	"context"
	"math/big"
	"sync"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// An engine is what this package asks of package border.
type engine interface {
	Count(ctx context.Context, b border.Board, width int, primes []uint64, opt par.Options) (*big.Int, *border.Witness, error)
	// CountModulo tells visit the residue for every width from first to last, in the time that the
	// last one takes.
	CountModulo(ctx context.Context, b border.Board, first, last int, prime uint64, opt par.Options, visit func(width int, residue uint64)) error
	// Witness returns the witness of a number that was counted modulo primes.
	Witness(ctx context.Context, b border.Board, width int, prime uint64, opt par.Options) (*border.Witness, error)
	// Need estimates the memory of each.
	Need(b border.Board, width int, opt par.Options) (needs, error)
}

// needs are what the ways to use package border take.
type needs struct{ exact, modulo, witness result.Bytes }

// A borderEngine keeps the engine asked for last: its tables serve all widths and all passes.
type borderEngine struct {
	mu    sync.Mutex
	board border.Board
	last  *border.Engine
}

func (k *borderEngine) of(b border.Board) (*border.Engine, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last != nil && k.board == b {
		return k.last, nil
	}
	e, err := border.New(b)
	k.board, k.last = b, e
	return e, err
}

func (k *borderEngine) Count(ctx context.Context, b border.Board, width int, primes []uint64, opt par.Options) (*big.Int, *border.Witness, error) {
	e, err := k.of(b)
	if err != nil {
		return nil, nil, err
	}
	return e.Count(ctx, width, primes, opt)
}

func (k *borderEngine) CountModulo(ctx context.Context, b border.Board, first, last int, prime uint64, opt par.Options, visit func(int, uint64)) error {
	e, err := k.of(b)
	if err != nil {
		return err
	}
	return e.CountModulo(ctx, first, last, prime, opt, visit)
}

func (k *borderEngine) Witness(ctx context.Context, b border.Board, width int, prime uint64, opt par.Options) (*border.Witness, error) {
	e, err := k.of(b)
	if err != nil {
		return nil, err
	}
	return e.Witness(ctx, width, prime, opt)
}

func (k *borderEngine) Need(b border.Board, width int, opt par.Options) (needs, error) {
	e, err := border.New(b)
	if err != nil {
		return needs{}, err
	}
	return needs{e.Need(width, opt), e.NeedModulo(opt), e.NeedWitness(opt)}, nil
}

// diskOf returns the bytes that files below a directory can take, 0 if they would be in memory
// themselves, or if it is not known.
func diskOf(dir string) result.Bytes {
	free, err := storage.OS.Free(dir)
	if err != nil || storage.InMemory(dir) {
		return 0
	}
	return result.Bytes(free)
}

// A counter is this package with everything that it stands on.
type counter struct {
	engine    engine
	brute     func(ctx context.Context, rows, cols int) (uint64, error)
	available func() result.Bytes           // memory that the machine can give; 0 if unknown
	disk      func(dir string) result.Bytes // that files can take
}

func standard() *counter {
	return &counter{engine: &borderEngine{}, brute: goban.CountLegal, available: memory.Available, disk: diskOf}
}
