package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/graphformat"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

type gamesCommand struct {
	*command
	board    variantFlags
	rules    game.Rules
	estimate bool
	runs     paths.EstimateOptions
	moves    int
	symmetry bool
	length   length.Options
	lengths  bool
	between  [2]string
	most     [2]int
	bounds   bool
	witness  string
	draw     uint64
}

// maxWayMoves is the most moves of a player in ways that are counted one by one, to any depth.
const maxWayMoves = 100_000

const defaultRuns = 100 // if neither their number nor a time is given

func newGamesCommand() *cobra.Command {
	c := &gamesCommand{command: newCommand("games", "MAXPOINTS", strconv.Itoa(game.MaxPoints))}
	flags := c.Flags()
	c.board.register(c.command)
	wordVar(flags, &c.rules.Superko, "superko", "KIND", parseRepetition, goban.Superko.String, "rule against repetition: positional, situational or natural; or, with --length, none")
	suicideVar(flags, &c.rules.Suicide)
	flags.BoolVar(&c.estimate, "estimate", false, "estimate the number by sampling")
	c.runs.Seed = 1
	seedVar(flags, &c.runs.Seed, "for --estimate: seed `N` of the random numbers; the same seed and runs, the same result")
	numberVar(flags, &c.runs.Runs, "runs", 1, paths.MaxRuns, "number of runs", fmt.Sprintf("for --estimate: number `N` of independent runs, 2 or more (default: %d, or as many as --time allows)", defaultRuns))
	timeVar(flags, &c.runs.Time, "time", "for --estimate: begin no more runs after this time, such as 30s or 5m")
	numberVar(flags, &c.moves, "length", 0, length.MaxMoves, "number of moves", fmt.Sprintf("count only the games of exactly N moves, 0 to %d", length.MaxMoves))
	enumVar(flags, &c.length.Method, "method", "METHOD", "with --length: clusters or enumerate (default: clusters)", length.Clusters, length.Enumerate)
	flags.BoolVar(&c.lengths, "lengths", false, "count the games of every number of moves")
	flags.StringVar(&c.between[0], "from", "", "count the ways from this `POSITION`, such as .X/O. or .XO., to --to, in which no position comes twice")
	flags.StringVar(&c.between[1], "to", "", "`POSITION` where the ways end")
	numberVar(flags, &c.most[0], "black-moves", 0, maxWayMoves, "number of moves", "with --from: at most `N` moves of black (default: any number)")
	numberVar(flags, &c.most[1], "white-moves", 0, maxWayMoves, "number of moves", "with --from: at most `N` moves of white (default: any number)")
	flags.BoolVar(&c.symmetry, "symmetry", false, "with --length: count games up to the motions of the board")
	flags.BoolVar(&c.length.NoPasses, "no-passes", false, "with --length: only games without passes, as openings are")
	flags.BoolVar(&c.bounds, "bounds", false, "print proved bounds")
	flags.StringVar(&c.witness, "witness", "", "write a game of the lower bound's proof to `FILE`, as SGF (- for standard output)")
	flags.Uint64Var(&c.draw, "draw", 0, "with --witness: draw the choices of the proof at random, with this `SEED`")
	c.addLimitFlags()
	c.addOutputFlags("print the number only", "text", "json")
	c.check(func() error {
		switch {
		case c.runs.Runs == 1:
			return errors.New("--runs 1: one run has no interval: want 2 or more")
		case c.given("from") != c.given("to"):
			return errors.New("--from and --to go together")
		case c.given("witness") && c.witness == "":
			return errors.New("--witness: want the name of a file")
		}
		return nil
	})
	excluded := []string{"estimate", "length", "graph", "lattice", "safe-top", "safe-bottom", "superko", "suicide", "memory", "seed", "quiet"}
	c.flagRules(
		goWith("estimate", "seed", "runs", "time"), goWith("length", "method", "symmetry", "no-passes"),
		never("length", "estimate", "bounds", "witness", "graph", "lattice", "safe-top", "safe-bottom", "memory"),
		never("lengths", "length", "estimate", "bounds", "witness"),
		goWith("from", "black-moves", "white-moves"), never("from", "length", "estimate", "bounds", "witness", "superko"),
		atMostOne("bounds", "witness"), goWith("witness", "draw"),
		never("witness", append([]string{"json", "threads"}, excluded...)...), never("bounds", excluded...),
	)
	return c.answerWith(c.answer)
}

// parseRepetition reads a rule against repetition under which games can be counted, all of them or
// those of a length.
func parseRepetition(name string) (goban.Superko, error) {
	superko, err := goban.ParseSuperko(name)
	if err != nil || superko > goban.NoSuperko {
		return 0, fmt.Errorf("%q is not a rule of games that are counted: want positional, situational or natural, or none with --length", name)
	}
	return superko, nil
}

