package cyclecover

import "slices"

// MaxExchange is the largest number of arcs that one exchange replaces.
const MaxExchange = 14

// A Cover is a set of cycles that together visit every node once, a loop being a cycle of one node.
// It knows the place of every node in its cycle, so that the outcome of an exchange of a few arcs
// is known without a walk.
//
// The nodes of a cycle are a splay tree (D. D. Sleator and R. E. Tarjan, "Self-adjusting binary
// search trees", 1985) in their order from some node on, so that cycles are joined and parted in
// logarithmic time, amortized.
type Cover struct {
	succ, pred          []int32
	left, right, parent []int32 // in the splay tree of the cycle, or none
	size                []int32 // nodes of the subtree of a node
	cycles              int
}

// NewCover returns the cover with the given successors, which must be a permutation. It keeps the
// slice.
func NewCover(successor []int32) *Cover {
	n := len(successor)
	c := &Cover{
		succ: successor, pred: make([]int32, n),
		left: make([]int32, n), right: make([]int32, n), parent: make([]int32, n), size: make([]int32, n),
	}
	for v, w := range successor {
		c.pred[w] = int32(v)
	}
	var nodes []int32
	for v := range successor {
		if c.size[v] > 0 {
			continue
		}
		nodes = nodes[:0]
		for w := int32(v); len(nodes) == 0 || w != int32(v); w = successor[w] {
			nodes = append(nodes, w)
		}
		c.buildTree(nodes, none)
		c.cycles++
	}
	return c
}

// buildTree makes a balanced tree of some nodes in their order, and returns its root.
func (c *Cover) buildTree(nodes []int32, parent int32) int32 {
	if len(nodes) == 0 {
		return none
	}
	half := len(nodes) / 2
	v := nodes[half]
	c.parent[v], c.size[v] = parent, int32(len(nodes))
	c.left[v] = c.buildTree(nodes[:half], v)
	c.right[v] = c.buildTree(nodes[half+1:], v)
	return v
}

// rotate exchanges a node with its parent.
func (c *Cover) rotate(v int32) {
	p := c.parent[v]
	g, moved := c.parent[p], int32(none)
	if c.left[p] == v {
		moved = c.right[v]
		c.left[p], c.right[v] = moved, p
	} else {
		moved = c.left[v]
		c.right[p], c.left[v] = moved, p
	}
	if moved != none {
		c.parent[moved] = p
	}
	c.parent[p], c.parent[v] = v, g
	if g != none {
		if c.left[g] == p {
			c.left[g] = v
		} else {
			c.right[g] = v
		}
	}
	c.size[v] = c.size[p]
	c.updateSize(p)
}

// updateSize sets the size of the subtree of a node from the sizes of its two subtrees.
func (c *Cover) updateSize(v int32) {
	c.size[v] = 1
	for _, w := range [2]int32{c.left[v], c.right[v]} {
		if w != none {
			c.size[v] += c.size[w]
		}
	}
}

// splay makes a node the root of its tree.
func (c *Cover) splay(v int32) {
	for p := c.parent[v]; p != none; p = c.parent[v] {
		if g := c.parent[p]; g != none {
			if (c.left[g] == p) == (c.left[p] == v) {
				c.rotate(p)
			} else {
				c.rotate(v)
			}
		}
		c.rotate(v)
	}
}

// root returns the root of the tree of a node.
func (c *Cover) root(v int32) int32 {
	for c.parent[v] != none {
		v = c.parent[v]
	}
	return v
}

// endWith makes a node the root and the last node of the tree of its cycle, by a rotation of the
// order.
func (c *Cover) endWith(v int32) {
	c.splay(v)
	after := c.right[v]
	if after == none {
		return
	}
	c.right[v], c.parent[after] = none, none
	c.updateSize(v)
	for c.right[after] != none {
		after = c.right[after]
	}
	c.splay(after)
	c.join(after, v)
	c.splay(v)
}

// join appends the tree of root w to that of root v, which has no right subtree.
func (c *Cover) join(v, w int32) {
	c.right[v], c.parent[w] = w, v
	c.updateSize(v)
}

