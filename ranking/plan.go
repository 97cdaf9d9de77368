package ranking

import (
	"fmt"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// keepBytes is the most memory that is taken to keep the completion counts inside lines; computing
// them a second time costs as much as the first.
const keepBytes = 1 << 30

// tableShare is the memory of a table in terms of that of the completion counts: a little more, for
// the tables of the engine.
const tableShare = 1.1

// plan says how much memory a table takes, and what it keeps.
type plan struct {
	need int64 // bytes, about
	keep bool  // whether the completion counts inside lines are kept
}

func newPlan(size board.Size, ceiling result.Bytes) (plan, error) {
	if size.Short() > connected.MaxEngineHeight {
		return plan{}, &WidthError{size}
	}
	p := plan{tableBytes(size, true), true}
	if p.need > keepBytes || ceiling > 0 && p.need > int64(ceiling) {
		p = plan{tableBytes(size, false), false}
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
	if size.Short() > connected.MaxEngineHeight {
		return 0, &WidthError{size}
	}
	return result.Bytes(tableBytes(size, false)), nil
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
func tableBytes(size board.Size, all bool) int64 {
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
	return int64(result.BytesOf(8 * tableShare * words))
}

// A WidthError says that both sides of a board are too long.
type WidthError struct{ Board board.Size }

func (e *WidthError) Error() string {
	return fmt.Sprintf("board %s: the shorter side has %d points: want at most %d, for the completion counts",
		e.Board, e.Board.Short(), connected.MaxEngineHeight)
}
