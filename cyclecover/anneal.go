package cyclecover

import (
	"math"
	"math/rand/v2"

	"combigo/digraph"
)

type Annealer struct {
	G, Rev *digraph.Graph
	C      *Cover
	Rng    *rand.Rand
	Temp, Lambda   float64
	goal   []int32
	mark   int32
	e      Exchange
	budget int
	depth  int
	Tried, Accepted int
}

func (m *Annealer) Step() {
	n := m.C.Len()
	if m.goal == nil {
		m.goal = make([]int32, n)
	}
	t := int32(m.Rng.IntN(n))
	h := m.C.succ[t]
	m.mark++
	for _, p := range m.Rev.Successors(int(h)) {
		m.goal[p] = m.mark
	}
	m.e.tails[0], m.e.n = t, 1
	m.depth = 2 + m.Rng.IntN(5)
	m.budget = 40
	m.search()
}

func (m *Annealer) closes(last int32) bool {
	h := m.C.succ[m.e.tails[0]]
	return m.goal[last] == m.mark || h == 0 || h == last && h != 0
}

func (m *Annealer) search() bool {
	last := m.e.tails[m.e.n-1]
	if m.e.n > 1 && m.closes(last) {
		m.Tried++
		out := m.C.Outcome(&m.e, 0)
		delta := -float64(out.Loops) + m.Lambda*float64(out.Fewer+out.Loops)
		if m.Lambda == 0 {
			delta = float64(out.CycleLen - m.C.CycleLen(0))
		}
		if delta >= 0 || m.Rng.Float64() < math.Exp(delta/m.Temp) {
			m.C.Apply(&m.e)
			m.Accepted++
			return true
		}
	}
	if m.e.n == m.depth {
		return false
	}
	heads := m.G.Successors(int(last))
	extra := 2
	if last == 0 {
		extra = 0
	}
	total := len(heads) + extra
	shift := m.Rng.IntN(total)
next:
	for i := range total {
		i += shift
		if i >= total {
			i -= total
		}
		var h int32
		switch {
		case i < len(heads):
			h = heads[i]
			if h == 0 {
				continue
			}
		case i == len(heads):
			h = last
		default:
			h = 0
		}
		t := m.C.pred[h]
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
