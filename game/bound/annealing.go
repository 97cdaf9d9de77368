package bound

import (
	"context"
	"math"
	"math/rand/v2"

	"combigo.dev/combigo/goban"
)

// annealing is a random walk through partitions that prefers points between, the more so the cooler
// it is.
type annealing struct {
	*Partition
	rng    *rand.Rand
	counts [3]int
	seen   []int32 // marks of the search for connection
	mark   int32
	todo   []int
}

// newAnnealing makes ready to change a partition, in place.
func newAnnealing(p *Partition) *annealing {
	a := &annealing{Partition: p, seen: make([]int32, len(p.points))}
	for _, c := range p.points {
		a.counts[c]++
	}
	return a
}

// change gives a point to a colour, or to those between.
func (a *annealing) change(i int, to goban.Color) {
	a.counts[a.points[i]]--
	a.counts[to]++
	a.points[i] = to
}

const (
	hottest = 0.6
	warm    = 0.25
	coolest = 0.12
	// imbalance is what a difference of 1 between the numbers of black and white points costs.
	imbalance = 0.02
)

// run cools from a heat on and returns the best partition on the way.
func (a *annealing) run(ctx context.Context, o SearchOptions, run int, from float64) *Partition {
	best := a.clone()
	for step := range o.Steps {
		if step%4096 == 0 {
			if ctx.Err() != nil {
				break
			}
			if o.Progress != nil {
				o.Progress((float64(run) + float64(step)/float64(o.Steps)) / float64(o.Runs))
			}
		}
		heat := from * math.Pow(coolest/from, float64(step)/float64(o.Steps))
		if a.step(heat) && a.counts[goban.Empty] >= best.Count(goban.Empty) && a.Partition.better(best) {
			best = a.clone()
		}
	}
	return best
}

// step tries a change and reports whether it was made.
func (a *annealing) step(heat float64) bool {
	i := a.rng.IntN(len(a.points))
	from, to := a.points[i], goban.Empty
	if from == goban.Empty {
		to = goban.Color(1 + a.rng.IntN(2))
	}
	cost := a.cost(from, to)
	if cost > 0 && a.rng.Float64() >= math.Exp(-cost/heat) {
		return false
	}
	if to == goban.Empty && !a.removable(i) {
		return false
	}
	a.change(i, to)
	return true
}

// cost returns by how much a change makes the partition worse.
func (a *annealing) cost(from, to goban.Color) float64 {
	difference := func(counts [3]int) float64 {
		return math.Abs(float64(counts[goban.Black] - counts[goban.White]))
	}
	after := a.counts
	after[from]--
	after[to]++
	return float64(a.counts[goban.Empty]-after[goban.Empty]) + imbalance*(difference(after)-difference(a.counts))
}

// removable reports whether a stone may become a point between: it must touch both colours, the
// points between beside it must touch another stone of its colour, and that colour must stay
// connected.
func (a *annealing) removable(i int) bool {
	c := a.points[i]
	if a.counts[c] == 1 || !a.touches(i, goban.Black) || !a.touches(i, goban.White) {
		return false
	}
	near, n := a.neighbours(i)
	a.points[i] = goban.Empty
	defer func() { a.points[i] = c }()
	var own []int
	for _, b := range near[:n] {
		if a.points[b] == goban.Empty && !a.touches(b, c) {
			return false
		}
		if a.points[b] == c {
			own = append(own, b)
		}
	}
	return len(own) == 1 || a.reaches(own, c)
}

// reaches reports whether all of some stones of a colour are connected.
func (a *annealing) reaches(stones []int, c goban.Color) bool {
	a.mark++
	a.todo = append(a.todo[:0], stones[0])
	a.seen[stones[0]] = a.mark
	for len(a.todo) > 0 {
		i := a.todo[len(a.todo)-1]
		a.todo = a.todo[:len(a.todo)-1]
		near, n := a.neighbours(i)
		for _, b := range near[:n] {
			if a.points[b] == c && a.seen[b] != a.mark {
				a.seen[b] = a.mark
				a.todo = append(a.todo, b)
			}
		}
	}
	for _, s := range stones {
		if a.seen[s] != a.mark {
			return false
		}
	}
	return true
}

func (p *Partition) clone() *Partition {
	q := *p
	q.points = append([]goban.Color(nil), p.points...)
	return &q
}

// better reports whether p gives more games than q: the number of points between counts first.
func (p *Partition) better(q *Partition) bool {
	if between, other := p.Count(goban.Empty), q.Count(goban.Empty); between != other {
		return between > other
	}
	return p.balanced() && !q.balanced()
}

// SearchOptions say how long to look for a partition.
type SearchOptions struct {
	Steps    int // changes tried in each run; 0 means a number that suits the size of the board
	Runs     int // 0 means 4
	Seed     uint64
	Progress func(share float64)
}
