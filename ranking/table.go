package ranking

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// keepBytes is the most memory that is taken to keep the completion counts inside lines; computing
// them a second time costs as much as the first.
const keepBytes = 1 << 30

// tableShare is the memory of a table in terms of that of the completion counts: a little more, for
// the tables of the engine.
const tableShare = 1.1

// Need returns the memory that the table of a board takes at least, about. The error is a
// [*WidthError].
func Need(size board.Size) (result.Bytes, error) {
	if size.Short() > connected.MaxEngineHeight {
		return 0, &WidthError{size}
	}
	return tableBytes(size, false), nil
}

// keeps reports whether a table keeps the completion counts inside lines.
func keeps(size board.Size, ceiling result.Bytes) (bool, error) {
	need, err := Need(size)
	if err == nil && ceiling > 0 && need > ceiling {
		err = &result.MemoryError{Of: fmt.Sprintf("board %s: the table of completion counts", size), Need: need, Ceiling: ceiling, Given: true}
	}
	if err != nil {
		return false, err
	}
	all := tableBytes(size, true)
	return all <= keepBytes && (ceiling <= 0 || all <= ceiling), nil
}

// bytesPerSecond is how much of a table a thread makes.
const bytesPerSecond = 80 << 20

// Expect returns how long the table of a board takes, about; 0 for a board that has none.
func Expect(size board.Size, opt par.Options) time.Duration {
	need, err := Need(size)
	if err != nil {
		return 0
	}
	return time.Duration(float64(need) / bytesPerSecond / float64(opt.Goroutines()) * float64(time.Second))
}

// tableBytes returns the memory of a table with the completion counts of all points, or only with
// those at the ends of lines and inside one line.
func tableBytes(size board.Size, all bool) result.Bytes {
	width, lines := size.Short(), size.Long()
	classes := connected.ValidClasses(width)
	words := 0.0
	for line := range lines {
		for kink, n := range classes {
			if kink == 0 || all || line == 0 {
				limbs := connected.LimbsFor((lines-line)*width - kink)
				words += float64(limbs) * float64(n.Int64())
			}
		}
	}
	return result.BytesOf(8 * tableShare * words)
}

// A WidthError says that both sides of a board are too long.
type WidthError struct{ Board board.Size }

func (e *WidthError) Error() string {
	return fmt.Sprintf("board %s: the shorter side has %d points: want at most %d, for the completion counts",
		e.Board, e.Board.Short(), connected.MaxEngineHeight)
}

// A Table numbers the legal positions of a board. It is for one goroutine at a time, and uses
// several itself.
type Table struct {
	size    board.Size
	opt     par.Options
	engine  *connected.Engine
	ends    []connected.Values   // completion counts before each line, and after the last
	inside  [][]connected.Values // of each line and kink, if they are kept
	buffers []connected.Values   // of each kink, if they are not
	total   *big.Int
	checks  []string
}

// New makes the table of a board. Errors are a [*result.MemoryError] or [*WidthError] before
// anything is computed, and the context's cause once that is done.
//
// The number of positions is compared with that of another engine,
// combigo.dev/combigo/internal/engine/border, modulo a prime.
func New(ctx context.Context, size board.Size, opt par.Options) (*Table, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	keep, err := keeps(size, opt.Memory)
	if err != nil {
		return nil, err
	}
	t := &Table{size: size, opt: opt}
	if t.engine, err = connected.New(ctx, size.Short(), opt.Goroutines()); err != nil {
		return nil, err
	}
	if keep {
		t.inside = make([][]connected.Values, size.Long())
	}
	if err := t.fill(ctx); err != nil {
		return nil, err
	}
	t.total = modular.FromLimbs(t.ends[0].Of(1))
	return t, t.check(ctx)
}

// Size returns the board.
func (t *Table) Size() board.Size { return t.size }

// Total returns the number of legal positions of the board, L(m,n).
func (t *Table) Total() *big.Int { return new(big.Int).Set(t.total) }

// Checks says what the number of positions was compared with.
func (t *Table) Checks() []string { return t.checks }

func (t *Table) fill(ctx context.Context) error {
	lines := t.size.Long()
	t.ends = make([]connected.Values, lines+1)
	t.engine.Last(&t.ends[lines])
	for line := lines - 1; line >= 0; line-- {
		kinks, err := t.line(ctx, line)
		if err != nil {
			return err
		}
		t.ends[line] = kinks[0]
		if t.inside != nil {
			t.inside[line] = kinks
			t.buffers = nil
		}
		t.opt.Report(float64(lines-line) / float64(lines))
	}
	return nil
}

// line returns the completion counts of all kinks of a line and of the next line's first, from the
// latter. Only that of the first kink is memory of its own, if they are not kept.
func (t *Table) line(ctx context.Context, line int) ([]connected.Values, error) {
	if t.inside != nil && t.inside[line] != nil {
		return t.inside[line], nil
	}
	width := t.size.Short()
	kinks := make([]connected.Values, width+1)
	kinks[width] = t.ends[line+1]
	if t.buffers == nil {
		t.buffers = make([]connected.Values, width)
	}
	for kink := width - 1; kink >= 0; kink-- {
		if kink > 0 {
			kinks[kink] = t.buffers[kink]
		}
		point := line*width + kink
		limbs := connected.LimbsFor(t.size.Points() - point)
		if err := t.engine.Before(ctx, point, limbs, &kinks[kink], &kinks[kink+1], t.opt.Goroutines()); err != nil {
			return nil, err
		}
		t.buffers[kink] = kinks[kink]
	}
	return kinks, nil
}

// checkPrime is the largest prime below 2^32.
const checkPrime = 4294967291

func (t *Table) check(ctx context.Context) error {
	engine, err := stages.New(border.Board{Height: t.size.Short(), Colours: 2})
	if err != nil {
		return err
	}
	width := t.size.Long()
	o, err := engine.Count(ctx, stages.Residues(width, width, checkPrime), par.Options{Threads: t.opt.Threads})
	if err != nil {
		return err
	}
	own := new(big.Int).Mod(t.total, new(big.Int).SetUint64(checkPrime))
	if own.Uint64() != o.Residue(width, checkPrime) {
		return t.internal("the number of positions is not that of another engine, modulo a prime")
	}
	t.checks = append(t.checks, fmt.Sprintf("number of positions modulo the prime %d: equal to that of engine border", uint64(checkPrime)))
	return nil
}

func (t *Table) internal(format string, args ...any) error {
	return result.InternalErrorf("the numbering of board "+t.size.String(), format, args...)
}
