package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/game"
	"combigo/game/certificate"
	"combigo/game/hamilton"
	"combigo/game/transcript"
	"combigo/goban"
	"combigo/internal/view"
	"combigo/lattice"
	"combigo/result"
)

// maxTSP is the largest travelling-salesman instance that is written, in bytes.
const maxTSP = 2 << 30

// hamiltonFlags is everything that the command hamilton is told besides the board.
type hamiltonFlags struct {
	all     bool
	game    bool
	tsplib  string
	solver  string
	seed    uint64
	machine machineFlags
	certificateFlags
}

func newHamiltonCommand() *cobra.Command {
	f := &hamiltonFlags{}
	command := &cobra.Command{
		Use:   "hamilton {N | ROWSxCOLS | --verify FILE}",
		Short: "Find games and cycles that visit every legal position",
		Long: `Find a cycle through all legal positions but the empty one of the 1xN board that
is colour-symmetric: each position is opposite to the one with the colours
exchanged, so that half of the cycle says all. It makes a Hamiltonian game, one
that visits every position: begin with a single stone, then go around.

The cycle is played move by move by a checker that knows nothing of the search,
which counts the positions too. With --output the half of the cycle, or with
--game the game, is saved as a certificate, which --verify checks again.

For a board of two rows and two columns or more the answer is a proof that it
has no such game.`,
		Example: `  combigo hamilton 5
  combigo hamilton 4 --all
  combigo hamilton 9 --output 1x9.txt
  combigo hamilton --verify 1x9.txt
  combigo hamilton 5 --game --format sgf --output 1x5.sgf
  combigo hamilton 6 --tsplib 1x6.tsp
  combigo hamilton 6 --solver 'concorde -o {tour} {problem}'
  combigo hamilton 2x3`,
		RunE: f.run,
	}
	flags := command.Flags()
	flags.BoolVar(&f.all, "all", false, "all cycles and all games, by exhaustive search (up to 1x4)")
	flags.BoolVar(&f.game, "game", false, "the Hamiltonian game that the cycle makes instead of half of the cycle")
	flags.StringVar(&f.tsplib, "tsplib", "", "write the travelling-salesman instance to `FILE` and do not search")
	flags.StringVar(&f.solver, "solver", "", "let `CMD` solve that instance, such as concorde or 'LKH {par}'")
	seedVar(flags, &f.seed, "seed `N` of the random numbers: another search for each")
	f.machine.registerMemory(flags, "")
	f.certificateFlags.register(command)
	checkBefore(command, f.check)
	return command
}