// answer carries out the mode that the flags ask for.
func (c *gamesCommand) answer() (*view.Answer, error) {
	if c.given("length") || c.bounds || c.witness != "" {
		size, err := c.board.size(c.args)
		if err != nil {
			return nil, err
		}
		switch {
		case c.witness != "":
			return nil, c.writeWitness(size)
		case c.bounds:
			return viewOf(func(all *bound.Bounds) *view.Answer { return view.GameBounds(size, all) })(
				bound.Find(c.Context(), size, c.startWork("bounds").Threads))
		}
		c.length.Rules, c.length.Options = length.Rules(c.rules), c.startWork("games")
		c.length.Threads, c.length.Memory = c.length.Goroutines(), 0
		c.length.Expected = func(took time.Duration) {
			c.announce(took, fmt.Sprintf("games of %d moves on %s", c.moves, size), ", within a factor of three")
		}
		began, count := time.Now(), length.Count
		if c.symmetry {
			count = length.CountUpToSymmetry
		}
		return viewOf(func(r *result.Result) *view.Answer {
			r.Wall, r.PeakMemory = time.Since(began), result.PeakMemory()
			return view.Result(r)
		})(count(c.Context(), size.Rows, size.Cols, c.moves, c.length))
	}
	b, err := c.board.read(c.command)
	switch {
	case err != nil:
		return nil, err
	case c.estimate:
		return c.runEstimate(b)
	case b.Len() > game.MaxPoints:
		return nil, fmt.Errorf("%s has %d points: an exact count takes at most %d: want %s", b, b.Len(), game.MaxPoints, c.others(false))
	}
	q, label := game.Question{Rules: c.rules, Lengths: c.lengths}, "games"
	if c.given("from") {
		label = "ways"
		if err := c.ways(&q, b); err != nil {
			return nil, err
		}
	}
	opt := c.startWork("%s", label)
	if !c.lengths && q.MaxMoves == nil {
		c.savesOnInterrupt() // after Ctrl-C what has been counted is printed
	}
	g, err := q.Count(c.Context(), b, opt)
	if g == nil {
		return nil, c.explainSize(b, err)
	}
	return view.Games(g), err
}

// ways makes a question one for ways from one position to another.
func (c *gamesCommand) ways(q *game.Question, b *lattice.Graph) error {
	positions, err := game.NewPositions(c.Context(), b, c.limits())
	if err != nil {
		return err
	}
	q.Between = new([2]game.Position)
	for i, flag := range []string{"from", "to"} {
		if q.Between[i], err = positions.Parse(c.between[i]); err != nil {
			return fmt.Errorf("--%s: %w", flag, err)
		}
	}
	black, white := c.given("black-moves"), c.given("white-moves")
	if black != white && positions.Len() > maxWayMoves {
		return fmt.Errorf("%s has %d positions: want both --black-moves and --white-moves", b, positions.Len())
	}
	if black || white {
		q.MaxMoves = &[2]int{positions.Len(), positions.Len()} // more than any way has
	}
	if black {
		q.MaxMoves[0] = c.most[0]
	}
	if white {
		q.MaxMoves[1] = c.most[1]
	}
	return nil
}

// runEstimate estimates the number of games. After Ctrl-C it prints the estimate of the runs that
// are done.
func (c *gamesCommand) runEstimate(b *lattice.Graph) (*view.Answer, error) {
	if c.runs.Runs == 0 && c.runs.Time == 0 {
		c.runs.Runs = defaultRuns
	}
	opt, began := c.startWork("games"), time.Now()
	c.runs.Threads, c.runs.Progress = opt.Threads, opt.Progress
	c.savesOnInterrupt()
	e, err := game.Estimate(c.Context(), b, c.rules, opt.Memory, c.runs)
	if e == nil {
		c.setResumeHint(func() string { return ": the first run was not over" })
		return nil, c.explainSize(b, err)
	}
	return view.GamesEstimate(b, c.rules, c.runs.Seed, e, time.Since(began)), err
}

// writeWitness writes a game of a proof, and says what it is on standard output, unless the game
// goes there.
func (c *gamesCommand) writeWitness(size board.Size) error {
	var draw *rand.Rand
	if c.given("draw") {
		draw = rand.New(rand.NewPCG(c.draw, 0))
	}
	game, err := witness.New(size, draw)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		return goban.WriteSGFGame(w, size.Rows, size.Cols, fmt.Sprintf("A game of the proof of %s", game.Source), game.Moves())
	}
	if c.witness == "-" {
		return stream(c.OutOrStdout(), write) // of millions of moves
	}
	if err := writeFile("witness", c.witness, write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: a game on %v of the proof of %s, one of at least %s\ncombigo check --game %[1]s replays it\n",
		c.witness, size, game.Source, game.Bound.Formula)
	return err
}

