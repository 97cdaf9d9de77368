package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// countFlags is everything that the command count is told besides the boards.
type countFlags struct {
	board    variantFlags
	colors   int
	method   count.Method
	modular  bool
	scratch  string
	verify   bool
	byStones bool
	plot     pictureFlags
	modulus  uint64
	machine  machineFlags
	out      output
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
exact numbers, residues modulo 64-bit primes are computed instead: one at a
time, the others in files (--scratch) until half of the board is done and the
numbers are put together; or, where there is no room for the files, as many at
once as fit, each to the end.

A long board, such as 3 1000000 or 7 10^18, is counted by the linear recurrence
that the numbers satisfy if the shorter side is fixed: exactly if that has at
most 6 points, and with --mod up to 10, where 8 points take a minute, 9 take ten
and 10 take three hours. Modulo a prime the recurrence is found
by the residues alone; modulo other numbers it is needed in integers, so the
shorter side has at most 6 points, unless the longer one is so short that the
border states can be gone through one column after the other.

Each number is checked: the output lists the checks that it passed. --verify
counts the whole board once more, by an engine that shares no code with the
first engine, modulo a prime. That takes some five to ten times as long, and
about the memory of the exact count.

All this is for two colours on the plain board. Other numbers of colours, other
lattices (a cycle is given by one number), rows beyond the board that are known
to be empty, and graphs from files are counted exactly by a more general engine,
in more time and memory, which grow with the number of points on the border
between those that are done and those that are not.

--by-stones counts the positions by their numbers of black and of white stones,
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
		RunE: f.run,
	}
	flags := command.Flags()
	f.board.register(command)
	numberVar(flags, &f.colors, "colors", 1, maxColors, "number of colours", "number `K` of colours (default: 2)")
	wordVar(flags, &f.method, "method", "METHOD", count.ParseMethod, nil, "auto, brute (tiny boards), halves (dynamic programming over border words on half of the board, plain boards), words (the same, column by column, triangular boards), recurrence (long plain boards) or frontier (any board) (default: auto)")
	flags.BoolVar(&f.modular, "modular", false, "compute residues modulo 64-bit primes, and put them together by Chinese remainders")
	flags.BoolVar(&f.verify, "verify", false, "count the whole board a second time, in another way and modulo a prime")
	flags.BoolVar(&f.byStones, "by-stones", false, "count by the numbers of black and white stones")
	f.plot.register(command, "with --by-stones: draw a heat map, on a logarithmic scale,")
	numberVar(flags, &f.modulus, "mod", 2, recurrence.MaxModulus, "modulus", "compute the number modulo `P` only, from 2 to 2^62-1; sides up to 10^18")
	f.machine.register(flags)
	flags.StringVar(&f.scratch, "scratch", "", "`DIR` for files of numbers that do not fit the memory, removed at the end (default: that of temporary files)")
	f.out.register(command, "print the number only, or one number a line", "text", "json", "csv", "bfile")
	return command
}

// maxColors is more than any board has points that could be told apart, and few enough for the
// numbers to be carried exactly.
const maxColors = 1000

func (f *countFlags) run(command *cobra.Command, args []string) error {
	if f.modulus != 0 && (f.board.graph != "" || !f.variant().Plain()) {
		return errors.New("--mod is for two colours on the plain board only")
	}
	boards, err := f.board.boards(args)
	if f.modulus != 0 || err != nil && f.board.graph == "" && f.variant().Plain() {
		if strip, stripErr := f.strip(args); stripErr == nil {
			return f.runStrip(command, strip)
		} else if f.modulus != 0 {
			return stripErr
		}
	}
	if err := cmp.Or(err, f.checkStones(command)); err != nil {
		return err
	}
	switch {
	case f.byStones:
		return f.runStones(command, boards)
	case f.board.graph != "":
		return f.runGraph(command)
	}
	t := f.table()
	t.oeis = count.OEISOf(boards, f.variant())
	return t.run(command, boards)
}

func (f *countFlags) variant() count.Variant {
	return count.Variant{Lattice: f.board.lattice, Colors: f.colors, SafeTop: f.board.safeTop, SafeBottom: f.board.safeBottom}
}

