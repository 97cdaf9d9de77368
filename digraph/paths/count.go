package paths

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A SizeError says that a problem has too many nodes for CountWalks.
type SizeError struct{ Nodes int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("a graph of %d nodes: an exact count takes at most %d", e.Nodes, MaxNodes)
}

// An OverflowError says that there are more walks than a count can hold.
type OverflowError struct{}

func (OverflowError) Error() string { return "there are more than 2^128 of them" }

// A Count is the number of walks without return from the start of a problem to where they have to
// end, the one that goes nowhere among them.
type Count struct {
	Walks   *big.Int
	Longest int  // steps of the longest of them
	Whole   bool // false if it was stopped: then there are at least this many, and one at least this long
	Entries int  // entries of the memo at the end
}

// CountWalks counts the walks without return from the start of a problem of at most MaxNodes nodes.
// The number is exact. If the context ends first, what has been counted is returned, with the
// cause. One goroutine does all the work.
//
// The other errors are a *SizeError, an OverflowError, and what is wrong with the problem.
//
// The memory is for a memo of partial counts; with less of it a count takes longer. Progress is
// rough: one node more in a component is estimated to double the work.
func CountWalks(ctx context.Context, p *Problem, opt par.Options) (*Count, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if n := p.Graph.Len(); n > MaxNodes {
		return nil, &SizeError{n}
	}
	c := newCounter(ctx, p, opt)
	all := c.countAll(p)
	if c.overflow {
		return nil, OverflowError{}
	}
	walks := new(big.Int).SetUint64(all.high)
	walks.Lsh(walks, 64).Or(walks, new(big.Int).SetUint64(all.low))
	count := &Count{Walks: walks, Longest: all.longest, Whole: !c.stopped, Entries: len(c.memo)}
	if c.stopped {
		return count, context.Cause(ctx)
	}
	return count, nil
}

// CountByLength returns the number of walks of each number of steps, up to the longest. There must
// be fewer than 2^60 walks in all, as [CountWalks] tells. Its errors are those of CountWalks; there
// are no numbers if the context ends first.
//
// Let x be the weight of a step; then the sum of the weights of all walks is a polynomial in x,
// whose coefficients are the numbers. CountByLength evaluates the polynomial modulo a prime above
// the number of walks, at as many x as the longest walk has steps, each by one count. Threads share
// these counts.
func CountByLength(ctx context.Context, p *Problem, whole *Count, opt par.Options) ([]uint64, error) {
	if whole.Walks.BitLen() > 60 {
		return nil, OverflowError{}
	}
	f, err := modular.NewField(lengthPrime)
	if err != nil {
		return nil, err
	}
	each := par.Options{Memory: opt.Memory / result.Bytes(opt.Goroutines())}
	nowhere := uint64(0) // walks of no step
	if p.endsAt(p.Start) {
		nowhere = 1
	}
	values := make([]modular.Element, whole.Longest)
	err = opt.Each(ctx, whole.Longest, func(i int) {
		c := newCounter(ctx, p, each)
		c.weight, c.prime = uint64(i+1), lengthPrime
		// The walk of no step is left out, and a step divided out.
		values[i] = f.Mul(f.Sub(f.Element(c.countAll(p).low), f.Element(nowhere)), f.Inverse(f.Element(c.weight)))
	})
	if err != nil {
		return nil, err
	}
	f.Differences(values)
	f.Coefficients(values)
	counts, sum := []uint64{nowhere}, nowhere
	for _, x := range values {
		counts = append(counts, f.Uint64(x))
		sum += f.Uint64(x)
	}
	if !whole.Walks.IsUint64() || sum != whole.Walks.Uint64() {
		return nil, result.InternalErrorf("the walks by length", "they add up to %d, not %s", sum, whole.Walks)
	}
	return counts, nil
}

// lengthPrime is above the numbers that are counted by length.
const lengthPrime = 1<<61 - 1

