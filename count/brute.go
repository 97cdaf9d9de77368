package count

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/internal/oracle/graphs"
	"combigo.dev/combigo/result"
)

const (
	// maxColorings is the largest number of positions of a graph that are looked at one by one when
	// that is asked for: some seconds.
	maxColorings = 1 << 24
	// checkPoints and checkColorings bound the boards that are compared with brute force: a few
	// milliseconds.
	checkPoints    = 9
	checkColorings = 300_000
)

// enumerate counts the legal positions one by one: on plain boards with package goban.
func (c *counter) enumerate(ctx context.Context, in *instance) (*big.Int, error) {
	if in.graph == nil {
		legal, err := c.brute(ctx, in.size.Rows, in.size.Cols)
		return new(big.Int).SetUint64(legal), err
	}
	var legal int64
	for range graphs.Positions(in.graph, in.colors()) {
		legal++
		if legal&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return big.NewInt(legal), ctx.Err()
}

// checkBrute compares the number of a small board with that of looking at all positions.
func (c *counter) checkBrute(in *instance) check {
	return func(ctx context.Context, r *result.Result) (string, error) {
		if in.points() > checkPoints || r.Whole.Value.Cmp(big.NewInt(checkColorings)) > 0 {
			return "", nil
		}
		value, err := c.enumerate(ctx, in)
		return in.equal(r, value, err, fmt.Sprintf("brute force over %s positions", r.Whole.Power))
	}
}
