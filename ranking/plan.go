package ranking

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// keepBytes is the most memory that is taken to keep the completion counts inside lines; computing
// them a second time costs as much as the first.
const keepBytes = 1 << 30

// Bytes of a state class: its moves, and what the search needs besides: its key and its slots, 16
// to 20 bytes, and the smaller tables that it outgrew and that are not collected yet, as measured
// with 11 points on the shorter side.
const (
	moveBytes   = 12
	searchBytes = 85
)

// plan says how much memory a table takes, and what it keeps.
type plan struct {
	states int64 // classes of all kinks, at most
	need   int64 // bytes, about
	keep   bool  // whether the completion counts inside lines are kept
}

func newPlan(size board.Size, ceiling result.Bytes) (plan, error) {
	if size.Short() > maxWidth {
		return plan{}, &WidthError{size}
	}
	p := estimate(size)
	if ceiling > 0 && p.keep && p.need > int64(ceiling) {
		p.need, p.keep = newStates(size).leastNeed(), false
	}
	if ceiling > 0 && p.need > int64(ceiling) {
		return p, &result.MemoryError{
			Of: fmt.Sprintf("board %s: the table of completion counts", size), Need: result.Bytes(p.need), Ceiling: ceiling, Given: true,
		}
	}
	return p, nil
}

// Need returns the memory that the table of a board takes at least, about. The error is a
// [*WidthError].
func Need(size board.Size) (result.Bytes, error) {
	if size.Short() > maxWidth {
		return 0, &WidthError{size}
	}
	return result.Bytes(newStates(size).leastNeed()), nil
}

// bytesPerSecond is how much of a table a thread makes.
const bytesPerSecond = 60 << 20

// Expect returns how long the table of a board takes, about; 0 for a board that has none.
func Expect(size board.Size, opt par.Options) time.Duration {
	need, err := Need(size)
	if err != nil {
		return 0
	}
	return time.Duration(float64(need) / bytesPerSecond / float64(opt.Goroutines()) * float64(time.Second))
}

func estimate(size board.Size) plan {
	s := newStates(size)
	p := plan{states: s.sum, need: s.leastNeed()}
	if all := s.vectorBytes(true); all <= keepBytes {
		p.need, p.keep = s.tableBytes(all), true
	}
	return p
}

// states are the numbers of valid border state classes of a board, for each kink and in all.
type states struct {
	size    board.Size
	classes []*big.Int
	sum     int64
}

func newStates(size board.Size) *states {
	s := &states{size: size, classes: connected.ValidClasses(size.Short())}
	for _, n := range s.classes {
		s.sum += n.Int64()
	}
	return s
}

func (s *states) leastNeed() int64 { return s.tableBytes(s.vectorBytes(false)) }

// tableBytes adds the automaton to the completion counts. The search is over when those are
// computed.
func (s *states) tableBytes(vectors int64) int64 {
	return moveBytes*s.sum + max(searchBytes*s.sum, vectors)
}

// vectorBytes returns the memory of the completion counts, all of them or only those at the ends of
// lines and inside one line.
func (s *states) vectorBytes(all bool) int64 {
	width, lines := s.size.Short(), s.size.Long()
	var bytes int64
	for line := range lines {
		for kink, n := range s.classes {
			if kink == 0 || all || line == 0 {
				bytes += 8 * n.Int64() * int64(limbsFor((lines-line)*width-kink))
			}
		}
	}
	return bytes
}

// A WidthError says that both sides of a board are too long.
type WidthError struct{ Board board.Size }

func (e *WidthError) Error() string {
	return fmt.Sprintf("board %s: the shorter side has %d points: want at most %d, for the completion counts",
		e.Board, e.Board.Short(), maxWidth)
}

// New makes the table of a board. Errors are a [*result.MemoryError] or [*WidthError] before
// anything is computed, and the context's cause once that is done.
//
// The number of positions is compared with that of another engine,
// combigo.dev/combigo/internal/border, modulo a prime.
func New(ctx context.Context, size board.Size, opt par.Options) (*Table, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	p, err := newPlan(size, opt.Memory)
	if err != nil {
		return nil, err
	}
	t := &Table{size: size, opt: opt}
	visit := func(states int64) { opt.Report(searchShare * min(1, float64(states)/float64(p.states))) }
	if t.automaton, err = search(ctx, size.Short(), size.Long(), opt.Goroutines(), visit); err != nil {
		return nil, err
	}
	if p.keep {
		t.inside = make([][]layer, size.Long())
	}
	if err := t.fill(ctx); err != nil {
		return nil, err
	}
	t.total = modular.FromLimbs(t.ends[0].row(1))
	return t, t.check(ctx)
}
