package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// certifies adds the flags of a command that finds games, and writes and checks certificates of
// them.
func (c *command) certifies(verify *string) {
	flags := c.Flags()
	flags.StringVar(verify, "verify", "", "check the certificate in `FILE` (- is standard input)")
	c.writes("print the number of moves only", "text", "nodes", "sgf", "json")
	flags.Lookup("output").Usage = "`FILE` for the certificate, or for what --format says"
	flags.Lookup("format").Usage = "text, nodes (a position a line), sgf (of the game) or json"
	c.check(func() error {
		if *verify != "" && len(c.args) > 0 {
			return fmt.Errorf("board %q and --verify cannot be combined", strings.Join(c.args, " "))
		}
		return c.noGame("verify")
	})
}

// noGame returns an error if a flag is given after which there is no game to write, and one is to
// be written.
func (c *command) noGame(name string) error {
	if !c.given(name) {
		return nil
	}
	if c.out.format == "sgf" || c.out.format == "nodes" {
		return fmt.Errorf("--format %s and --%s cannot be combined: want --format text or json", c.out.format, name)
	}
	return c.onlyOneOf(name, "output")
}

// saved returns the answer to be written for a game or a cycle: the answer itself, or what is said
// of the file that has been written, as a certificate if the format is text.
func (c *command) saved(answer *view.Answer) (*view.Answer, error) {
	if c.out.file == "" {
		return answer, nil
	}
	if c.out.format == "text" || c.out.quiet {
		c.out.format = "certificate"
	}
	err := c.write(answer)
	c.out = output{format: "text"}
	return answer, err
}

// verifyFile checks the certificate in a file and says what it shows. One that shows nothing is
// exit status 1.
func (c *command) verifyFile(name string) (*view.Answer, error) {
	// The positions of the board are counted to see whether a certificate has them all.
	const maxCounted = hamilton.MaxRow
	written, err := readInput(c.InOrStdin(), name, certificate.Read)
	if err != nil {
		return nil, fmt.Errorf("--verify: %w", err)
	}
	if written.Board.Len() > maxCounted {
		return nil, fmt.Errorf("--verify: a board of %d points: want at most %d", written.Board.Len(), maxCounted)
	}
	found, err := transcript.Certify(c.Context(), written)
	switch {
	case c.Context().Err() != nil:
		return nil, c.Context().Err()
	case err != nil:
		return nil, exitError{exitIllegal, err}
	}
	return view.Certified(found, false), nil
}

// hamiltonCommand is the command hamilton, with the values of its flags.
type hamiltonCommand struct {
	*command
	all    bool
	game   bool
	cover  bool
	long   bool
	tsplib string
	tour   string
	seed   uint64
	verify string
}

func newHamiltonCommand() *cobra.Command {
	c := &hamiltonCommand{command: newCommand("hamilton")}
	flags := c.Flags()
	flags.BoolVar(&c.all, "all", false, "all cycles and all games, by exhaustive search (up to 1x4)")
	flags.BoolVar(&c.game, "game", false, "the Hamiltonian game that the cycle makes instead of half of the cycle")
	flags.BoolVar(&c.cover, "cover", false, fmt.Sprintf("cover the positions by disjoint cycles, by a rule for every row (up to 1x%d)", hamilton.MaxCover))
	flags.BoolVar(&c.long, "long", false, fmt.Sprintf("a cycle through at least 0.45 of the positions, by a rule for every row (up to 1x%d)", hamilton.MaxLong))
	flags.StringVar(&c.tsplib, "tsplib", "", "write the search as a travelling-salesman problem to `FILE`, for Concorde or LKH")
	flags.StringVar(&c.tour, "tour", "", "take the cycle from the tour in `FILE` (- is standard input) that such a program has found")
	seedVar(flags, &c.seed, "seed `N` of the random numbers: another search for each (default: 0)")
	memoryVar(flags, &c.machine.memory, "")
	c.draws(fmt.Sprintf("draw the cycle of up to %d points as a wheel", view.MaxWheel))
	c.certifies(&c.verify)
	c.check(c.checkFlags)
	return c.answers(c.answer)
}

// checkFlags returns an error for what is wrong on the command line.
func (c *hamiltonCommand) checkFlags() error {
	for _, flags := range [][]string{
		{"all", "cover", "game", "verify", "tsplib"}, {"all", "cover", "plot", "verify", "tsplib"}, {"all", "cover", "long", "tour", "verify", "tsplib", "seed"},
	} {
		if err := c.onlyOneOf(flags...); err != nil {
			return err
		}
	}
	if c.verify != "" {
		return nil
	}
	if err := cmp.Or(c.noGame("all"), c.noGame("tsplib"), writable("tsplib", c.tsplib)); err != nil {
		return err
	}
	if c.cover && c.out.format == "sgf" {
		return errors.New("--cover and --format sgf cannot be combined: the cycles are no game: want --format text, nodes or json")
	}
	size, err := c.board()
	if err == nil && c.all && size.Points() > 4 {
		err = fmt.Errorf("--all on %s: want at most 4 points, more have too many ways to go through", size)
	}
	if err == nil && c.picture.file != "" && size.Short() == 1 && size.Points() > view.MaxWheel {
		err = fmt.Errorf("--plot on %s: want at most %d points, more have too many positions to be seen", size, view.MaxWheel)
	}
	return err
}

