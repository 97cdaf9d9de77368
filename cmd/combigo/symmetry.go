package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/symmetry"
)

// symmetryFlags is everything that the command symmetry is told besides the boards.
type symmetryFlags struct {
	exchange bool
	estimate bool
	machine  machineFlags
	out      output
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
they are; these numbers are shown too. The positions that a motion leaves as
they are correspond to the legal positions of the board folded along it.

Give one board, such as 9 or 9x13, or a range, such as 1-10. --format bfile and
--quiet print one sequence: up to motions, or, with --exchange, up to motions
and exchange of colours. --estimate says what each number will take, and stops;
without it, a line on stderr says so before work of more than a minute.`,
		Example: `  combigo symmetry 9
  combigo symmetry 1-10 --format bfile --exchange
  combigo symmetry 5 8 --json
  combigo symmetry 12 --estimate`,
		RunE: f.run,
	}
	flags := command.Flags()
	flags.BoolVar(&f.exchange, "exchange", false, "with --format bfile or --quiet: count positions up to the exchange of colours, too")
	flags.BoolVar(&f.estimate, "estimate", false, "say how each number would be counted, in what time and memory, and stop")
	f.machine.register(flags)
	f.out.register(command, "print the number only, or one number a line", "text", "json", "csv", "bfile")
	return command
}

func (f *symmetryFlags) run(command *cobra.Command, args []string) error {
	boards, err := boardsOf(args)
	if err != nil {
		return err
	}
	if f.estimate {
		if err := noneWith(command, "estimate", "format", "json", "quiet"); err != nil {
			return err
		}
		return f.runEstimate(command, boards)
	}
	return f.table().run(command, boards)
}

func (f *symmetryFlags) table() *boardTable[*symmetry.Result] {
	return &boardTable[*symmetry.Result]{
		command: "symmetry", machine: &f.machine, out: &f.out,
		find: func(ctx context.Context, stderr io.Writer, boards board.Range, work par.Options, found func(*symmetry.Result)) error {
			_, err := symmetry.Table(ctx, boards, symmetry.Options{
				Options: par.Options{Threads: work.Threads, Memory: work.Memory, Progress: work.Progress}, Found: found,
				Estimated: func(forecast symmetry.Forecast) { f.warn(stderr, boards, forecast, work.Goroutines()) },
			})
			return err
		},
		number: func(r *symmetry.Result) *big.Int {
			if f.exchange {
				return r.OrbitsColored
			}
			return r.Orbits
		},
		board:   func(r *symmetry.Result) board.Size { return r.Board },
		fewest:  func(size board.Size) int { return count.FewestDigits(size) - symmetryDigits },
		csv:     view.SymmetryCSV,
		single:  view.Symmetry,
		several: view.Symmetries,
	}
}

// warn says what the numbers will take if that is long.
func (f *symmetryFlags) warn(stderr io.Writer, boards board.Range, forecast symmetry.Forecast, threads int) {
	took := time.Duration(forecast.Seconds / float64(threads) * float64(time.Second))
	announce(stderr, took, fmt.Sprintf("symmetry %s", boards), fmt.Sprintf(" and %s, within a factor of three; --estimate has the parts", forecast.Bytes))
}

func (f *symmetryFlags) runEstimate(command *cobra.Command, boards board.Range) error {
	size, single := boards.Single()
	if !single {
		return fmt.Errorf("--estimate: board %q: want one size, not a range", boards)
	}
	estimates, err := symmetry.Estimates(size, symmetry.Options{Options: par.Options{Threads: f.machine.threads, Memory: f.machine.memory.budget()}})
	if err != nil {
		return err
	}
	return f.out.write(command, view.SymmetryEstimates(size, estimates), nil)
}

// symmetryDigits is how many digits fewer than L(m,n) the number of orbits of a
// group of 16 can have.
const symmetryDigits = 2
