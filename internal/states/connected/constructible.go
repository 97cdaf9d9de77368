package connected

import (
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// ConstructibleClasses returns, for each kink y = 0..height-1, the number of border state classes
// that some partial board of the height and any width produces, by a search from the empty board on
// with a byte for each valid class (Combinatorics of Go, section 5.2).
func ConstructibleClasses(ctx context.Context, height int, opt par.Options) ([]int64, error) {
	counts, err := ReachedClasses(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	column := counts[len(counts)-height:] // the last one, whose end has no kink
	return append(column[height-1:], column[:height-1]...), nil
}

// ConstructibleUpDownClasses returns the numbers of constructible classes without a kink and, of
// these, up to turning upside down (see [ValidUpDownClasses]), in the time of
// [ConstructibleClasses].
func ConstructibleUpDownClasses(ctx context.Context, height int, opt par.Options) (classes, upDown int64, err error) {
	s, err := newSearch(ctx, height, opt)
	if err != nil {
		return 0, 0, err
	}
	counts, err := s.run(ctx)
	if err != nil {
		return 0, 0, err
	}
	classes = counts[len(counts)-1]
	return classes, (classes + s.symmetric()) / 2, nil
}

// ReachedClasses returns the number of border state classes that positions of the first point, the
// first two points, and so on, lead to, column by column, up to the end of the first column after
// which the classes are those of the column before: after that the columns are alike.
func ReachedClasses(ctx context.Context, height int, opt par.Options) (counts []int64, err error) {
	s, err := newSearch(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

// mark is what the search knows of a state.
type mark uint8

const (
	unseen mark = iota
	done
	found // but its successors are not: see foundBefore
)

// foundBefore is the mark of states that were found before a point. Points by turns have two of
// them: with a height of 1, the states before a point and those before the next have one level.
func foundBefore(point int) mark { return found + mark(point%2) }

// search finds the states that boards lead to.
type search struct {
	*Engine
	marks  [][]mark // by level and number
	counts []int64  // of the states found, by level
	room   successors
}

// newSearch begins with the empty board.
func newSearch(ctx context.Context, height int, opt par.Options) (*search, error) {
	if err := fits(height, 1, func() result.Bytes { return result.BytesOf(Steps(height, 2)) }, opt.Memory); err != nil {
		return nil, err
	}
	e, err := New(ctx, height, opt.Goroutines())
	if err != nil {
		return nil, err
	}
	s := &search{Engine: e, counts: make([]int64, len(e.levels))}
	for _, l := range e.levels {
		marks := make([]mark, l.from.size+1)
		marks[0] = done // no state
		s.marks = append(s.marks, marks)
	}
	s.marks[0][1] = foundBefore(0)
	return s, nil
}

// run returns the numbers of states after each point, up to the end of the first column that leads
// to no new ones.
//
// A column more leads to no fewer states: next to a copy of the first column a board has the same
// one. So a state that was found stays, and its successors are found once.
func (s *search) run(ctx context.Context) (counts []int64, err error) {
	for point := 0; point < s.height || point%s.height != 0 || slices.Contains(s.marks[s.height], foundBefore(point)); point++ {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		s.advance(point)
		counts = append(counts, s.counts[s.level(point+1)])
	}
	return counts, nil
}

// advance finds the successors of the states before a point that were found last.
func (s *search) advance(point int) {
	step, after := s.at(point), s.level(point+1)
	here, next, found := s.marks[s.level(point)], s.marks[after], foundBefore(point)
	for row, r := range step.from.rows {
		marks := here[r.first : r.first+step.from.block(row).columns()]
		if !slices.Contains(marks, found) {
			continue
		}
		to := step.successors(row, &s.room)
		for i, m := range marks {
			if m != found {
				continue
			}
			marks[i] = done
			for c := range to {
				if n := to[c][i]; next[n] == unseen {
					next[n] = foundBefore(point + 1)
					s.counts[after]++
				}
			}
		}
	}
}

// symmetric counts the classes without a kink that are their own mirror image.
func (s *search) symmetric() (n int64) {
	s.at(s.height).from.each(func(number int, w Word) {
		if mirror, _ := w.Mirror(s.height).Canonical(); mirror == w && s.marks[s.height][number] != unseen {
			n++
		}
	})
	return n
}

// A ClassCount is the numbers of classes of border states of one height, by kink.
type ClassCount struct {
	Height             int        `json:"rows"`
	Valid              []*big.Int `json:"valid"`
	Total              *big.Int   `json:"value"`                   // valid classes, over all kinks
	Constructible      []*big.Int `json:"constructible,omitempty"` // nil if they were not counted
	TotalConstructible *big.Int   `json:"constructible_value,omitempty"`
}

// CountClasses counts the valid classes of a height, and those that are constructible if these are
// asked for.
func CountClasses(ctx context.Context, height int, constructible bool, opt par.Options) (*ClassCount, error) {
	c := &ClassCount{Height: height, Valid: ValidClasses(height), Total: new(big.Int)}
	for _, n := range c.Valid {
		c.Total.Add(c.Total, n)
	}
	if !constructible {
		return c, nil
	}
	numbers, err := ConstructibleClasses(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	c.TotalConstructible = new(big.Int)
	for _, n := range numbers {
		c.Constructible = append(c.Constructible, big.NewInt(n))
		c.TotalConstructible.Add(c.TotalConstructible, big.NewInt(n))
	}
	return c, nil
}
