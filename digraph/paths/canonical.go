package paths

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxSymmetries is how many symmetries a word has bits for. More are not used.
const maxSymmetries = 64

// guideBits is the width of the table of guides.
const guideBits = 16

// image is a permutation of bits in tables for each byte.
type image [MaxMarked / 8][256]uint64

func (t *image) of(set uint64) uint64 {
	return t[0][set&255] | t[1][set>>8&255] | t[2][set>>16&255] | t[3][set>>24&255] |
		t[4][set>>32&255] | t[5][set>>40&255] | t[6][set>>48&255] | t[7][set>>56]
}

// canon picks one of the pairs of sets that symmetries send to each other: the least. The lowest
// bits are a union of orbits of nodes, so that symmetries permute those bits among themselves; for
// each of their patterns a table knows which symmetries make it least. Only those few, most often
// one, are applied to the whole.
type canon struct {
	images []image
	low    uint64   // the bits of the guide
	guide  []uint64 // for each pattern of those bits the symmetries that make it least, as bits
}

// pair returns the least image of a pair of sets.
func (c *canon) pair(a, b uint64) (uint64, uint64) {
	if len(c.images) < 2 {
		return a, b
	}
	leastA, leastB := ^uint64(0), ^uint64(0)
	for best := c.guide[a&c.low]; best != 0; best &= best - 1 {
		t := &c.images[bits.TrailingZeros64(best)]
		x := t.of(a)
		if x > leastA {
			continue
		}
		if y := t.of(b); x < leastA || y < leastB {
			leastA, leastB = x, y
		}
	}
	return leastA, leastB
}

// newCanon prepares the symmetries of a problem whose nodes have the given bits, guided by the
// lowest of them.
func newCanon(symmetries [][]int32, bit []int, guided int) *canon {
	c := &canon{low: 1<<guided - 1}
	if len(symmetries) < 2 || len(symmetries) > maxSymmetries {
		return c
	}
	c.images = make([]image, len(symmetries))
	for i, s := range symmetries {
		c.images[i].fill(s, bit)
	}
	c.guide = make([]uint64, 1<<guided)
	for pattern := range c.guide {
		least := ^uint64(0)
		for i := range c.images {
			switch x := c.images[i].of(uint64(pattern)); cmp.Compare(x, least) {
			case -1:
				least, c.guide[pattern] = x, 1<<i
			case 0:
				c.guide[pattern] |= 1 << i
			}
		}
	}
	return c
}

func (t *image) fill(s []int32, bit []int) {
	for v, to := range s {
		if bit[v] < 0 {
			continue
		}
		table := &t[bit[v]/8]
		for set := range table {
			if set>>(bit[v]%8)&1 != 0 {
				table[set] |= 1 << bit[to]
			}
		}
	}
}

// order returns the nodes that are to have bits, whole orbits first that fit into the guide, larger
// ones before smaller. The second result is how many nodes those are.
func (p *Problem) order() ([]int, int) {
	var fits, rest []int
	orbits := p.orbits()
	slices.SortStableFunc(orbits, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	for _, orbit := range orbits {
		if len(orbit) > 1 && len(fits)+len(orbit) <= guideBits {
			fits = append(fits, orbit...)
		} else {
			rest = append(rest, orbit...)
		}
	}
	return append(fits, rest...), len(fits)
}

// orbits returns the sets of nodes that the symmetries send to each other, without a start that
// none of them moves.
func (p *Problem) orbits() [][]int {
	var orbits [][]int
	seen := make([]bool, p.Graph.Len())
	seen[p.Start] = p.fixesStart()
	for v := range seen {
		if seen[v] {
			continue
		}
		orbit := []int{v}
		for _, s := range p.Symmetries {
			orbit = append(orbit, int(s[v]))
		}
		slices.Sort(orbit)
		orbit = slices.Compact(orbit)
		for _, w := range orbit {
			seen[w] = true
		}
		orbits = append(orbits, orbit)
	}
	return orbits
}
