package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/polynomial"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
	"combigo.dev/combigo/sampling/uniform"
	"combigo.dev/combigo/sequence"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/symmetry/patterns"
)

func askStones(ctx context.Context, q query, o par.Options) (*reply, error) {
	t, err := count.Stones(ctx, q.size(), count.Options{Options: o})
	if err != nil {
		return nil, err
	}
	r, err := newReply("", view.Stones(t), t)
	if err == nil {
		r.picture = view.StonesPlot(t).SVG()
	}
	return r, err
}

// goBoard is where opening patterns are put.
var goBoard = board.Size{Rows: 19, Cols: 19}

func askPatterns(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := patterns.Count(ctx, patterns.Options{
		Board: goBoard, First: q.rows, Last: q.rows, Options: o,
	})
	if err != nil {
		return nil, err
	}
	return newReply("", view.Patterns(r, patterns.DefaultTreeBoards), r)
}

func askHamilton(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := lattice.New(lattice.Square, 1, q.rows, lattice.Options{})
	if err != nil {
		return nil, err
	}
	g, err := game.NewGraph(ctx, b, game.Rules{}, par.Options(o))
	if err != nil {
		return nil, err
	}
	swapped := hamilton.Swapped(g)
	quotient, err := hamilton.NewQuotient(g.Graph, swapped)
	if err != nil {
		return nil, err
	}
	half, err := quotient.Find(ctx, hamilton.Options{Progress: o.Progress})
	if errors.Is(err, hamilton.ErrNone) {
		none := &view.NoCycle{Rows: 1, Cols: q.rows, Positions: g.Len(), Reason: err.Error()}
		return newReply("There is no such cycle", none.Document(), none)
	}
	if err != nil {
		return nil, err
	}
	found, err := view.CertifyCycle(ctx, g, half)
	if err != nil {
		return nil, err
	}
	answer, err := newReply(fmt.Sprintf("A cycle of %d moves through %d positions", found.Report.Moves, found.Report.Visited), found.Document(), found)
	if err != nil {
		return nil, err
	}
	if q.rows <= maxWheel {
		answer.caption = "The cycle as a wheel. Each spoke is a position, from the hub to the rim; clockwise each comes from the one before it by a move. The spoke opposite to it has the colours exchanged."
		wheel, err := view.CyclePlot(found)
		if err != nil {
			return nil, err
		}
		answer.picture = wheel.SVG()
	}
	if 2*len(half) <= maxSteps {
		answer.steps = drawSteps(board.Size{Rows: 1, Cols: q.rows}, g, hamilton.Whole(half, swapped), "the first of the cycle")
	}
	opened, err := found.Opened()
	if err == nil {
		answer.sgf, err = asSGF(opened)
	}
	return answer, err
}

// asSGF is a game to replay.
func asSGF(c *view.Certified) ([]byte, error) {
	var b bytes.Buffer
	err := c.SGF(&b)
	return b.Bytes(), err
}

// drawSteps draws the first positions of a walk in a game graph, with the moves that lead to them.
func drawSteps(size board.Size, g *game.Graph, nodes []int32, first string) []step {
	var steps []step
	k := newWalk(size, g)
	for i, v := range nodes[:min(len(nodes), maxSteps)] {
		name := first
		if i > 0 {
			name = fmt.Sprintf("%d. %s", i, k.moveText(int(nodes[i-1]), int(v)))
		}
		steps = append(steps, step{k.position(int(v)), name})
	}
	return steps
}

// maxWheel is the most points of a row whose cycle is drawn on a page: on 6 points it has 312
// spokes.
const maxWheel = 6

func askCompare(ctx context.Context, q query, o par.Options) (*reply, error) {
	const five = 5
	var r *comparison.Report
	var err error
	if q.which == "gomoku" {
		r, err = comparison.Gomoku(ctx, q.size(), five, o)
	} else {
		r, err = comparison.Connect4(ctx, q.rows, q.cols)
	}
	if err != nil {
		return nil, err
	}
	return newReply(view.Capital(view.ComparisonHeadline(r)), view.Comparison(r), r)
}

// sequenceIDs are those of all sequences, that of the squares first.
func sequenceIDs() []string {
	const first = "A094777"
	return append([]string{first}, slices.DeleteFunc(sequence.IDs(), func(id string) bool { return id == first })...)
}

func sequenceTitle(id string) string {
	s, err := sequence.Find(id)
	if err != nil {
		return id
	}
	return fmt.Sprintf("%s: %s", id, s.Name)
}

