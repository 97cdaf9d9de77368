package bound

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// Bounds is what is known about the number of games on a board, with suicide and positional
// superko.
type Bounds struct {
	Lower, Upper []*Bound   // the best first
	Partition    *Partition // of Theorem 8, nil if there is none
	Figure14     bool       // the partition is that of Figure 14
	Rooms        *Rooms     // whose states were counted; nil if there are none
	Notes        []string
}

// Find returns all bounds that apply to a board. It fails if the board is too large, or with the
// context's error. Threads 0 means GOMAXPROCS.
func Find(ctx context.Context, size board.Size, threads int) (*Bounds, error) {
	if size.Rows > MaxSide || size.Cols > MaxSide {
		return nil, fmt.Errorf("board %v: want at most %d rows and columns", size, MaxSide)
	}
	b := &Bounds{}
	b.lower(size)
	for _, find := range []func(context.Context, board.Size, int) error{b.rooms, b.halves, b.upper} {
		if err := find(ctx, size, threads); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(b.Lower, func(x, y *Bound) int { return y.Log2.Low.Cmp(x.Log2.Low) })
	slices.SortStableFunc(b.Upper, func(x, y *Bound) int { return x.Log2.High.Cmp(y.Log2.High) })
	return b, nil
}

// Longest returns a number such that some game has more moves, passes not counted, and where that
// is proved; nil if no bound says anything of that.
func (b *Bounds) Longest() (moves *big.Int, source string) {
	for _, x := range b.Lower {
		longest := x.Longest
		if longest == nil {
			longest = x.Moves
		}
		if longest != nil && (moves == nil || longest.Cmp(moves) > 0) {
			moves, source = longest, x.Source
		}
	}
	return moves, source
}

// lower finds the lower bounds.
func (b *Bounds) lower(size board.Size) {
	points := size.Rows * size.Cols
	if points == 1 {
		b.Lower = append(b.Lower, power(big.NewInt(1), big.NewInt(1), "1", "the empty game, which is all"))
		return
	}
	b.Partition = Combs(size.Rows, size.Cols)
	b.Figure14 = size.Rows == size.Cols && size.Rows%4 == 3
	b.Lower = append(b.Lower, Lower(b.Partition))
	if min(size.Rows, size.Cols) == 1 {
		b.Lower = append(b.Lower, LowerRow(points))
	}
}

// rooms finds the lower bound by rooms.
func (b *Bounds) rooms(ctx context.Context, size board.Size, threads int) error {
	rooms, err := LayRooms(ctx, size.Rows, size.Cols)
	if errors.Is(err, ErrNoRooms) {
		return nil
	} else if err != nil {
		return err
	}
	found, err := LowerRooms(ctx, rooms, par.Options{Threads: threads})
	if err != nil || found == nil {
		return err
	}
	b.Rooms = rooms
	b.Lower = append(b.Lower, found)
	b.Notes = append(b.Notes, rooms.product())
	return nil
}

// halves finds the lower bounds of the main scheme, and what is in print.
func (b *Bounds) halves(ctx context.Context, size board.Size, threads int) error {
	found, err := LowerHalves(ctx, size, threads)
	if err != nil {
		return err
	}
	if found != nil {
		b.Lower = append(b.Lower, found)
	}
	if size == (board.Size{Rows: 19, Cols: 19}) {
		b.Lower = append(b.Lower, inPrint())
	}
	return nil
}

// upper finds the upper bounds.
func (b *Bounds) upper(ctx context.Context, size board.Size, threads int) error {
	points := size.Rows * size.Cols
	legal, name, note, err := legal(ctx, size, threads)
	if err != nil {
		return err
	}
	b.Notes = append(b.Notes, note)
	b.Upper = append(b.Upper, Upper(points, legal, name))
	switch {
	case points == 1:
		return nil
	case points > game.MaxPoints:
		least := decimal.Ln(interval.Int(legal))
		if name == atMost(points) {
			least = lnBlocks(points)
		}
		b.Upper = append(b.Upper, meanPermanents(meanEmpty(points, least), legal, name))
	default:
		degrees, err := outdegrees(ctx, size, threads)
		if err != nil {
			return err
		}
		b.Upper = append(b.Upper, permanentBounds(degrees), Outdegrees(degrees))
	}
	if points > 2 {
		b.Notes = append(b.Notes, "There are fewer than (2mn/3)^L(m,n) games, as section 7.3 of Combinatorics of Go\nconjectures: docs/games-bounds.md has the proof.")
	}
	return nil
}

// outdegrees returns the number of positions by outdegree.
func outdegrees(ctx context.Context, size board.Size, threads int) ([]int64, error) {
	graph, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	positions, err := game.NewPositions(ctx, graph, par.Options{Threads: threads})
	if err != nil {
		return nil, err
	}
	degrees, err := positions.Degrees(ctx, game.Rules{}, par.Options{Threads: threads})
	if err != nil {
		return nil, err
	}
	return degrees.Count, nil
}
