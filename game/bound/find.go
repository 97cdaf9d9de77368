package bound

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"combigo/board"
	"combigo/count"
	"combigo/game"
	"combigo/internal/par"
	"combigo/lattice"
	"combigo/published"
)

// MaxSide is the greatest number of rows or columns of boards that Find takes.
const MaxSide = 52

const (
	// maxDegrees is the greatest number of points for which the outdegrees are counted.
	maxDegrees = game.MaxPoints
	// maxCounted is the longest shorter side of boards whose legal positions are counted.
	maxCounted = 9
)

// Options say how to look for bounds.
type Options struct {
	Search   SearchOptions
	Threads  int // 0 means GOMAXPROCS
	OpenRows int // at most, of the divisions that are counted; 0 means 11, a matter of seconds
}

const defaultOpen = 11

// Bounds is what is known about the number of games on a board, with suicide and positional superko.
type Bounds struct {
	Lower, Upper []*Bound   // the best first
	Partition    *Partition // of Theorem 8, nil if there is none
	Figure14     bool       // the partition is that of Figure 14
	Halves       *Halves    // whose divisions were counted, of the board or of the board turned by 90 degrees; nil if there are none
	Notes        []string
}

// Find returns all bounds that apply to a board. It fails if the board is too large, or with the context's error.
func Find(ctx context.Context, size board.Size, o Options) (*Bounds, error) {
	if size.Rows > MaxSide || size.Cols > MaxSide {
		return nil, fmt.Errorf("board %v: want at most %d rows and columns", size, MaxSide)
	}
	b := &Bounds{}
	b.lower(ctx, size, o)
	if err := b.halves(ctx, size, o); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := b.upper(ctx, size, o); err != nil {
		return nil, err
	}
	slices.SortStableFunc(b.Lower, func(x, y *Bound) int { return y.Log2.Low.Cmp(x.Log2.Low) })
	slices.SortStableFunc(b.Upper, func(x, y *Bound) int { return x.Log2.High.Cmp(y.Log2.High) })
	return b, nil
}

// lower finds the lower bounds.
func (b *Bounds) lower(ctx context.Context, size board.Size, o Options) {
	points := size.Rows * size.Cols
	if points == 1 {
		b.Lower = append(b.Lower, power(big.NewInt(1), big.NewInt(1), "1", "the empty game, which is all"))
		return
	}
	b.Partition = Search(ctx, size.Rows, size.Cols, o.Search)
	comb := Combs(size.Rows)
	b.Figure14 = size.Rows == size.Cols && comb != nil && slices.Equal(comb.points, b.Partition.points)
	b.Lower = append(b.Lower, Lower(b.Partition))
	if min(size.Rows, size.Cols) == 1 {
		b.Lower = append(b.Lower, LowerRow(points))
	}
}

// halves finds the lower bound by connected halves, of the board as it is and turned.
func (b *Bounds) halves(ctx context.Context, size board.Size, o Options) error {
	most := o.OpenRows
	if most == 0 {
		most = defaultOpen
	}
	var best *Bound
	var number *big.Int
	for _, turned := range []bool{false, true} {
		rows, cols := size.Rows, size.Cols
		if turned {
			rows, cols = cols, rows
		}
		h, err := NewHalves(rows, cols, most)
		if err != nil || turned && rows == cols {
			continue // too small
		}
		divisions, err := h.Divisions(ctx, par.Options{Threads: o.Threads})
		if err != nil {
			return err
		}
		if found := LowerHalves(h, divisions); best == nil || best.Log2.Low.Cmp(found.Log2.Low) < 0 {
			best, number, b.Halves = found, divisions, h
		}
	}
	if best != nil {
		b.Lower = append(b.Lower, best)
		b.Notes = append(b.Notes, fmt.Sprintf("D, the divisions of %d x %d open points in connected halves:\n  %v",
			b.Halves.OpenRows(), b.Halves.Cols()-1, number))
	}
	return nil
}

// upper finds the upper bounds.
func (b *Bounds) upper(ctx context.Context, size board.Size, o Options) error {
	points := size.Rows * size.Cols
	if points > 1 && points <= maxDegrees {
		degrees, err := outdegrees(ctx, size, o.Threads)
		if err != nil {
			return err
		}
		b.Upper = append(b.Upper, Outdegrees(degrees))
	}
	legal, name, err := b.legal(ctx, size, o.Threads)
	if err != nil {
		return err
	}
	b.Upper = append(b.Upper, Upper(points, legal, name))
	return nil
}

// outdegrees returns the number of positions by outdegree.
func outdegrees(ctx context.Context, size board.Size, threads int) ([]int64, error) {
	graph, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	positions, err := game.NewPositions(ctx, graph, game.Options{Threads: threads})
	if err != nil {
		return nil, err
	}
	degrees, err := positions.Degrees(ctx, game.Rules{}, game.Options{Threads: threads})
	if err != nil {
		return nil, err
	}
	return degrees.Count, nil
}

// legal returns the number of legal positions, or a greater one where that is not known, and its name.
func (b *Bounds) legal(ctx context.Context, size board.Size, threads int) (*big.Int, string, error) {
	name := fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols)
	if entry, ok := published.Legal(size); ok && entry.Int() != nil {
		b.Notes = append(b.Notes, fmt.Sprintf("%s is from %s.", name, entry.Source()))
		return entry.Int(), name, nil
	}
	if min(size.Rows, size.Cols) <= maxCounted {
		counted, err := count.Legal(ctx, size.Rows, size.Cols, count.Options{Threads: threads})
		if err != nil {
			return nil, "", err
		}
		b.Notes = append(b.Notes, fmt.Sprintf("%s has been counted.", name))
		return counted.Value, name, nil
	}
	points := size.Rows * size.Cols
	b.Notes = append(b.Notes, fmt.Sprintf("%s is not at hand; it is at most 3^%d.", name, points))
	return new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil), fmt.Sprintf("(3^%d)", points), nil
}
