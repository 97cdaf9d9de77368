package bound

import (
	"context"
	"math/rand/v2"

	"combigo.dev/combigo/goban"
)

// Search looks for a partition with as many points between as possible, by simulated annealing
// among partitions: a step moves one point to or from the points between. Among equals it prefers
// balanced ones. It begins from the best that is known beforehand, two combs as in Figure 14, so
// that what it returns is never worse; it is not proved to be the best. The result depends on the
// seed and nothing else, unless the context ends: then it is the best so far.
//
// It returns nil for the board 1x1, which has no partition.
func Search(ctx context.Context, rows, cols int, o SearchOptions) *Partition {
	if rows*cols < 2 {
		return nil
	}
	if o.Steps == 0 {
		o.Steps = 20_000 * rows * cols / 4
	}
	if o.Runs == 0 {
		o.Runs = 4
	}
	best := known(rows, cols)
	for run := range o.Runs {
		start, heat := best, warm // to keep what is good
		if run%2 == 1 {
			start, heat = halves(rows, cols), hottest
		}
		a := newAnnealing(start.clone())
		a.rng = rand.New(rand.NewPCG(o.Seed, uint64(run)))
		if found := a.run(ctx, o, run, heat); found.better(best) {
			best = found
		}
	}
	return best
}

// known returns the best partition that is known beforehand: combs whose teeth are rows or columns.
func known(rows, cols int) *Partition {
	best := halves(rows, cols)
	for _, p := range []*Partition{combs(rows, cols), combs(cols, rows).transposed()} {
		if p != nil && p.better(best) {
			best = p
		}
	}
	return best
}

// halves returns the partition of the board's upper and lower half, or left and right one, with
// nothing between.
func halves(rows, cols int) *Partition {
	p := &Partition{rows: rows, cols: cols, points: make([]goban.Color, rows*cols)}
	for i := range p.points {
		first := 2*(i/cols) < rows-rows%2
		if rows == 1 {
			first = 2*i < cols-1
		}
		p.points[i] = goban.White
		if first {
			p.points[i] = goban.Black
		}
	}
	return p
}
