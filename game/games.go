package game

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Games is the number of games on a board.
type Games struct {
	Rules          Rules    `json:",inline"`
	Whole          bool     `json:"complete"`            // false if the count was stopped: then it is a lower bound
	Longest        int      `json:"longest_game"`        // moves of the longest game, passes not counted; a lower bound if the count was stopped
	Lengths        []uint64 `json:"by_length,omitempty"` // games of 0, 1, 2, ... moves; nil if not asked for
	Nodes          int      `json:"nodes"`               // what a rule against repetition tells apart, see histories
	Edges          int      `json:"edges"`
	*result.Result `json:"-"`
}

// fewGames is how many games are counted one by one as a check.
const fewGames = 1_000_000

// A Question asks for the number of games on a board, or for the number of ways from one position
// to another, in which no position comes twice.
type Question struct {
	Rules    Rules        // positional superko, of ways
	Between  *[2]Position // of ways
	MaxMoves *[2]int      // moves of black and of white in a way, which is searched as deep; nil for any numbers
	Lengths  bool         // also by the number of moves
}

// Count counts the games on a board, exactly: sequences of moves from the empty board without those
// that the rules forbid. Passes are not counted as moves: a player who moves twice running means
// that the opponent has passed, and two passes end the game (Combinatorics of Go, lemma 2).
//
// If the context ends first, what has been counted is returned, with the cause. The other errors
// are a *paths.SizeError if there are too many positions, a *paths.OverflowError, a
// *result.MemoryError, a *result.InternalError, or say what is wrong with the board.
func Count(ctx context.Context, b *lattice.Graph, rules Rules, opt par.Options) (*Games, error) {
	return Question{Rules: rules}.Count(ctx, b, opt)
}

// Count answers a question, as the function [Count] does. The numbers by length take as long, times
// the moves of the longest game, shared among threads. Ways with at most some moves are counted one
// by one, on boards with any number of positions. There are no partial results of these two.
func (q Question) Count(ctx context.Context, b *lattice.Graph, opt par.Options) (*Games, error) {
	if q.Rules.Superko > goban.NaturalSuperko {
		return nil, errors.New("there are games without end if positions may repeat: want positional, situational or natural superko")
	}
	start := time.Now()
	options := par.Options{Threads: opt.Threads, Memory: opt.Memory}
	positions, err := NewPositions(ctx, b, options)
	if err != nil {
		return nil, err
	}
	if n := positions.Len(); n > paths.MaxNodes && q.MaxMoves == nil {
		return nil, &paths.SizeError{Nodes: n}
	}
	p, err := positions.histories(ctx, q.Rules, options)
	if err != nil {
		return nil, err
	}
	g := &Games{Rules: q.Rules, Nodes: p.Graph.Len(), Edges: p.Graph.EdgeCount(), Result: &result.Result{
		Quantity: "games under " + q.Rules.String(), Symbol: "games", Provenance: result.Provenance{Threads: 1},
	}}
	g.Board, g.Where = describeBoard(b)
	if q.Between != nil {
		if err := q.setEnds(g, p, positions); err != nil {
			return nil, err
		}
	}
	if q.MaxMoves != nil {
		err = g.oneByOne(ctx, q, p, positions)
	} else {
		err = g.count(ctx, q, p, opt)
	}
	g.Wall, g.PeakMemory = time.Since(start), result.PeakMemory()
	if err != nil && (g.Value == nil || g.Whole || q.Lengths) {
		return nil, err
	}
	return g, err
}

// count counts the walks of a problem, by parts of the graph.
func (g *Games) count(ctx context.Context, q Question, p *paths.Problem, opt par.Options) error {
	whole := opt
	if q.Lengths {
		whole.Progress = nil
	}
	c, err := paths.CountWalks(ctx, p, whole)
	if c == nil {
		return err
	}
	g.Value, g.Whole, g.Longest, g.Limbs = c.Walks, c.Whole, c.Longest, 2
	g.Method, g.Description = "memo", "paths through each strongly connected set of positions are counted once, up to symmetry"
	g.Engine = fmt.Sprintf("paths, %s, %s, %s kept", enum.Plural(g.Nodes, "node"), enum.Plural(g.Edges, "edge"), enum.Plural(c.Entries, "answer"))
	if !g.Whole {
		g.Notes = []string{fmt.Sprintf("stopped: there are at least this many %s, and one of at least %s", g.Symbol, enum.Plural(g.Longest, "move"))}
		g.Symbol += " so far"
		return err
	}
	g.Notes = []string{fmt.Sprintf("the longest %s has %s, passes not counted", strings.TrimSuffix(g.Symbol, "s"), enum.Plural(g.Longest, "move"))}
	if err := g.crossCheck(ctx, p); err != nil || !q.Lengths {
		return err
	}
	g.Lengths, err = paths.CountByLength(ctx, p, c, opt)
	g.Checks = append(g.Checks, fmt.Sprintf("the %s by length add up to the number of %[1]s", g.Symbol))
	return err
}

