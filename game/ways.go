package game

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
)

// reading returns the place of a vertex in the texts of positions: row by row on a piece of a
// lattice, and else in the order of the vertices.
func (p *Positions) reading(v int) int {
	if row, col, ok := p.board.Place(v); ok {
		_, cols := p.board.Size()
		return row*cols + col
	}
	return v
}

// Parse reads a legal position from the colours of its points, ., X or O, row by row, or for a
// graph that is no piece of a lattice in the order of its vertices. Slashes between rows are left
// out.
func (p *Positions) Parse(text string) (q Position, err error) {
	points := strings.ReplaceAll(text, "/", "")
	if len(points) != p.Points() || strings.Trim(points, ".XO") != "" {
		return q, fmt.Errorf("position %q: want %d points, each ., X or O, for %s", text, p.Points(), p.board)
	}
	for v := range p.Points() {
		switch points[p.reading(v)] {
		case 'X':
			q.Black |= 1 << v
		case 'O':
			q.White |= 1 << v
		}
	}
	if _, legal := p.Index(q); !legal {
		return q, fmt.Errorf("position %q is not legal: a string has no liberty", text)
	}
	return q, nil
}

// write is the inverse of Parse, without slashes.
func (p *Positions) write(q Position) string {
	text := make([]byte, p.Points())
	for v := range text {
		text[p.reading(v)] = ".XO"[q.At(v)]
	}
	return string(text)
}

// end makes the problem of games that of ways.
func (q Question) end(g *Games, p *paths.Problem, positions *Positions) error {
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
	w := &ways{ctx: ctx, problem: p, positions: positions, entered: make([]bool, p.Graph.Len())}
	w.distance = digraph.NewRuler(p.Graph.Reverse()).From(*p.End)
	w.entered[p.Start] = true
	w.from(p.Start, 0, *q.Most)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	g.Lengths, g.Longest, g.Whole, g.Value = w.lengths, max(len(w.lengths)-1, 0), true, new(big.Int)
	for _, n := range w.lengths {
		g.Value.Add(g.Value, new(big.Int).SetUint64(n))
	}
	g.Method, g.Engine = "enumerate", fmt.Sprintf("%s, %s", enum.Plural(g.Nodes, "node"), enum.Plural(g.Edges, "edge"))
	g.Description = "ways one by one, as far as the moves left can be enough"
	g.Notes = []string{fmt.Sprintf("at most %s of black, %d of white; the longest way has %s", enum.Plural(q.Most[0], "move"), q.Most[1], enum.Plural(g.Longest, "move"))}
	return nil
}

// ways goes through ways one by one.
type ways struct {
	ctx       context.Context
	problem   *paths.Problem
	positions *Positions
	distance  []int32 // to the end
	entered   []bool
	lengths   []uint64
	visits    uint64
	stopped   bool
}

// from counts the ways from a position on, with the moves left that black and white may make.
func (w *ways) from(v, moves int, left [2]int) {
	if v == *w.problem.End {
		for len(w.lengths) <= moves {
			w.lengths = append(w.lengths, 0)
		}
		w.lengths[moves]++
		return
	}
	if w.visits++; w.visits%4096 == 0 {
		w.stopped = w.ctx.Err() != nil
	}
	from := w.positions.Position(v)
	for _, to := range w.problem.Graph.Successors(v) {
		if far := int(w.distance[to]); w.stopped || w.entered[to] || far == digraph.Unreached || far >= left[0]+left[1] {
			continue
		}
		player, _ := mover(from, w.positions.Position(int(to)))
		after := left
		if after[player-goban.Black]--; after[player-goban.Black] < 0 {
			continue
		}
		w.entered[to] = true
		w.from(int(to), moves+1, after)
		w.entered[to] = false
	}
}
