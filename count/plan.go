package count

import (
	"context"
	"fmt"

	"combigo/board"
	"combigo/border"
	"combigo/goban"
	"combigo/recurrence"
	"combigo/result"
)

// A way is a method that is ready to count one instance.
type way interface {
	method() Method
	// run counts: it writes down the number, and how it was found.
	run(ctx context.Context, progress func(float64), r *result.Result) error
	// checks lists what the number is compared with.
	checks() []check
}

// A plan says how an instance will be counted.
type plan struct {
	*instance
	way
	notes []string
}

// check compares the number with everything that is cheap to compare it with.
func (p *plan) check(ctx context.Context, r *result.Result) error {
	return result.Verify(ctx, r, &r.Provenance, p.checks())
}

// validate returns an error if a board cannot be counted with the options on
// any machine.
func validate(size board.Size, opt Options) error {
	if err := opt.validate(); err != nil {
		return err
	}
	if err := size.Validate(); err != nil {
		return err
	}
	switch {
	case !opt.Variant.Plain() || opt.Method == Frontier:
		return nil // what is too large is found out with the graph
	case opt.Method == Recurrence && size.Short() > recurrence.MaxExactHeight:
		return fmt.Errorf("board %s: the recurrence is found in integers for a shorter side of at most %d points, not %d",
			size, recurrence.MaxExactHeight, size.Short())
	case opt.Method == Brute && size.Points() > goban.MaxBrute:
		return fmt.Errorf("board %s: %d points are too many for brute force, which takes at most %d",
			size, size.Points(), goban.MaxBrute)
	case size.Short() > border.MaxHeight:
		return tooLarge(size, fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight))
	}
	return nil
}

// closeHeight is the largest border for which the engine says in a moment what
// it needs.
const closeHeight = 14

// exceedsMemory returns a [result.MemoryError] if the bare vector of state classes, at the
// kink where the engine keeps it, is more than the ceiling. For high borders
// that is known at once, when the engine's own estimate would take long.
func exceedsMemory(size board.Size, ceiling result.Bytes, given bool) error {
	height := size.Short()
	if height <= closeHeight {
		return nil
	}
	residue := border.VectorBytes(height)
	if fits(residue, ceiling) {
		return nil
	}
	words := result.Bytes(positionBits(size)/2/64 + 1) // of half of the board
	return memoryError(size, words*residue, residue, ceiling, given, true)
}

// ceiling returns the bytes that an engine may use, 0 if there is no limit, and
// whether that is the option: a ceiling above what the machine has is no help.
func (c *counter) ceiling(opt Options) (bytes result.Bytes, given bool) {
	available := c.available()
	if opt.Memory > 0 && (available == 0 || opt.Memory <= available) {
		return opt.Memory, true
	}
	return available, false
}

func fits(need, ceiling result.Bytes) bool {
	return ceiling == 0 || need <= ceiling
}
