package liberties

// A layer is a set of fronts at one kink, each once with its least cost, in
// blocks. Which block a front is in, and the order inside, mean nothing.
type layer [][]front

func (l layer) len() (n int) {
	for _, block := range l {
		n += len(block)
	}
	return n
}

// least returns the least cost of a front, if that is below 0.
func (l layer) least() (least int32) {
	for _, block := range l {
		for _, f := range block {
			least = min(least, f.cost)
		}
	}
	return least
}

// sameState reports whether two fronts differ at most in cost.
func sameState(f, g front) bool {
	return f.stone == g.stone && f.above == g.above && f.below == g.below
}

// hash spreads fronts over tables and over the parts in which snapshots are
// compared, by its upper bits. Nothing else hangs on it: fronts are compared in
// full.
func (f front) hash() uint64 {
	h := (uint64(f.stone)<<32 | uint64(f.above)) * 0x9e3779b97f4a7c15
	h ^= h>>29 ^ uint64(f.below)*0xd6e8feb86659fd93
	return h * 0xbf58476d1ce4e5b9
}

// hashOf is a hash of which points are stones and wet in some rows.
func (f front) hashOf(rows uint32) uint64 {
	h := (uint64(f.stone&rows)<<32 | uint64(f.above&^f.stone&rows)) * 0xc2b2ae3d27d4eb4f
	h ^= h >> 31
	return h * 0x9fb21c651e98df25
}
