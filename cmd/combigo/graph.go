package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/graphformat"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// graphCommand is the command graph, and what it is told besides the board.
type graphCommand struct {
	*command
	board variantFlags
	rules game.Rules
	full  bool
}

func newGraphCommand() *cobra.Command {
	c := &graphCommand{command: newCommand("graph", "MAXPOINTS", strconv.Itoa(game.MaxPoints))}
	c.board.registerOne(c.command)
	suicideVar(c.Flags(), &c.rules.Suicide, "")
	c.Flags().BoolVar(&c.full, "full", false, "compute everything, however long it takes")
	c.draws("draw the graph")
	c.limited()
	c.writes("print the numbers of nodes and edges only", append([]string{"text", "json"}, graphformat.Names()...)...)
	return c.answers(c.answer)
}

func (c *graphCommand) answer() (*view.Answer, error) {
	exports := slices.Contains(graphformat.Names(), c.out.format)
	if c.full && exports {
		return nil, errors.New("--full and an export cannot be combined")
	}
	b, err := c.board.read(c.command)
	if err != nil {
		return nil, err
	}
	opt := c.work("graph")
	if c.picture.file != "" {
		g, err := c.graph(b, opt, "svg", "--plot")
		if err != nil {
			return nil, err
		}
		if err := c.picture.write(func() (*canvas.Canvas, error) { return graphformat.Draw(g, graphformat.Marks{}) }); err != nil {
			return nil, err
		}
		c.picture.file = ""
	}
	if exports {
		return nil, c.export(b, opt)
	}
	effort := game.Affordable
	if c.full {
		effort = game.Everything
	}
	return shown(view.GraphSummary)(game.Summarize(c.Context(), b, c.rules, effort, opt))
}

// graph makes the graph for a format that a flag asks for.
func (c *graphCommand) graph(b *lattice.Graph, opt par.Options, name, flag string) (*game.Graph, error) {
	p, err := game.NewPositions(c.Context(), b, opt)
	if err != nil {
		return nil, err
	}
	if most := graphformat.MaxNodes(name); p.Len() > most {
		return nil, fmt.Errorf("%s: %s has %d positions: want at most %d, or another format", flag, b, p.Len(), most)
	}
	return p.Graph(c.Context(), c.rules, opt)
}

// export writes the graph itself, which may be large, as it comes.
func (c *graphCommand) export(b *lattice.Graph, opt par.Options) error {
	g, err := c.graph(b, opt, c.out.format, "--format "+c.out.format)
	if err != nil {
		return err
	}
	c.bar.finish()
	write := func(w io.Writer) error { return graphformat.Write(w, c.out.format, g) }
	if c.out.file != "" {
		return writeFile("output", c.out.file, write)
	}
	return stream(c.OutOrStdout(), write)
}