// setEnds makes the problem of games that of ways.
func (q Question) setEnds(g *Games, p *paths.Problem, positions *Positions) error {
	if q.Rules.Superko != goban.PositionalSuperko {
		return fmt.Errorf("ways between positions are counted under positional superko, not %s", q.Rules.Superko)
	}
	var ends [2]int
	for i, end := range q.Between {
		number, legal := positions.Index(end)
		if !legal {
			return errors.New("a position at the end of a way is not legal")
		}
		ends[i] = number
	}
	p.Start, p.End = ends[0], &ends[1]
	g.Symbol = "ways"
	g.Quantity = fmt.Sprintf("ways from %s to %s, %s,", positions.write(q.Between[0]), positions.write(q.Between[1]), q.Rules.Suicide)
	return nil
}

// oneByOne counts the ways with at most some moves of either player.
func (g *Games) oneByOne(ctx context.Context, q Question, p *paths.Problem, positions *Positions) error {
	if p.End == nil {
		return errors.New("the moves of the players are limited for ways between two positions only")
	}
	lengths, err := countWays(ctx, positions, p, *q.MaxMoves)
	if err != nil {
		return err
	}
	g.Lengths, g.Longest, g.Whole, g.Value = lengths, max(len(lengths)-1, 0), true, new(big.Int)
	for _, n := range lengths {
		g.Value.Add(g.Value, new(big.Int).SetUint64(n))
	}
	g.Method, g.Engine = "enumerate", fmt.Sprintf("%s, %s", enum.Plural(g.Nodes, "node"), enum.Plural(g.Edges, "edge"))
	g.Description = "ways one by one, as far as the moves left can be enough"
	limits := fmt.Sprintf("at most %s of black, %d of white", enum.Plural(q.MaxMoves[0], "move"), q.MaxMoves[1])
	if g.Value.Sign() > 0 {
		limits += "; the longest way has " + enum.Plural(g.Longest, "move")
	}
	g.Notes = []string{limits}
	return nil
}

// describeBoard returns the size of a plain board, or the board in words.
func describeBoard(b *lattice.Graph) (board.Size, string) {
	rows, cols := b.Size()
	plain := b.Kind() == lattice.Square
	for v := range b.Len() {
		plain = plain && !b.Safe(v)
	}
	if plain {
		return board.Size{Rows: rows, Cols: cols}, ""
	}
	return board.Size{Rows: rows, Cols: cols}, "the " + b.String()
}

// crossCheck compares the number with what else is known of it.
func (g *Games) crossCheck(ctx context.Context, p *paths.Problem) error {
	bound, least := big.NewInt(1), math.MaxInt
	for v := range g.Nodes {
		degree := p.Graph.Degree(v)
		bound.Mul(bound, big.NewInt(int64(degree)))
		least = min(least, degree)
	}
	if g.Rules.Superko == goban.PositionalSuperko && p.End == nil && g.Nodes > 1 && least >= 2 { // as lemma 17 wants
		if g.Value.Cmp(bound) > 0 {
			return result.InternalErrorf("the number of games on "+g.boardName(), "%s is more than the product of outdegrees, %s", g.Value, bound)
		}
		g.Checks = append(g.Checks, fmt.Sprintf("at most the product of outdegrees, which has %d bits", bound.BitLen()))
	}
	switch count, all := paths.Enumerate(ctx, p, fewGames+1); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !all && (p.End != nil || g.Value.Cmp(big.NewInt(fewGames)) > 0):
		return g.checkBySampling(ctx, p)
	case !all || g.Value.Cmp(big.NewInt(count)) != 0:
		return result.InternalErrorf("the number of games on "+g.boardName(), "%s, but %d one by one", g.Value, count)
	}
	g.Checks, g.Again = append(g.Checks, "counted one by one: equal"), true
	return nil
}

// sampleRuns and sampleTolerance are for the check by sampling, whose seed never changes. On boards
// of which games can be counted it is off by a few percent.
const (
	sampleRuns      = 1000
	sampleTolerance = 0.5
)

// checkBySampling compares the number with an estimate, which shares nothing with the count but the
// graph.
func (g *Games) checkBySampling(ctx context.Context, p *paths.Problem) error {
	if g.Rules.Superko != goban.PositionalSuperko || p.End != nil {
		return nil
	}
	e, err := paths.EstimateWalks(ctx, p, paths.EstimateOptions{Runs: sampleRuns})
	if err != nil {
		return err
	}
	value, _ := new(big.Float).SetInt(g.Value).Float64()
	off := e.Mean - math.Log10(value)
	if math.Abs(off) > sampleTolerance {
		return result.InternalErrorf("the number of games on "+g.boardName(), "%s, but 10^%.2f by sampling", g.Value, e.Mean)
	}
	g.Checks = append(g.Checks, fmt.Sprintf("estimate from %d samples: off by a factor of %.2f, tolerance %.1f",
		sampleRuns, math.Pow(10, off), math.Pow(10, sampleTolerance)))
	return nil
}

