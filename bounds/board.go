package bounds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
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
	n, _, err := transfer.CountLegal(ctx, g, s.order(length), colors, opt.Between(0, 0))
	return n, widthError(s.Width, err)
}

// order goes along the strip, or across if that is longer.
func (s Strip) order(length int) []int {
	if s.Width <= length {
		return lattice.Identity(s.Width * length)
	}
	order := make([]int, 0, s.Width*length)
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
	Board        board.Size `json:",inline"`
	Width        int        `json:"width"` // of the widest strips
	Lower, Upper Division
	Wall         time.Duration `json:"wall_seconds"`
}

// Exact reports whether the number itself is known: as a rule because the board is no wider than
// the strips.
func (b *BoardBracket) Exact() bool { return b.Lower.Value.Cmp(b.Upper.Value) == 0 }

// MaxSide is the longest side of a board that is divided.
const MaxSide = 1000

// A counter counts strips of one direction and length, each once.
type counter struct {
	question  Question
	direction Direction
	length    int
	opt       par.Options
	known     map[Strip]*big.Int
	work      float64 // that is expected in all, see cost
	done      float64
}

// best returns the division of a number of lines into strips of at most a width whose product is
// the largest, of free strips, or the smallest, of strips that are safe at the cuts.
func (c *counter) best(ctx context.Context, lines, width int, safe bool) (Division, error) {
	sign := 1
	if safe {
		sign = -1
	}
	parts := make([]Division, lines+1) // of the first lines
	parts[0].Value = big.NewInt(1)
	for end := 1; end <= lines; end++ {
		for first := max(0, end-width); first < end; first++ {
			s := Strip{
				Kind: c.question.Kind, Direction: c.direction, Width: end - first, First: first,
				SafeFirst: safe && first > 0, SafeLast: safe && end < lines,
			}
			n, err := c.count(ctx, s)
			if err != nil {
				return Division{}, err
			}
			value := new(big.Int).Mul(parts[first].Value, n)
			if old := parts[end].Value; old == nil || value.Cmp(old)*sign > 0 {
				parts[end] = Division{Value: value, Strips: append(slices.Clone(parts[first].Strips), s)}
			}
		}
	}
	return parts[lines], nil
}

// count returns the number of legal positions of a strip, from memory if one like it was counted
// before.
func (c *counter) count(ctx context.Context, s Strip) (*big.Int, error) {
	key := s.canonical()
	if n, ok := c.known[key]; ok {
		return n, nil
	}
	n, err := key.Count(ctx, c.length, c.question.Colors, c.opt)
	if err != nil {
		return nil, err
	}
	c.known[key] = n
	c.done += cost(key.Width)
	c.opt.Report(min(c.done/c.work, 1))
	return n, nil
}

// canonical returns a strip that has as many legal positions: an earlier one of the same lattice
// or, on the square and the triangular lattice, its mirror image or what half a turn makes of it.
func (s Strip) canonical() Strip {
	period := rowPeriod[s.Kind]
	if s.Direction == Columns {
		period = min(period, 2)
	}
	s.First %= period
	if period == 1 && s.SafeLast && !s.SafeFirst && (s.Kind == lattice.Square || s.Kind == lattice.Triangular) {
		s.SafeFirst, s.SafeLast = true, false
	}
	return s
}

// cost returns about how long it takes to count a strip, in some unit.
func cost(width int) float64 { return math.Pow(widerStates, float64(width)) }

// expect estimates the work to come for the progress: free, single-safe and double-safe strips of
// every phase.
func (c *counter) expect(lines, width int) {
	if lines <= width {
		c.work = 2 * cost(lines)
	}
	for k := 1; k <= min(lines, width); k++ {
		c.work += 3 * float64(rowPeriod[c.question.Kind]) * cost(k)
	}
}

// defaultWork bounds the words that are added up in counting a strip by default.
const defaultWork = 5e7

