package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"combigo/asymptotic"
	"combigo/board"
	"combigo/border"
	"combigo/result"
)

// stripFlags is everything that the command strip is told besides the heights.
type stripFlags struct {
	digits  int
	stored  bool
	threads threadsFlag
	memory  memoryFlag
	format  formatFlag
	json    bool
	csv     bool
}

const stripDigits = 20

func newStripCommand() *cobra.Command {
	f := &stripFlags{format: formatFlag{"text", []string{"text", "json", "csv"}}}
	command := &cobra.Command{
		Use:   "strip M",
		Short: "Enclose the constants of L(M,n) = a lambda^n (1 + r(M,n))",
		Long: `Enclose the constants of boards with M rows and many columns,

  L(M,n) = a lambda^n (1 + r(M,n)),  r(M,n) -> 0

by iterating the transfer matrix of a column: the quotients of the completions
of border states by one column more and less enclose lambda, and how fast their
range shrinks bounds the error of a. All digits shown are proved. The envelope
of r(M,n) is observed.

A range of heights, such as 1-9, makes a table, with the root of lambda that
converges to the base of liberties. 11 rows take some ten seconds, 12 a minute,
13 four minutes and 3 GB.`,
		Example: `  combigo strip 9
  combigo strip 1-9
  combigo strip 3 --digits 100`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := stripHeights(args); err != nil {
				return err
			}
			if f.digits < asymptotic.FewestDigits || f.digits > asymptotic.MostDigits {
				return fmt.Errorf("strip: --digits %d: want %d to %d", f.digits, asymptotic.FewestDigits, asymptotic.MostDigits)
			}
			if f.stored && f.digits > asymptotic.StoredDigits {
				return fmt.Errorf("strip: --digits %d: want at most %d with --stored", f.digits, asymptotic.StoredDigits)
			}
			return onlyOneOf(command, "format", "json", "csv")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.digits, "digits", stripDigits, "show `N` significant digits")
	flags.BoolVar(&f.stored, "stored", false, "show at once what was computed before, for up to 13 rows and 24 digits")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.Var(&f.format, "format", "text, json or csv")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVar(&f.csv, "csv", false, "short for --format csv")
	return command
}

// stripHeights reads the heights from the arguments.
func stripHeights(args []string) (board.Span, error) {
	if len(args) != 1 {
		return board.Span{}, fmt.Errorf("strip: %d arguments given: want one number of rows, such as 9, or a range such as 1-9", len(args))
	}
	boards, err := board.ParseRange(args[0])
	if err != nil {
		return board.Span{}, fmt.Errorf("strip: %w", err)
	}
	if !boards.Square || boards.Rows.Last > asymptotic.MaxStripHeight {
		return board.Span{}, fmt.Errorf("strip: %q: want a number of rows from 1 to %d, or a range of them", args[0], asymptotic.MaxStripHeight)
	}
	return boards.Rows, nil
}

func (f *stripFlags) run(command *cobra.Command, args []string) error {
	heights, err := stripHeights(args)
	if err != nil {
		return err
	}
	if f.stored {
		return f.writeStored(command.OutOrStdout(), heights)
	}
	if err := f.checkMemory(heights.Last); err != nil {
		return err
	}
	var strips []*asymptotic.Strip
	for height := heights.First; height <= heights.Last; height++ {
		s, err := f.compute(command.Context(), height, command.ErrOrStderr())
		if err != nil {
			return fmt.Errorf("strip: %w", err)
		}
		strips = append(strips, s)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, strips) })
}

func (f *stripFlags) writeStored(stdout io.Writer, heights board.Span) error {
	if heights.Last > asymptotic.LastStored() {
		return fmt.Errorf("strip: --stored: %d rows: want at most %d", heights.Last, asymptotic.LastStored())
	}
	var strips []*asymptotic.Strip
	for height := heights.First; height <= heights.Last; height++ {
		strips = append(strips, asymptotic.Stored(height))
	}
	return writeWhole(stdout, func(w io.Writer) error { return f.write(w, strips) })
}

func (f *stripFlags) options() border.Options { return border.Options{Threads: int(f.threads)} }

// checkMemory refuses what does not fit before anything is computed.
func (f *stripFlags) checkMemory(height int) error {
	need, err := asymptotic.StripNeed(height, f.digits, f.options())
	if err != nil {
		return fmt.Errorf("strip: %w", err)
	}
	if budget := f.memory.budget(); budget > 0 && result.Bytes(need) > budget {
		return fmt.Errorf("strip: %w", f.memory.explain(&result.MemoryError{
			Of: fmt.Sprintf("a strip of %d rows to %d digits", height, f.digits), Need: result.Bytes(need), Help: "fewer rows or digits would help",
		}))
	}
	return nil
}

func (f *stripFlags) compute(ctx context.Context, height int, stderr io.Writer) (*asymptotic.Strip, error) {
	bar := newProgressBar(stderr, fmt.Sprintf("strip %d", height))
	defer bar.finish()
	opt := asymptotic.StripOptions{Options: f.options()}
	if show := bar.report(); show != nil {
		opt.Step = func(s asymptotic.Step) { show(s.Share) }
	}
	return asymptotic.NewStrip(ctx, height, f.digits, opt)
}
