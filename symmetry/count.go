package symmetry

import (
	"context"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Estimates estimates what [Count] will take, number by number.
func Estimates(size board.Size, opt Options) ([]Estimate, error) {
	p, err := newPlan(size)
	if err != nil {
		return nil, err
	}
	var list []Estimate
	for _, class := range p.classes {
		for k := range class.parts {
			e, err := class.parts[k].estimate(opt)
			if err != nil {
				return nil, err
			}
			e.Name, e.Colored = class.Name, k == 1
			list = append(list, e)
		}
	}
	return list, nil
}

// Count counts the positions of a board up to symmetry.
//
// The error is a [result.MemoryError], or one of package count, if memory is too short, a
// [result.InternalError] if a number failed a check, and the cause of the context's end if that
// came first.
func Count(ctx context.Context, size board.Size, opt Options) (*Result, error) {
	start := time.Now()
	c := &counter{size: size, opt: opt}
	plan, err := c.plan()
	if err != nil {
		return nil, err
	}
	r := &Result{Board: size, Order: len(Motions(size))}
	share := plan.shares(opt.Progress)
	for i, class := range plan.classes {
		row := Row{Class: class.Class}
		for k, part := range class.parts {
			fixed, err := part.count(ctx, c, share(2*i+k))
			if err != nil {
				return nil, err
			}
			fixed.Board = part.board
			if k == 0 {
				row.Same = fixed
			} else {
				row.Exchanged = fixed
			}
		}
		r.Rows = append(r.Rows, row)
	}
	r.Legal = r.Rows[0].Same.Value
	if err := r.burnside(); err != nil {
		return nil, err
	}
	r.Threads = c.threads
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return r, nil
}

// plan says how to count, or why not.
func (c *counter) plan() (*plan, error) {
	if err := c.refuse(); err != nil {
		return nil, err
	}
	p, err := newPlan(c.size)
	if err != nil {
		return nil, err
	}
	return p, p.check(c.size, c.ceiling())
}