func (f *countFlags) table() *boardTable[*result.Result] {
	return &boardTable[*result.Result]{
		command: "count", machine: &f.machine, out: &f.out,
		find: func(ctx context.Context, _ io.Writer, boards board.Range, work par.Options, found func(*result.Result)) error {
			opt := f.options(work)
			opt.Found = found
			_, err := count.Table(ctx, boards, opt)
			return err
		},
		number:  func(r *result.Result) *big.Int { return r.Value },
		board:   func(r *result.Result) board.Size { return r.Board },
		fewest:  f.minDigits,
		csv:     result.CSV,
		single:  view.Result,
		several: view.Results,
	}
}

// minDigits returns how many digits a number has at least: 0 but for plain boards, of which alone
// that is known.
func (f *countFlags) minDigits(size board.Size) int {
	if !f.variant().Plain() {
		return 0
	}
	return count.FewestDigits(size)
}

func (f *countFlags) options(opt par.Options) count.Options {
	return count.Options{
		Variant: f.variant(), Method: f.method, Modular: f.modular, Verify: f.verify, Scratch: f.scratch,
		Options: par.Options{Threads: opt.Threads, Memory: opt.Memory, Progress: opt.Progress},
	}
}

// runGraph counts the positions of the graph in a file.
func (f *countFlags) runGraph(command *cobra.Command) error {
	if f.out.format == "bfile" {
		return errors.New("--format bfile: a b-file is one sequence: want boards, not --graph")
	}
	g, err := f.board.readGraph(command.InOrStdin())
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "count "+f.board.graph)
	r, err := count.Graph(command.Context(), g, f.options(opt))
	finish()
	if err != nil {
		return err
	}
	return writeResult(command, &f.out, r, r)
}

// writeResult writes one number, and as JSON the number with what belongs to it.
func writeResult(command *cobra.Command, out *output, r *result.Result, json any) error {
	return out.write(command, view.Result(r), views{
		"json":  asJSON(json),
		"csv":   func(w io.Writer) error { return result.CSV(w, []*result.Result{r}) },
		"quiet": asLine(r.Value),
	})
}

// strip reads a board that may be too long for a count of its columns, and checks that the flags go
// with it.
func (f *countFlags) strip(args []string) (recurrence.Strip, error) {
	rows, cols, err := board.ParseStrip(args...)
	return recurrence.Strip{Rows: rows, Cols: cols, Modulus: f.modulus}, err
}

func (f *countFlags) runStrip(command *cobra.Command, strip recurrence.Strip) error {
	for _, name := range []string{"modular", "method", "verify", "by-stones", "plot"} {
		if command.Flags().Changed(name) && !(name == "method" && f.method == count.Recurrence) {
			return fmt.Errorf("--%s cannot be combined with --mod or a side above %d points", name, board.MaxSide)
		}
	}
	if f.out.format == "csv" || f.out.format == "bfile" {
		return fmt.Errorf("--format %s cannot be combined with --mod or a side above %d points: want text or json", f.out.format, board.MaxSide)
	}
	announce(command.ErrOrStderr(), strip.Expect(), strip.String(), ", within a factor of three")
	opt, finish := f.machine.begin(command, "count "+strip.String())
	r, err := strip.Count(command.Context(), recurrence.Options{Options: par.Options{Threads: opt.Threads, Memory: opt.Memory, Progress: opt.Progress}})
	finish()
	if tooMuch := (*result.MemoryError)(nil); errors.As(err, &tooMuch) {
		if f.modulus == 0 {
			tooMuch.Help = "--mod P computes it modulo P, in little memory"
		}
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strip, err)
	}
	return writeResult(command, &f.out, r, r)
}

// checkStones returns an error if the flags do not go with --by-stones, or are
// for nothing else.
func (f *countFlags) checkStones(command *cobra.Command) error {
	if !f.byStones {
		if f.plot.file != "" {
			return errors.New("--plot: a picture is drawn of the table of --by-stones only")
		}
		return nil
	}
	for _, name := range []string{"colors", "method", "modular", "verify"} {
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
	if err := f.plot.write(func() (*canvas.Canvas, error) { return view.StonesPlot(t), nil }); err != nil {
		return err
	}
	table := func(w io.Writer) error { return view.StonesCSV(w, t) }
	return f.out.write(command, view.Stones(t), views{"json": asJSON(t), "csv": table, "quiet": table})
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
