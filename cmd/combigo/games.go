package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// gamesCommand is the command games, with the values of its flags.
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
	rooms    bool
	halves   bool
	draw     uint64
}

// maxWayMoves is the most moves of a player in ways that are counted one by one, to any depth.
const maxWayMoves = 100_000

const defaultRuns = 100 // if neither their number nor a time is given

func newGamesCommand() *cobra.Command {
	c := &gamesCommand{command: newCommand("games", "MAXPOINTS", strconv.Itoa(game.MaxPoints))}
	flags := c.Flags()
	c.board.registerOne(c.command)
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
	flags.StringVar(&c.between[0], "from", "", "count the ways from this `POSITION`, such as .X/O. or .XO., to that of --to, in which no position comes twice")
	flags.StringVar(&c.between[1], "to", "", "`POSITION` where the ways end")
	numberVar(flags, &c.most[0], "black-moves", 0, maxWayMoves, "number of moves", "with --from: at most `N` moves of black (default: any number)")
	numberVar(flags, &c.most[1], "white-moves", 0, maxWayMoves, "number of moves", "with --from: at most `N` moves of white (default: any number)")
	flags.BoolVar(&c.symmetry, "symmetry", false, "with --length: count games that motions of the board turn into each other once")
	flags.BoolVar(&c.length.NoPasses, "no-passes", false, "with --length: only games without passes, as openings are")
	flags.BoolVar(&c.bounds, "bounds", false, "print proved bounds")
	flags.StringVar(&c.witness, "witness", "", "write a game of the lower bound's proof to `FILE`, as SGF (- for standard output)")
	flags.BoolVar(&c.rooms, "rooms", false, "with --witness: a game through the states of rooms, not of the theorem")
	flags.BoolVar(&c.halves, "halves", false, "with --witness: a game of Walraet's main scheme, on 5x5")
	flags.Uint64Var(&c.draw, "draw", 0, "with --witness: draw the choices of the proof at random, with this `SEED`")
	c.limited()
	c.writes("print the number only", "text", "json")
	c.check(c.checkFlags)
	return c.answers(c.answer)
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

// checkFlags returns an error for flags that make no sense with each other.
func (c *gamesCommand) checkFlags() error {
	if c.runs.Runs == 1 {
		return errors.New("--runs 1: one run has no interval: want 2 or more")
	}
	err := cmp.Or(c.onlyWith("estimate", "seed", "runs", "time"), c.onlyWith("length", "method", "symmetry", "no-passes"))
	if c.given("length") {
		err = cmp.Or(err, c.noneWith("length", "estimate", "bounds", "witness", "graph", "lattice", "safe-top", "safe-bottom", "memory"))
	}
	if c.lengths {
		err = cmp.Or(err, c.noneWith("lengths", "length", "estimate", "bounds", "witness"))
	}
	err = cmp.Or(err, c.onlyWith("from", "to", "black-moves", "white-moves"))
	if c.given("from") {
		err = cmp.Or(err, c.noneWith("from", "length", "estimate", "bounds", "witness", "superko"))
		if !c.given("to") {
			return errors.New("--from and --to go together")
		}
	}
	if c.given("witness") && c.witness == "" {
		return errors.New("--witness: want the name of a file")
	}
	err = cmp.Or(err, c.onlyOneOf("bounds", "witness"), c.onlyOneOf("rooms", "halves"), c.onlyWith("witness", "rooms", "halves", "draw"))
	excluded := []string{"estimate", "length", "graph", "lattice", "safe-top", "safe-bottom", "superko", "suicide", "memory", "seed", "quiet"}
	switch {
	case c.witness != "":
		return cmp.Or(err, c.noneWith("witness", append([]string{"json", "threads"}, excluded...)...))
	case c.bounds:
		return cmp.Or(err, c.noneWith("bounds", excluded...))
	}
	return err
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
			return shown(func(all *bound.Bounds) *view.Answer { return view.GameBounds(size, all) })(
				bound.Find(c.Context(), size, c.work("bounds").Threads))
		}
		c.length.Rules, c.length.Options = length.Rules(c.rules), c.work("games")
		c.length.Threads, c.length.Memory = c.length.Goroutines(), 0
		c.length.Expected = func(took time.Duration) {
			c.announce(took, fmt.Sprintf("games of %d moves on %s", c.moves, size), ", within a factor of three")
		}
		began, count := time.Now(), length.Count
		if c.symmetry {
			count = length.CountUpToSymmetry
		}
		return shown(func(r *result.Result) *view.Answer {
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
	opt := c.work("%s", label)
	if !c.lengths && q.Most == nil {
		c.saves() // after Ctrl-C what has been counted is printed
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
		q.Most = &[2]int{positions.Len(), positions.Len()} // more than any way has
	}
	if black {
		q.Most[0] = c.most[0]
	}
	if white {
		q.Most[1] = c.most[1]
	}
	return nil
}

// runEstimate estimates the number of games. After Ctrl-C it prints the estimate of the runs that
// are done.
func (c *gamesCommand) runEstimate(b *lattice.Graph) (*view.Answer, error) {
	if c.runs.Runs == 0 && c.runs.Time == 0 {
		c.runs.Runs = defaultRuns
	}
	opt, began := c.work("games"), time.Now()
	c.runs.Threads, c.runs.Progress = opt.Threads, opt.Progress
	c.saves()
	e, err := game.Estimate(c.Context(), b, c.rules, opt.Memory, c.runs)
	if e == nil {
		c.goesOn(func() string { return ": the first run was not over" })
		return nil, c.explainSize(b, err)
	}
	return view.GamesEstimate(b, c.rules, c.runs.Seed, e, time.Since(began)), err
}

// writeWitness writes a game of a proof, and says what it is on standard output, unless the game
// goes there.
func (c *gamesCommand) writeWitness(size board.Size) (err error) {
	var draw *rand.Rand
	if c.given("draw") {
		draw = rand.New(rand.NewPCG(c.draw, 0))
	}
	var game *witness.Game
	switch {
	case c.rooms:
		game, err = witness.NewRooms(c.Context(), size, draw)
	case c.halves:
		game, err = witness.NewHalves(c.Context(), size, draw)
	default:
		game, err = witness.New(size, draw)
	}
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

// graphCommand is the command graph, with the values of its flags.
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
	c.check(func() error {
		if !c.given("catalogue") {
			return c.board.checkOne(c.args)
		}
		if len(c.args) > 0 {
			return fmt.Errorf("board %q and --catalogue cannot be combined", strings.Join(c.args, " "))
		}
		return c.noneWith("catalogue", "lattice", "graph", "id", "safe-top", "safe-bottom", "plot")
	})
	suicideVar(c.Flags(), &c.rules.Suicide)
	numberVar(c.Flags(), &c.all, "catalogue", 1, lattice.MaxCatalogue, "number of points", "list all connected boards of `N` points up to isomorphism")
	c.Flags().BoolVar(&c.full, "full", false, "compute everything, however long it takes")
	c.draws("draw the graph")
	c.limited()
	c.writes("print the numbers of nodes and edges only", append([]string{"text", "json"}, graphformat.Names()...)...)
	return c.answers(c.answer)
}

func (c *graphCommand) answer() (*view.Answer, error) {
	exports := slices.Contains(graphformat.Names(), c.out.format)
	switch {
	case c.full && exports:
		return nil, errors.New("--full and an export cannot be combined")
	case c.all > 0 && exports:
		return nil, errors.New("--catalogue and an export cannot be combined")
	case c.all > 0:
		return c.catalogue()
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

// catalogue lists the boards of a number of points, with long games if the effort is everything.
func (c *graphCommand) catalogue() (*view.Answer, error) {
	const each = 2 * time.Second // of the search for a long game
	boards, err := lattice.Catalogue(c.all)
	if err != nil {
		return nil, err
	}
	opt := c.work("catalogue")
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
	write := func(w io.Writer) error { return graphformat.Write(w, c.out.format, g) }
	if c.out.file != "" {
		return writeFile("output", c.out.file, write)
	}
	return stream(c.OutOrStdout(), write)
}