func askSequence(ctx context.Context, q query, o par.Options) (*reply, error) {
	s, err := sequence.Find(q.which)
	if err != nil {
		return nil, err
	}
	found := &view.SequenceTerms{Sequence: s}
	for t, err := range s.Terms(ctx, s.Quick, o) {
		if err != nil {
			return nil, err
		}
		found.Terms = append(found.Terms, t)
	}
	return newReply(view.Capital(s.Name), found.Document(), found)
}

func askList(ctx context.Context, q query, o par.Options) (*reply, error) {
	table, err := ranking.New(ctx, q.size(), o)
	if err != nil {
		return nil, err
	}
	first, left := new(big.Int).SetUint64(q.whole), table.Total()
	if left.Sub(left, first); left.Sign() <= 0 {
		return nil, &ranking.RangeError{Board: q.size(), Rank: first, Total: table.Total()}
	}
	var ranks []*big.Int
	for i := int64(0); i < int64(q.more) && left.Cmp(big.NewInt(i)) > 0; i++ {
		ranks = append(ranks, new(big.Int).Add(first, big.NewInt(i)))
	}
	positions, err := table.CheckedUnrank(ctx, ranks)
	if err != nil {
		return nil, err
	}
	r := &reply{headline: fmt.Sprintf("%s legal positions on %v, numbered from 0 on", view.Grouped(table.Total().String()), q.size())}
	for i, p := range positions {
		r.steps = append(r.steps, step{p, ranks[i].String()})
	}
	begin, end := view.NumberedFields(table)
	for format, to := range map[string]*[]byte{"diagram": &r.text, "json": &r.json} {
		var b bytes.Buffer
		out := bufio.NewWriter(&b)
		w := view.NewPositionWriter(out, format, view.Style{})
		w.Begin(begin)
		if err := view.WriteNumbered(w, positions, ranks); err != nil {
			return nil, err
		}
		w.End(end)
		if err := out.Flush(); err != nil {
			return nil, err
		}
		*to = b.Bytes()
	}
	return r, nil
}

func askSample(ctx context.Context, q query, o par.Options) (*reply, error) {
	const runs = 1000
	e, err := sampling.Sample(ctx, q.size(), sampling.Options{Runs: runs, Seed: q.whole, Options: par.Options{Threads: o.Threads, Progress: o.Progress}})
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("About %s, give or take %.2g %%", e.Value.Text(view.SampleDigits(e)), 100*e.RelError)
	return newReply(headline, view.Sample(e), e)
}

const (
	// longestSteps are those of each search for a long game, which make no difference up to 2x3:
	// the longest game is found.
	longestSteps = 20_000
	// maxSteps is how many positions of a game are drawn.
	maxSteps = 120
)