// A counter counts walks through sets of nodes.
//
// The free nodes are those that a walk may still enter. A walk that leaves a strongly connected
// component of the free nodes never comes back to it. So the part of a walk inside a component does
// not depend on the other components, and a walk is the concatenation of one part in each component
// on its way. The counter has a memo: by component and the nodes at which walks enter it, how many
// walks inside the component end at each of its nodes.
type counter struct {
	ctx      context.Context
	opt      par.Options
	options  [MaxNodes][]option
	succ     [MaxNodes]uint64 // the nodes that a walk may enter next, the partner among them: these arcs define the components
	pred     [MaxNodes]uint64 // the tails of these arcs
	images   []image
	memo     map[question]string // the tallies of the nodes of the component, in order
	used     int                 // about the bytes of the memo
	overflow bool                // a number did not fit
	stopped  bool                // the context has ended: numbers are lower bounds
	nodes    int
	largest  int    // nodes of the largest component that has been counted
	weight   uint64 // of a step
	prime    uint64 // numbers are modulo this prime, unless it is 0
}

// newCounter returns a counter with an empty memo, for steps of weight 1.
func newCounter(ctx context.Context, p *Problem, opt par.Options) *counter {
	n := p.Graph.Len()
	c := &counter{ctx: ctx, opt: opt, nodes: n, images: p.images(), memo: map[question]string{}, weight: 1}
	for v := range n {
		c.addNode(p, v)
	}
	return c
}

// countAll returns the number of walks of a problem, and the steps of the longest.
func (c *counter) countAll(p *Problem) (sum tally) {
	var ends ends
	c.walksFrom(p.Start, 1<<c.nodes-1, &ends)
	for v, t := range ends {
		if p.endsAt(v) {
			sum = c.plus(sum, t)
		}
	}
	return sum
}

// An option is a way to leave a node: by one step to one of the exits. The nodes of mark count as
// entered from then on.
type option struct{ mark, exits uint64 }

// ends has for each node the walks that end there.
type ends [MaxNodes]tally

// addNode sets the options and the arcs of a node. There are arcs from a node to its partner and
// back, so that they are in one component while both are free.
func (c *counter) addNode(p *Problem, v int) {
	own := option{exits: successors(p, v)}
	c.options[v] = append(c.options[v], own)
	heads := own.exits
	for _, w := range p.Graph.Successors(v) {
		for range p.times(v, int(w)) - 1 {
			c.options[v] = append(c.options[v], option{exits: 1 << w})
		}
	}
	if p.Partner != nil {
		passed := option{1 << p.Partner[v], successors(p, p.Partner[v])}
		c.options[v] = append(c.options[v], passed)
		heads |= passed.mark | passed.exits
		c.succ[p.Partner[v]] |= 1 << v
		c.pred[v] |= passed.mark
	}
	c.succ[v] |= heads
	for w := range members(heads) {
		c.pred[w] |= 1 << v
	}
}

// successors returns the set of the successors of a node in the graph.
func successors(p *Problem, v int) uint64 {
	var set uint64
	for _, w := range p.Graph.Successors(v) {
		set |= 1 << w
	}
	return set
}

// walksFrom adds to ends the walks that begin at v, a free node, and enter only free nodes.
func (c *counter) walksFrom(v int, free uint64, ends *ends) {
	if c.ctx.Err() != nil {
		c.stopped = true
		return
	}
	free &^= 1 << v
	ends[v] = c.plus(ends[v], tally{low: 1})
	for _, o := range c.options[v] {
		c.continueTo(o.exits&free, free&^o.mark, ends)
	}
}

