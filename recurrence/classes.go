package recurrence

import (
	"context"
	"math/big"

	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/par"
)

// Classes is how many border states of a height there are without a kink, up
// to exchange of the colours, and up to exchange and turning upside down.
type Classes struct {
	Valid               *big.Int
	ValidUpDown         *big.Int
	Constructible       int64
	ConstructibleUpDown int64 // at least the order of the recurrence
}

// countClasses counts the classes of a height. Its time is mostly that of
// [connected.ConstructibleClasses].
func countClasses(ctx context.Context, height int, opt par.Options) (*Classes, error) {
	constructible, upDown, err := connected.ConstructibleUpDownClasses(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	return &Classes{
		Valid:               connected.ValidClassesAt(height, 0),
		ValidUpDown:         connected.ValidUpDownClasses(height),
		Constructible:       constructible,
		ConstructibleUpDown: upDown,
	}, nil
}
