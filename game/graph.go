package game

import (
	"context"
	"fmt"
	"slices"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Graph is the game graph of a board: a node for every legal position, and an edge from p to q if
// a move of black or of white leads from p to another position q (Combinatorics of Go, definition
// 1). Node 0 is the empty position. The suicide of a single stone would be a loop, and is no edge.
// Different moves lead to different positions (lemma 1), so that edges are moves.
//
// The embedded digraph.Graph is the compact form to walk: Successors, Reverse, and what else it
// offers.
type Graph struct {
	*Positions
	*digraph.Graph
	rules Rules
}

// NewGraph makes the game graph of a board of at most MaxPoints points. The rule against repetition
// plays no part. A graph takes 4 bytes an edge and 8 a node, which is 1.3 GB for 4x4.
//
// The error is a *result.MemoryError, the cause of the context's end, or says what is wrong with
// the board.
func NewGraph(ctx context.Context, b *lattice.Graph, rules Rules, opt par.Options) (*Graph, error) {
	return NewGraphFor(ctx, b, rules, opt, func(_, _ int64) result.Bytes { return 0 })
}

// NewGraphFor is [NewGraph] for a search that needs more memory than the graph, by the numbers of
// nodes and edges: it is refused before it begins if there is too little.
func NewGraphFor(ctx context.Context, b *lattice.Graph, rules Rules, opt par.Options, need func(nodes, edges int64) result.Bytes) (*Graph, error) {
	p, err := NewPositions(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	degrees, err := p.Degrees(ctx, rules, opt)
	if err != nil {
		return nil, err
	}
	if err := checkMemory("the search on "+b.String(), need(degrees.Nodes, degrees.Edges), opt.Memory); err != nil {
		return nil, err
	}
	return p.graph(ctx, rules, degrees, opt)
}

// Graph makes the game graph of the positions. The errors are those of NewGraph.
func (p *Positions) Graph(ctx context.Context, rules Rules, opt par.Options) (*Graph, error) {
	degrees, err := p.Degrees(ctx, rules, opt)
	if err != nil {
		return nil, err
	}
	return p.graph(ctx, rules, degrees, opt)
}

// graph makes the game graph of the positions with these outdegrees. The errors are those of
// NewGraph.
func (p *Positions) graph(ctx context.Context, rules Rules, degrees *Degrees, opt par.Options) (*Graph, error) {
	what := fmt.Sprintf("the list of %d edges of the game graph of %s", degrees.Edges, p.board)
	if err := checkMemory(what, GraphNeed(degrees.Nodes, degrees.Edges), opt.Memory); err != nil {
		return nil, err
	}
	each := func(f func(v int, moves []Move)) error {
		return p.eachPart(ctx, opt, func(from, to int) {
			var moves []Move
			for v, q := range p.between(from, to) {
				moves = p.AppendMoves(moves[:0], q, rules)
				f(v, moves)
			}
		})
	}
	first := make([]int64, p.Len()+1)
	if err := each(func(v int, moves []Move) { first[v+1] = int64(len(moves)) }); err != nil {
		return nil, err
	}
	for v := range p.Len() {
		first[v+1] += first[v]
	}
	heads := make([]int32, first[p.Len()])
	err := each(func(v int, moves []Move) {
		out := heads[first[v]:first[v+1]]
		for i, move := range moves {
			out[i] = int32(p.index(p.masks.encode(move.To)))
		}
		slices.Sort(out)
	})
	if err != nil {
		return nil, err
	}
	d, err := digraph.New(first, heads)
	if err != nil {
		return nil, err // lemma 1 would be wrong
	}
	return &Graph{p, d, rules}, nil
}

// GraphNeed returns the memory that a Graph with the given numbers of nodes and edges takes.
func GraphNeed(nodes, edges int64) result.Bytes {
	return result.Bytes(8*nodes + 4*edges)
}

// Nodes returns the number of nodes.
func (g *Graph) Nodes() int { return g.Positions.Len() }

// Len returns the number of nodes.
func (g *Graph) Len() int { return g.Nodes() }

// Rules returns the rules that the graph was made with.
func (g *Graph) Rules() Rules { return g.rules }

// Mover returns the colour of the player whose move the edge from v to w is (Combinatorics of Go,
// corollary 2), and whether the move is a suicide. There must be such an edge.
func (g *Graph) Mover(v, w int) (player goban.Color, suicide bool) {
	return mover(g.Position(v), g.Position(w))
}

// mover returns the colour of the player whose move leads from one position to another, and whether
// it is a suicide: the player has a new stone, or else has lost some while the opponent has not.
func mover(from, to Position) (player goban.Color, suicide bool) {
	switch {
	case to.Black&^from.Black != 0:
		return goban.Black, false
	case to.White&^from.White != 0:
		return goban.White, false
	case to.White == from.White:
		return goban.Black, true
	}
	return goban.White, true
}
