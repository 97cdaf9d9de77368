package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// maxTSP is the largest travelling-salesman instance that is written, in bytes.
const maxTSP = 2 << 30

// hamiltonFlags is everything that the command hamilton is told besides the board.
type hamiltonFlags struct {
	all     bool
	game    bool
	tsplib  string
	seed    uint64
	machine machineFlags
	plot    pictureFlags
	certificateFlags
}

func newHamiltonCommand() *cobra.Command {
	f := &hamiltonFlags{}
	command := &cobra.Command{
		Use:   "hamilton {N | ROWSxCOLS | --verify FILE}",
		Short: "Find games and cycles that visit every legal position",
		Long: `Find a cycle through all legal positions but the empty one of the 1xN board that
is colour-symmetric: each position is opposite to the one with the colours
exchanged, so half of the cycle determines all. It makes a Hamiltonian game, one
that visits every position: begin with a single stone, then go around.

The cycle is played move by move by a checker that knows nothing of the search,
which counts the positions too. With --output the half of the cycle, or with
--game the game, is saved as a certificate, which --verify checks again. --plot
draws the cycle as a wheel: each spoke is a position, and the spoke opposite to
it has the colours exchanged.

For a board of two rows and two columns or more the answer is a proof that it
has no such game.`,
		Example: `  combigo hamilton 5
  combigo hamilton 4 --all
  combigo hamilton 9 --output 1x9.txt
  combigo hamilton 4 --plot wheel.svg
  combigo hamilton --verify 1x9.txt
  combigo hamilton 5 --game --format sgf --output 1x5.sgf
  combigo hamilton 6 --tsplib 1x6.tsp
  combigo hamilton 2x3`,
		RunE: f.run,
	}
	flags := command.Flags()
	flags.BoolVar(&f.all, "all", false, "all cycles and all games, by exhaustive search (up to 1x4)")
	flags.BoolVar(&f.game, "game", false, "the Hamiltonian game that the cycle makes instead of half of the cycle")
	flags.StringVar(&f.tsplib, "tsplib", "", "write the travelling-salesman instance to `FILE` and do not search")
	seedVar(flags, &f.seed, "seed `N` of the random numbers: another search for each (default: 0)")
	f.machine.registerMemory(flags, "")
	f.plot.register(command, fmt.Sprintf("draw the cycle of up to %d points as a wheel", view.MaxWheel))
	f.certificateFlags.register(command)
	checkBefore(command, f.check)
	return command
}

// check returns an error for what is wrong on the command line.
func (f *hamiltonFlags) check(command *cobra.Command, args []string) error {
	for _, flags := range [][]string{{"all", "game", "verify", "tsplib"}, {"all", "plot", "verify", "tsplib"}} {
		if err := onlyOneOf(command, flags...); err != nil {
			return err
		}
	}
	if f.verify != "" {
		return nil
	}
	for _, name := range []string{"all", "tsplib"} {
		if err := f.noGame(command, name); err != nil {
			return err
		}
	}
	size, err := f.board(args)
	if err == nil && f.all && size.Points() > 4 {
		err = fmt.Errorf("--all on %s: want at most 4 points, more have too many ways to go through", size)
	}
	if err == nil && f.plot.file != "" && size.Short() == 1 && size.Points() > view.MaxWheel {
		err = fmt.Errorf("--plot on %s: want at most %d points, more have too many positions to be seen", size, view.MaxWheel)
	}
	return err
}

// board reads the board: a single number is the length of a row.
func (f *hamiltonFlags) board(args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, errors.New("no board is given: want a length N of the 1xN board, or --verify FILE")
	}
	size, err := board.Parse(args...)
	switch {
	case err != nil:
		return size, err
	case len(args) == 1 && !strings.ContainsAny(args[0], "xX"):
		size.Rows = 1
	}
	if size.Short() == 1 && size.Long() > game.MaxPoints {
		return size, fmt.Errorf("board %s: want at most %d points", size, game.MaxPoints)
	}
	if size.Short() > 1 && size.Long() > goboardSide {
		return size, fmt.Errorf("board %s: want sides of at most %d", size, goboardSide)
	}
	return size, nil
}

// goboardSide is the largest side of a board on which the proof that there is no Hamiltonian game
// is shown.
const goboardSide = 19

