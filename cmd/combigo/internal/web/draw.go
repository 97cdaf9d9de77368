package web

import (
	"context"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/sampling/uniform"
)

// draw is a legal position that is drawn by a seed.
type draw struct {
	size board.Size
	seed uint64
}

// newPositions draws legal positions by rejection, which needs no table.
func newPositions(ctx context.Context, threads int) *memo[draw, *goban.Position] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, a *answer[draw, *goban.Position]) (*goban.Position, error) {
		sampler, err := uniform.New(ctx, a.key.size, uniform.Options{Method: uniform.Rejection, Seed: a.key.seed, Options: par.Options{Threads: threads}})
		if err != nil {
			return nil, err
		}
		drawn, err := sampler.Draw(ctx, 1)
		if err != nil {
			return nil, err
		}
		return drawn[0], nil
	})
}
