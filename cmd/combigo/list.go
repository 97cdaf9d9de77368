package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/ranking"
)

// listFlags is everything that the command list is told besides the board.
type listFlags struct {
	from   rankFlag
	count  amountFlag
	table  tableFlags
	output positionFlags
}

func newListCommand() *cobra.Command {
	f := &listFlags{from: rankFlag{new(big.Int)}, output: newPositionFlags()}
	command := &cobra.Command{
		Use:   "list ROWS [COLS]",
		Short: "List the legal positions of a board in order",
		Long: `List the legal positions of a board in order, from a number on: all of them, or
as many as --count says.

` + orderOfPositions,
		Example: `  combigo list 2
  combigo list 9 --from 1000000000000000000000 --count 3
  combigo list 1 4 --json`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := boardOf("list", args); err != nil {
				return err
			}
			return onlyOneOf(command, "format", "json")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.from, "from", "the number of the first position")
	flags.Var(&f.count, "count", "how many positions at most (default: all)")
	f.output.register(flags)
	f.table.register(flags)
	return command
}

func (f *listFlags) run(command *cobra.Command, args []string) error {
	size, err := boardOf("list", args)
	if err != nil {
		return err
	}
	if err := f.output.fits(size); err != nil {
		return fmt.Errorf("list: %w", err)
	}
	table, err := f.table.make(command, "list", size)
	if err != nil {
		return err
	}
	if f.from.rank.Cmp(table.Total()) >= 0 {
		return fmt.Errorf("list: --from %w", &ranking.RangeError{Board: size, Rank: f.from.rank, Total: table.Total()})
	}
	out := bufio.NewWriterSize(command.OutOrStdout(), 1<<16)
	w := f.output.writer(out)
	w.begin(tableFields(table))
	if err := f.pour(command.Context(), w, table, size); err != nil {
		return explainOutput("list", err)
	}
	w.end(jsonFields{{"checks", append(table.Checks(), wayBack)}})
	if err := out.Flush(); err != nil {
		return explainOutput("list", err)
	}
	return nil
}

// listBatch is the number of positions that are found before they are written: few at first, so that the first ones
// come at once.
const listBatch = 1 << 14

// pour finds the positions and writes them.
func (f *listFlags) pour(ctx context.Context, w positionWriter, table *ranking.Table, size board.Size) error {
	left := new(big.Int).Sub(table.Total(), f.from.rank)
	if n := big.NewInt(f.count.n); f.count.n > 0 && n.Cmp(left) < 0 {
		left = n
	}
	next := new(big.Int).Set(f.from.rank)
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
		positions, err := unrankVerified(ctx, table, ranks)
		if err != nil {
			return err
		}
		for i, p := range positions {
			if err := w.write(p, ranks[i]); err != nil {
				return err
			}
		}
		left.Sub(left, big.NewInt(n))
	}
	return nil
}

// rankFlag is the number of a position.
type rankFlag struct{ rank *big.Int }

func (f *rankFlag) Set(s string) error {
	rank, err := parseRank(s)
	if err != nil {
		return errors.New("want a whole number from 0 on")
	}
	f.rank = rank
	return nil
}

func (f *rankFlag) String() string {
	if f.rank == nil {
		return ""
	}
	return f.rank.String()
}

func (f *rankFlag) Type() string { return "RANK" }