// continueTo adds to ends the walks that make a step to one of the exits, which are free nodes, and
// enter only free nodes. It goes through the components in topological order.
func (c *counter) continueTo(exits, free uint64, ends *ends) {
	var (
		in    [MaxNodes]tally // walks to each node whose last step enters its component
		local [MaxNodes]tally // scratch of crossComponent
		out   [MaxNodes]tally // all walks to each node
	)
	for v := range members(exits) {
		in[v] = c.step()
	}
	d := descent{succ: &c.succ, unseen: free}
	d.from(exits)
	rest := free &^ d.unseen
	for i := d.len - 1; i >= 0; i-- {
		v := int(d.order[i])
		if rest>>v&1 == 0 {
			continue
		}
		part := c.leadingTo(v, rest)
		rest &^= part
		if part == 1<<v {
			out[v] = in[v]
		} else {
			c.crossComponent(part, &in, &local, &out)
		}
		for w := range members(part) {
			if out[w] == (tally{}) {
				continue
			}
			ends[w] = c.plus(ends[w], out[w])
			for _, o := range c.options[w] {
				for next := range members(o.exits & rest) {
					in[next] = c.plus(in[next], c.times(out[w], c.step()))
				}
			}
		}
	}
}

// crossComponent adds to out the walks to each node of a component, given the walks in that enter
// the component. All entries with the same number of walks in are one question.
func (c *counter) crossComponent(part uint64, in, local, out *[MaxNodes]tally) {
	for left := part; left != 0; {
		first := in[bits.TrailingZeros64(left)]
		var entries uint64
		for v := range members(left) {
			if in[v] == first {
				entries |= 1 << v
			}
		}
		left &^= entries
		if first == (tally{}) {
			continue
		}
		c.walksWithin(question{part, entries}, local)
		for v := range members(part) {
			out[v] = c.plus(out[v], c.times(first, local[v]))
		}
	}
}

// A question is a key of the memo. It asks for the walks inside part that begin at one of the
// entries.
type question struct{ part, entries uint64 }

// canonical returns the least image of a question under the symmetries, and the symmetry that makes
// it.
func (c *counter) canonical(q question) (question, *image) {
	best, by := question{^uint64(0), ^uint64(0)}, (*image)(nil)
	for i := range c.images {
		t := &c.images[i]
		x := question{t.of(q.part), 0}
		if x.part > best.part {
			continue
		}
		if x.entries = t.of(q.entries); by == nil || x.part < best.part || x.entries < best.entries {
			best, by = x, t
		}
	}
	return best, by
}

// entryBytes is about the memory of an entry of the memo beside its text.
const entryBytes = 64

// walksWithin sets found to the answer of a question: by node, the walks that end there. It looks
// in the memo first.
func (c *counter) walksWithin(q question, found *[MaxNodes]tally) {
	least, by := c.canonical(q)
	if text, known := c.memo[least]; known {
		rest := []byte(text)
		for v := range members(least.part) {
			found[by.from[v]], rest = cutTally(rest)
		}
		return
	}
	var ends ends
	for v := range members(q.entries) {
		c.walksFrom(v, q.part, &ends)
	}
	*found = ends
	if size := bits.OnesCount64(q.part); size > c.largest {
		c.largest = size
		c.opt.Report(math.Ldexp(1, size-c.nodes))
	}
	if c.stopped || c.opt.Memory > 0 && int64(c.used) > int64(c.opt.Memory) {
		return
	}
	var text []byte
	for v := range members(least.part) {
		text = ends[by.from[v]].appendTo(text)
	}
	c.memo[least] = string(text)
	c.used += len(text) + entryBytes
}

// A descent is the depth-first search of S. R. Kosaraju's algorithm for strongly connected
// components. The last node in postorder, and the nodes that lead to it, are a component; without
// that component, the same holds again.
type descent struct {
	succ   *[MaxNodes]uint64
	unseen uint64
	order  [MaxNodes]uint8 // the nodes seen, in postorder
	len    int
}

// from searches all unseen nodes that can be reached from some nodes, these among them.
func (d *descent) from(nodes uint64) {
	for next := nodes & d.unseen; next != 0; next = nodes & d.unseen {
		v := bits.TrailingZeros64(next)
		d.unseen &^= 1 << v
		d.from(d.succ[v])
		d.order[d.len] = uint8(v)
		d.len++
	}
}

