package cyclecover

import (
	"context"
	"math/rand/v2"

	"combigo/digraph"
)

// merger looks for exchanges that leave fewer cycles.
type merger struct {
	g *digraph.Graph
	c      *Cover
	rng    *rand.Rand
	goal   []int32 // mark of the nodes from which the first head can be reached
	mark   int32
	e      Exchange
	depth  int
	budget int
	want   int
	accept func(*Exchange) bool
}

// search extends the chain of tails, depth first.
func (m *merger) search() bool {
	last := m.e.tails[m.e.n-1]
	if m.e.n > 1 && m.goal[last] == m.mark {
		if out := m.c.Outcome(&m.e, 0); out.Fewer >= m.want && (m.accept == nil || m.accept(&m.e)) {
			m.c.Apply(&m.e)
			return true
		}
	}
	if m.e.n == m.depth {
		return false
	}
	heads := m.g.Successors(int(last))
	shift := 0
	if m.rng != nil {
		shift = m.rng.IntN(len(heads))
	}
next:
	for i := range heads {
		i += shift
		if i >= len(heads) {
			i -= len(heads)
		}
		t := m.c.pred[heads[i]]
		for _, used := range m.e.tails[:m.e.n] {
			if t == used {
				continue next
			}
		}
		if m.budget--; m.budget < 0 {
			return false
		}
		m.e.tails[m.e.n] = t
		m.e.n++
		if m.search() {
			return true
		}
		m.e.n--
	}
	return false
}

func (m *merger) from(t int32, rev *digraph.Graph, depth, budget, want int) bool {
	m.mark++
	for _, p := range rev.Successors(int(m.c.succ[t])) {
		m.goal[p] = m.mark
	}
	m.e.tails[0], m.e.n = t, 1
	m.depth, m.budget, m.want = depth, budget, want
	return m.search()
}

// Merge.
func Merge(ctx context.Context, g, rev *digraph.Graph, c *Cover, seed uint64) error {
	m := &merger{g: g, c: c, rng: rand.New(rand.NewPCG(seed, 0)), goal: make([]int32, g.Len())}
	for round := 0; c.Cycles() > 1; round++ {
		if round > 0 {
			for v := range int32(c.Len()) {
				if 2*c.CycleLen(v) <= c.Len() {
					m.from(v, rev, 5, 2000, 0)
				}
			}
		}
		for depth := 2; depth <= maxExchange; {
			before := c.Cycles()
			if before == 1 {
				break
			}
			for v := range int32(c.Len()) {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if 2*c.CycleLen(v) <= c.Len() {
					m.from(v, rev, depth, 20000, 1)
				}
			}
			if 10*c.Cycles() > 9*before {
				depth++
			}
		}
		println(round, c.Cycles())
	}
	return nil
}