// check returns an error for what is wrong on the command line.
func (f *hamiltonFlags) check(command *cobra.Command, args []string) error {
	for _, flags := range [][]string{{"all", "game", "verify", "tsplib"}, {"all", "solver", "verify", "tsplib"}} {
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

// goboardSide is the largest side of a board on which the proof that there is no Hamiltonian game is shown.
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
	bar := newProgressBar(command.ErrOrStderr(), "hamilton "+size.String())
	defer bar.finish()
	g, err := f.graph(ctx, size)
	if err != nil {
		return err
	}
	switch {
	case f.all:
		return f.runAll(command, g, size)
	case f.tsplib != "":
		return f.writeTSP(command, g, size)
	}
	return f.find(command, g, size, bar)
}

// graph makes the game graph, if there is room for it and for the search.
func (f *hamiltonFlags) graph(ctx context.Context, size board.Size) (*game.Graph, error) {
	b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	opt := game.Options{Memory: f.machine.memory.budget()}
	p, err := game.NewPositions(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	degrees, err := p.Degrees(ctx, game.Rules{}, opt)
	if err != nil {
		return nil, err
	}
	if need := hamilton.Need(degrees.Nodes, degrees.Edges); opt.Memory > 0 && need > opt.Memory {
		return nil, (&result.MemoryError{Of: fmt.Sprintf("board %s", size), Need: need})
	}
	return p.Graph(ctx, game.Rules{}, opt)
}

// find finds a cycle by the method asked for, certifies it and writes it.
func (f *hamiltonFlags) find(command *cobra.Command, g *game.Graph, size board.Size, bar *progressBar) error {
	ctx, begin := command.Context(), time.Now()
	q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	if err != nil {
		return err
	}
	var half []int32
	if f.solver != "" {
		half, err = f.solve(ctx, q, command.ErrOrStderr())
	} else {
		half, err = q.Find(ctx, hamilton.Options{Seed: f.seed, Progress: bar.report()})
	}
	if errors.Is(err, hamilton.ErrNone) {
		return f.writeNone(command.OutOrStdout(), size, g.Len(), err)
	}
	if err != nil {
		return err
	}
	c, err := transcript.SymmetricCycle(g, half)
	if err != nil {
		return exitError{exitInternal, err}
	}
	found, err := certifyHamiltonian(ctx, c)
	if err != nil {
		return err
	}
	found.Wall, found.Seed = time.Since(begin), f.seed
	bar.finish()
	return f.write(command, found)
}

// solve lets another program find the cycle.
func (f *hamiltonFlags) solve(ctx context.Context, q *hamilton.Quotient, log io.Writer) ([]int32, error) {
	t := hamilton.NewTSP(q)
	if t.Size() > maxTSP {
		return nil, fmt.Errorf("--solver: the instance would take %s: want a smaller board", result.Bytes(t.Size()))
	}
	s, err := hamilton.NewSolver(f.solver, log)
	if err != nil {
		return nil, fmt.Errorf("--solver: %w", err)
	}
	tour, err := s.Solve(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("--solver: %w", err)
	}
	half, err := t.Cycle(tour)
	if err != nil {
		return nil, fmt.Errorf("--solver: %w", err)
	}
	return half, nil
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
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.out.format == "json" {
			return result.JSON(w, struct {
				Rows    int    `json:"rows"`
				Cols    int    `json:"cols"`
				File    string `json:"file"`
				Cities  int    `json:"cities"`
				Optimum int    `json:"optimum"`
				Missing int    `json:"missing_road"`
			}{size.Rows, size.Cols, f.tsplib, t.Cities(), t.Optimum(), t.Missing()})
		}
		_, err := fmt.Fprintf(w, "%s: %d cities; a tour of length %d is a colour-symmetric Hamiltonian cycle of %s\n",
			f.tsplib, t.Cities(), t.Optimum(), size)
		return err
	})
}

// certify checks a certificate move by move, counts the positions of the board, and plays games on rectangles once more.
func certify(ctx context.Context, c *certificate.Certificate) (*view.Certified, error) {
	report, err := c.Check()
	if err != nil {
		return nil, exitError{exitIllegal, err}
	}
	found := &view.Certified{Certificate: c, Report: report}
	if found.Legal, err = certificate.CountLegal(ctx, c.Board); err != nil {
		return nil, err
	}
	if c.Kind == certificate.Game && view.Rectangle(c) {
		if err := transcript.Replay(c); err != nil {
			return nil, exitError{exitIllegal, err}
		}
	}
	return found, nil
}

// certifyHamiltonian checks that a cycle is what it should be.
func certifyHamiltonian(ctx context.Context, c *certificate.Certificate) (*view.Certified, error) {
	found, err := certify(ctx, c)
	if err == nil && !found.Hamiltonian() {
		err = exitError{exitInternal, fmt.Errorf("the cycle visits %d of %d positions", found.Report.Visited, found.Legal-1)}
	}
	return found, err
}

// write writes a cycle, or the game that it makes, in the format asked for.
func (f *hamiltonFlags) write(command *cobra.Command, c *view.Certified) error {
	if f.game || f.out.format == "sgf" {
		opened, err := c.Certificate.Opened()
		if err != nil {
			return exitError{exitInternal, err}
		}
		report, err := opened.Check()
		if err == nil {
			err = transcript.Replay(opened)
		}
		if err != nil {
			return exitError{exitInternal, err}
		}
		c.Certificate, c.Report = opened, report
	}
	stdout := command.OutOrStdout()
	if f.out.file == "" {
		return writeWhole(stdout, func(w io.Writer) error { return c.Write(w, f.out.format) })
	}
	if err := f.save(c); err != nil {
		return err
	}
	return writeWhole(stdout, c.Verdict)
}

