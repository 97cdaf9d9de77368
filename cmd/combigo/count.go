package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// countCommand is the command count, and what it is told besides the boards.
type countCommand struct {
	*command
	board    variantFlags
	options  count.Options
	byStones bool
	modulus  uint64
}

func newCountCommand() *cobra.Command {
	c := &countCommand{command: newCommand("count")}
	flags, o := c.Flags(), &c.options
	c.board.register(c.command)
	numberVar(flags, &o.Variant.Colors, "colors", 1, maxColors, "number of colours", "number `K` of colours (default: 2)")
	wordVar(flags, &o.Method, "method", "METHOD", count.ParseMethod, nil, "auto, brute (tiny boards), halves (dynamic programming over border words on half of the board, plain boards), words (the same through all columns: other lattices, and empty rows beyond the board), recurrence (long plain boards) or frontier (any board) (default: auto)")
	flags.BoolVar(&o.Modular, "modular", false, "compute residues modulo 64-bit primes, and put them together by Chinese remainders")
	flags.BoolVar(&o.Verify, "verify", false, "count the whole board a second time, in another way and modulo a prime")
	flags.BoolVar(&c.byStones, "by-stones", false, "count by the numbers of black and white stones")
	c.draws("with --by-stones: draw a heat map, on a logarithmic scale,")
	numberVar(flags, &c.modulus, "mod", 2, recurrence.MaxModulus, "modulus", "compute the number modulo `P` only, from 2 to 2^62-1; sides up to 10^18")
	c.limited()
	flags.StringVar(&o.Scratch, "scratch", "", "`DIR` for files of numbers that do not fit the memory, removed at the end (default: that of temporary files)")
	c.writes("print the number only, or one number a line", "text", "json", "csv", "bfile")
	return c.answers(c.answer)
}

// maxColors is more than any board has points that could be told apart, and few enough for the
// numbers to be carried exactly.
const maxColors = 1000

func (c *countCommand) answer() (*view.Answer, error) {
	v := &c.options.Variant
	v.Lattice, v.SafeTop, v.SafeBottom = c.board.lattice, c.board.safeTop, c.board.safeBottom
	if c.modulus != 0 && (c.board.graph != "" || !v.Plain()) {
		return nil, errors.New("--mod is for two colours on the plain board only")
	}
	boards, err := c.board.boards(c.args)
	if c.modulus != 0 || err != nil && c.board.graph == "" && v.Plain() {
		// The board may be too long for a count of its columns.
		if rows, cols, stripErr := board.ParseStrip(c.args...); stripErr == nil {
			return c.strip(recurrence.Strip{Rows: rows, Cols: cols, Modulus: c.modulus})
		} else if c.modulus != 0 {
			return nil, stripErr
		}
	}
	if err := cmp.Or(err, c.checkStones()); err != nil {
		return nil, err
	}
	switch {
	case c.byStones:
		return c.stones(boards)
	case c.board.graph != "":
		return c.graph()
	}
	t := &boardTable[*result.Result]{
		find: func(ctx context.Context, boards board.Range, work par.Options, found func(*result.Result)) error {
			opt := c.options
			opt.Options, opt.Found = work, found
			_, err := count.Table(ctx, boards, opt)
			return err
		},
		board: func(r *result.Result) board.Size { return r.Board }, fewest: c.minDigits, oeis: count.OEISOf(boards, *v),
		one: view.Result, all: view.Results,
	}
	err = t.run(c.command, boards)
	if large := (*count.LargeError)(nil); errors.As(err, &large) && large.Published != "" && c.mayQuote(boards) {
		_ = c.machine.memory.explain(err) // completes what large says
		return view.Quoted(large), nil
	}
	return nil, err
}

// mayQuote reports whether a number from print is an answer: to the plain question for one board,
// without a flag that says how to compute the number.
func (c *countCommand) mayQuote(boards board.Range) bool {
	_, single := boards.Single()
	return single && c.noneWith("", "method", "modular", "verify", "memory", "scratch") == nil
}

// minDigits returns how many digits a number has at least: 0 but for plain boards, of which alone
// that is known.
func (c *countCommand) minDigits(size board.Size) int {
	if !c.options.Variant.Plain() {
		return 0
	}
	return count.FewestDigits(size)
}

// graph counts the positions of the graph in a file.
func (c *countCommand) graph() (*view.Answer, error) {
	if c.out.format == "bfile" {
		return nil, errors.New("--format bfile: a b-file is one sequence: want boards, not --graph")
	}
	g, err := c.board.readGraph(c.InOrStdin())
	if err != nil {
		return nil, err
	}
	c.options.Options = c.work("count %s", c.board.graph)
	return shown(view.Result)(count.Graph(c.Context(), g, c.options))
}

// strip counts a board of any length, with the flags that go with that.
func (c *countCommand) strip(strip recurrence.Strip) (*view.Answer, error) {
	for _, name := range []string{"modular", "method", "verify", "by-stones", "plot"} {
		if c.given(name) && !(name == "method" && c.options.Method == count.Recurrence) {
			return nil, fmt.Errorf("--%s cannot be combined with --mod or a side above %d points", name, board.MaxSide)
		}
	}
	if c.out.format == "csv" || c.out.format == "bfile" {
		return nil, fmt.Errorf("--format %s cannot be combined with --mod or a side above %d points: want text or json", c.out.format, board.MaxSide)
	}
	c.announce(strip.Expect(), strip.String(), ", within a factor of three")
	r, err := strip.Count(c.Context(), recurrence.Options{Options: c.work("count %s", strip)})
	if tooMuch := (*result.MemoryError)(nil); errors.As(err, &tooMuch) {
		if c.modulus == 0 {
			tooMuch.Help = "--mod P computes it modulo P, in little memory"
		}
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strip, err)
	}
	return view.Result(r), nil
}

// checkStones returns an error if the flags do not go with --by-stones, or are
// for nothing else.
func (c *countCommand) checkStones() error {
	if !c.byStones {
		if c.picture.file != "" {
			return errors.New("--plot: a picture is drawn of the table of --by-stones only")
		}
		return nil
	}
	for _, name := range []string{"colors", "method", "modular", "verify"} {
		if c.given(name) {
			return fmt.Errorf("--by-stones and --%s cannot be combined: stones are counted in one way, for two colours", name)
		}
	}
	if c.out.format == "bfile" {
		return errors.New("--format bfile: a table of stones is no single sequence: want text, json or csv")
	}
	return nil
}

// stones counts the positions of one board by their stones.
func (c *countCommand) stones(boards board.Range) (*view.Answer, error) {
	if c.board.graph != "" {
		g, err := c.board.readGraph(c.InOrStdin())
		if err != nil {
			return nil, err
		}
		c.options.Options = c.work("count %s by stones", c.board.graph)
		return shown(view.Stones)(count.GraphStones(c.Context(), g, c.options))
	}
	size, single := boards.Single()
	if !single {
		return nil, fmt.Errorf("--by-stones: board %q: want one size, such as 5 or 4x7, not a range", boards.String())
	}
	c.options.Options = c.work("count %s by stones", size)
	return shown(view.Stones)(count.Stones(c.Context(), size, c.options))
}