// board reads the board.
func (c *hamiltonCommand) board() (board.Size, error) {
	const maxSide = 19 // of a board on which the proof that there is no Hamiltonian game is shown
	if len(c.args) == 0 {
		return board.Size{}, errors.New("no board is given: want a row 1xN, such as 1x5, a board such as 2x3, or --verify FILE")
	}
	size, err := board.Parse(c.args...)
	most := hamilton.MaxRow
	switch {
	case c.cover:
		most = hamilton.MaxCover
	case c.long:
		most = hamilton.MaxLong
	}
	switch {
	case err != nil:
		return size, err
	case size.Short() == 1 && size.Long() > most:
		return size, fmt.Errorf("board %s: want at most %d points", size, most)
	case c.cover && size.Short() == 1 && size.Long() < 3:
		return size, fmt.Errorf("--cover on %s: want at least 3 points: the positions of shorter rows have no cover", size)
	case c.long && size.Short() == 1 && size.Long() < 3:
		return size, fmt.Errorf("--long on %s: want at least 3 points: the rule has no cycle of a shorter row", size)
	case size.Short() > 1 && size.Long() > maxSide:
		return size, fmt.Errorf("board %s: want sides of at most %d", size, maxSide)
	}
	return size, nil
}

// These are about the shares of the time of a search after which the graph is made, and after which
// the cycle is found; the rest of the time goes to its certificate.
const (
	madeShare  = 0.3
	foundShare = 0.8
)

func (c *hamiltonCommand) answer() (*view.Answer, error) {
	if c.verify != "" {
		return c.verifyFile(c.verify)
	}
	size, err := c.board()
	if err != nil {
		return nil, err
	}
	if size.Short() > 1 {
		return c.obstruct(size)
	}
	if c.cover {
		return c.coverRow(size)
	}
	if c.all {
		return c.census(size)
	}
	begin, opt := time.Now(), c.work("hamilton %s", size)
	var half *certificate.Certificate
	positions := 0 // of the board, if the cycle is to have all but the empty one
	if c.long {
		half, err = hamilton.LongCycle(c.Context(), size.Points())
	} else {
		q, made := hamilton.NewQuotient(c.Context(), size.Points(), opt.Between(0, madeShare))
		if made != nil {
			return nil, made
		}
		if c.tsplib != "" {
			return c.writeProblem(size, hamilton.NewTSP(q))
		}
		positions = q.Positions()
		half, err = c.half(q, opt.Between(madeShare, foundShare))
	}
	switch {
	case errors.Is(err, hamilton.ErrNone) && c.picture.file != "":
		return nil, fmt.Errorf("--plot on %s: there is nothing to draw: %w", size, err)
	case errors.Is(err, hamilton.ErrNone):
		c.out.file = "" // which is for certificates
		return view.NoCycle(size, positions, err), nil
	case err != nil:
		return nil, err
	}
	found, err := c.certified(half, size, positions)
	if err != nil {
		return nil, err
	}
	if !c.long {
		found.Wall, found.Seed = time.Since(begin), c.seed
	}
	cycle := view.Certified(found, c.out.file == "")
	if err := c.picture.write(cycle.Picture); err != nil {
		return nil, err
	}
	c.picture.file = ""
	if c.game || c.out.format == "sgf" {
		opened, err := found.Opened()
		if err != nil {
			return nil, err
		}
		cycle = view.Certified(opened, c.out.file == "")
	}
	return c.saved(cycle)
}

// certified checks half of a cycle of a board.
func (c *hamiltonCommand) certified(half *certificate.Certificate, size board.Size, positions int) (*transcript.Certified, error) {
	var err error
	if half.Board, err = lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{}); err != nil {
		return nil, err
	}
	if c.long {
		return transcript.Certify(c.Context(), half)
	}
	return transcript.CertifyCycle(c.Context(), half, positions)
}

// census goes through all cycles and games.
func (c *hamiltonCommand) census(size board.Size) (*view.Answer, error) {
	b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	g, err := game.NewGraph(c.Context(), b, game.Rules{}, c.limits())
	if err != nil {
		return nil, err
	}
	census, err := hamilton.NewCensus(c.Context(), g)
	if err != nil {
		return nil, err
	}
	var checked []*certificate.Certificate
	for _, cycle := range census.Representatives {
		moves, err := transcript.Cycle(g, cycle.Nodes, cycle.Symmetric)
		if err != nil {
			return nil, exitError{exitInternal, err}
		}
		checked = append(checked, moves)
	}
	return view.Census(g, size, census, checked), nil
}