func (f *hamiltonFlags) run(command *cobra.Command, args []string) error {
	if f.verify != "" {
		return f.verifyFile(command)
	}
	size, err := f.board(args)
	if err != nil {
		return err
	}
	if size.Short() > 1 {
		return f.obstruct(command, size)
	}
	ctx := command.Context()
	b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "hamilton "+size.String())
	defer finish()
	g, err := game.NewGraphFor(ctx, b, game.Rules{}, par.Options{Memory: opt.Memory}, hamilton.Need)
	if err != nil {
		return err
	}
	switch {
	case f.all:
		return f.runAll(command, g, size)
	case f.tsplib != "":
		return f.writeTSP(command, g, size)
	}
	return f.find(command, g, size, opt, finish)
}

// find finds a cycle by the method asked for, certifies it and writes it.
func (f *hamiltonFlags) find(command *cobra.Command, g *game.Graph, size board.Size, opt par.Options, finish func()) error {
	ctx, begin := command.Context(), time.Now()
	q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	if err != nil {
		return err
	}
	half, err := q.Find(ctx, hamilton.Options{Seed: f.seed, Progress: opt.Progress})
	if errors.Is(err, hamilton.ErrNone) {
		if f.plot.file != "" {
			return fmt.Errorf("--plot on %s: there is nothing to draw: %w", size, err)
		}
		return f.print(command, &view.NoCycle{Rows: size.Rows, Cols: size.Cols, Positions: g.Len(), Reason: err.Error()})
	}
	if err != nil {
		return err
	}
	found, err := view.CertifyCycle(ctx, g, half)
	if err != nil {
		return err
	}
	found.Wall, found.Seed = time.Since(begin), f.seed
	finish()
	if err := f.plot.write(func() (*canvas.Canvas, error) { return view.CyclePlot(found) }); err != nil {
		return err
	}
	return f.writeCycle(command, found)
}

// writeTSP writes the travelling-salesman instance.
func (f *hamiltonFlags) writeTSP(command *cobra.Command, g *game.Graph, size board.Size) error {
	q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	if err != nil {
		return err
	}
	t := hamilton.NewTSP(q)
	if t.Size() > maxTSP {
		return fmt.Errorf("--tsplib: the file would take %s: want a smaller board", result.Bytes(t.Size()))
	}
	err = writeFile("tsplib", f.tsplib, func(w io.Writer) error { return t.Write(w, "combigo-"+size.String()) })
	if err != nil {
		return err
	}
	return f.print(command, &view.TSP{
		Rows: size.Rows, Cols: size.Cols, File: f.tsplib, Cities: t.Cities(), Optimum: t.Optimum(), Missing: t.Missing(),
	})
}

// print prints what is no game, for people or as JSON.
func (f *hamiltonFlags) print(command *cobra.Command, found interface{ Document() *view.Document }) error {
	out := output{format: f.out.format} // --output is for certificates
	return out.write(command, found.Document(), views{"json": asJSON(found)})
}

// writeCycle writes a cycle, or the game that it makes, in the format asked for.
func (f *hamiltonFlags) writeCycle(command *cobra.Command, c *view.Certified) (err error) {
	if f.game {
		if c, err = c.Opened(); err != nil {
			return err
		}
	}
	document := c.Document()
	if f.out.file != "" {
		document = c.Verdict()
	}
	return f.write(command, document, c, c)
}

// runAll goes through all cycles and games of a small board.
func (f *hamiltonFlags) runAll(command *cobra.Command, g *game.Graph, size board.Size) error {
	census, err := hamilton.NewCensus(command.Context(), g)
	if err != nil {
		return err
	}
	found, err := view.NewCensus(g, size, census)
	if err != nil {
		return exitError{exitInternal, err}
	}
	return f.print(command, found)
}

// obstruct shows why a board of two dimensions has no Hamiltonian game.
func (f *hamiltonFlags) obstruct(command *cobra.Command, size board.Size) error {
	for name, given := range map[string]bool{"all": f.all, "game": f.game, "tsplib": f.tsplib != "", "output": f.out.file != "", "plot": f.plot.file != ""} {
		if given {
			return fmt.Errorf("--%s on %s: want a board of one row, no other has a Hamiltonian game", name, size)
		}
	}
	o, err := hamilton.Obstruct(size.Rows, size.Cols)
	if err != nil {
		return err
	}
	if !o.Proves() {
		return exitError{exitInternal, fmt.Errorf("%d positions lead to %d: that proves nothing", len(o.From), len(o.To))}
	}
	return f.print(command, view.NewObstruction(size, o))
}
