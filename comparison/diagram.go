package comparison

import (
	"errors"
	"math/bits"
)

// A diagrams holds binary decision diagrams (R. Bryant 1986): sets of words of bits, as graphs that share whatever they have in common.
// A node tests a bit, its level; the words go on at low if the bit is 0, at high if it is 1. No node has low = high, and no two are
// alike, so that equal sets have the same node. The nodes 0 and 1 are no words and all words.
type diagrams struct {
	nodes  []diagramNode
	unique []int32 // hash table of nodes, 0 if free
	cache  []diagramResult
	limit  int // of nodes
}

type diagramNode struct {
	low, high int32
	level     int32
}

// diagramResult is an outcome of an operation on two nodes, or on one and a number.
type diagramResult struct {
	operation, a, b, result int32
}

const (
	none, every = int32(0), int32(1)
	lastLevel   = 1 << 30
)

// The operations on two sets.
const (
	union int32 = iota + 1
	without
)

// errDiagrams is the reason why a computation gave up.
var errDiagrams = errors.New("the decision diagrams have too many nodes")

// newDiagrams makes room for limit nodes: about 30 bytes for each.
func newDiagrams(limit int) *diagrams {
	size := 1 << bits.Len(uint(min(limit, 1<<16)))
	d := &diagrams{limit: limit, unique: make([]int32, 2*size), cache: make([]diagramResult, size)}
	d.nodes = append(d.nodes, diagramNode{level: lastLevel}, diagramNode{level: lastLevel})
	return d
}

func mix(a, b, c int32) uint64 {
	h := (uint64(uint32(a))*0x9e3779b97f4a7c15 ^ uint64(uint32(b))) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>29 ^ uint64(uint32(c))) * 0x94d049bb133111eb
	return h ^ h>>32
}

// node returns the node with a level and successors. It panics with errDiagrams if there are too many.
func (d *diagrams) node(level, low, high int32) int32 {
	if low == high {
		return low
	}
	want := diagramNode{low, high, level}
	mask := uint64(len(d.unique) - 1)
	at := mix(level, low, high) & mask
	for ; d.unique[at] != 0; at = (at + 1) & mask {
		if d.nodes[d.unique[at]] == want {
			return d.unique[at]
		}
	}
	if len(d.nodes) >= d.limit {
		panic(errDiagrams)
	}
	n := int32(len(d.nodes))
	d.nodes = append(d.nodes, want)
	d.unique[at] = n
	if 2*len(d.nodes) > len(d.unique) {
		d.grow()
	}
	return n
}

func (d *diagrams) grow() {
	d.unique = make([]int32, 2*len(d.unique))
	d.cache = make([]diagramResult, len(d.unique)/2)
	mask := uint64(len(d.unique) - 1)
	for n := 2; n < len(d.nodes); n++ {
		x := d.nodes[n]
		at := mix(x.level, x.low, x.high) & mask
		for d.unique[at] != 0 {
			at = (at + 1) & mask
		}
		d.unique[at] = int32(n)
	}
}

// at returns the successors of a node for a level that is at most its own.
func (d *diagrams) at(n, level int32) (low, high int32) {
	if x := d.nodes[n]; x.level == level {
		return x.low, x.high
	}
	return n, n
}

// apply returns the union of two sets, or the first without the second.
func (d *diagrams) apply(operation, a, b int32) int32 {
	switch {
	case a == b && operation == union, b == none:
		return a
	case a == none && operation == union:
		return b
	case a == none, a == b, b == every && operation == without:
		return none
	case operation == union && (a == every || b == every):
		return every
	case operation == union && a > b:
		a, b = b, a
	}
	key := mix(operation, a, b)
	if r := d.cache[key&uint64(len(d.cache)-1)]; r.operation == operation && r.a == a && r.b == b {
		return r.result
	}
	level := min(d.nodes[a].level, d.nodes[b].level)
	al, ah := d.at(a, level)
	bl, bh := d.at(b, level)
	result := d.node(level, d.apply(operation, al, bl), d.apply(operation, ah, bh))
	d.cache[key&uint64(len(d.cache)-1)] = diagramResult{operation, a, b, result}
	return result
}

// count returns the number of words of a length in bits in a set. It must be below 2^64.
func (d *diagrams) count(set int32, bits int) uint64 {
	memo := map[int32]uint64{}
	var count func(n int32) uint64 // of the bits from the level of n on
	level := func(n int32) int32 { return min(d.nodes[n].level, int32(bits)) }
	count = func(n int32) uint64 {
		switch n {
		case none:
			return 0
		case every:
			return 1
		}
		if known, ok := memo[n]; ok {
			return known
		}
		x := d.nodes[n]
		sum := count(x.low)<<(level(x.low)-x.level-1) + count(x.high)<<(level(x.high)-x.level-1)
		memo[n] = sum
		return sum
	}
	return count(set) << level(set)
}

// kept returns new diagrams with the nodes of one set only, and its node there.
func (d *diagrams) kept(set int32) (*diagrams, int32) {
	fresh := newDiagrams(d.limit)
	memo := map[int32]int32{none: none, every: every}
	var copied func(n int32) int32
	copied = func(n int32) int32 {
		if known, ok := memo[n]; ok {
			return known
		}
		x := d.nodes[n]
		memo[n] = fresh.node(x.level, copied(x.low), copied(x.high))
		return memo[n]
	}
	return fresh, copied(set)
}
