package count

import (
	"context"
	"math/big"
	"sync"

	"combigo/border"
	"combigo/goban"
	"combigo/internal/par"
	"combigo/internal/storage"
	"combigo/result"
)

// An engine is what this package asks of package border. The methods called
// Each tell visit the number for every width from first to last, in the time
// that the last one takes.
type engine interface {
	CountEach(ctx context.Context, height, first, last int, opt border.Options, visit func(width int, value *big.Int)) (border.Stats, error)
	ResiduesEach(ctx context.Context, height, first, last int, moduli []uint64, opt border.Options, visit func(width int, residues []uint64)) (border.Stats, error)
	Need(height, width, residues int, opt border.Options) (int64, error)
	// CountInFiles keeps most of the vector in files below a directory; FilesNeed says what that takes.
	CountInFiles(ctx context.Context, height, width int, dir string, opt border.Options) (*big.Int, border.Stats, error)
	FilesNeed(height, width int, opt border.Options) (border.FilesNeed, error)
}

// A borderEngine keeps the engine of the height asked for last: its tables
// serve all widths and all passes.
type borderEngine struct {
	mu   sync.Mutex
	last *border.Engine
}

func (b *borderEngine) of(height int) (*border.Engine, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last != nil && b.last.Height() == height {
		return b.last, nil
	}
	b.last = nil
	e, err := border.New(height)
	b.last = e
	return e, err
}

func (b *borderEngine) CountEach(ctx context.Context, height, first, last int, opt border.Options, visit func(int, *big.Int)) (border.Stats, error) {
	e, err := b.of(height)
	if err != nil {
		return border.Stats{}, err
	}
	return e.CountEach(ctx, first, last, opt, visit)
}

func (b *borderEngine) ResiduesEach(ctx context.Context, height, first, last int, moduli []uint64, opt border.Options, visit func(int, []uint64)) (border.Stats, error) {
	e, err := b.of(height)
	if err != nil {
		return border.Stats{}, err
	}
	return e.ResiduesEach(ctx, first, last, moduli, opt, visit)
}

func (b *borderEngine) Need(height, width, residues int, opt border.Options) (int64, error) {
	e, err := b.of(height)
	if err != nil {
		return 0, err
	}
	return e.Need(width, residues, opt), nil
}

func (b *borderEngine) CountInFiles(ctx context.Context, height, width int, dir string, opt border.Options) (*big.Int, border.Stats, error) {
	e, err := b.of(height)
	if err != nil {
		return nil, border.Stats{}, err
	}
	return e.CountInFiles(ctx, width, dir, opt)
}

func (b *borderEngine) FilesNeed(height, width int, opt border.Options) (border.FilesNeed, error) {
	e, err := b.of(height)
	if err != nil {
		return border.FilesNeed{}, err
	}
	return e.FilesNeed(width, opt), nil
}

// diskOf returns the bytes that files below a directory can take, 0 if they would be in memory themselves, or if it is
// not known.
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

var standard = counter{
	engine:    &borderEngine{},
	brute:     goban.CountLegal,
	available: par.Available,
	disk:      diskOf,
}
