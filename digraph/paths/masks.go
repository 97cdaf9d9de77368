package paths

import "fmt"

// MaxMarked is the largest number of nodes of a problem that Count takes, the start not counted if
// the symmetries fix it.
const MaxMarked = 64

// A SizeError says that a problem has too many nodes for Count.
type SizeError struct{ Nodes, Most int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("a graph of %d nodes: an exact count takes at most %d", e.Nodes, e.Most)
}

// masks is a problem with the nodes as bits of a word. The start has no bit unless a symmetry moves
// it.
type masks struct {
	stations []station // of each bit
	start    station
	spread   [MaxMarked]uint64 // what may follow in some way: successors, the partner and its successors
	all      uint64            // all nodes but the start
	bit      []int             // of each node of the problem, -1 for a start without
}

// station is how a walk may go on from a node.
type station struct {
	exits  uint64 // successors
	mark   uint64 // the partner, as a set
	passed uint64 // successors of the partner
	extra  []extra
}

// extra is how often an exit counts beyond once.
type extra struct {
	exit  uint64
	times int
}

// newMasks gives nodes their bits in the order of the list, which has every node that is to have
// one.
func newMasks(p *Problem, order []int) *masks {
	m := &masks{bit: make([]int, p.Graph.Len())}
	for v := range m.bit {
		m.bit[v] = -1
	}
	for i, v := range order {
		m.bit[v] = i
	}
	for i, v := range order {
		if v != p.Start {
			m.all |= 1 << i
		}
		s := m.station(p, v)
		m.stations = append(m.stations, s)
		m.spread[i] = s.exits | s.mark | s.passed
	}
	m.start = m.station(p, p.Start)
	return m
}

func (m *masks) station(p *Problem, v int) station {
	s := station{exits: m.successors(p, v)}
	for _, w := range p.Graph.Successors(v) {
		if more := p.times(v, int(w)) - 1; more > 0 && m.bit[w] >= 0 {
			s.extra = append(s.extra, extra{1 << m.bit[w], more})
		}
	}
	if p.Partner == nil {
		return s
	}
	s.passed = m.successors(p, p.Partner[v])
	if i := m.bit[p.Partner[v]]; i >= 0 {
		s.mark = 1 << i
	}
	return s
}

func (m *masks) successors(p *Problem, v int) uint64 {
	var set uint64
	for _, w := range p.Graph.Successors(v) {
		if i := m.bit[w]; i >= 0 {
			set |= 1 << i
		}
	}
	return set
}
