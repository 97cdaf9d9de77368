package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/border"
	"combigo/result"
)

// maxConstructibleHeight is the largest height that is searched for
// constructible classes: the search for 13 takes too much memory.
const maxConstructibleHeight = 12

// statesFlags is everything that the command states is told besides the
// heights.
type statesFlags struct {
	constructible bool
	format        formatFlag
	json          bool
}

func newStatesCommand() *cobra.Command {
	f := &statesFlags{format: formatFlag{"text", []string{"text", "json", "csv"}}}
	command := &cobra.Command{
		Use:   "states M",
		Short: "Count the border state classes of boards with M rows",
		Long: `Count the valid border state classes of boards with M rows, for every kink y:
the states of a border of M points, y of them in the new column, that satisfy
the consistency rules for liberties and connections. States that differ in an
exchange of the colours are one class. A range of heights, such as 1-19, gives
the smallest and the largest number for each, at y = 0 and y = M-1.

With --constructible also those classes are counted that the left part of a real
board has, by a search (M at most 12).`,
		Example: `  combigo states 9
  combigo states 1-19
  combigo states 9 --constructible --json`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := f.heights(args); err != nil {
				return err
			}
			return onlyOneOf(command, "format", "json")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.constructible, "constructible", false, "count the constructible classes, too")
	flags.Var(&f.format, "format", "text, json or csv")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

// heights reads the heights from the arguments.
func (f *statesFlags) heights(args []string) (board.Span, error) {
	if len(args) != 1 {
		return board.Span{}, fmt.Errorf("states: %d arguments given: want one number of rows, such as 9, or a range such as 1-19", len(args))
	}
	boards, err := board.ParseRange(args[0])
	if err != nil {
		return board.Span{}, fmt.Errorf("states: %w", err)
	}
	most, flag := border.MaxHeight, ""
	if f.constructible {
		most, flag = maxConstructibleHeight, "--constructible: "
	}
	if !boards.Square || boards.Rows.Last > most {
		return board.Span{}, fmt.Errorf("states: %s%q: want a number of rows from 1 to %d, or a range of them", flag, args[0], most)
	}
	return boards.Rows, nil
}

func (f *statesFlags) run(command *cobra.Command, args []string) error {
	heights, err := f.heights(args)
	if err != nil {
		return err
	}
	var counts []*stateCounts
	for height := heights.First; height <= heights.Last; height++ {
		c, err := countStates(command.Context(), height, f.constructible)
		if err != nil {
			return fmt.Errorf("states: %w", err)
		}
		counts = append(counts, c)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, counts) })
}

func countStates(ctx context.Context, height int, constructible bool) (*stateCounts, error) {
	c := &stateCounts{Height: height}
	for _, n := range border.ValidClasses(height) {
		c.Valid = append(c.Valid, &decimal{n})
	}
	c.ValidTotal = sum(c.Valid)
	if !constructible {
		return c, nil
	}
	numbers, err := border.ConstructibleClasses(ctx, height, border.Options{})
	if err != nil {
		return nil, err
	}
	if len(numbers) != len(c.Valid) {
		return nil, exitError{exitInternal, errors.New("states: internal error: the two counts differ in length")}
	}
	for _, n := range numbers {
		c.Constructible = append(c.Constructible, &decimal{big.NewInt(n)})
	}
	c.ConstructibleTotal = sum(c.Constructible)
	return c, nil
}

func (f *statesFlags) write(w io.Writer, counts []*stateCounts) error {
	switch {
	case (f.json || f.format.format == "json") && len(counts) == 1:
		return result.JSON(w, counts[0])
	case f.json || f.format.format == "json":
		return result.JSON(w, counts)
	case f.format.format == "csv":
		return writeStatesCSV(w, counts)
	case len(counts) == 1:
		return writeKinks(w, counts[0])
	}
	return writeHeights(w, counts)
}

