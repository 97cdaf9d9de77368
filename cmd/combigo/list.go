package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/ranking"
)

// listFlags is everything that the command list is told besides the board.
type listFlags struct {
	from  *big.Int
	count int64
	positionFlags
}

func newListCommand() *cobra.Command {
	f := &listFlags{from: new(big.Int)}
	command := &cobra.Command{
		Use:   "list ROWS [COLS]",
		Short: "List the legal positions of a board in order",
		Long: `List the legal positions of a board in order, from a number on: all of them, or
as many as --count says.

` + orderOfPositions,
		Example: `  combigo list 2
  combigo list 9 --from 1000000000000000000000 --count 3
  combigo list 1 4 --json`,
		RunE: f.run,
	}
	flags := command.Flags()
	flags.Var(value[*big.Int]{&f.from, "RANK", ranking.ParseRank, nil}, "from", "the number of the first position")
	numberVar(flags, &f.count, "count", 1, math.MaxInt64, "number of positions", "how many positions at most (default: all)")
	f.register(command)
	return command
}

func (f *listFlags) run(command *cobra.Command, args []string) error {
	size, err := oneBoard(args)
	if err := cmp.Or(err, f.check(size)); err != nil {
		return err
	}
	table, err := f.table(command, size)
	if err != nil {
		return err
	}
	if f.from.Cmp(table.Total()) >= 0 {
		return fmt.Errorf("--from %w", &ranking.RangeError{Board: size, Rank: f.from, Total: table.Total()})
	}
	return f.pourTable(command, table, func(w view.PositionWriter) error { return f.pour(command.Context(), w, table) })
}

// listBatch is the number of positions that are found before they are written: few, so that the
// first ones come at once.
const listBatch = 1 << 14

// pour finds the positions and writes them.
func (f *listFlags) pour(ctx context.Context, w view.PositionWriter, table *ranking.Table) error {
	left := new(big.Int).Sub(table.Total(), f.from)
	if n := big.NewInt(f.count); f.count > 0 && n.Cmp(left) < 0 {
		left = n
	}
	next := new(big.Int).Set(f.from)
	for left.Sign() > 0 {
		n := int64(listBatch)
		if left.IsInt64() {
			n = min(n, left.Int64())
		}
		var ranks []*big.Int
		for range n {
			ranks = append(ranks, new(big.Int).Set(next))
			next.Add(next, big.NewInt(1))
		}
		if err := writeRanks(ctx, w, table, ranks); err != nil {
			return err
		}
		left.Sub(left, big.NewInt(n))
	}
	return nil
}
