package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// variantFlags say what a board is, if it is not the plain one. Commands that
// take other boards share them.
type variantFlags struct {
	lattice    lattice.Kind // None if not given
	safeTop    bool
	safeBottom bool
	graph      string
	header     bool
	id         *lattice.Graph // of --id, whose name stands in graph then
}

func (f *variantFlags) register(c *command) {
	flags := c.Flags()
	latticeVar(flags, &f.lattice, lattice.Kinds())
	flags.BoolVar(&f.safeTop, "safe-top", false, "the row above the board is known to be empty")
	flags.BoolVar(&f.safeBottom, "safe-bottom", false, "the row below the board is known to be empty")
	flags.StringVar(&f.graph, "graph", "", "`FILE` with the board as a graph: an edge list, graph6, DOT or another format; - is standard input")
	wordVar(flags, &f.id, "id", "N", lattice.ParseID, func(*lattice.Graph) string { return "" }, "the board as the graph with number `N` in the catalogue of GoGameGraphs")
	flags.BoolVar(&f.header, "header", false, "the first line of the edge list of --graph is a header")
	c.flagRules(goWith("graph", "header"), never("graph", "id", "lattice", "safe-top", "safe-bottom"), never("id", "lattice", "safe-top", "safe-bottom"))
	c.noBoardWith("graph", "id")
	c.check(func() error {
		if f.id != nil {
			f.graph = f.id.String()
		}
		return nil
	})
}

// boards reads the boards from the arguments. Those of a cycle are given by one number.
func (f *variantFlags) boards(args []string) (board.Range, error) {
	if f.graph != "" {
		return board.Range{}, nil
	}
	if len(args) == 0 {
		return board.Range{}, errors.New("no board is given: want a size such as 9, 9x13 or 9 13, a range such as 1-11, --graph FILE or --id N")
	}
	boards, err := board.ParseRange(args...)
	if err != nil || f.lattice != lattice.Cycle {
		return boards, err
	}
	if !boards.Square {
		return boards, fmt.Errorf("board %q: a cycle has one number of points, such as 4, or a range such as 3-9", strings.Join(args, " "))
	}
	return board.Range{Rows: board.Span{First: 1, Last: 1}, Cols: boards.Cols}, nil
}

// latticeVar adds the flag for one of some lattices.
func latticeVar(flags *pflag.FlagSet, to *lattice.Kind, kinds []lattice.Kind) {
	var names []string
	for _, kind := range kinds {
		names = append(names, kind.String())
	}
	usage := enum.Alternatives(names)
	if *to == lattice.None {
		usage += " (default: square)"
	}
	wordVar(flags, to, "lattice", "LATTICE", func(s string) (lattice.Kind, error) {
		i := slices.Index(names, s)
		if i < 0 {
			return lattice.None, &enum.UnknownError{Want: names}
		}
		return kinds[i], nil
	}, func(kind lattice.Kind) string {
		if kind == lattice.None {
			return ""
		}
		return kind.String()
	}, usage)
}

// size reads the board from the arguments of a command that takes one.
func (f *variantFlags) size(args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, fmt.Errorf("no board is given: want a size such as 4, 3x5 or 3 5, --graph FILE or --id N")
	}
	boards, err := f.boards(args)
	if err != nil {
		return board.Size{}, err
	}
	size, single := boards.Single()
	if !single {
		return size, fmt.Errorf("board %q: want one size, such as 4 or 3x5, not a range", strings.Join(args, " "))
	}
	return size, nil
}

// read returns the board that the flags and the arguments give as a graph.
func (f *variantFlags) read(c *command) (*lattice.Graph, error) {
	all, err := f.graphs(c, 1)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// graphs returns the boards that the flags and the arguments give, up to a given number.
func (f *variantFlags) graphs(c *command, most int) ([]*lattice.Graph, error) {
	switch {
	case f.id != nil:
		return []*lattice.Graph{f.id}, nil
	case f.graph != "":
		all, err := readInput(c.InOrStdin(), f.graph, func(from io.Reader, name string) ([]*lattice.Graph, error) {
			return lattice.ReadAll(from, name, f.header)
		})
		if err == nil && len(all) > most {
			err = fmt.Errorf("%s: %d graphs: want a single one", f.graph, len(all))
		}
		if err != nil {
			return nil, fmt.Errorf("--graph: %w", err)
		}
		return all, nil
	}
	size, err := f.size(c.args)
	if err != nil {
		return nil, err
	}
	kind := f.lattice
	if kind == lattice.None {
		kind = lattice.Square
	}
	g, err := lattice.New(kind, size.Rows, size.Cols, lattice.Options{SafeTop: f.safeTop, SafeBottom: f.safeBottom})
	if err != nil {
		return nil, fmt.Errorf("board %s: %w", size, err)
	}
	return []*lattice.Graph{g}, nil
}

func noArguments(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q: want none", args[0])
	}
	return nil
}

func someArguments(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("no argument is given: want %s", what)
		}
		return nil
	}
}

