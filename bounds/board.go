package bounds

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// Count returns the number of legal positions, exactly, of a piece of the strip of a given length,
// whose ends are not safe: the numbers of Table 4.
func (s Strip) Count(ctx context.Context, length, colors int, opt par.Options) (*big.Int, error) {
	if err := s.check(colors); err != nil {
		return nil, err
	}
	if length < 1 {
		return nil, fmt.Errorf("a strip of length %d: want at least 1", length)
	}
	g, err := s.piece(length)
	if err != nil {
		return nil, err
	}
	ev, err := transfer.NewIntegers(colors, 1+colors)
	if err != nil {
		return nil, err
	}
	n, _, err := transfer.Legal(ctx, g, s.order(length), colors, ev, opt.Between(0, 0))
	return n, fits(s.Width, err)
}

// order goes along the strip, or across if that is longer.
func (s Strip) order(length int) []int {
	order := make([]int, 0, s.Width*length)
	if s.Width <= length {
		for v := range s.Width * length {
			order = append(order, v)
		}
		return order
	}
	for across := range s.Width {
		for along := range length {
			order = append(order, s.number(spot{across, along}))
		}
	}
	return order
}

// A Division is a division of a board into strips, side by side, and the product of their numbers
// of legal positions.
type Division struct {
	Value  *big.Int
	Strips []Strip
}

// A BoardBracket is the bounds for the number of legal positions on a board: Lower.Value <= number
// <= Upper.Value.
type BoardBracket struct {
	Question
	Board        board.Size
	Width        int // of the widest strips
	Lower, Upper Division
	Wall         time.Duration
}

// Exact reports whether the number itself is known: as a rule because the board is no wider than
// the strips.
func (b *BoardBracket) Exact() bool { return b.Lower.Value.Cmp(b.Upper.Value) == 0 }

// MaxSide is the longest side of a board that is divided.
const MaxSide = 1000

// boardDirections returns the directions of strips that are worth trying on a board: if both are
// alike, long strips are better, for the cuts are fewer.
func (q Question) boardDirections(size board.Size) []Direction {
	if q.Direction == Either && rowPeriod[q.Kind] == 1 && size.Rows > size.Cols {
		return []Direction{Columns}
	}
	return q.Directions()
}
