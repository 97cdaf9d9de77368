package count

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
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
		return nil // what is too large is found out later
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
