package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/count"
	"combigo/recurrence"
	"combigo/result"
)

// isStrip reports whether a board is to be counted as a strip: for a residue,
// or because it is longer than other boards can be.
func (f *countFlags) isStrip(args []string) bool {
	if f.modulus.n != 0 {
		return true
	}
	if f.board.graph != "" || !f.board.variant(f.colors).Plain() {
		return false
	}
	_, _, err := board.ParseStrip(args...)
	_, rangeErr := board.ParseRange(args...)
	return err == nil && rangeErr != nil
}

// checkStrip returns an error if other flags make no sense for a strip.
func (f *countFlags) checkStrip(command *cobra.Command, args []string) error {
	if f.board.graph != "" || !f.board.variant(f.colors).Plain() {
		return errors.New("count: --mod is for two colours on the plain board only")
	}
	for _, name := range []string{"modular", "method", "by-stones", "plot"} {
		if command.Flags().Changed(name) && !(name == "method" && f.method.Method == count.Recurrence) {
			return fmt.Errorf("count: --%s does not go with --mod or a side above %d points", name, board.MaxSide)
		}
	}
	if f.format.format == "csv" || f.format.format == "bfile" {
		return fmt.Errorf("count: --format %s does not go with --mod or a side above %d points: want text or json", f.format.format, board.MaxSide)
	}
	if _, err := f.strip(args); err != nil {
		return err
	}
	return onlyOneOf(command, "format", "json", "quiet")
}

func (f *countFlags) strip(args []string) (recurrence.Strip, error) {
	rows, cols, err := board.ParseStrip(args...)
	if err != nil {
		return recurrence.Strip{}, fmt.Errorf("count: %w", err)
	}
	return recurrence.Strip{Rows: rows, Cols: cols, Modulus: f.modulus.n}, nil
}

func (f *countFlags) runStrip(command *cobra.Command, args []string) error {
	strip, err := f.strip(args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), "count "+strip.String())
	r, err := strip.Count(command.Context(), recurrence.Options{
		Threads: int(f.threads), Memory: int64(f.memory.budget()), Progress: bar.report(),
	})
	bar.finish()
	if err != nil {
		return f.explainStrip(strip, err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		switch {
		case f.quiet:
			_, err := fmt.Fprintln(w, r.Value)
			return err
		case f.json || f.format.format == "json":
			return result.JSON(w, r)
		}
		return result.Text(w, r)
	})
}

func (f *countFlags) explainStrip(strip recurrence.Strip, err error) error {
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		return f.explain(err)
	}
	return fmt.Errorf("count: %s: %w", strip, err)
}

// modulusFlag is a modulus, 0 if not given.
type modulusFlag struct{ n uint64 }

func (f *modulusFlag) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n < 2 || n > recurrence.MaxModulus {
		return fmt.Errorf("want a modulus from 2 to %d", uint64(recurrence.MaxModulus))
	}
	f.n = n
	return nil
}

func (f *modulusFlag) String() string {
	if f.n == 0 {
		return ""
	}
	return strconv.FormatUint(f.n, 10)
}

func (f *modulusFlag) Type() string { return "P" }