// explainSize says of a board that is too large what else could be done.
func (c *gamesCommand) explainSize(b *lattice.Graph, err error) error {
	if size := (*paths.SizeError)(nil); errors.As(err, &size) {
		return fmt.Errorf("%s: %w: want %s", b, err, c.others(!c.estimate))
	}
	return err
}

// others names what would do in the place of a board that is too large: flags that go with the
// present ones, --estimate only if it may help.
func (c *gamesCommand) others(estimate bool) string {
	ways := []string{"a smaller board"}
	if estimate && c.rules.Superko == goban.PositionalSuperko {
		ways = append(ways, "--estimate")
	}
	plain := c.board == variantFlags{}
	if plain && c.rules.Superko != goban.NaturalSuperko {
		ways = append(ways, "--length N")
	}
	if plain && !c.given("superko") {
		ways = append(ways, "--bounds")
	}
	return enum.Alternatives(ways)
}

type graphCommand struct {
	*command
	board variantFlags
	rules game.Rules
	full  bool
	all   int
}

func newGraphCommand() *cobra.Command {
	c := &graphCommand{command: newCommand("graph", "MAXPOINTS", strconv.Itoa(game.MaxPoints))}
	c.board.register(c.command)
	c.noBoardWith("catalogue")
	c.flagRules(never("catalogue", "lattice", "graph", "id", "safe-top", "safe-bottom", "plot"))
	suicideVar(c.Flags(), &c.rules.Suicide)
	numberVar(c.Flags(), &c.all, "catalogue", 1, lattice.MaxCatalogue, "number of points", "list all connected boards of `N` points up to isomorphism")
	c.Flags().BoolVar(&c.full, "full", false, "compute everything, however long it takes")
	c.addPlotFlags("draw the graph")
	c.addLimitFlags()
	c.addOutputFlags("print the numbers of nodes and edges only", append([]string{"text", "json"}, graphformat.Names()...)...)
	c.onlyFormats("full", "text", "json")
	c.onlyFormats("catalogue", "text", "json")
	return c.answerWith(c.answer)
}

func (c *graphCommand) answer() (*view.Answer, error) {
	exports := slices.Contains(graphformat.Names(), c.out.format)
	if c.all > 0 {
		return c.catalogue()
	}
	b, err := c.board.read(c.command)
	if err != nil {
		return nil, err
	}
	opt := c.startWork("graph")
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
	return viewOf(view.GraphSummary)(game.Summarize(c.Context(), b, c.rules, effort, opt))
}

// catalogue lists the boards of a number of points, with long games if the effort is everything.
func (c *graphCommand) catalogue() (*view.Answer, error) {
	const each = 2 * time.Second // of the search for a long game
	boards, err := lattice.Catalogue(c.all)
	if err != nil {
		return nil, err
	}
	opt := c.startWork("catalogue")
	var list []view.CatalogueEntry
	for i, b := range boards {
		g, err := game.NewGraph(c.Context(), b.Graph, c.rules, c.limits())
		if err != nil {
			return nil, err
		}
		e := view.CatalogueEntry{Entry: b, Positions: g.Nodes(), Moves: g.EdgeCount()}
		if c.full {
			o := longest.Options{Automorphisms: g.Automorphisms(), Threads: c.machine.threads, Time: each}
			if e.Longest, err = longest.Search(c.Context(), g.Graph, o); err != nil {
				return nil, err
			}
			if e.Longest.Interrupted {
				return nil, context.Cause(c.Context())
			}
		}
		list = append(list, e)
		if opt.Progress != nil {
			opt.Progress(float64(i+1) / float64(len(boards)))
		}
	}
	return view.Catalogue(list), nil
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
	return c.stream(func(w io.Writer) error { return graphformat.Write(w, c.out.format, g) })
}

// addCertificateFlags adds the flags of a command that finds games, and writes and checks
// certificates of them.
func (c *command) addCertificateFlags(verify *string) {
	flags := c.Flags()
	flags.StringVar(verify, "verify", "", "check the certificate in `FILE` (- is standard input)")
	c.addOutputFlags("print the number of moves only", "text", "nodes", "sgf", "json")
	flags.Lookup("output").Usage = "`FILE` for the certificate, or for the output in another --format"
	flags.Lookup("format").Usage = "text, nodes (a position a line), sgf (of the game) or json"
	c.noBoardWith("verify")
	c.noGameWith("verify")
}

