package bounds

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"combigo/board"
	"combigo/result"
	"combigo/transfer"
)

// Count returns the number of legal positions, exactly, of a piece of the strip of a given length, whose ends
// are not safe: the numbers of Table 4.
func (s Strip) Count(ctx context.Context, length, colors int, opt Options) (*big.Int, error) {
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

// A Division is a division of a board into strips, side by side, and the product of their numbers of legal positions.
type Division struct {
	Value  *big.Int
	Strips []Strip
}

// A BoardBracket is the bounds for the number of legal positions on a board: Lower.Value <= number <= Upper.Value.
type BoardBracket struct {
	Question
	Board        board.Size
	Width        int // of the widest strips
	Lower, Upper Division
	Wall         time.Duration
}

// Exact reports whether the number itself is known: as a rule because the board is no wider than the strips.
func (b *BoardBracket) Exact() bool { return b.Lower.Value.Cmp(b.Upper.Value) == 0 }

// MaxSide is the longest side of a board that is divided.
const MaxSide = 1000

// Board returns the bounds for a board that follow from its best division into strips of at most a width, for each of
// the two bounds. If width is 0, it is chosen so that strips take some seconds, and fit in memory.
func (q Question) Board(ctx context.Context, size board.Size, width int, opt Options) (*BoardBracket, error) {
	if size.Rows < 1 || size.Cols < 1 || size.Long() > MaxSide {
		return nil, fmt.Errorf("board %s: want sides from 1 to %d", size, MaxSide)
	}
	if width != 0 {
		return q.boardOfWidth(ctx, size, width, opt)
	}
	if err := check(q.Kind, q.Colors, 1); err != nil {
		return nil, err
	}
	width = q.defaultWidth(size)
	b, err := q.boardOfWidth(ctx, size, width, opt)
	for tooWide := new(result.MemoryError); errors.As(err, &tooWide) && width > 1; {
		width--
		b, err = q.boardOfWidth(ctx, size, width, opt)
	}
	return b, err
}

func (q Question) boardOfWidth(ctx context.Context, size board.Size, width int, opt Options) (*BoardBracket, error) {
	if err := check(q.Kind, q.Colors, width); err != nil {
		return nil, err
	}
	start := time.Now()
	b := &BoardBracket{Question: q, Board: size, Width: width}
	directions := q.boardDirections(size)
	for i, d := range directions {
		n := float64(len(directions))
		if err := b.divide(ctx, d, opt.Between(float64(i)/n, float64(i+1)/n)); err != nil {
			return nil, err
		}
	}
	b.Wall = time.Since(start)
	return b, nil
}

// boardDirections returns the directions of strips that are worth trying on a board: if both are alike, long strips are
// better, for the cuts are fewer.
func (q Question) boardDirections(size board.Size) []Direction {
	if q.Direction == Either && rowPeriod[q.Kind] == 1 && size.Rows > size.Cols {
		return []Direction{Columns}
	}
	return q.Directions()
}

// divide replaces the divisions by those in a direction, where these are better.
func (b *BoardBracket) divide(ctx context.Context, d Direction, opt Options) error {
	lines, length := b.Board.Rows, b.Board.Cols
	if d == Columns {
		lines, length = length, lines
	}
	c := &counter{question: b.Question, direction: d, length: length, opt: opt, known: map[Strip]*big.Int{}}
	c.expect(lines, b.Width)
	lower, err := c.best(ctx, lines, b.Width, false)
	if err != nil {
		return err
	}
	upper, err := c.best(ctx, lines, b.Width, true)
	if err != nil {
		return err
	}
	if b.Lower.Value == nil || lower.Value.Cmp(b.Lower.Value) > 0 {
		b.Lower = lower
	}
	if b.Upper.Value == nil || upper.Value.Cmp(b.Upper.Value) < 0 {
		b.Upper = upper
	}
	return nil
}
