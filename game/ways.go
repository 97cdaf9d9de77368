package game

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
)

// textIndex returns the place of a vertex in the texts of positions: row by row on a piece of a
// lattice, and else in the order of the vertices.
func (p *Positions) textIndex(v int) int {
	if row, col, ok := p.board.Place(v); ok {
		_, cols := p.board.Size()
		return row*cols + col
	}
	return v
}

// Parse reads a legal position from the colours of its points, ., X or O, row by row, or for a
// graph that is no piece of a lattice in the order of its vertices. Between rows there may be
// slashes.
func (p *Positions) Parse(text string) (q Position, err error) {
	points := strings.ReplaceAll(text, "/", "")
	if rows := strings.Split(text, "/"); len(rows) > 1 {
		height, width := p.board.Size()
		if len(rows) != height || slices.ContainsFunc(rows, func(row string) bool { return len(row) != width }) {
			return q, fmt.Errorf("position %q: want a slash after each row but the last one, or none, for %s", text, p.board)
		}
	}
	if len(points) != p.Points() || strings.Trim(points, ".XO") != "" {
		return q, fmt.Errorf("position %q: want %d points, each ., X or O, for %s", text, p.Points(), p.board)
	}
	for v := range p.Points() {
		switch points[p.textIndex(v)] {
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
		text[p.textIndex(v)] = ".XO"[q.At(v)]
	}
	return string(text)
}

// countWays counts the ways between the ends of a problem with at most some moves of black and of
// white, by the number of moves.
func countWays(ctx context.Context, positions *Positions, p *paths.Problem, maxMoves [2]int) ([]uint64, error) {
	w := &ways{ctx: ctx, problem: p, positions: positions, entered: make([]bool, p.Graph.Len())}
	w.distance = p.Graph.Reverse().Distances(*p.End)
	w.entered[p.Start] = true
	w.from(p.Start, 0, maxMoves)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return w.lengths, nil
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
