package main

import (
	"errors"
	"fmt"

	"combigo/board"
	"combigo/count"
	"combigo/recurrence"
	"combigo/result"

	"github.com/spf13/cobra"
)

// strip reads a board that may be too long for a count of its columns, and checks that the flags go with it.
func (f *countFlags) strip(args []string) (recurrence.Strip, error) {
	rows, cols, err := board.ParseStrip(args...)
	return recurrence.Strip{Rows: rows, Cols: cols, Modulus: f.modulus}, err
}

func (f *countFlags) runStrip(command *cobra.Command, strip recurrence.Strip) error {
	for _, name := range []string{"modular", "method", "by-stones", "plot"} {
		if command.Flags().Changed(name) && !(name == "method" && f.method == count.Recurrence) {
			return fmt.Errorf("--%s does not go with --mod or a side above %d points", name, board.MaxSide)
		}
	}
	if f.out.format == "csv" || f.out.format == "bfile" {
		return fmt.Errorf("--format %s does not go with --mod or a side above %d points: want text or json", f.out.format, board.MaxSide)
	}
	opt, finish := f.machine.begin(command, "count "+strip.String())
	r, err := strip.Count(command.Context(), recurrence.Options{Threads: opt.Threads, Memory: int64(opt.Memory), Progress: opt.Progress})
	finish()
	if tooMuch := (*result.MemoryError)(nil); err != nil && !errors.As(err, &tooMuch) {
		return fmt.Errorf("%s: %w", strip, err)
	}
	if err != nil {
		return err
	}
	return f.out.write(command, resultViews(r))
}