func askLongest(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	g, err := game.NewGraph(ctx, b, game.Rules{}, par.Options(o))
	if err != nil {
		return nil, err
	}
	automorphisms, err := longest.Automorphisms(g)
	if err != nil {
		return nil, err
	}
	r, err := longest.Search(ctx, g.Graph, longest.Options{Automorphisms: automorphisms, Steps: longestSteps, Threads: o.Threads, Progress: func(_ string, share float64) { o.Progress(share) }})
	if err == nil && r.Interrupted {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	found, err := view.CertifyGame(ctx, g, r.Path)
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("The longest game on %v has %d moves", q.size(), r.Moves())
	if !r.Optimal() {
		headline = fmt.Sprintf("The longest game on %v has from %d to %d moves", q.size(), r.Moves(), r.Upper)
	}
	answer, err := newReply(headline, view.Longest(found, r), view.LongestJSON(found, r))
	if err != nil {
		return nil, err
	}
	answer.steps = drawSteps(q.size(), g, r.Path, "the empty board")
	answer.sgf, err = asSGF(found)
	return answer, err
}

func askGames(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := length.Number(ctx, q.size(), q.more, false, length.Options{Options: par.Options{Threads: o.Goroutines(), Progress: o.Progress}})
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("%s games of %d moves", view.Grouped(r.Value.String()), q.more)
	return newReply(headline, view.Result(r), r)
}

func askGameBounds(ctx context.Context, q query, o par.Options) (*reply, error) {
	all, err := bound.Find(ctx, q.size(), bound.Options{Search: bound.SearchOptions{Progress: o.Progress}, Threads: o.Threads})
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("The number of games is %s, and %s", view.BoundSize(all.Lower[0], false), view.BoundSize(all.Upper[0], true))
	return newReply(headline, view.GameBounds(q.size(), all), view.GameBoundsJSON(q.size(), all))
}

func askSymmetry(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := symmetry.Count(ctx, q.size(), symmetry.Options{Options: o})
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("%s positions up to symmetry, %s if colours may be exchanged", view.Grouped(r.Orbits.String()), view.Grouped(r.OrbitsColored.String()))
	return newReply(headline, view.Symmetry(r), r)
}

func askRandom(ctx context.Context, q query, o par.Options) (*reply, error) {
	sampler, err := uniform.New(ctx, q.size(), uniform.Options{Method: uniform.Rejection, Seed: q.whole, Options: o})
	if err != nil {
		return nil, err
	}
	drawn, err := sampler.Draw(ctx, 1)
	if err != nil {
		return nil, err
	}
	p := drawn[0]
	var diagram strings.Builder
	if err := goban.WriteDiagram(&diagram, p); err != nil {
		return nil, err
	}
	var object bytes.Buffer
	err = result.JSON(&object, map[string]any{
		"rows": q.rows, "cols": q.cols, "seed": strconv.FormatUint(q.whole, 10), "position": diagram.String(),
	})
	return &reply{text: []byte(diagram.String()), json: object.Bytes(), position: p}, err
}

func askGraph(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	s, err := game.Summarize(ctx, b, game.Rules{}, game.Affordable, par.Options(o))
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("%d positions and %d moves between them", s.Degrees.Nodes, s.Degrees.Edges)
	d := view.GraphSummary(s)
	if q.rows*q.cols > maxGamePoints {
		return newReply(headline, d, view.GraphJSON(s))
	}
	games, err := game.Count(ctx, b, game.Rules{}, par.Options{Threads: o.Threads, Memory: o.Memory})
	if err != nil {
		return nil, err
	}
	headline += fmt.Sprintf("; %v games on %v, of at most %d moves, passes not counted", games.Value, q.size(), games.Longest)
	return newReply(headline, d, map[string]any{"graph": view.GraphJSON(s), "games": games})
}

func squareBoard(q query) (*lattice.Graph, error) {
	return lattice.New(lattice.Square, q.rows, q.cols, lattice.Options{})
}

func askPolynomial(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	r, err := polynomial.Go(ctx, b, polynomial.Options{Options: o})
	if err != nil {
		return nil, err
	}
	return newReply("", view.Polynomial(r, ""), r)
}

// maxGamePoints is the most points of a board whose games are counted in a moment: those of 2x2
// take minutes.
const maxGamePoints = 3

// maxBoundWidth is the width of the strips of bounds, for which they take a moment.
const maxBoundWidth = 5

func askBounds(ctx context.Context, q query, o par.Options) (*reply, error) {
	question := bounds.Question{Kind: lattice.Square, Colors: 2}
	b, err := question.Board(ctx, q.size(), maxBoundWidth, par.Options(o))
	if err != nil {
		return nil, err
	}
	const digits = 6
	headline := fmt.Sprintf("From %s to %s", bounds.FloorDigits(b.Lower.Value, digits), bounds.CeilDigits(b.Upper.Value, digits))
	return newReply(headline, view.BoardBracket(b), view.BoardBracketJSON(b))
}

func askRecurrence(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := recurrence.Find(ctx, q.rows, recurrence.Options{Options: o})
	if err != nil {
		return nil, err
	}
	return newReply(fmt.Sprintf("A recurrence of order %d", r.Order()), view.Recurrence(r), r)
}

func askStrip(_ context.Context, q query, _ par.Options) (*reply, error) {
	strips := view.NewStrips([]*asymptotic.Strip{asymptotic.Stored(q.rows)}, asymptotic.StoredDigits)
	return newReply("", strips.Document(), view.OneOf(strips))
}

func askStates(_ context.Context, q query, _ par.Options) (*reply, error) {
	classes := connected.ValidClasses(q.rows)
	counts := []*view.StateCounts{view.NewStateCounts(q.rows, classes, nil)}
	return newReply(fmt.Sprintf("%s classes of border states, over all kinks", view.Grouped(counts[0].ValidTotal.String())), view.States(counts), view.OneOf(counts))
}

// askers are all such commands, in the order of the menu.
var askers = []*asker{
	{
		Name: "random", Title: "Random", section: "Positions", Lead: "A legal position, each with the same probability. The same seed gives the same one.",
		Numbers: boards(maxSide, 19), Whole: seed, command: "random --method rejection", answer: askRandom,
	},
	{
		Name: "list", Title: "List", section: "Positions", Lead: "The legal positions of a board in the order of a dictionary, from any number on.",
		Numbers: append(boards(6, 3), field{"more", "positions", " --count", 60, 12}), Whole: &whole{"from", "from number", " --from", "The next ones"}, command: "list", answer: askList,
	},
	{
		Name: "stones", Title: "By stones", section: "Count", Lead: "The legal positions by their numbers of black and white stones.",
		Numbers: boards(5, 4), command: "count --by-stones", answer: askStones,
	},
	{
		Name: "symmetry", Title: "Symmetry", section: "Count", Lead: "How many positions are there if those that a turn, a reflection or an exchange of colours leads to count once?",
		Numbers: boards(7, 5), command: "symmetry", answer: askSymmetry,
	},
	{
		Name: "patterns", Title: "Opening patterns", section: "Count", Lead: "How many ways there are to put the first stones on 19x19, the same up to symmetry, in six meanings.",
		Numbers: rows("stones", 8, 5), command: "patterns", answer: askPatterns,
	},
	{
		Name: "polynomial", Title: "Polynomial", section: "Count", Lead: "The number of legal positions for every number of colours, as a polynomial.",
		Numbers: boards(4, 3), command: "polynomial", answer: askPolynomial,
	},
	{
		Name: "recurrence", Title: "Recurrence", section: "Count", Lead: "The linear recurrence of the boards of one height.",
		Numbers: rows("rows", 4, 2), command: "recurrence", answer: askRecurrence,
	},
	{
		Name: "states", Title: "State classes", section: "Count", Lead: "How many classes of border states a board of some height has.",
		Numbers: rows("rows", 19, 9), command: "states", answer: askStates,
	},
	{
		Name: "sequence", Title: "Sequences", section: "Count", Lead: "The first terms of integer sequences, those of the OEIS under their numbers; terms that are in print are compared.",
		Choices: sequenceIDs(), titled: sequenceTitle, command: "sequence", answer: askSequence,
	},
	{
		Name: "compare", Title: "Other games", section: "Count", Lead: "The positions of gomoku, five in a row, and of Connect-4, to compare with.",
		Numbers: []field{{"rows", "rows", "", 6, 5}, {"cols", "columns", "", 7, 5}}, Choices: []string{"gomoku", "connect4"}, command: "compare", answer: askCompare,
	},
	{
		Name: "sample", Title: "Sampling", section: "Growth", Lead: "The number of legal positions estimated by 1000 random runs, with an interval that holds it in 95 of 100 cases.",
		Numbers: boards(60, 25), Whole: seed, command: "sample --runs 1000", answer: askSample,
	},
	{
		Name: "bounds", Title: "Bounds", section: "Growth", Lead: "Bounds on the number of positions that are proved, from the eigenvalues of strips.",
		Numbers: boards(maxSide, 19), command: "bounds --width 5", answer: askBounds,
	},
	{
		Name: "strip", Title: "Strips", section: "Growth", Lead: "How the boards of one height grow: the largest eigenvalue and its factor, proved.",
		Numbers: rows("rows", asymptotic.LastStored(), 9), command: "strip --stored", answer: askStrip,
	},
	{
		Name: "graph", Title: "Graph in numbers", section: "Games", Lead: "The game graph of a board: positions, moves, distances, components, and up to three points how many games there are.",
		Numbers: boards(3, 2), command: "graph", answer: askGraph,
	},
	{
		Name: "longest", Title: "Longest games", section: "Games", Lead: "A game of as many moves as possible in which no position comes twice, passes not counted, and a proof of how long games can be.",
		Numbers: []field{{"rows", "rows", "", 6, 2}, {"cols", "columns", "", 8, 2}}, points: 6, command: fmt.Sprintf("longest --steps %d", longestSteps), answer: askLongest,
	},
	{
		Name: "hamilton", Title: "Hamiltonian games", section: "Games", Lead: "A cycle through all legal positions of one row but the empty one, without a position that comes twice.",
		Numbers: rows("points of the row", 8, 4), command: "hamilton", answer: askHamilton,
	},
	{
		Name: "games", Title: "Games by length", section: "Games", Lead: "How many games of some number of moves there are on an empty board. A pass is a move, but the last move is a stone.",
		Numbers: append(boards(19, 19), field{"more", "moves", " --length", 5, 4}), command: "games", answer: askGames,
	},
	{
		Name: "game-bounds", Title: "Number of games", section: "Games", Lead: "How many games are there? Bounds that are proved, as towers of powers.",
		Numbers: boards(19, 9), command: "games --bounds", answer: askGameBounds,
	},
}

func findAsker(name string) *asker {
	for _, a := range askers {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func newReplies(ctx context.Context, opt Options) *memo[query, *reply] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, q query, progress func(float64)) (*reply, error) {
		return findAsker(q.name).answer(ctx, q, par.Options{Threads: opt.Threads, Memory: opt.recordMemory(), Progress: progress})
	})
}