// coverRow certifies the cover of a row.
func (c *hamiltonCommand) coverRow(size board.Size) (*view.Answer, error) {
	begin, opt := time.Now(), c.work("the cover of %s", size)
	cover, err := hamilton.NewRowCover(c.Context(), size.Points())
	if err != nil {
		return nil, err
	}
	if c.out.format != "nodes" {
		report, err := cover.Certify(c.Context(), opt, nil)
		if err != nil {
			return nil, err
		}
		return view.RowCover(size, report, time.Since(begin)), nil
	}
	w, done, err := c.open()
	if err != nil {
		return nil, err
	}
	_, err = cover.Certify(c.Context(), opt, func(cycle []string) error {
		_, err := io.WriteString(w, strings.Join(cycle, "\n")+"\n\n")
		return err
	})
	return nil, cmp.Or(err, done())
}

// half finds half of a cycle, or takes it from a tour.
func (c *hamiltonCommand) half(q *hamilton.Quotient, opt par.Options) (*certificate.Certificate, error) {
	if c.tour == "" {
		return q.Find(c.Context(), c.seed, opt)
	}
	tour, err := readInput(c.InOrStdin(), c.tour, hamilton.ReadTour)
	if err != nil {
		return nil, fmt.Errorf("--tour: %w", err)
	}
	half, err := hamilton.NewTSP(q).Cycle(tour)
	if err != nil {
		err = fmt.Errorf("--tour %s: %w", c.tour, err)
	}
	return half, err
}

// writeProblem writes the travelling-salesman problem.
func (c *hamiltonCommand) writeProblem(size board.Size, t *hamilton.TSP) (*view.Answer, error) {
	const most = 1 << 30 // bytes of the file: a row of 9 points
	if t.Cities() == 0 || t.Size() > most {
		return nil, fmt.Errorf("--tsplib on %s: the problem has %d cities and takes %s: want a row of 2 to 9 points", size, t.Cities(), t.Size())
	}
	err := writeFile("tsplib", c.tsplib, func(w io.Writer) error { return t.Write(w, size.String()) })
	return view.Salesman(size, c.tsplib, t), err
}

// obstruct shows why a board of two dimensions has no Hamiltonian game.
func (c *hamiltonCommand) obstruct(size board.Size) (*view.Answer, error) {
	for _, name := range []string{"all", "cover", "long", "game", "output", "plot", "tsplib", "tour"} {
		if c.given(name) {
			return nil, fmt.Errorf("--%s on %s: want a board of one row, such as 1x%d", name, size, size.Long())
		}
	}
	o, err := hamilton.Obstruct(size.Rows, size.Cols)
	if err != nil {
		return nil, err
	}
	if !o.Proves() {
		return nil, exitError{exitInternal, fmt.Errorf("%d positions lead to %d: that proves nothing", len(o.From), len(o.To))}
	}
	return view.Obstruction(size, o), nil
}

func newLongestCommand() *cobra.Command {
	c, verify, boards, rules := newCommand("longest"), "", variantFlags{}, game.Rules{}
	o := longest.Options{Time: 20 * time.Second, Tries: 2}
	boards.register(c)
	flags := c.Flags()
	suicideVar(flags, &rules.Suicide)
	timeVar(flags, &o.Time, "time", "time of the whole, such as 90s or 10m")
	numberVar(flags, &o.Steps, "steps", 1, math.MaxInt64, "number of steps", "each try takes `N` steps, whatever the time")
	numberVar(flags, &o.Tries, "tries", 1, math.MaxInt32, "number of tries", "`N` searches, each from the beginning")
	seedVar(flags, &o.Seed, "seed `N` of the random numbers: other searches for each (default: 0)")
	c.limited()
	c.certifies(&verify)
	c.check(func() error {
		if err := c.onlyOneOf("time", "steps"); err != nil {
			return err
		}
		if err := c.onlyOneOf("verify", "graph"); err != nil || verify != "" {
			return err
		}
		return boards.checkOne(c.args)
	})
	return c.answers(func() (*view.Answer, error) {
		if verify != "" {
			return c.verifyFile(verify)
		}
		begin := time.Now()
		b, err := boards.read(c)
		if err != nil {
			return nil, err
		}
		g, err := game.NewGraphFor(c.Context(), b, rules, c.limits(), longest.Need)
		if err != nil {
			return nil, err
		}
		o.Automorphisms = g.Automorphisms()
		o.Threads, o.Time, o.Progress = c.machine.threads, max(o.Time-time.Since(begin), 1), c.stages("longest "+view.BoardName(g.Board()))
		c.saves()
		r, err := longest.Search(c.Context(), g.Graph, o)
		if err != nil {
			return nil, err
		}
		found, err := transcript.CertifyGame(c.Context(), g, r.Path)
		if err != nil {
			return nil, err
		}
		found.Seed, found.Wall = o.Seed, time.Since(begin)
		answer, err := c.saved(view.Longest(found, r))
		if err == nil && r.Interrupted {
			err = errInterrupted
		}
		return answer, err
	})
}