// swapSuccessors exchanges the successors of two nodes, which joins their cycles or parts their
// cycle.
func (c *Cover) swapSuccessors(v, w int32) {
	c.endWith(v)
	c.splay(w)
	if c.parent[v] == none {
		c.endWith(w)
		c.join(v, w)
		c.cycles--
	} else { // v is last: what comes after w becomes a cycle of its own
		after := c.right[w]
		c.right[w], c.parent[after] = none, none
		c.updateSize(w)
		c.cycles++
	}
	c.succ[v], c.succ[w] = c.succ[w], c.succ[v]
	c.pred[c.succ[v]], c.pred[c.succ[w]] = v, w
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
func (c *Cover) CycleLen(v int32) int {
	c.splay(v)
	return int(c.size[v])
}

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

// outsideLongest returns the nodes of all cycles, except for a longest one and loops, and a node
// main of that longest cycle.
func (c *Cover) outsideLongest() (nodes []int32, main int32) {
	seen, from, longest := make([]bool, len(c.succ)), 0, 0
	for v := range c.succ {
		before := len(nodes)
		for w := int32(v); !seen[w]; w = c.succ[w] {
			seen[w] = true
			nodes = append(nodes, w)
		}
		switch length := len(nodes) - before; {
		case length == 1:
			nodes = nodes[:before]
		case length > longest:
			from, longest = before, length
		}
	}
	if longest == 0 {
		return nil, 0
	}
	main = nodes[from]
	return slices.Delete(nodes, from, from+longest), main
}

// sameCycle reports whether two nodes are on the same cycle.
func (c *Cover) sameCycle(v, w int32) bool {
	c.splay(v)
	c.splay(w)
	return v == w || c.parent[v] != none
}

// An Exchange is a list of at most MaxExchange different nodes, its tails. It replaces the arcs
// that leave them: each tail gets the successor of the next tail, and the last tail the successor
// of the first.
type Exchange []int32

// An Outcome says what an exchange changes.
type Outcome struct {
	Fewer    int // the number of cycles before less that after
	Loops    int // the number of loops after less that before
	CycleLen int // nodes of the cycle, after the exchange, of the node that was asked about
}

// A location says where a node is: the root of the tree of its cycle, its place in the order of
// that tree, and the number of nodes of the cycle.
type location struct {
	cycle, place, length int32
	tail                 int8 // the index of the node
}

// locate sets the locations of some nodes.
func (c *Cover) locate(nodes []int32, places []location) {
	for i, v := range nodes {
		c.splay(v)
		places[i] = location{length: c.size[v], tail: int8(i)}
		if w := c.left[v]; w != none {
			places[i].place = c.size[w]
		}
	}
	for i, v := range nodes {
		places[i].cycle = c.root(v)
	}
}

// sortPlaces sorts a few locations by cycle, then by place.
func sortPlaces(places []location) {
	for i, now := range places {
		j := i
		for ; j > 0 && (now.cycle < places[j-1].cycle || now.cycle == places[j-1].cycle && now.place < places[j-1].place); j-- {
			places[j] = places[j-1]
		}
		places[j] = now
	}
}

// A segment is a part of a cycle that an exchange does not change: from the successor of one tail
// to the next tail of the cycle.
type segment struct {
	length int32
	holds  bool // the segment has the node that was asked about
	done   bool // its cycle after the exchange is counted
}

// Outcome returns what an exchange would change, with the length of the cycle of the node asked.
func (c *Cover) Outcome(e Exchange, asked int32) Outcome {
	k := len(e)
	var nodes [MaxExchange + 1]int32
	var all [MaxExchange + 1]location
	copy(nodes[:], e)
	nodes[k] = asked
	c.locate(nodes[:k+1], all[:])
	places, at := all[:k], all[k]
	sortPlaces(places)
	var parts [MaxExchange]segment // parts[i] ends with tail i
	var after [MaxExchange]int8    // the segment that begins after tail i ends with tail after[i]
	out := Outcome{CycleLen: int(at.length)}
	for from := 0; from < k; {
		cycle, length, to := places[from].cycle, places[from].length, from+1
		for to < k && places[to].cycle == cycle {
			to++
		}
		out.Fewer++
		if length == 1 {
			out.Loops--
		}
		before := places[to-1]
		before.place -= length // one round ago
		for _, now := range places[from:to] {
			holds := at.cycle == cycle && (before.place < at.place && at.place <= now.place || before.place < at.place-length)
			parts[now.tail] = segment{length: now.place - before.place, holds: holds}
			after[before.tail] = now.tail
			before = now
		}
		from = to
	}
	for i := range k {
		if parts[i].done {
			continue
		}
		out.Fewer--
		length, holds := 0, false
		for j := i; !parts[j].done; {
			p := &parts[j]
			p.done = true
			length += int(p.length)
			holds = holds || p.holds
			if j++; j == k {
				j = 0
			}
			j = int(after[j]) // tail j-1 gets the successor of the next one
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

// Apply makes an exchange.
func (c *Cover) Apply(e Exchange) {
	for i := 1; i < len(e); i++ {
		c.swapSuccessors(e[i-1], e[i])
	}
}
