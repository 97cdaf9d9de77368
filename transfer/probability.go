package transfer

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// probabilityScale is the denominator of the probabilities that are tried.
const probabilityScale = 1 << 28

// stateOrder is the states of a level in the order in which the rest of a board can only gain: an
// edge leads from a state to one with a stone less, or with a string more that has a liberty.
type stateOrder struct {
	ways  [][2]uint64 // to each state: with the first vertex empty, and with a stone on it
	ends  [][]edgeEnd // of the edges of each state
	edges int32
}

// An edgeEnd is where an edge leads from one of its two states.
type edgeEnd struct {
	to   int32
	edge int32 // its number
	back bool  // whether the edge leads from the other state to this one
}

// edgeBytes is about what an edge takes, with the flow on it, and its share of a state.
const edgeBytes = 40

// newStateOrder returns the order of the states after done vertices, with the states between them.
func newStateOrder[S packed[S]](spec *legal[S], now *layer[S], done int, ceiling result.Bytes) (*stateOrder, error) {
	m := &stateOrder{}
	width := spec.layout.widthAfter(done)
	need := result.Bytes(now.states() * (width + 1) * edgeBytes)
	if ceiling > 0 && need > ceiling {
		return nil, &result.MemoryError{Of: fmt.Sprintf("a frontier of width %d", width), Need: need, Ceiling: ceiling, Given: true}
	}
	var keys []S
	index := map[S]int32{}
	add := func(key S, empty, stone uint64) int32 {
		n := int32(len(keys))
		index[key] = n
		keys = append(keys, key)
		m.ways = append(m.ways, [2]uint64{empty, stone})
		m.ends = append(m.ends, nil)
		return n
	}
	for i := range now {
		for n, key := range now[i].keys {
			row := now[i].value(n)
			add(key, row[0], row[1])
		}
	}
	for i := 0; i < len(keys); i++ {
		for _, key := range spec.relaxations(keys[i], width) {
			n, ok := index[key]
			if !ok { // a step on the way to others that cannot be met itself
				n = add(key, 0, 0)
			}
			m.ends[i] = append(m.ends[i], edgeEnd{to: n, edge: m.edges})
			m.ends[n] = append(m.ends[n], edgeEnd{to: int32(i), edge: m.edges, back: true})
			m.edges++
		}
	}
	return m, nil
}

// relaxations returns the states that a state becomes if a string gets a liberty, or if a stone is
// taken away, which gives the rest of its string a liberty.
func (l *legal[S]) relaxations(from S, width int) []S {
	at := FrontierStep{Width: width}
	for place := range width {
		at.Kept = append(at.Kept, uint8(place))
	}
	var all []S
	var f frontierState
	l.unpack(from.unpack(), width, &f)
	add := func(changed frontierState, live uint8) {
		changed.join(width, live, 0)
		all = append(all, from.pack(l.pack(&changed, &at, new(packer))))
	}
	for s := range f.needy {
		add(f, s+1)
	}
	for place, color := range f.color[:width] {
		if color > 0 {
			less := f
			less.color[place], less.str[place] = 0, 0
			add(less, f.str[place])
		}
	}
	return all
}

// maxProbability returns an upper bound of the probability of a kind of ways (0: the first vertex
// is empty, 1: it has a stone), whatever the rest of the board may be: a multiple of
// 1/probabilityScale, and the least one except for rounding. Each probability that is too small for
// the flow has a set of states that shows it, whose ratio is tried next (W. Dinkelbach, "On
// nonlinear fractional programming", 1967).
func (m *stateOrder) maxProbability(ctx context.Context, kind int) (float64, error) {
	k := m.ratio(slices.Repeat([]bool{true}, len(m.ways)), kind)
	for {
		set, err := m.flow(kind, k).run(ctx)
		if err != nil {
			return 0, err
		}
		if set == nil {
			return float64(k) / probabilityScale, nil
		}
		k = max(k+1, m.ratio(set, kind))
	}
}

