package count

import (
	"context"
	"math/big"

	"combigo/border"
	"combigo/goban"
	"combigo/result"
)

// An engine is what this package asks of package border.
type engine interface {
	Count(ctx context.Context, height, width int, opt border.Options) (*big.Int, border.Stats, error)
	Residues(ctx context.Context, height, width int, moduli []uint64, opt border.Options) ([]uint64, border.Stats, error)
	Need(height, width, residues int, opt border.Options) (int64, error)
}

type borderEngine struct{}

func (borderEngine) Count(ctx context.Context, height, width int, opt border.Options) (*big.Int, border.Stats, error) {
	return border.Count(ctx, height, width, opt)
}

func (borderEngine) Residues(ctx context.Context, height, width int, moduli []uint64, opt border.Options) ([]uint64, border.Stats, error) {
	return border.Residues(ctx, height, width, moduli, opt)
}

func (borderEngine) Need(height, width, residues int, opt border.Options) (int64, error) {
	return border.Need(height, width, residues, opt)
}

// A counter is this package with everything that it stands on.
type counter struct {
	engine    engine
	brute     func(ctx context.Context, rows, cols int) (uint64, error)
	available func() result.Bytes // memory that the machine can give; 0 if unknown
}

var standard = counter{
	engine:    borderEngine{},
	brute:     goban.CountLegal,
	available: availableMemory,
}
