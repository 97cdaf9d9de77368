package valuefile

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Checker compares what files say with numbers from elsewhere, each of which it finds once.
type Checker struct {
	par.Options                         // without progress
	narrow      map[board.Size]*big.Int // by states with connections
	other       map[board.Size]*stages.Engine
}

// A WrongError says that a number in a file is not what it is by another source.
type WrongError struct {
	Name      string // of the number, such as L(6,3) modulo 4294967291
	Got, Want *big.Int
	Source    string // of the number that is wanted
}

func (e *WrongError) Error() string {
	return fmt.Sprintf("%s is %d, but by %s %d", e.Name, e.Got, e.Source, e.Want)
}

// Check compares the numbers of narrower boards with counts of these, and the number with the one
// in print, if there is one. It returns what it has compared. The error is a [WrongError] if a
// number is another one. A number of 20 rows takes seconds.
func (c *Checker) Check(ctx context.Context, b board.Size, sums []stages.Sum) (compared []string, err error) {
	for _, s := range sums {
		want, source, err := c.find(ctx, b, s)
		if err != nil {
			return compared, err
		}
		if want == nil {
			continue
		}
		name := nameOf(b, s)
		if s.Value.Cmp(want) != 0 {
			return compared, &WrongError{name, s.Value, want, source}
		}
		if s.Purpose == stages.Narrow {
			name = fmt.Sprintf("%s, from the same vectors, and by %s", name, source)
		} else {
			name = fmt.Sprintf("%s, %s", source, name)
		}
		compared = append(compared, name+": equal")
	}
	return compared, nil
}

// Source says how the number of a narrower board of some rows is counted once more.
func Source(rows, width int) string {
	if byConnections(rows, width) {
		return "states with connections"
	}
	return "the columns of the other side"
}

// byConnections tells whether states with connections count a narrower board in seconds.
func byConnections(rows, width int) bool { return width <= rows/2+1 }

// find finds a number, or its residue, in another way; nil if there is none.
func (c *Checker) find(ctx context.Context, b board.Size, s stages.Sum) (want *big.Int, source string, err error) {
	size, rows := board.Size{Rows: min(b.Short(), s.Width), Cols: max(b.Short(), s.Width)}, b.Short()
	switch entry, ok := published.Legal(b); {
	case s.Purpose == stages.Number && (!ok || entry.Kind != published.Exact):
		return nil, "", nil
	case s.Purpose == stages.Number:
		want, source = entry.Int(), entry.Source()
	case byConnections(rows, s.Width):
		if c.narrow[size] == nil {
			n, err := connected.Count(ctx, size.Rows, size.Cols, c.Options)
			if err != nil {
				return nil, "", err
			}
			c.narrow = map[board.Size]*big.Int{size: n}
		}
		want, source = c.narrow[size], Source(rows, s.Width)
	default:
		want, err = c.residue(ctx, size, s.Prime)
		return want, Source(rows, s.Width), err
	}
	if s.Prime > 0 {
		want = new(big.Int).Mod(want, new(big.Int).SetUint64(s.Prime))
	}
	return want, source, nil
}

// residue counts a board whose shorter side is the border.
func (c *Checker) residue(ctx context.Context, size board.Size, prime uint64) (*big.Int, error) {
	if c.other[size] == nil {
		e, err := stages.New(border.Board{Height: size.Rows, Colours: 2})
		if err != nil {
			return nil, err
		}
		c.other = map[board.Size]*stages.Engine{size: e}
	}
	q := stages.Residues(size.Cols, size.Cols, prime)
	if need := c.other[size].Need(q, c.Options); c.Memory > 0 && need > c.Memory {
		return nil, &result.MemoryError{Of: fmt.Sprintf("the check by board %s", size), Need: need, Ceiling: c.Memory}
	}
	o, err := c.other[size].Count(ctx, q, c.Options)
	if err != nil {
		return nil, err
	}
	return new(big.Int).SetUint64(o.Residue(size.Cols, prime)), nil
}
