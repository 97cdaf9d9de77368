package game

import (
	"context"
	"fmt"

	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

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