// noGameWith has the command refuse to write a game with a flag after which there is none.
func (c *command) noGameWith(name string) {
	c.flagRules(atMostOne(name, "output"))
	c.onlyFormats(name, "text", "json")
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
	flags.StringVar(&c.tour, "tour", "", "take the cycle from the tour in `FILE` (- is standard input) that Concorde or LKH has found")
	seedVar(flags, &c.seed, "seed `N` of the random numbers: another search for each (default: 0)")
	memoryVar(flags, &c.machine.memory, "")
	c.addPlotFlags(fmt.Sprintf("draw the cycle of up to %d points as a wheel", view.MaxWheel))
	c.addCertificateFlags(&c.verify)
	c.flagRules(
		atMostOne("all", "cover", "game", "verify", "tsplib"), atMostOne("all", "cover", "plot", "verify", "tsplib"),
		atMostOne("all", "cover", "long", "tour", "verify", "tsplib", "seed"),
	)
	c.noGameWith("all")
	c.noGameWith("tsplib")
	c.onlyFormats("cover", "text", "nodes", "json") // the cycles are no game
	c.check(func() error { return writable("tsplib", c.tsplib) })
	return c.answerWith(c.answer)
}

// board reads the board, which is not too large for what the flags ask for.
func (c *hamiltonCommand) board() (board.Size, error) {
	const (
		maxSide   = 19 // of a board on which the proof that there is no Hamiltonian game is shown
		maxCensus = 4  // points of a row: more have too many ways to go through
	)
	if len(c.args) == 0 {
		return board.Size{}, errors.New("no board is given: want a row 1xN, such as 1x5, a board such as 2x3, or --verify FILE")
	}
	size, err := board.Parse(c.args...)
	switch {
	case err != nil:
	case size.Short() > 1 && size.Long() > maxSide:
		err = fmt.Errorf("board %s: want sides of at most %d", size, maxSide)
	case size.Short() == 1 && c.all && size.Long() > maxCensus:
		err = fmt.Errorf("--all on %s: want at most %d points", size, maxCensus)
	case size.Short() == 1 && c.picture.file != "" && size.Long() > view.MaxWheel: // its positions are too many to be seen
		err = fmt.Errorf("--plot on %s: want at most %d points", size, view.MaxWheel)
	}
	return size, err
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
	switch {
	case size.Short() > 1:
		return c.obstruct(size)
	case c.cover:
		return c.coverRow(size)
	}
	row, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	if c.all {
		return c.census(size, row)
	}
	begin, opt := time.Now(), c.startWork("hamilton %s", size)
	var half *certificate.Certificate
	positions := 0 // of the board, if the cycle is to have all but the empty one
	if c.long {
		if half, err = hamilton.LongCycle(c.Context(), size.Points()); err != nil {
			return nil, fmt.Errorf("--long: %w", err)
		}
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
	half.Board = row
	var found *transcript.Certified
	if c.long {
		found, err = transcript.Certify(c.Context(), half)
	} else {
		found, err = transcript.CertifyCycle(c.Context(), half, positions)
	}
	if err != nil {
		return nil, err
	}
	if !c.long {
		found.Wall, found.Seed = time.Since(begin), c.seed
	}
	answer := view.Certified(found, c.out.file == "")
	if c.game || c.out.format == "sgf" {
		opened, err := found.Opened()
		if err != nil {
			return nil, err
		}
		picture := answer.Picture // of the cycle
		answer = view.Certified(opened, c.out.file == "")
		answer.Picture = picture
	}
	return c.saved(answer)
}

// census goes through all cycles and games.
func (c *hamiltonCommand) census(size board.Size, row *lattice.Graph) (*view.Answer, error) {
	g, err := game.NewGraph(c.Context(), row, game.Rules{}, c.limits())
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
	begin, opt := time.Now(), c.startWork("the cover of %s", size)
	cover, err := hamilton.NewRowCover(c.Context(), size.Points())
	if err != nil {
		return nil, fmt.Errorf("--cover: %w", err)
	}
	if c.out.format != "nodes" {
		return viewOf(func(report *hamilton.CoverReport) *view.Answer { return view.RowCover(size, report, time.Since(begin)) })(
			cover.Certify(c.Context(), opt, nil))
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
	timeVar(flags, &o.Time, "time", "time for bound and search together, such as 90s or 10m")
	numberVar(flags, &o.Steps, "steps", 1, math.MaxInt64, "number of steps", "each try takes `N` steps, whatever the time")
	numberVar(flags, &o.Tries, "tries", 1, 10_000, "number of tries", "`N` searches, each from the beginning")
	seedVar(flags, &o.Seed, "seed `N` of the random numbers: other searches for each (default: 0)")
	c.addLimitFlags()
	c.addCertificateFlags(&verify)
	c.flagRules(atMostOne("time", "steps"), atMostOne("verify", "graph"))
	return c.answerWith(func() (*view.Answer, error) {
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
		c.savesOnInterrupt()
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
