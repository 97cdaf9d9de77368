package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/count"
	"combigo/result"
)

// countFlags is everything that the command count is told besides the boards.
type countFlags struct {
	board   variantFlags
	colors  colorsFlag
	method  methodFlag
	modular bool

	byStones bool
	plot     string

	modulus modulusFlag
	threads threadsFlag
	memory  memoryFlag
	boardTableFlags
}

func newCountCommand() *cobra.Command {
	f := &countFlags{}
	command := &cobra.Command{
		Use:   "count {ROWS [COLS] | --graph FILE}",
		Short: "Count the legal positions of a board, exactly",
		Long: `Count the legal positions of a board, exactly: the colourings of its points in
which every string of stones has a liberty.

Give one board, such as 9, 9x13 or 9 13, or a range, such as 1-11 for squares
or 1-6 1-20 for a table of rectangles. The time grows about 5.4 times with every
point of the shorter side, and in proportion to the longer side.

The memory that a count takes is estimated before it starts, and compared with
--memory, and with what the machine has available. If it is too much for
exact numbers, residues modulo 64-bit primes are computed instead, as many at
once as fit.

A long board, such as 3 1000000 or 9 10^18, is counted by the linear recurrence
that the numbers satisfy if the shorter side is fixed: exactly if that has at
most 6 points, and with --mod up to 10. Modulo a prime the recurrence is found
by the residues alone; modulo other numbers it is needed in integers, so the
shorter side has at most 6 points, unless the longer one is so short that the
border states can be gone through one column after the other.

All this is for two colours on the plain board. Other numbers of colours, other
lattices (a cycle is given by one number), rows beyond the board that are known
to be empty, and graphs from files are counted exactly by a more general engine,
in more time and memory: what counts is how many points border on what is yet to
come.

--by-stones counts the positions with so many black and so many white stones,
with what follows from that table: the numbers by all stones and by black ones,
those with equally many stones or one black more, mean and standard deviation.
--format csv and --json have the whole table, and --plot draws it.`,
		Example: `  combigo count 9
  combigo count 6 1000 --quiet
  combigo count 3 1000000
  combigo count 7 10^18 --mod 1000000007
  combigo count 1-11 --format bfile
  combigo count 13 --memory 2GiB --json
  combigo count 4 --lattice torus --colors 3
  combigo count 3-9 --lattice cycle --format bfile
  combigo count --graph petersen.g6
  combigo count 6 --by-stones --plot stones.svg`,
		Args: func(command *cobra.Command, args []string) error {
			if err := f.board.check(command, args); err != nil {
				return err
			}
			if f.isStrip(args) {
				return f.checkStrip(command, args)
			}
			if f.board.graph == "" {
				if _, err := f.boards(args); err != nil {
					return err
				}
			}
			if err := f.checkStones(command); err != nil {
				return err
			}
			return onlyOneOf(command, "format", "json", "quiet")
		},
		RunE: func(command *cobra.Command, args []string) error {
			if f.isStrip(args) {
				return f.runStrip(command, args)
			}
			return f.run(command, args)
		},
	}
	f.register(command)
	return command
}

func (f *countFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.SortFlags = false
	f.board.register(command)
	flags.Var(&f.colors, "colors", "number of colours (default: 2)")
	flags.Var(&f.method, "method", "auto, brute (tiny boards), halves (dynamic programming over border states on half of the board, plain boards), dp (the same on the whole board), recurrence (long plain boards) or frontier (any board)")
	flags.BoolVar(&f.modular, "modular", false, "compute residues modulo 64-bit primes, and put them together by Chinese remainders")
	flags.BoolVar(&f.byStones, "by-stones", false, "count by the numbers of black and white stones")
	flags.StringVar(&f.plot, "plot", "", "with --by-stones: draw a heat map into this `FILE` (.svg, .png or .pdf), on a logarithmic scale")
	flags.Var(&f.modulus, "mod", "compute the number modulo P only, from 2 to 2^62-1; sides up to 10^18")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available, half of it for other boards)")
	f.boardTableFlags.register(flags)
}

// boards reads the boards from the arguments.
func (f *countFlags) boards(args []string) (board.Range, error) {
	if len(args) == 0 {
		return board.Range{}, errors.New("count: no board is given: want a size such as 9, 9x13 or 9 13, or a range such as 1-11")
	}
	boards, err := f.board.boards(args)
	if err != nil {
		return board.Range{}, fmt.Errorf("count: %w", err)
	}
	return boards, nil
}

func (f *countFlags) run(command *cobra.Command, args []string) error {
	if f.byStones {
		return f.runStones(command, args)
	}
	if f.board.graph != "" {
		return f.runGraph(command)
	}
	boards, err := f.boards(args)
	if err != nil {
		return err
	}
	return f.table().run(command, boards)
}

func (f *countFlags) table() *boardTable[*result.Result] {
	return &boardTable[*result.Result]{
		command: "count", flags: &f.boardTableFlags,
		find: func(ctx context.Context, _ io.Writer, boards board.Range, bar *progressBar, found func(*result.Result)) error {
			opt := f.options(bar)
			opt.Found = found
			_, err := count.Table(ctx, boards, opt)
			return err
		},
		explain: f.explain,
		number:  func(r *result.Result) *big.Int { return r.Value },
		board:   func(r *result.Result) board.Size { return r.Board },
		fewest:  f.fewestDigits,
		object:  func(r *result.Result) any { return r },
		csv:     result.CSV,
		single:  func(w io.Writer, r *result.Result) error { return result.Text(w, r) },
		several: writeResultTable,
	}
}

// fewestDigits returns how many digits a number has at least: 0 but for plain boards, of which alone that is known.
func (f *countFlags) fewestDigits(size board.Size) int {
	if !f.board.variant(f.colors).Plain() {
		return 0
	}
	return count.FewestDigits(size)
}

func (f *countFlags) options(bar *progressBar) count.Options {
	return count.Options{
		Variant:  f.board.variant(f.colors),
		Method:   f.method.Method,
		Modular:  f.modular,
		Threads:  int(f.threads),
		Memory:   f.memory.budget(),
		Progress: bar.report(),
	}
}

// explain names the flag that led to an error.
func (f *countFlags) explain(err error) error {
	return fmt.Errorf("count: %w", f.memory.explain(err))
}

// writeWhole writes to stdout all at once, or nothing if the writing into
// memory fails.
func writeWhole(stdout io.Writer, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if _, err := b.WriteTo(stdout); err != nil {
		return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
	}
	return nil
}
