package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo/internal/view"

	"github.com/spf13/cobra"
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
		Short: "Show the legal position that has a number",
		Long: `Show the legal position that has a number among the L(M,N) legal positions of a
board, or one for each number in standard input (-).

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
		ranks, err = readRanks(command.InOrStdin())
	} else {
		ranks = make([]*big.Int, 1)
		ranks[0], err = parseRank(last)
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

// maxRankDigits is the length of the longest number that is read: no table has a number of positions with more digits.
const maxRankDigits = 100_000

// parseRank reads a whole number that is not negative.
func parseRank(word string) (*big.Int, error) {
	rank, ok := new(big.Int), len(word) > 0 && len(word) <= maxRankDigits && strings.Trim(word, "0123456789") == ""
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

// readRanks reads numbers with white space between them.
func readRanks(stdin io.Reader) ([]*big.Int, error) {
	text, err := readAll("<stdin>", stdin, "numbers of positions")
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