// ratio returns the ways of a kind divided by all ways to a set of states, times probabilityScale,
// rounded up.
func (m *stateOrder) ratio(set []bool, kind int) int64 {
	var part, whole, ways big.Int
	for i, in := range set {
		if in {
			part.Add(&part, ways.SetUint64(m.ways[i][kind]))
			whole.Add(&whole, ways.SetUint64(m.ways[i][1-kind]))
		}
	}
	if whole.Add(&whole, &part).Sign() == 0 {
		return 0
	}
	part.Mul(&part, big.NewInt(probabilityScale)).Add(&part, &whole).Sub(&part, big.NewInt(1))
	return part.Quo(&part, &whole).Int64()
}

// A flow moves what states have too much along edges to those that have too little (E. Dinic,
// 1970).
type flow struct {
	*stateOrder
	excess   []int64 // what a state has too much, if positive
	moved    []int64 // along each edge
	distance []int32 // of each state: its distance from those that have too much, -1 if out of reach
	next     []int   // of the ends at each state, the first that may be of use
}

// flow returns the flow for a kind and a probability p = k/probabilityScale at its beginning: what
// each state has of the kind, less p times all that it has, scaled and rounded up.
func (m *stateOrder) flow(kind int, k int64) *flow {
	n := len(m.ways)
	f := &flow{m, make([]int64, n), make([]int64, m.edges), make([]int32, n), make([]int, n)}
	total := 0.0
	for _, w := range m.ways {
		total += float64(w[0]) + float64(w[1])
	}
	shift := max(0, math.Ilogb(total)+1+math.Ilogb(probabilityScale)-61) // so that sums have less than 63 bits
	var less, other big.Int
	for i, w := range m.ways {
		less.Mul(other.SetUint64(w[1-kind]), big.NewInt(k))
		less.Sub(&less, other.Mul(other.SetUint64(w[kind]), big.NewInt(probabilityScale-k)))
		f.excess[i] = -less.Rsh(&less, uint(shift)).Int64() // Rsh rounds down
	}
	return f
}

// capacity returns how much of an amount can be moved along an edge to an end: forward all of it,
// back no more than was moved.
func (f *flow) capacity(e edgeEnd, amount int64) int64 {
	if e.back {
		return min(amount, f.moved[e.edge])
	}
	return amount
}

