package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
)

// positionFlags is how positions are found and written.
type positionFlags struct {
	plot    pictureFlags
	machine machineFlags
	out     output
}

func (f *positionFlags) register(command *cobra.Command) {
	f.out.register(command, "print the positions only, and nothing on standard error", "diagram", "sgf", "json")
	f.plot.register(command, "draw the first position")
	f.machine.register(command.Flags())
}

// check returns an error if positions of a board cannot be written.
func (f *positionFlags) check(size board.Size) error {
	if f.out.quiet {
		f.out.format = "diagram"
	}
	if f.out.format == "sgf" && size.Long() > goban.MaxSGFSide {
		return fmt.Errorf("--format sgf: board %s: SGF has at most %d rows and columns", size, goban.MaxSGFSide)
	}
	if size.Long() > goban.MaxSide {
		return fmt.Errorf("board %s: want sides of at most %d", size, goban.MaxSide)
	}
	return nil
}

// table makes the completion counts of a board, with a progress bar.
func (f *positionFlags) table(command *cobra.Command, size board.Size) (*ranking.Table, error) {
	opt, finish := f.tableOptions(command, size)
	defer finish()
	return ranking.New(command.Context(), size, opt)
}

// tableOptions has a bar for the making of a table, and says beforehand if that takes minutes.
func (f *positionFlags) tableOptions(command *cobra.Command, size board.Size) (opt par.Options, finish func()) {
	opt, finish = f.machine.begin(command, "completion counts "+size.String())
	need, err := ranking.Need(size)
	if err == nil && (opt.Memory <= 0 || need <= opt.Memory) {
		announce(command.ErrOrStderr(), ranking.Expect(size, opt), "completion counts of "+size.String(), fmt.Sprintf(" and %s", need))
	}
	return opt, finish
}

// pourTable writes positions of a table as they are found.
func (f *positionFlags) pourTable(command *cobra.Command, table *ranking.Table, pour func(view.PositionWriter) error) error {
	begin, end := view.NumberedFields(table)
	return f.writeAll(command, begin, end, pour)
}

// writeAll writes positions as they are found, between the fields of a JSON object.
func (f *positionFlags) writeAll(command *cobra.Command, begin, end view.Fields, pour func(view.PositionWriter) error) (err error) {
	stdout, closeOutput, err := f.out.open(command)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, closeOutput()) }()
	out := bufio.NewWriterSize(stdout, 1<<16)
	w := &firstPosition{PositionWriter: view.NewPositionWriter(out, f.out.format, f.out.style(command))}
	w.Begin(begin)
	if err := pour(w); err != nil {
		return outputError(err)
	}
	w.End(end)
	return cmp.Or(outputError(out.Flush()), f.plot.writeBoard(w.first))
}

// outputError gives an error while positions are found and written its exit status.
func outputError(err error) error {
	internal, outside := (*result.InternalError)(nil), (*ranking.RangeError)(nil)
	if err == nil || errors.Is(err, context.Canceled) || errors.As(err, &internal) || errors.As(err, &outside) {
		return err
	}
	return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
}

// writeRanks writes the positions with some numbers, each of which is checked.
func writeRanks(ctx context.Context, w view.PositionWriter, table *ranking.Table, ranks []*big.Int) error {
	positions, err := table.CheckedUnrank(ctx, ranks)
	if err != nil {
		return err
	}
	return view.WriteNumbered(w, positions, ranks)
}