func oneArgument(what string) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%d arguments are given: want %s", len(args), what)
		}
		return someArguments(what)(command, args)
	}
}

// parseBoard reads the arguments of a command that takes one board.
func parseBoard(args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, errors.New("no board is given: want a size such as 9, 9x13 or 9 13")
	}
	return board.Parse(args...)
}

// parseBoards reads the arguments of a command that takes one board or a range of them.
func parseBoards(args []string) (board.Range, error) {
	if len(args) == 0 {
		return board.Range{}, errors.New("no board is given: want a size such as 9, 9x13 or 9 13, or a range such as 1-8")
	}
	return board.ParseRange(args...)
}

// parseRows reads the argument of a command that takes a number of rows or a range of them, up to
// most.
func parseRows(args []string, most int) (board.Span, error) {
	if err := oneArgument("one number of rows, such as 9, or a range such as 1-9")(nil, args); err != nil {
		return board.Span{}, err
	}
	boards, err := board.ParseRange(args[0])
	if err != nil || !boards.Square || boards.Rows.Last > most {
		err = fmt.Errorf("%q: want a number of rows from 1 to %d, or a range such as 1-9", args[0], most)
	}
	return boards.Rows, err
}

// A boardTable is a number for each board of a range: how they are found, and how they are shown.
type boardTable[R any] struct {
	// find tells found of the number for each board as soon as it is there, in the order of the range.
	find func(ctx context.Context, boards board.Range, opt par.Options, found func(R)) error

	board  func(R) board.Size
	fewest func(board.Size) int   // digits that the number is known to have beforehand, or fewer
	oeis   string                 // the sequence of the numbers, if there is one
	answer func([]R) *view.Answer // with a number for each result
}

// run finds the numbers, if the format can hold them. What is found before Ctrl-C or an error is an
// answer, too.
func (t *boardTable[R]) run(c *command, boards board.Range) (*view.Answer, error) {
	index, err := bfileIndex(boards)
	if c.out.format == "bfile" {
		if err := cmp.Or(err, t.checkBFile(boards)); err != nil {
			return nil, err
		}
	}
	opt := c.startWork("%s %s", c.Name(), boards)
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	var mu sync.Mutex
	var results []R
	terms := &termWriter{command: c}
	if t.oeis != "" {
		terms.comments = []string{t.oeis}
	}
	ended := make(chan error, 1)
	go func() {
		ended <- t.find(ctx, boards, opt, func(r R) {
			mu.Lock()
			defer mu.Unlock()
			c.savesOnInterrupt()
			if c.out.format != "bfile" {
				results = append(results, r)
			} else if !terms.write(result.Term{Index: index(t.board(r)), Value: t.answer([]R{r}).Numbers[0].(*big.Int)}) {
				cancel()
			}
		})
	}()
	select {
	case err = <-ended:
	case <-c.Context().Done(): // the search ends by itself, soon or with the program
		err = context.Cause(c.Context())
	}
	mu.Lock()
	defer mu.Unlock()
	if c.out.format == "bfile" {
		return nil, cmp.Or(terms.end(), err)
	}
	if len(results) == 0 {
		return nil, err
	}
	return t.answer(slices.Clone(results)), err
}

// A termWriter writes the terms of a b-file as they are found. What they go to is opened with the
// first one.
type termWriter struct {
	command  *command
	comments []string // above the next term
	out      io.Writer
	close    func() error
	err      error
	ended    bool
}

// write writes a term, and reports whether more terms may come.
func (w *termWriter) write(term result.Term) bool {
	if w.out == nil {
		w.out, w.close, w.err = w.command.open()
		if terminalStyle(w.out).Terminal {
			w.command.bar.finish()
		}
	}
	if w.err == nil && !w.ended {
		w.err = result.BFile(w.out, []result.Term{term}, w.comments...)
		w.comments = nil
	}
	return w.err == nil
}

// end closes the file, if there is one, and returns the first error.
func (w *termWriter) end() error {
	if w.ended = true; w.close == nil {
		return w.err
	}
	return cmp.Or(w.err, w.close())
}

// checkBFile returns an error unless the terms are short enough, as far as that is known before the
// count.
func (t *boardTable[R]) checkBFile(boards board.Range) error {
	for size := range boards.Sizes() {
		if digits := t.fewest(size); digits > result.MaxBFileDigits {
			return fmt.Errorf("--format bfile: the number for board %s has at least %d digits: at most %d are allowed",
				size, digits, result.MaxBFileDigits)
		}
	}
	return nil
}

// bfileIndex returns what counts the terms of a b-file: the side of squares, or that side of
// rectangles that is not fixed.
func bfileIndex(boards board.Range) (func(board.Size) int, error) {
	switch {
	case boards.Square, boards.Rows.Len() == 1:
		return func(size board.Size) int { return size.Cols }, nil
	case boards.Cols.Len() == 1:
		return func(size board.Size) int { return size.Rows }, nil
	}
	return nil, errors.New(`--format bfile: a b-file is one sequence: want squares such as 1-11, or one side fixed, such as 7 1-20`)
}
