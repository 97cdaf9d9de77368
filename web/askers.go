package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"combigo/board"
	"combigo/comparison"
	"combigo/count"
	"combigo/game"
	"combigo/game/bound"
	"combigo/game/hamilton"
	"combigo/game/length"
	"combigo/game/longest"
	"combigo/internal/par"
	"combigo/internal/view"
	"combigo/lattice"
	"combigo/ranking"
	"combigo/sampling"
	"combigo/sequence"
	"combigo/symmetry/patterns"
)

func askStones(ctx context.Context, q query, o par.Options) (*reply, error) {
	t, err := count.Stones(ctx, q.size(), count.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	r, err := newReply("", view.Stones(t), t)
	if err == nil {
		r.picture = view.StonesInline(t)
	}
	return r, err
}

// goBoard is where opening patterns are put.
var goBoard = board.Size{Rows: 19, Cols: 19}

func askPatterns(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := patterns.Count(ctx, patterns.Options{
		Board: goBoard, First: q.rows, Last: q.rows, Threads: o.Threads, Memory: o.Memory, Progress: o.Progress,
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
	g, err := game.NewGraph(ctx, b, game.Rules{}, game.Options(o))
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
		if answer.picture, err = view.CycleWheel(found); err != nil {
			return nil, err
		}
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
	err := c.Write(&b, "sgf")
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

// maxWheel is the most points of a row whose cycle is drawn on a page: on 6 points it has 312 spokes.
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
	return newReply("", view.Comparison(r), r)
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
	e, err := sampling.Sample(ctx, q.size(), sampling.Options{Runs: runs, Seed: q.whole, Threads: o.Threads, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("About %s, give or take %.2g %%", e.Value.Text(view.SampleDigits(e)), 100*e.RelError)
	return newReply(headline, view.Sample(e), e)
}

const (
	// longestSteps are those of each search for a long game, which make no difference up to 2x3: the longest game is found.
	longestSteps = 20_000
	// maxSteps is how many positions of a game are drawn.
	maxSteps = 120
)

func askLongest(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	g, err := game.NewGraph(ctx, b, game.Rules{}, game.Options(o))
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
	r, err := length.Number(ctx, q.size(), q.more, false, length.Options{Threads: o.Goroutines(), Progress: o.Progress})
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
