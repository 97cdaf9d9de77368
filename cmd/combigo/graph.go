package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"combigo/game"
	"combigo/game/format"
	"combigo/lattice"
	"combigo/result"
)

// graphFlags is everything that the command graph is told besides the board.
type graphFlags struct {
	board   variantFlags
	suicide suicideFlag
	full    bool
	format  formatFlag
	output  string
	threads threadsFlag
	memory  memoryFlag
	json    bool
}

func newGraphCommand() *cobra.Command {
	f := &graphFlags{format: formatFlag{"text", append([]string{"text", "json"}, format.Names()...)}}
	command := &cobra.Command{
		Use:   "graph {ROWS [COLS] | --graph FILE}",
		Short: "Describe the game graph of a board, or export it",
		Long: fmt.Sprintf(`Describe the game graph of a board of at most %d points, or export it.

Its nodes are the legal positions. An edge leads from one to another if a move
of black or of white does: a stone is put down, strings of the opponent without
liberties are removed, then the player's own (suicide). What does not change the
position is no edge, and passes are none.

Two-loops are pairs of positions with moves both ways. Distances are in moves.
What takes long, distances above all, is left out unless --full is given.

Nodes of an export are numbered by their base-3 codes, the empty position 0:

  dot        Graphviz, nodes drawn as boards, moves in colours, suicides dashed
  classes    the same, nodes grouped by symmetry class
  graphml    GraphML, with positions, classes and players
  digraph6   the format of nauty
  edges      a line for each edge
  adjacency  a line for each node: its number and its successors
  svg        a drawing, in rings by the number of stones`, game.MaxPoints),
		Example: `  combigo graph 2
  combigo graph 4 --suicide no
  combigo graph 2 2 --format classes --output g22.dot
  combigo graph 1 3 --format svg --output g13.svg
  combigo graph --graph petersen.g6 --json`,
		Args: func(command *cobra.Command, args []string) error { return f.check(command, args) },
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	f.board.register(command)
	flags.Var(&f.suicide, "suicide", "yes or no: whether a move may take the last liberty of its own string")
	flags.BoolVar(&f.full, "full", false, "compute everything, however long it takes")
	flags.Var(&f.format, "format", "text, json, or an export: "+strings.Join(format.Names(), ", "))
	flags.StringVarP(&f.output, "output", "o", "", "`FILE` to write to (default: standard output)")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

// check returns an error for what is wrong on the command line.
func (f *graphFlags) check(command *cobra.Command, args []string) error {
	if err := f.board.checkOne(command, args); err != nil {
		return err
	}
	if err := onlyOneOf(command, "format", "json"); err != nil {
		return err
	}
	if f.json {
		f.format.format = "json"
	}
	if f.full && f.exports() {
		return errors.New("graph: --full: want it without an export")
	}
	return nil
}

// exports reports whether the graph itself is asked for.
func (f *graphFlags) exports() bool { return f.format.format != "text" && f.format.format != "json" }

func (f *graphFlags) run(command *cobra.Command, args []string) error {
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), "graph")
	write, err := f.compute(command, b, game.Options{Threads: int(f.threads), Memory: f.ceiling(), Progress: bar.report()})
	bar.finish()
	if err != nil {
		return f.explain(err)
	}
	if f.output == "" {
		return f.writeOut(command.OutOrStdout(), write)
	}
	return writeFile(f.output, write)
}

// ceiling returns the most memory to use.
func (f *graphFlags) ceiling() result.Bytes { return f.memory.budget() }

// compute returns what writes the result.
func (f *graphFlags) compute(command *cobra.Command, b *lattice.Graph, opt game.Options) (func(io.Writer) error, error) {
	rules := game.Rules{NoSuicide: bool(f.suicide)}
	if f.exports() {
		return f.export(command, b, rules, opt)
	}
	effort := game.Affordable
	if f.full {
		effort = game.Everything
	}
	s, err := game.Summarize(command.Context(), b, rules, effort, opt)
	return func(w io.Writer) error { return f.writeSummary(w, s) }, err
}

func (f *graphFlags) export(command *cobra.Command, b *lattice.Graph, rules game.Rules, opt game.Options) (func(io.Writer) error, error) {
	p, err := game.NewPositions(command.Context(), b, opt)
	if err != nil {
		return nil, err
	}
	if most := format.MaxNodes(f.format.format); p.Len() > most {
		return nil, fmt.Errorf("--format %s: %s has %d positions: want at most %d, or another format", f.format.format, b, p.Len(), most)
	}
	g, err := p.Graph(command.Context(), rules, opt)
	return func(w io.Writer) error { return format.Write(w, f.format.format, g) }, err
}

// explain names the flag that led to an error.
func (f *graphFlags) explain(err error) error {
	return fmt.Errorf("graph: %w", f.memory.explain(err))
}

// writeOut writes to stdout: exports, which may be large, as they come.
func (f *graphFlags) writeOut(stdout io.Writer, write func(io.Writer) error) error {
	if !f.exports() {
		return writeWhole(stdout, write)
	}
	if err := write(stdout); err != nil {
		return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
	}
	return nil
}

// writeFile writes a file, and removes it again if that fails.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("graph: --output: %w", err)
	}
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("graph: --output %s: %w", name, err)
	}
	return nil
}
