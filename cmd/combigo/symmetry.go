package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/count"
	"combigo/symmetry"
)

// symmetryFlags is everything that the command symmetry is told besides the
// boards.
type symmetryFlags struct {
	exchange bool
	estimate bool
	threads  threadsFlag
	memory   memoryFlag
	boardTableFlags
}

func newSymmetryCommand() *cobra.Command {
	f := &symmetryFlags{}
	command := &cobra.Command{
		Use:   "symmetry ROWS [COLS]",
		Short: "Count the legal positions of a board up to its symmetries",
		Long: `Count the legal positions of a board up to its symmetries, and up to its
symmetries and the exchange of black and white.

Two positions are the same up to symmetry if a rotation or reflection of the
board turns one into the other: one of eight for a square, of four for an
oblong, of two for a single row. By Burnside's lemma, the number of classes is
the mean, over all motions, of the number of positions that a motion leaves as
they are; these numbers are shown too. A position that a motion leaves as it is
is a legal position on the board folded up along it.

Give one board, such as 9 or 9x13, or a range, such as 1-10. --format bfile and
--quiet print one sequence: up to motions, or, with --exchange, up to motions
and exchange of colours. --estimate says what each number will take, and stops;
without it, a line on stderr says so before work of more than five minutes.`,
		Example: `  combigo symmetry 9
  combigo symmetry 1-10 --format bfile --exchange
  combigo symmetry 5 8 --json
  combigo symmetry 12 --estimate`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := f.boards(args); err != nil {
				return err
			}
			return onlyOneOf(command, "format", "json", "quiet", "estimate")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.exchange, "exchange", false, "with --format bfile or --quiet: count positions up to the exchange of colours, too")
	flags.BoolVar(&f.estimate, "estimate", false, "say how each number would be counted, in what time and memory, and stop")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available, half of it for folded boards)")
	f.boardTableFlags.register(flags)
	return command
}

// boards reads the boards from the arguments.
func (f *symmetryFlags) boards(args []string) (board.Range, error) {
	if len(args) == 0 {
		return board.Range{}, errors.New("symmetry: no board is given: want a size such as 9, 9x13 or 9 13, or a range such as 1-10")
	}
	boards, err := board.ParseRange(args...)
	if err != nil {
		return board.Range{}, fmt.Errorf("symmetry: %w", err)
	}
	return boards, nil
}

func (f *symmetryFlags) run(command *cobra.Command, args []string) error {
	boards, err := f.boards(args)
	if err != nil {
		return err
	}
	if f.estimate {
		return f.runEstimate(command, boards)
	}
	return f.table().run(command, boards)
}

func (f *symmetryFlags) table() *boardTable[*symmetry.Result] {
	return &boardTable[*symmetry.Result]{
		command: "symmetry", flags: &f.boardTableFlags,
		find: func(ctx context.Context, stderr io.Writer, boards board.Range, bar *progressBar, found func(*symmetry.Result)) error {
			opt := f.options(bar)
			opt.Estimated = func(forecast symmetry.Forecast) { f.warn(stderr, boards, forecast) }
			opt.Found = found
			_, err := symmetry.Table(ctx, boards, opt)
			return err
		},
		explain: f.explain,
		number:  f.chosen,
		board:   func(r *symmetry.Result) board.Size { return r.Board },
		fewest:  func(size board.Size) int { return count.FewestDigits(size) - symmetryDigits },
		object:  func(r *symmetry.Result) any { return newSymmetryDocument(r) },
		csv:     writeSymmetryCSV,
		single:  writeSymmetry,
		several: writeSymmetries,
	}
}

// warnFrom is the time from which on what it takes is said before the start.
const warnFrom = 5 * time.Minute

// warn says what the numbers will take if that is long.
func (f *symmetryFlags) warn(stderr io.Writer, boards board.Range, forecast symmetry.Forecast) {
	threads := int(f.threads)
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	took := time.Duration(forecast.Seconds / float64(threads) * float64(time.Second))
	if took < warnFrom {
		return
	}
	fmt.Fprintf(stderr, "symmetry %s: this takes about %s and %s, within a factor of three; --estimate has the parts\n",
		boards, roughly(took), forecast.Bytes)
}

func (f *symmetryFlags) options(bar *progressBar) symmetry.Options {
	return symmetry.Options{Threads: int(f.threads), Memory: f.memory.budget(), Progress: bar.report()}
}

// explain names the flag that led to an error.
func (f *symmetryFlags) explain(err error) error {
	return fmt.Errorf("symmetry: %w", f.memory.explain(err))
}

func (f *symmetryFlags) runEstimate(command *cobra.Command, boards board.Range) error {
	size, single := boards.Single()
	if !single {
		return fmt.Errorf("symmetry: --estimate: board %q: want one size, not a range", boards)
	}
	estimates, err := symmetry.Estimates(size, f.options(nil))
	if err != nil {
		return f.explain(err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return writeEstimates(w, size, estimates) })
}

// symmetryDigits is how many digits fewer than L(m,n) the number of orbits of a
// group of 16 can have.
const symmetryDigits = 2
