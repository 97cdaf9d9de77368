package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/count"
	"combigo/internal/plot"
	"combigo/internal/view"
)

// checkStones returns an error if the flags do not go with --by-stones, or are
// for nothing else.
func (f *countFlags) checkStones(command *cobra.Command) error {
	if !f.byStones {
		if f.plot.file != "" {
			return errors.New("--plot: a picture is drawn of the table of --by-stones only")
		}
		return nil
	}
	for _, name := range []string{"colors", "method", "modular"} {
		if command.Flags().Changed(name) {
			return fmt.Errorf("--by-stones and --%s cannot be combined: stones are counted in one way, for two colours", name)
		}
	}
	if f.out.format == "bfile" {
		return errors.New("--format bfile: a table of stones is no single sequence: want text, json or csv")
	}
	return nil
}

// runStones counts the positions of one board by their stones.
func (f *countFlags) runStones(command *cobra.Command, boards board.Range) error {
	t, err := f.stones(command, boards)
	if err != nil {
		return err
	}
	if err := f.plot.write(func(o plot.Output) ([]byte, error) { return view.StonesPlot(t, o) }); err != nil {
		return err
	}
	table := func(w io.Writer) error { return view.StonesCSV(w, t) }
	return f.out.write(command, views{
		"text": asText(view.Stones, t), "json": asJSON(t), "csv": table, "quiet": table,
	})
}

func (f *countFlags) stones(command *cobra.Command, boards board.Range) (*count.StoneTable, error) {
	if f.board.graph != "" {
		g, err := f.board.readGraph(command.InOrStdin())
		if err != nil {
			return nil, err
		}
		opt, finish := f.machine.begin(command, "count "+f.board.graph+" by stones")
		defer finish()
		return count.GraphStones(command.Context(), g, f.options(opt))
	}
	size, single := boards.Single()
	if !single {
		return nil, fmt.Errorf("--by-stones: board %q: want one size, such as 5 or 4x7, not a range", boards.String())
	}
	opt, finish := f.machine.begin(command, "count "+size.String()+" by stones")
	defer finish()
	return count.Stones(command.Context(), size, f.options(opt))
}
