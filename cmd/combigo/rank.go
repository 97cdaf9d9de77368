package main

import (
	"context"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/goban"
	"combigo/ranking"
	"combigo/result"
)

// rankFlags is everything that the command rank is told besides the file.
type rankFlags struct {
	positions positionFlags
	out       output
}

func newRankCommand() *cobra.Command {
	f := &rankFlags{}
	command := &cobra.Command{
		Use:   "rank FILE|-",
		Short: "Find the number of a legal position among all those of its board",
		Long: `Find the number of each position in a file, or in standard input (-), among the
L(M,N) legal positions of its board. Positions are read as combigo check reads
them: diagrams, or SGF.

` + orderOfPositions,
		Example: `  printf '.X.\nOO.\n' | combigo rank -
  combigo random 9 --count 10 | combigo rank -`,
		Args: oneArgument("one FILE, or - for standard input"),
		RunE: f.run,
	}
	flags := command.Flags()
	f.out.register(command, "print the numbers only, as text has them", "text", "json")
	f.positions.machine.register(flags)
	return command
}

// rankReport is the outcome of rank; its fields are those of the JSON output.
type rankReport struct {
	File      string       `json:"file"`
	Positions []rankedLine `json:"positions"`
	Checks    []string     `json:"checks"`
}

// rankedLine is the number of one position.
type rankedLine struct {
	Line  int            `json:"line"`
	Rows  int            `json:"rows"`
	Cols  int            `json:"cols"`
	Rank  result.Decimal `json:"rank"`
	Total result.Decimal `json:"total"`
}

func (f *rankFlags) run(command *cobra.Command, args []string) error {
	in, err := readInput(command.InOrStdin(), args[0], readSource)
	if err != nil {
		return err
	}
	var records []goban.Record
	for record, err := range goban.Parse(in.name, in.text) {
		if err != nil {
			return err
		}
		records = append(records, record)
	}
	report, err := f.rankAll(command, in.name, records)
	if err != nil {
		return err
	}
	return f.out.write(command, views{
		"json": asJSON(report),
		"text": asLines(report.Positions, func(line rankedLine) result.Decimal { return line.Rank }),
	})
}

// rankAll finds the numbers of all positions, board by board.
func (f *rankFlags) rankAll(command *cobra.Command, name string, records []goban.Record) (*rankReport, error) {
	report := &rankReport{File: name, Positions: make([]rankedLine, len(records)), Checks: []string{}}
	bySize := map[board.Size][]int{}
	var sizes []board.Size
	for i, record := range records {
		size := board.Size{Rows: record.Position.Rows(), Cols: record.Position.Cols()}
		if bySize[size] == nil {
			sizes = append(sizes, size)
		}
		bySize[size] = append(bySize[size], i)
		report.Positions[i] = rankedLine{Line: record.Line, Rows: size.Rows, Cols: size.Cols}
		if dead := record.Position.Illegal(); len(dead) > 0 {
			err := &ranking.IllegalError{Index: i, Position: record.Position, Strings: dead}
			return nil, fmt.Errorf("%s:%d: %w", name, record.Line, err)
		}
	}
	for _, size := range sizes {
		if err := f.rankBoard(command, size, records, bySize[size], report); err != nil {
			return nil, err
		}
	}
	return report, nil
}

// rankBoard finds the numbers of the positions of one board.
func (f *rankFlags) rankBoard(command *cobra.Command, size board.Size, records []goban.Record, which []int, report *rankReport) error {
	table, err := f.positions.table(command, size)
	if err != nil {
		return err
	}
	var positions []*goban.Position
	for _, i := range which {
		positions = append(positions, records[i].Position)
	}
	ranks, err := rankVerified(command.Context(), table, positions)
	if err != nil {
		return err
	}
	for k, i := range which {
		report.Positions[i].Rank, report.Positions[i].Total = result.Decimal{Int: ranks[k]}, result.Decimal{Int: table.Total()}
	}
	for _, check := range append(table.Checks(), wayBack) {
		report.Checks = append(report.Checks, fmt.Sprintf("%s: %s", size, check))
	}
	return nil
}

func rankVerified(ctx context.Context, table *ranking.Table, positions []*goban.Position) ([]*big.Int, error) {
	ranks, err := table.Rank(ctx, positions)
	if err != nil {
		return nil, err
	}
	return ranks, table.CheckRanks(ctx, positions, ranks)
}
