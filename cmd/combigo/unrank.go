package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/goban"
	"combigo/ranking"
)

// orderOfPositions is the help of all commands about numbers of positions.
const orderOfPositions = `The order is that of a dictionary with the letters . (empty), X (black) and O
(white) in that order. A position is written as a word, row by row from the top
and each row from the left, if the board has no more columns than rows;
otherwise column by column from the left and each column from the top. Numbers
count from 0, which is always the empty board, to L(M,N)-1.`

// unrankFlags is everything that the command unrank is told besides the board.
type unrankFlags struct {
	table  tableFlags
	output positionFlags
}

func newUnrankCommand() *cobra.Command {
	f := &unrankFlags{output: newPositionFlags()}
	command := &cobra.Command{
		Use:   "unrank ROWS [COLS] {RANK|-}",
		Short: "Show the legal position that has a number",
		Long: `Show the legal position that has a number among the L(M,N) legal positions of a
board, or one for each number in standard input (-).

` + orderOfPositions,
		Example: `  combigo unrank 9 103919148791293834318983090438798793468
  combigo unrank 3 4 100000
  combigo rank positions.txt | combigo unrank 9 -`,
		Args: func(command *cobra.Command, args []string) error {
			if _, _, err := boardAndRank(args); err != nil {
				return err
			}
			return onlyOneOf(command, "format", "json")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	f.output.register(flags)
	f.table.register(flags)
	return command
}

// boardAndRank reads the arguments of unrank: a board, and a number or nil for standard input.
func boardAndRank(args []string) (board.Size, *big.Int, error) {
	if len(args) < 2 {
		return board.Size{}, nil, errors.New("unrank: want a board and a number, such as 9 12345, or - to read the numbers from standard input")
	}
	last := args[len(args)-1]
	size, err := boardOf("unrank", args[:len(args)-1])
	if err != nil {
		return size, nil, err
	}
	if last == "-" {
		return size, nil, nil
	}
	rank, err := parseRank(last)
	if err != nil {
		return size, nil, fmt.Errorf("unrank: %w", err)
	}
	return size, rank, nil
}

// mostRankDigits is the length of the longest number that is read: no table has so many positions.
const mostRankDigits = 100_000

// parseRank reads a whole number that is not negative.
func parseRank(word string) (*big.Int, error) {
	rank, ok := new(big.Int), len(word) > 0 && len(word) <= mostRankDigits && strings.Trim(word, "0123456789") == ""
	if ok {
		_, ok = rank.SetString(word, 10)
	}
	if !ok {
		return nil, fmt.Errorf("%s is not the number of a position: want a whole number from 0 on", quoted(word))
	}
	return rank, nil
}

// quoted returns a word in quotes, cut short if it is long.
func quoted(word string) string {
	const most = 40
	if len(word) > most {
		return fmt.Sprintf("%q...", word[:most])
	}
	return fmt.Sprintf("%q", word)
}

func (f *unrankFlags) run(command *cobra.Command, args []string) error {
	size, rank, err := boardAndRank(args)
	if err != nil {
		return err
	}
	if err := f.output.fits(size); err != nil {
		return fmt.Errorf("unrank: %w", err)
	}
	ranks := []*big.Int{rank}
	if rank == nil {
		if ranks, err = readRanks(command.InOrStdin()); err != nil {
			return fmt.Errorf("unrank: %w", err)
		}
	}
	ctx := command.Context()
	table, err := f.table.make(command, "unrank", size)
	if err != nil {
		return err
	}
	positions, err := unrankVerified(ctx, table, ranks)
	if err != nil {
		return f.table.explain("unrank", err)
	}
	out := bufio.NewWriter(command.OutOrStdout())
	w := f.output.writer(out)
	w.begin(tableFields(table))
	for i, p := range positions {
		if err := w.write(p, ranks[i]); err != nil {
			return explainOutput("unrank", err)
		}
	}
	w.end(jsonFields{{"checks", append(table.Checks(), wayBack)}})
	if err := out.Flush(); err != nil {
		return explainOutput("unrank", err)
	}
	return nil
}

// wayBack is the check of ranks.
const wayBack = "every position is legal, and the way back from its number, or to it, leads to the same"

func unrankVerified(ctx context.Context, table *ranking.Table, ranks []*big.Int) ([]*goban.Position, error) {
	positions, err := table.Unrank(ctx, ranks)
	if err != nil {
		return nil, err
	}
	return positions, table.CheckPositions(ctx, positions, ranks)
}

// tableFields is what JSON says of a table.
func tableFields(table *ranking.Table) jsonFields {
	size := table.Size()
	return jsonFields{{"rows", size.Rows}, {"cols", size.Cols}, {"total", table.Total().String()}}
}

// make makes the table of a board, with a progress bar.
func (f *tableFlags) make(command *cobra.Command, name string, size board.Size) (*ranking.Table, error) {
	bar := newProgressBar(command.ErrOrStderr(), "completion counts "+size.String())
	table, err := ranking.New(command.Context(), size, ranking.Options{
		Threads: int(f.threads), Memory: f.ceiling(), Progress: bar.report(),
	})
	bar.finish()
	if err != nil {
		return nil, f.explain(name, err)
	}
	return table, nil
}

// readRanks reads numbers with white space between them.
func readRanks(stdin io.Reader) ([]*big.Int, error) {
	_, text, err := readAll("<stdin>", stdin, "numbers of positions")
	if err != nil {
		return nil, err
	}
	var ranks []*big.Int
	line := 0
	for row := range strings.Lines(string(text)) {
		line++
		for _, word := range strings.Fields(row) {
			rank, err := parseRank(word)
			if err != nil {
				return nil, fmt.Errorf("<stdin>:%d: %w", line, err)
			}
			ranks = append(ranks, rank)
		}
	}
	if len(ranks) == 0 {
		return nil, errors.New("<stdin> is empty: want numbers of positions")
	}
	return ranks, nil
}