// leadingTo returns the nodes of the set through from which v can be reached inside that set.
func (c *counter) leadingTo(v int, through uint64) uint64 {
	part := uint64(1) << v
	for more := part; more != 0; {
		var near uint64
		for w := range members(more) {
			near |= c.pred[w]
		}
		more = near & through &^ part
		part |= more
	}
	return part
}

// A tally is a number of walks (128 bits, or modulo the prime), and the steps of the longest of
// them.
type tally struct {
	low, high uint64
	longest   int
}

// step returns the tally of one walk of one step.
func (c *counter) step() tally { return tally{low: c.weight, longest: 1} }

// plus returns the tally of the walks of both tallies.
func (c *counter) plus(t, u tally) tally {
	low, carry := bits.Add64(t.low, u.low, 0)
	high, carry := bits.Add64(t.high, u.high, carry)
	c.overflow = c.overflow || carry != 0
	if c.prime != 0 {
		low %= c.prime // less than 2^62
	}
	return tally{low, high, max(t.longest, u.longest)}
}

// times returns the tally of the concatenations of a walk of t and a walk of u.
func (c *counter) times(t, u tally) tally {
	high, low := bits.Mul64(t.low, u.low)
	longest := t.longest + u.longest
	if c.prime != 0 {
		return tally{low: bits.Rem64(high, low, c.prime), longest: longest}
	}
	a, x := bits.Mul64(t.low, u.high)
	b, y := bits.Mul64(t.high, u.low)
	high, carry := bits.Add64(high, x, 0)
	high, carry2 := bits.Add64(high, y, 0)
	c.overflow = c.overflow || a|b|carry|carry2 != 0 || t.high != 0 && u.high != 0
	return tally{low, high, longest}
}

// appendTo appends a tally to the text of an entry: twice the steps, plus 1 if the number is longer
// than a word; then the number.
func (t tally) appendTo(text []byte) []byte {
	if t.high == 0 {
		return binary.AppendUvarint(append(text, byte(2*t.longest)), t.low)
	}
	return binary.AppendUvarint(binary.AppendUvarint(append(text, byte(2*t.longest+1)), t.low), t.high)
}

// cutTally reads the tally at the beginning of a text, and returns the rest of the text.
func cutTally(text []byte) (tally, []byte) {
	t := tally{longest: int(text[0] / 2)}
	low, n := binary.Uvarint(text[1:])
	t.low = low
	if text[0]%2 == 1 {
		high, more := binary.Uvarint(text[1+n:])
		t.high, n = high, n+more
	}
	return t, text[1+n:]
}

// maxImages is the greatest number of symmetries that are used: each takes 16 KiB.
const maxImages = 64

// An image is a symmetry of the nodes that maps sets of nodes by table lookup.
type image struct {
	from  [MaxNodes]uint8           // by node, the node that is mapped to it
	table [MaxNodes / 8][256]uint64 // by byte of a set, then its value: the image
}

// of returns the image of a set of nodes.
func (t *image) of(set uint64) uint64 {
	return t.table[0][set&255] | t.table[1][set>>8&255] | t.table[2][set>>16&255] | t.table[3][set>>24&255] |
		t.table[4][set>>32&255] | t.table[5][set>>40&255] | t.table[6][set>>48&255] | t.table[7][set>>56]
}

// images returns the symmetries of a problem, or the identity alone if there are too many of them.
func (p *Problem) images() []image {
	all := p.Symmetries
	if len(all) == 0 || len(all) > maxImages {
		identity := make([]int32, p.Graph.Len())
		for v := range identity {
			identity[v] = int32(v)
		}
		all = [][]int32{identity}
	}
	images := make([]image, len(all))
	for i, s := range all {
		t := &images[i]
		for v, to := range s {
			t.from[to] = uint8(v)
			for set := range t.table[v/8] {
				if set>>(v%8)&1 != 0 {
					t.table[v/8][set] |= 1 << to
				}
			}
		}
	}
	return images
}

// members yields the nodes of a set, the least first.
func members(set uint64) func(yield func(v int) bool) {
	return func(yield func(v int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}
