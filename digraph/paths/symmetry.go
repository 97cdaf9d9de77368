package paths

import "math/bits"

// maxImages is how many symmetries are used at most: each takes 16 KiB.
const maxImages = 64

// image is a permutation of the nodes, of sets of them as well: by a table for each byte.
type image struct {
	from  [MaxNodes]uint8 // the node that goes to each
	table [MaxNodes / 8][256]uint64
}

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

// members yields the numbers of the nodes of a set, the least first.
func members(set uint64) func(yield func(v int) bool) {
	return func(yield func(v int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}
