package recurrence

import (
	"context"
	"math/big"

	"combigo/border"
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
// [border.ConstructibleClasses].
func countClasses(ctx context.Context, height int, opt border.Options) (*Classes, error) {
	constructible, upDown, err := border.ConstructibleUpDownClasses(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	return &Classes{
		Valid:               border.ValidClassesAt(height, 0),
		ValidUpDown:         border.ValidUpDownClasses(height),
		Constructible:       constructible,
		ConstructibleUpDown: upDown,
	}, nil
}