// defaultWidth returns the width up to which the strips of a board take some seconds to count.
func (q Question) defaultWidth(size board.Size) int {
	width := 1
	for next := 2; next <= min(MaxWidth, size.Long()); next++ {
		points := float64(next * size.Long())
		words := 1 + points*math.Log2(float64(1+q.Colors))/64
		if q.guessStates(next)*points*words > defaultWork {
			break
		}
		width = next
	}
	return width
}

// guessStates returns about the number of states of free strips of a width; it is fitted to those
// of widths 4 to 8. The lattices with half of the horizontal edges have strips of columns with
// about three times as many states as the square lattice, and of two phases.
func (q Question) guessStates(width int) float64 {
	first, grows := 0.07, 7.4
	switch q.Colors {
	case 1:
		first, grows = 0.4, 2.9
	case 2:
		first, grows = 0.38, 4.05
	case 3:
		first, grows = 0.16, 6
	}
	if rowPeriod[q.Kind] > 1 {
		first *= 6
	}
	return first * math.Pow(grows, float64(width))
}

// divide replaces the divisions by those in a direction, where these are better.
func (b *BoardBracket) divide(ctx context.Context, d Direction, opt par.Options) error {
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

// Board returns the bounds for a board that follow from its best division into strips of at most a
// width, for each of the two bounds. If width is 0, it is chosen so that strips take some seconds,
// and fit in memory.
func (q Question) Board(ctx context.Context, size board.Size, width int, opt par.Options) (*BoardBracket, error) {
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

func (q Question) boardOfWidth(ctx context.Context, size board.Size, width int, opt par.Options) (*BoardBracket, error) {
	if err := check(q.Kind, q.Colors, width); err != nil {
		return nil, err
	}
	start := time.Now()
	b := &BoardBracket{Question: q, Board: size, Width: width}
	directions := q.Directions()
	if q.Direction == Either && len(directions) == 1 && size.Rows > size.Cols {
		directions = []Direction{Columns} // both are alike, and of long strips there are fewer
	}
	for i, d := range directions {
		n := float64(len(directions))
		if err := b.divide(ctx, d, opt.Between(float64(i)/n, float64(i+1)/n)); err != nil {
			return nil, err
		}
	}
	b.Wall = time.Since(start)
	return b, nil
}

// A PublishedBoard is bounds for the number of legal positions on a board that are in print.
type PublishedBoard struct {
	Board        board.Size
	Lower, Upper string // as printed, in scientific notation
	Source       string
}

// publishedBoards is for the square lattice and two colours.
var publishedBoards = []PublishedBoard{
	{board.Size{Rows: 17, Cols: 17}, "4.189686102798248e135", "3.795846030704812e136", fs + "Table 1"},
	{board.Size{Rows: 18, Cols: 18}, "1.370980901968463e152", "1.375868183851593e153", fs + "Table 1"},
	{board.Size{Rows: 19, Cols: 19}, "1.743685286536042e169", "6.432156129669607e170", fs + "Table 1"},
}

// InPrint returns the published bounds for the board, nil if there are none.
func (b *BoardBracket) InPrint() *PublishedBoard {
	for i := range publishedBoards {
		if b.Kind == lattice.Square && b.Colors == 2 && publishedBoards[i].Board == b.Board {
			return &publishedBoards[i]
		}
	}
	return nil
}

// Beaten reports which of the published bounds those of b are sharper than, by more than the error
// of the last digits.
func (p *PublishedBoard) Beaten(b *BoardBracket) (lower, upper bool) {
	return ratio(b.Lower.Value, p.Lower) > 1+tolerance, ratio(b.Upper.Value, p.Upper) < 1-tolerance
}

// ratio returns n divided by a number as it is printed.
func ratio(n *big.Int, text string) float64 {
	x, _, err := big.ParseFloat(text, 10, 256, big.ToNearestEven)
	if err != nil {
		panic(err) // the numbers above are well-formed
	}
	q, _ := new(big.Float).SetPrec(256).Quo(new(big.Float).SetPrec(256).SetInt(n), x).Float64()
	return q
}
