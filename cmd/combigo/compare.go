package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/comparison"
	"combigo/result"
)

// compareFlags is everything that the command compare is told besides the game
// and its board.
type compareFlags struct {
	length  lengthFlag
	threads threadsFlag
	memory  memoryFlag
	json    bool
	quiet   bool
}

func newCompareCommand() *cobra.Command {
	f := &compareFlags{length: comparison.Five}
	command := &cobra.Command{
		Use:   "compare {gomoku ROWS [COLS] | connect4 [ROWS COLS] | chess}",
		Short: "Count or bound the positions of games that Go is compared with",
		Long: `Count or bound the positions of games that Go is compared with, and show the
published numbers beside them.

  gomoku    the positions of a board without five stones of a colour in a row,
            exactly; boards of a shorter side of up to 6 are easy
  connect4  an upper bound by a code, the fillings of the board with the right
            numbers of men (6x7 if no board is given), and on small boards all
            positions that come up in games
  chess     an upper bound by a code, and a refined one`,
		Example: `  combigo compare gomoku 6
  combigo compare gomoku 5 9 --quiet
  combigo compare connect4
  combigo compare chess --json`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := f.report(args); err != nil {
				return err
			}
			return onlyOneOf(command, "json", "quiet")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.length, "length", "of gomoku: stones in a row")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the first number only")
	return command
}

// reporter makes a report of a game.
type reporter func(ctx context.Context, bar *progressBar) (*comparison.Report, error)

// report reads the game and the board from the arguments.
func (f *compareFlags) report(args []string) (reporter, error) {
	if len(args) == 0 {
		return nil, errors.New("compare: no game is given: want gomoku, connect4 or chess")
	}
	if game := args[0]; game != "gomoku" && f.length != comparison.Five {
		return nil, fmt.Errorf("compare: %s: --length: want it for gomoku only", game)
	}
	switch game, words := args[0], args[1:]; game {
	case "gomoku":
		return f.gomoku(words)
	case "connect4":
		return f.connect4(words)
	case "chess":
		if len(words) > 0 {
			return nil, fmt.Errorf("compare: chess: board %q: none is wanted", strings.Join(words, " "))
		}
		return func(ctx context.Context, _ *progressBar) (*comparison.Report, error) { return comparison.Chess(ctx) }, nil
	default:
		return nil, fmt.Errorf("compare: %q is not a game: want gomoku, connect4 or chess", game)
	}
}

func (f *compareFlags) gomoku(words []string) (reporter, error) {
	if len(words) == 0 {
		return nil, errors.New("compare: gomoku: no board is given: want a size such as 6, 5x9 or 5 9")
	}
	size, err := board.Parse(words...)
	if err != nil {
		return nil, fmt.Errorf("compare: gomoku: %w", err)
	}
	return func(ctx context.Context, bar *progressBar) (*comparison.Report, error) {
		opt := comparison.Options{Threads: int(f.threads), Memory: f.memory.budget(), Progress: bar.report()}
		return comparison.Gomoku(ctx, size, int(f.length), opt)
	}, nil
}

func (f *compareFlags) connect4(words []string) (reporter, error) {
	if len(words) == 0 {
		words = []string{"6x7"}
	}
	size, err := board.Parse(words...)
	if err != nil {
		return nil, fmt.Errorf("compare: connect4: %w", err)
	}
	return func(ctx context.Context, _ *progressBar) (*comparison.Report, error) {
		return comparison.Connect4(ctx, size.Rows, size.Cols)
	}, nil
}

func (f *compareFlags) run(command *cobra.Command, args []string) error {
	report, err := f.report(args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), "compare "+strings.Join(args, " "))
	r, err := report(command.Context(), bar)
	bar.finish()
	if err != nil {
		return f.explain(args, err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, r) })
}

// explain names the flag that led to an error.
func (f *compareFlags) explain(args []string, err error) error {
	if explained := f.memory.explain(err); explained != err {
		return fmt.Errorf("compare: %w", explained)
	}
	return fmt.Errorf("compare: %s: %s", args[0], strings.TrimPrefix(err.Error(), "transfer: "))
}

func (f *compareFlags) write(w io.Writer, r *comparison.Report) error {
	switch {
	case f.json:
		return result.JSON(w, newReportDocument(r))
	case f.quiet:
		return writeLines(w, []string{r.Figures[0].Value.String()})
	}
	return writeReport(w, r)
}

// lengthFlag is a number of stones in a row.
type lengthFlag int

const mostLength = 256

func (f *lengthFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 2 || n > mostLength {
		return fmt.Errorf("want a number of stones from 2 to %d", mostLength)
	}
	*f = lengthFlag(n)
	return nil
}

func (f *lengthFlag) String() string { return strconv.Itoa(int(*f)) }
func (f *lengthFlag) Type() string   { return "N" }
