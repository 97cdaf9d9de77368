package cyclecover

// MaxExchange is the largest number of arcs that one exchange replaces.
const MaxExchange = 14

// A Cover is a set of cycles that together visit every node once, a loop being a cycle of one node.
// It knows the place of every node in its cycle, so that the outcome of an exchange of a few arcs
// is known without a walk.
type Cover struct {
	succ, pred []int32
	cycle      []int32 // the cycle that a node is in
	place      []int32 // the place of a node in its cycle, from 0
	length     []int32 // of each cycle; 0 for a number that is free
	free       []int32 // numbers of cycles that are not in use
	cycles     int
}

// NewCover returns the cover with the given successors, which must be a permutation. It keeps the
// slice.
func NewCover(successor []int32) *Cover {
	n := len(successor)
	c := &Cover{
		succ: successor, pred: make([]int32, n),
		cycle: make([]int32, n), place: make([]int32, n),
	}
	for v, w := range successor {
		c.pred[w] = int32(v)
		c.cycle[v] = none
	}
	for v := range successor {
		if c.cycle[v] == none {
			c.length = append(c.length, 0)
			c.number(int32(v), int32(len(c.length)-1))
			c.cycles++
		}
	}
	return c
}

// number gives the nodes of the cycle through v its number and their places.
func (c *Cover) number(v, cycle int32) {
	at := int32(0)
	for w := v; ; {
		c.cycle[w], c.place[w] = cycle, at
		at++
		if w = c.succ[w]; w == v {
			break
		}
	}
	c.length[cycle] = at
}

// Len returns the number of nodes.
func (c *Cover) Len() int { return len(c.succ) }

// Cycles returns the number of cycles, loops included.
func (c *Cover) Cycles() int { return c.cycles }

// Successor returns the node after v on its cycle.
func (c *Cover) Successor(v int32) int32 { return c.succ[v] }

// Predecessor returns the node before v on its cycle.
func (c *Cover) Predecessor(v int32) int32 { return c.pred[v] }

// CycleLen returns the number of nodes on the cycle of v.
func (c *Cover) CycleLen(v int32) int { return int(c.length[c.cycle[v]]) }

// Cycle returns the nodes of the cycle through v, from v on.
func (c *Cover) Cycle(v int32) []int32 {
	nodes := make([]int32, 0, c.CycleLen(v))
	for w := v; ; {
		nodes = append(nodes, w)
		if w = c.succ[w]; w == v {
			return nodes
		}
	}
}

// SameCycle reports whether two nodes are on one cycle.
func (c *Cover) SameCycle(v, w int32) bool { return c.cycle[v] == c.cycle[w] }

// An Exchange replaces the arcs that leave some different nodes, its tails: each tail gets the
// successor of the next one, and the last that of the first.
type Exchange struct {
	tails [MaxExchange]int32
	n     int
}

// Begin makes a node the only tail.
func (e *Exchange) Begin(tail int32) { e.tails[0], e.n = tail, 1 }

// Last returns the last tail.
func (e *Exchange) Last() int32 { return e.tails[e.n-1] }

// Push adds a tail, which must be none of those there are, to fewer than MaxExchange.
func (e *Exchange) Push(tail int32) {
	e.tails[e.n] = tail
	e.n++
}

// An Outcome says what an exchange does.
type Outcome struct {
	Fewer    int // cycles less than before; negative if more
	Loops    int // loops more than before
	CycleLen int // nodes on the cycle of the node that was asked about
}

// A segment is a part of a cycle that an exchange leaves as it is: from the successor of one tail
// to another tail.
type segment struct {
	length int32
	next   int8 // the segment that comes after it
	holds  bool // whether it has the node that was asked about
}

// Outcome returns what an exchange would do to the number of cycles and to the length of the cycle
// of a node.
func (c *Cover) Outcome(e *Exchange, asked int32) Outcome {
	k := e.n
	var order, at [MaxExchange]int8
	for i := range k {
		j := i
		for ; j > 0 && c.before(e.tails[i], e.tails[order[j-1]]); j-- {
			order[j] = order[j-1]
		}
		order[j] = int8(i)
	}
	var parts [MaxExchange]segment // parts[i] ends with tail i
	before, loops, askedSeen := 0, 0, false
	for from := 0; from < k; {
		cycle := c.cycle[e.tails[order[from]]]
		to := from + 1
		for to < k && c.cycle[e.tails[order[to]]] == cycle {
			to++
		}
		before++
		if c.length[cycle] == 1 {
			loops++
		}
		for j := from; j < to; j++ {
			last := j - 1
			if j == from {
				last = to - 1
			}
			i, p := order[j], order[last]
			at[p] = i // after tail p begins the segment that ends with tail i
			length := c.place[e.tails[i]] - c.place[e.tails[p]]
			if j == from {
				length += c.length[cycle]
			}
			parts[i].length = length
			if c.cycle[asked] == cycle {
				askedSeen = true
				away := c.place[asked] - c.place[e.tails[p]]
				if away <= 0 {
					away += c.length[cycle]
				}
				parts[i].holds = away <= length
			}
		}
		from = to
	}
	for i := range k {
		next := i + 1
		if next == k {
			next = 0
		}
		parts[i].next = at[next]
	}
	out := Outcome{Fewer: before, Loops: -loops}
	if !askedSeen {
		out.CycleLen = c.CycleLen(asked)
	}
	var done [MaxExchange]bool
	for i := range k {
		if done[i] {
			continue
		}
		out.Fewer--
		length, holds := 0, false
		for j := int8(i); !done[j]; j = parts[j].next {
			done[j] = true
			length += int(parts[j].length)
			holds = holds || parts[j].holds
		}
		if length == 1 {
			out.Loops++
		}
		if holds {
			out.CycleLen = length
		}
	}
	return out
}

func (c *Cover) before(v, w int32) bool {
	if c.cycle[v] != c.cycle[w] {
		return c.cycle[v] < c.cycle[w]
	}
	return c.place[v] < c.place[w]
}

// Apply makes an exchange.
func (c *Cover) Apply(e *Exchange) {
	tails := e.tails[:e.n]
	first := c.succ[tails[0]]
	for i, t := range tails {
		if cycle := c.cycle[t]; c.length[cycle] > 0 {
			c.length[cycle] = 0
			c.free = append(c.free, cycle)
			c.cycles--
		}
		head := first
		if i+1 < len(tails) {
			head = c.succ[tails[i+1]]
		}
		c.succ[t], c.pred[head] = head, t
	}
	for _, t := range tails {
		c.cycle[t] = none
	}
	for _, t := range tails {
		if c.cycle[t] != none {
			continue
		}
		var cycle int32
		if last := len(c.free) - 1; last >= 0 {
			cycle, c.free = c.free[last], c.free[:last]
		} else {
			c.length = append(c.length, 0)
			cycle = int32(len(c.length) - 1)
		}
		c.number(t, cycle)
		c.cycles++
	}
}