// run moves as much as it can. It returns nil if no state has too much in the end, and else the
// states that such ones still reach, all of which have nothing to spare.
func (f *flow) run(ctx context.Context) ([]bool, error) {
	for f.distances() {
		clear(f.next)
		for u := range f.excess {
			for f.excess[u] > 0 {
				got := f.push(int32(u), f.excess[u])
				if got == 0 {
					break
				}
				f.excess[u] -= got
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	if slices.Max(f.distance) < 0 {
		return nil, nil
	}
	set := make([]bool, len(f.distance))
	for u, r := range f.distance {
		set[u] = r >= 0
	}
	return set, nil
}

// distances finds the distances, and whether a state with too little is in reach.
func (f *flow) distances() bool {
	var queue []int32
	for u, have := range f.excess {
		f.distance[u] = -1
		if have > 0 {
			f.distance[u] = 0
			queue = append(queue, int32(u))
		}
	}
	found := false
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		found = found || f.excess[u] < 0
		for _, e := range f.ends[u] {
			if f.distance[e.to] < 0 && f.capacity(e, 1) > 0 {
				f.distance[e.to] = f.distance[u] + 1
				queue = append(queue, e.to)
			}
		}
	}
	return found
}

// push moves up to an amount from a state to where there is too little, along edges that lead a
// rank up, and returns how much it moved.
func (f *flow) push(u int32, amount int64) int64 {
	if f.excess[u] < 0 {
		got := min(amount, -f.excess[u])
		f.excess[u] += got
		return got
	}
	for ; f.next[u] < len(f.ends[u]); f.next[u]++ {
		e := f.ends[u][f.next[u]]
		if f.distance[e.to] != f.distance[u]+1 || f.capacity(e, 1) == 0 {
			continue
		}
		if got := f.push(e.to, f.capacity(e, amount)); got > 0 {
			if e.back {
				f.moved[e.edge] -= got
			} else {
				f.moved[e.edge] += got
			}
			return got
		}
	}
	return 0
}

// An Enclosure encloses the probability that a vertex is empty in a random legal position.
type Enclosure struct {
	Done   int     // vertices that were looked at
	States int     // that the rest of the board may meet
	Low    float64 // Low <= probability <= High
	High   float64
}

// EmptyProbability encloses the probability that the first vertex of an order is empty in a random
// legal position, where all legal positions in that number of colours are equally likely, on any
// board that contains the first done vertices of the order with all their edges. What else is on
// the board does not matter, as long as all neighbours of these vertices are in g.
//
// Let the frontier of the done vertices come to state s in e(s) ways with the first vertex empty,
// and in f(s) ways with a stone on it, and let the rest of the board be filled in r(s) ways then.
// The probability is the sum of r(s) e(s) over that of r(s) (e(s) + f(s)). Nothing is known about r
// but that it is not negative, and no smaller after a stone of the frontier is taken away, or a
// string gets a liberty. The greatest probability p with such an r is found by a flow: what e(s)
// has above p (e(s) + f(s)) must find room, along those changes, in states where it is below. A
// flow that moves everything proves the bound. All is in whole numbers, rounded outward.
//
// Sums have 64 bits, so that (1+colors)^done < 2^64: see [MaxProbabilityVertices].
func EmptyProbability(ctx context.Context, g Graph, order []int, done, colors int, opt par.Options) (*Enclosure, error) {
	r, err := newLegal(g, order, colors)
	if err != nil {
		return nil, err
	}
	if done < 1 || done > min(len(order), MaxProbabilityVertices(colors)) {
		return nil, fmt.Errorf("transfer: the probability after %d vertices of %d: want at least one, and at most %d with %d colours",
			done, len(order), MaxProbabilityVertices(colors), colors)
	}
	switch r.words() {
	case 1:
		return emptyProbability(ctx, &legal[Word1]{r}, done, opt)
	case 2:
		return emptyProbability(ctx, &legal[Word2]{r}, done, opt)
	default:
		return emptyProbability(ctx, &legal[Word4]{r}, done, opt)
	}
}

// MaxProbabilityVertices returns the largest number of vertices that [EmptyProbability] looks at.
func MaxProbabilityVertices(colors int) int {
	return int(math.Ceil(64/math.Log2(float64(1+max(colors, 1))))) - 1
}

// emptyProbability drives a spec forward and looks at all states of the last level.
func emptyProbability[S packed[S]](ctx context.Context, spec *legal[S], done int, opt par.Options) (*Enclosure, error) {
	ev := firstEmpty{uint64(spec.limit)}
	e := newEngine(Spec[S](spec), ev.words, opt.Between(0, 0.5))
	if err := e.run(ctx, done, ev.one, ev.adder); err != nil {
		return nil, err
	}
	m, err := newStateOrder(spec, e.now, done, opt.Memory)
	if err != nil {
		return nil, err
	}
	s := &Enclosure{Done: done, States: len(m.ways)}
	if s.High, err = m.maxProbability(ctx, 0); err != nil {
		return nil, err
	}
	opt.Between(0, 1).Report(0.75)
	stone, err := m.maxProbability(ctx, 1)
	s.Low = 1 - stone // exact: a multiple of 1/probabilityScale
	return s, err
}

// firstEmpty counts the ways to a state with the first vertex empty, and those with a stone on it.
type firstEmpty struct{ colors uint64 }

func (firstEmpty) words(int) int { return 2 }

func (firstEmpty) one(row []uint64) { row[0] = 1 }

func (f firstEmpty) adder(level int) Adder {
	return func(to, from []uint64, choice uint8, by Factor) bool {
		times := uint64(1)
		if by != One {
			times = f.colors - uint64(by)
		}
		if level == 0 && StoneChoice(choice).Color() > 0 {
			to[1] += times * from[0]
			return true
		}
		to[0] += times * from[0]
		to[1] += times * from[1]
		return true
	}
}
