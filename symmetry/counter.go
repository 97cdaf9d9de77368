package symmetry

import (
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// counter counts on one board.
type counter struct {
	size    board.Size
	opt     Options
	threads int // most that were at work
}

func (c *counter) internal(format string, args ...any) error {
	return result.InternalErrorf("a number computed for board "+c.size.String(), format, args...)
}

// garbageShare is what the available memory is divided by for the frontier engine: its layers are
// garbage when they are done, and are not collected at once.
const garbageShare = 2

func (c *counter) ceiling() result.Bytes {
	available := memory.Available() / garbageShare
	if c.opt.Memory > 0 && (available == 0 || c.opt.Memory < available) {
		return c.opt.Memory
	}
	return available
}

func (c *counter) engineOptions(progress func(float64)) par.Options {
	return par.Options{Threads: c.opt.Threads, Memory: c.ceiling(), Progress: progress}
}

// refuse returns an error if a value for each border state of the whole board is too much already,
// so that such a board is not folded up first.
func (c *counter) refuse() error {
	if c.size.Validate() != nil || c.size.Short() > border.MaxHeight {
		return nil // the plan says so
	}
	ceiling := memory.Available()
	if c.opt.Memory > 0 && (ceiling == 0 || c.opt.Memory < ceiling) {
		ceiling = c.opt.Memory
	}
	const colours = 2
	engine, err := border.New(border.Board{Height: c.size.Short(), Colours: colours})
	if err != nil || ceiling == 0 || engine.VectorBytes(border.Suffix) <= ceiling {
		return err
	}
	if err := count.Check(c.size, count.Options{Options: par.Options{Threads: c.opt.Threads, Memory: c.opt.Memory}}); err != nil {
		return err
	}
	// The count would keep its vector in files: no fold does so.
	need := engine.NeedModulo(par.Options{Threads: c.opt.Threads})
	return &result.MemoryError{Of: "board " + c.size.String(), Need: need, Ceiling: ceiling, Given: c.opt.Memory > 0}
}
