package main

import (
	"cmp"
	"errors"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/ranking"
)

// orderOfPositions is the help of all commands about numbers of positions.
const orderOfPositions = `The order is that of a dictionary with the letters . (empty), X (black) and O
(white) in that order. A position is written as a word, row by row from the top
and each row from the left, if the board has no more columns than rows;
otherwise column by column from the left and each column from the top. Numbers
count from 0, which is always the empty board, to L(M,N)-1.`

func newUnrankCommand() *cobra.Command {
	f := &positionFlags{}
	command := &cobra.Command{
		Use:   "unrank ROWS [COLS] {RANK|-}",
		Short: "Show the legal position with a given number",
		Long: `Show the legal position with a given number among the L(M,N) of a board, or one
for each number in standard input (-).

` + orderOfPositions,
		Example: `  combigo unrank 9 103919148791293834318983090438798793468
  combigo unrank 3 4 100000
  combigo rank positions.txt | combigo unrank 9 -`,
		RunE: func(command *cobra.Command, args []string) error { return runUnrank(command, args, f) },
	}
	f.register(command)
	return command
}

func runUnrank(command *cobra.Command, args []string, f *positionFlags) error {
	if len(args) < 2 {
		return errors.New("want a board and a number, such as 9 12345, or - to read the numbers from standard input")
	}
	last := args[len(args)-1]
	size, err := oneBoard(args[:len(args)-1])
	if err := cmp.Or(err, f.check(size)); err != nil {
		return err
	}
	var ranks []*big.Int
	if last == "-" {
		ranks, err = readInput(command.InOrStdin(), last, readRanks)
	} else {
		ranks = make([]*big.Int, 1)
		ranks[0], err = ranking.ParseRank(last)
	}
	if err != nil {
		return err
	}
	table, err := f.table(command, size)
	if err != nil {
		return err
	}
	return f.pourTable(command, table, func(w view.PositionWriter) error { return writeRanks(command.Context(), w, table, ranks) })
}

// readRanks reads numbers of positions.
func readRanks(from io.Reader, name string) ([]*big.Int, error) {
	text, err := readAll(name, from, "numbers of positions")
	if err != nil {
		return nil, err
	}
	return ranking.ParseRanks(name, text)
}
