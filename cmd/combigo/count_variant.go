package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/count"
	"combigo/lattice"
	"combigo/result"
)

// variantFlags say what a board is, if it is not the plain one. Commands that
// take other boards share them.
type variantFlags struct {
	lattice    latticeFlag
	safeTop    bool
	safeBottom bool
	graph      string
}

func (f *variantFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.Var(&f.lattice, "lattice", strings.Join(latticeNames(), ", "))
	flags.BoolVar(&f.safeTop, "safe-top", false, "the row above the board is known to be empty")
	flags.BoolVar(&f.safeBottom, "safe-bottom", false, "the row below the board is known to be empty")
	flags.StringVar(&f.graph, "graph", "", "`FILE` with the board as a graph: an edge list, graph6 or DOT; - is standard input")
}

// check returns an error if the flags, or a flag and the arguments, exclude each
// other.
func (f *variantFlags) check(command *cobra.Command, args []string) error {
	if !command.Flags().Changed("graph") {
		return nil
	}
	if len(args) > 0 {
		return fmt.Errorf("%s: board %q: none is wanted with --graph", command.Name(), strings.Join(args, " "))
	}
	for _, name := range []string{"lattice", "safe-top", "safe-bottom"} {
		if command.Flags().Changed(name) {
			return fmt.Errorf("%s: --graph and --%s are too many: want at most one of them", command.Name(), name)
		}
	}
	return nil
}

// boards reads the boards from the arguments. Those of a cycle are given by one
// number.
func (f *variantFlags) boards(args []string) (board.Range, error) {
	boards, err := board.ParseRange(args...)
	if err != nil || f.lattice.Kind != lattice.Cycle {
		return boards, err
	}
	if !boards.Square {
		return boards, fmt.Errorf("board %q: a cycle has one number of points, such as 4, or a range such as 3-9", strings.Join(args, " "))
	}
	return board.Range{Rows: board.Span{First: 1, Last: 1}, Cols: boards.Cols}, nil
}

func (f *variantFlags) variant(colors colorsFlag) count.Variant {
	return count.Variant{
		Lattice: f.lattice.Kind, Colors: int(colors), SafeTop: f.safeTop, SafeBottom: f.safeBottom,
	}
}

// readGraph reads the file of the flag --graph.
func (f *variantFlags) readGraph(stdin io.Reader) (*lattice.Graph, error) {
	if f.graph == "-" {
		return lattice.Read(stdin, "standard input")
	}
	file, err := os.Open(f.graph)
	if err != nil {
		return nil, fmt.Errorf("--graph: %w", err)
	}
	defer file.Close()
	g, err := lattice.Read(file, f.graph)
	if err != nil {
		return nil, fmt.Errorf("--graph: %w", err)
	}
	return g, nil
}

func latticeNames() []string {
	var names []string
	for _, kind := range lattice.Kinds() {
		names = append(names, kind.String())
	}
	return names
}

// latticeFlag is a kind of lattice, None if not given.
type latticeFlag struct{ lattice.Kind }

func (f *latticeFlag) Set(s string) error {
	kind, err := lattice.ParseKind(s)
	if err != nil {
		return fmt.Errorf("want %s", strings.Join(latticeNames(), ", "))
	}
	f.Kind = kind
	return nil
}

func (f *latticeFlag) String() string {
	if f.Kind == lattice.None {
		return ""
	}
	return f.Kind.String()
}

func (f *latticeFlag) Type() string { return "LATTICE" }

// mostColors is more than any board has points that could be told apart, and
// few enough for the numbers to be carried exactly.
const mostColors = 1000

// colorsFlag is a number of colours, 0 if not given.
type colorsFlag int

func (f *colorsFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > mostColors {
		return fmt.Errorf("want a number of colours from 1 to %d", mostColors)
	}
	*f = colorsFlag(n)
	return nil
}

func (f *colorsFlag) String() string {
	if *f == 0 {
		return ""
	}
	return strconv.Itoa(int(*f))
}

func (f *colorsFlag) Type() string { return "K" }

// runGraph counts the positions of the graph in a file.
func (f *countFlags) runGraph(command *cobra.Command) error {
	if f.format.format == "bfile" {
		return fmt.Errorf("count: --format bfile: a b-file is one sequence: want boards, not --graph")
	}
	g, err := f.board.readGraph(command.InOrStdin())
	if err != nil {
		return fmt.Errorf("count: %w", err)
	}
	format, err := f.table().writer(board.Range{Square: true})
	if err != nil {
		return fmt.Errorf("count: %w", err)
	}
	bar := newProgressBar(command.ErrOrStderr(), "count "+f.board.graph)
	r, err := count.Graph(command.Context(), g, f.options(bar))
	bar.finish()
	if err != nil {
		return f.explain(err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return format.write(w, []*result.Result{r}) })
}