// writeNone says that there is no cycle.
func (f *hamiltonFlags) writeNone(stdout io.Writer, size board.Size, positions int, reason error) error {
	return writeWhole(stdout, func(w io.Writer) error {
		if f.out.format == "json" {
			return result.JSON(w, struct {
				Rows        int    `json:"rows"`
				Cols        int    `json:"cols"`
				Positions   int    `json:"positions"`
				Hamiltonian bool   `json:"hamiltonian_cycle"`
				Reason      string `json:"reason"`
			}{size.Rows, size.Cols, positions, false, reason.Error()})
		}
		_, err := fmt.Fprintf(w, "%s: %v\n--all tells whether there is a Hamiltonian game\n", size, reason)
		return err
	})
}

// runAll goes through all cycles and games of a small board.
func (f *hamiltonFlags) runAll(command *cobra.Command, g *game.Graph, size board.Size) error {
	census, err := hamilton.NewCensus(command.Context(), g)
	if err != nil {
		return err
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.out.format == "json" {
			return result.JSON(w, newCensusJSON(g, size, census))
		}
		fmt.Fprintf(w, `%s: all Hamiltonian cycles and games
  cycles     %d through all positions but the empty one
             %d of them are colour-symmetric
             %d up to reflection and exchange of colours
  games      %d through all positions
             %d up to reflection and exchange of colours
`, size, census.Cycles, census.SymmetricCycles, len(census.Representatives), census.Games, census.GameClasses)
		for i, cycle := range census.Representatives {
			c, err := transcript.Cycle(g, cycle.Nodes)
			if err == nil && cycle.Symmetric {
				c, err = transcript.SymmetricCycle(g, cycle.Nodes[:len(cycle.Nodes)/2])
			}
			if err == nil {
				_, err = c.Check()
			}
			if err != nil {
				return exitError{exitInternal, err}
			}
			what := "cycle"
			if cycle.Symmetric {
				what = "half of the colour-symmetric cycle"
			}
			fmt.Fprintf(w, "\n%s %d, one of %d like it:\n", what, i+1, cycle.Alike)
			if err := view.Positions(w, c); err != nil {
				return err
			}
		}
		return nil
	})
}

type cycleJSON struct {
	Symmetric bool     `json:"color_symmetric"`
	Alike     int      `json:"alike"`
	Positions []string `json:"positions"`
}

func newCensusJSON(g *game.Graph, size board.Size, census *hamilton.Census) any {
	cycles := make([]cycleJSON, len(census.Representatives))
	for i, c := range census.Representatives {
		cycles[i] = cycleJSON{Symmetric: c.Symmetric, Alike: c.Alike}
		for _, p := range transcript.Positions(g, c.Nodes) {
			cycles[i].Positions = append(cycles[i].Positions, p.String())
		}
	}
	return struct {
		Rows            int         `json:"rows"`
		Cols            int         `json:"cols"`
		Positions       int         `json:"positions"`
		Cycles          int         `json:"cycles"`
		SymmetricCycles int         `json:"color_symmetric_cycles"`
		Games           int         `json:"games"`
		GameClasses     int         `json:"game_classes"`
		Representatives []cycleJSON `json:"cycle_classes"`
	}{size.Rows, size.Cols, g.Len(), census.Cycles, census.SymmetricCycles, census.Games, census.GameClasses, cycles}
}

// obstruct shows why a board of two dimensions has no Hamiltonian game.
func (f *hamiltonFlags) obstruct(command *cobra.Command, size board.Size) error {
	for name, given := range map[string]bool{"all": f.all, "game": f.game, "tsplib": f.tsplib != "", "solver": f.solver != "", "output": f.out.file != ""} {
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
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.out.format == "json" {
			return result.JSON(w, struct {
				Rows        int      `json:"rows"`
				Cols        int      `json:"cols"`
				Hamiltonian bool     `json:"hamiltonian"`
				From        []string `json:"positions"`
				To          []string `json:"successors"`
			}{size.Rows, size.Cols, false, diagrams(o.From), diagrams(o.To)})
		}
		fmt.Fprintf(w, `%s: no game visits all legal positions
  Of the %d positions below all but the last of a game have one after them, and
  no two the same; but moves lead from them to only %d positions.

`, size, len(o.From), len(o.To))
		return view.Diagrams(w, o.From, size.Cols)
	})
}

func diagrams(positions []*goban.Position) []string {
	all := make([]string, len(positions))
	for i, p := range positions {
		all[i] = p.String()
	}
	return all
}
