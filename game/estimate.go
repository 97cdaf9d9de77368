package game

import (
	"context"
	"fmt"

	"combigo/digraph/paths"
	"combigo/goban"
	"combigo/lattice"
	"combigo/result"
)

// estimateNeed returns the memory that an estimate takes on a graph with the given numbers of nodes and edges: the graph, its reverse,
// and what each thread remembers.
func estimateNeed(nodes int, edges int64, threads int) result.Bytes {
	return 2*GraphNeed(nodes, edges) + result.Bytes(threads)*result.Bytes(nodes)*threadBytes
}

// threadBytes is what a thread takes for each node, about.
const threadBytes = 60

// Estimate estimates the number of games on a board, see package paths. They are for positional superko.
// If the context ends first, the estimate from the runs that were completed is returned with the cause, nil if there are
// none.
func Estimate(ctx context.Context, b *lattice.Graph, rules Rules, memory result.Bytes, opt paths.EstimateOptions) (*paths.Estimate, error) {
	if rules.Superko != goban.PositionalSuperko {
		return nil, fmt.Errorf("there are no estimates under %s superko: want positional", rules.Superko)
	}
	options := Options{Threads: opt.Threads, Memory: memory}
	p, err := NewPositions(ctx, b, options)
	if err != nil {
		return nil, err
	}
	d, err := p.Degrees(ctx, rules, options)
	if err != nil {
		return nil, err
	}
	if err := checkMemory("the search for estimates on "+b.String(), estimateNeed(p.Len(), d.Edges, options.Goroutines()), memory); err != nil {
		return nil, err
	}
	problem, err := p.histories(ctx, rules, options)
	if err != nil {
		return nil, err
	}
	return paths.EstimateWalks(ctx, problem, opt)
}