func (g *Games) boardName() string {
	if g.Where != "" {
		return g.Where
	}
	return g.Board.String()
}

// threadBytes is what a thread takes for each node in an estimate, about.
const threadBytes = 60

// Estimate estimates the number of games on a board, see package paths. They are for positional
// superko. If the context ends first, the estimate from the runs that were completed is returned
// with the cause, nil if there are none.
func Estimate(ctx context.Context, b *lattice.Graph, rules Rules, memory result.Bytes, opt paths.EstimateOptions) (*paths.Estimate, error) {
	if rules.Superko != goban.PositionalSuperko {
		return nil, fmt.Errorf("there are no estimates under %s superko: want positional", rules.Superko)
	}
	options := par.Options{Threads: opt.Threads, Memory: memory}
	g, err := NewGraphFor(ctx, b, rules, options, func(nodes, edges int64) result.Bytes {
		// the graph, its reverse, and what each thread remembers
		return 2*GraphNeed(nodes, edges) + result.Bytes(options.Goroutines())*result.Bytes(nodes)*threadBytes
	})
	if err != nil {
		return nil, err
	}
	return paths.EstimateWalks(ctx, g.positional(), opt)
}

// situationBytes is what a position with either player takes at most while its edges are found.
const situationBytes = 32 * MaxPoints * 4

// histories returns the problem of package paths whose walks are the games on a board under some
// rules, passes left out. Its nodes are what a rule against repetition does not let come back.
//
// Under positional superko they are the positions: node v is position v.
//
// Under situational superko they are positions with the player to turn: 2v is position v with black
// to turn, 2v+1 with white. A pass hands over to the partner of a node; it is allowed even if that
// has come up before.
//
// Suicides of single stones on different points are parallel edges.
//
// Under natural situational superko they are positions with the player who made them: 2v is
// position v made by black, 2v+1 made by white, and the last node is the empty board at the start.
func (p *Positions) histories(ctx context.Context, rules Rules, opt par.Options) (*paths.Problem, error) {
	if rules.Superko == goban.PositionalSuperko {
		g, err := p.Graph(ctx, rules, opt)
		if err != nil {
			return nil, err
		}
		return g.positional(), nil
	}
	if err := checkMemory("the list of positions with players", result.Bytes(p.Len())*situationBytes, opt.Memory); err != nil {
		return nil, err
	}
	nodes, natural := 2*p.Len(), rules.Superko == goban.NaturalSuperko
	start := nodes
	var edges [][2]int
	for v, q := range p.All() {
		for _, move := range p.masks.appendAll(nil, q, rules.Suicide) {
			to, _ := p.Index(move.To)
			mover := int(move.Color - goban.Black)
			made := 2*to + mover
			if !natural {
				edges = append(edges, [2]int{2*v + mover, made ^ 1})
				continue
			}
			edges = append(edges, [2]int{2 * v, made}, [2]int{2*v + 1, made})
			if v == 0 {
				edges = append(edges, [2]int{start, made})
			}
		}
	}
	problem := &paths.Problem{Parallel: parallel(edges)}
	if natural {
		nodes++
		problem.Start = start
	} else {
		for v := range nodes {
			problem.Partner = append(problem.Partner, v^1)
		}
	}
	var err error
	if problem.Graph, err = digraph.FromEdges(nodes, edges); err != nil || nodes > paths.MaxNodes {
		return problem, err
	}
	symmetries, _ := p.Symmetries() // they only save work
	for _, s := range symmetries {
		var to []int32
		for _, w := range p.Permutation(s) {
			if to = append(to, 2*w, 2*w+1); s.Swap {
				slices.Reverse(to[len(to)-2:])
			}
		}
		if natural {
			to = append(to, int32(start))
		}
		problem.Symmetries = append(problem.Symmetries, to)
	}
	return problem, nil
}

// positional is histories under positional superko.
func (g *Graph) positional() *paths.Problem {
	problem := &paths.Problem{Graph: g.Graph}
	if g.Len() <= paths.MaxNodes {
		problem.Symmetries = g.Automorphisms()
	}
	return problem
}

// parallel returns how often edges come that come more than once, except for loops.
func parallel(edges [][2]int) map[[2]int]int {
	times := map[[2]int]int{}
	for _, e := range edges {
		times[e]++
	}
	maps.DeleteFunc(times, func(e [2]int, n int) bool { return n == 1 || e[0] == e[1] })
	return times
}
