package symmetry

import (
	"context"

	"combigo/board"
	"combigo/border"
	"combigo/count"
	"combigo/internal/par"
	"combigo/result"
	"combigo/transfer"
)

// counter counts on one board.
type counter struct {
	size    board.Size
	opt     Options
	threads int // most that were at work
}

func (c *counter) internal(format string, args ...any) error {
	return result.Wrong("a number computed for board "+c.size.String(), format, args...)
}

// garbageShare is what the available memory is divided by for the frontier engine: its layers are garbage when they are
// done, and are not collected at once.
const garbageShare = 2

func (c *counter) ceiling() result.Bytes {
	available := par.Available() / garbageShare
	if c.opt.Memory > 0 && (available == 0 || c.opt.Memory < available) {
		return c.opt.Memory
	}
	return available
}

func (c *counter) engineOptions(progress func(float64)) transfer.Options {
	return transfer.Options{Threads: c.opt.Threads, Memory: c.ceiling(), Progress: progress}
}

// refuse returns the error of package count if a word for each border state of the whole board is too much already, so
// that such a board is not folded up first.
func (c *counter) refuse(ctx context.Context) error {
	if c.size.Validate() != nil || c.size.Short() > border.MaxHeight {
		return nil // the plan says so
	}
	ceiling := par.Available()
	if c.opt.Memory > 0 && (ceiling == 0 || c.opt.Memory < ceiling) {
		ceiling = c.opt.Memory
	}
	if ceiling == 0 || border.VectorBytes(c.size.Short()) <= ceiling {
		return nil
	}
	_, err := count.Legal(ctx, c.size.Rows, c.size.Cols, count.Options{Threads: c.opt.Threads, Memory: c.opt.Memory})
	return err
}
