package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/graphformat"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// graphFlags is everything that the command graph is told besides the board.
type graphFlags struct {
	board   variantFlags
	rules   game.Rules
	full    bool
	plot    pictureFlags
	machine machineFlags
	out     output
}

func newGraphCommand() *cobra.Command {
	f := &graphFlags{}
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
  svg        a drawing, in rings by the number of stones

--plot draws as svg does, also as PDF or PNG.`, game.MaxPoints),
		Example: `  combigo graph 2
  combigo graph 4 --suicide no
  combigo graph 2 2 --format classes --output g22.dot
  combigo graph 1 3 --format svg --output g13.svg
  combigo graph 2 --plot g22.pdf --width 12
  combigo graph --graph petersen.g6 --json`,
		RunE: f.run,
	}
	flags := command.Flags()
	f.board.register(command)
	checkBefore(command, f.board.checkOne)
	suicideVar(flags, &f.rules.Suicide, "")
	flags.BoolVar(&f.full, "full", false, "compute everything, however long it takes")
	f.plot.register(command, "draw the graph")
	f.machine.register(flags)
	f.out.register(command, "print the numbers of nodes and edges only", append([]string{"text", "json"}, graphformat.Names()...)...)
	return command
}

func (f *graphFlags) run(command *cobra.Command, args []string) error {
	exports := slices.Contains(graphformat.Names(), f.out.format)
	if f.full && exports {
		return errors.New("--full and an export cannot be combined")
	}
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "graph")
	defer finish()
	if f.plot.file != "" {
		if err := f.draw(command, b, opt); err != nil {
			return err
		}
	}
	if exports {
		return f.export(command, b, opt)
	}
	effort := game.Affordable
	if f.full {
		effort = game.Everything
	}
	s, err := game.Summarize(command.Context(), b, f.rules, effort, opt)
	finish()
	if err != nil {
		return err
	}
	return f.out.write(command, view.GraphSummary(s), views{
		"json":  asJSON(view.GraphJSON(s)),
		"quiet": asLine(fmt.Sprintf("%d %d", s.Degrees.Nodes, s.Degrees.Edges)),
	})
}

// draw draws the graph into a file.
func (f *graphFlags) draw(command *cobra.Command, b *lattice.Graph, opt par.Options) error {
	g, err := f.graph(command, b, opt, "svg", "--plot")
	if err != nil {
		return err
	}
	return f.plot.write(func() (*canvas.Canvas, error) { return graphformat.Draw(g, graphformat.Marks{}) })
}

// graph makes the graph for a format that a flag asks for.
func (f *graphFlags) graph(command *cobra.Command, b *lattice.Graph, opt par.Options, name, flag string) (*game.Graph, error) {
	p, err := game.NewPositions(command.Context(), b, opt)
	if err != nil {
		return nil, err
	}
	if most := graphformat.MaxNodes(name); p.Len() > most {
		return nil, fmt.Errorf("%s: %s has %d positions: want at most %d, or another format", flag, b, p.Len(), most)
	}
	return p.Graph(command.Context(), f.rules, opt)
}

// export writes the graph itself, which may be large, as it comes.
func (f *graphFlags) export(command *cobra.Command, b *lattice.Graph, opt par.Options) error {
	g, err := f.graph(command, b, opt, f.out.format, "--format "+f.out.format)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return graphformat.Write(w, f.out.format, g) }
	if f.out.file != "" {
		return writeFile("output", f.out.file, write)
	}
	return stream(command.OutOrStdout(), write)
}
