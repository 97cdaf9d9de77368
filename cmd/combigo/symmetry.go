package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/symmetry"
)

func newSymmetryCommand() *cobra.Command {
	c, exchange, estimate := newCommand("symmetry"), false, false
	flags := c.Flags()
	flags.BoolVar(&exchange, "exchange", false, "with --format bfile or --quiet: count positions up to the exchange of colours, too")
	flags.BoolVar(&estimate, "estimate", false, "say how each number would be counted, in what time and memory, and stop")
	c.limited()
	c.writes("print the number only, or one number a line", "text", "json", "csv", "bfile")
	return c.answers(func() (*view.Answer, error) {
		boards, err := boardsOf(c.args)
		if err != nil {
			return nil, err
		}
		if !estimate {
			return nil, symmetryTable(c, exchange).run(c, boards)
		}
		if err := c.noneWith("estimate", "format", "json", "quiet"); err != nil {
			return nil, err
		}
		size, single := boards.Single()
		if !single {
			return nil, fmt.Errorf("--estimate: board %q: want one size, not a range", boards)
		}
		return shown(func(estimates []symmetry.Estimate) *view.Answer { return view.SymmetryEstimates(size, estimates) })(
			symmetry.Estimates(size, symmetry.Options{Options: c.limits()}))
	})
}

func symmetryTable(c *command, exchange bool) *boardTable[*symmetry.Result] {
	const fewer = 2 // digits that the number of orbits of a group of 16 can have less than L(m,n)
	return &boardTable[*symmetry.Result]{
		find: func(ctx context.Context, boards board.Range, work par.Options, found func(*symmetry.Result)) error {
			_, err := symmetry.Table(ctx, boards, symmetry.Options{Options: work, Found: found, Estimated: func(f symmetry.Forecast) {
				took := time.Duration(f.Seconds / float64(work.Goroutines()) * float64(time.Second))
				c.announce(took, fmt.Sprintf("symmetry %s", boards), " and %s, within a factor of three; --estimate has the parts", f.Bytes)
			}})
			return err
		},
		board:  func(r *symmetry.Result) board.Size { return r.Board },
		fewest: func(size board.Size) int { return count.FewestDigits(size) - fewer },
		one:    func(r *symmetry.Result) *view.Answer { return view.Symmetry(r, exchange) },
		all:    view.Symmetries,
	}
}
