package border

import "slices"

// A division deals the chunks of both phases out in shares. What one share of a phase leaves for
// one share of the next phase is a tile. The shares of a phase can be computed anywhere and in any
// order; tiles are all that they have to tell each other.
type division struct {
	prefix, suffix *layout
}

// A layout says where the values are that a phase reads: chunk after chunk, each one all rows of a
// block for some idle words.
type layout struct {
	*phase
	chunks []chunk
	shares []int // the first chunk of each share, and the number of chunks
	// Each row of a block comes from one share of the phase before. By the number of the block:
	places []places
	rows   []int32 // 0, 1, 2 ...: all rows of any block
}

// A chunk is the values of a block for lanes idle words that follow each other, or for what is
// left.
type chunk struct {
	*block
	first int // idle word
}

func (c *chunk) words() int { return min(lanes, len(c.idle)-c.first) }

// places says for the rows of a block which share of the phase before leaves them. A tile holds the
// rows of its source in their order.
type places struct {
	row  []int32   // by row: the place in its tile
	rows [][]int32 // by source: the rows
}

// newDivision deals out the chunks of the phases.
func newDivision(prefix, suffix *phase, prefixShares, suffixShares int) *division {
	s := &division{prefix.newLayout(prefixShares), suffix.newLayout(suffixShares)}
	s.prefix.place(s.suffix)
	s.suffix.place(s.prefix)
	return s
}

// newLayout makes shares of about the same number of values.
func (p *phase) newLayout(shares int) *layout {
	l := &layout{phase: p, shares: make([]int, shares+1), places: make([]places, len(p.blocks))}
	rows := []int{0}
	for _, b := range p.blocks {
		for first := 0; first < len(b.idle); first += lanes {
			l.chunks = append(l.chunks, chunk{b, first})
			rows = append(rows, rows[len(rows)-1]+b.rows)
		}
	}
	for i := range shares {
		l.shares[i], _ = slices.BinarySearch(rows, rows[len(rows)-1]/shares*i)
	}
	l.shares[shares] = len(l.chunks)
	for row := range p.maxRows {
		l.rows = append(l.rows, int32(row))
	}
	if shares == 1 {
		l.place(l) // all from one share
	}
	return l
}

// place finds the sources of all rows, shares of the phase before.
func (l *layout) place(before *layout) {
	sources := make([][]int, len(l.blocks))
	for i, b := range l.blocks {
		sources[i] = make([]int, b.rows)
	}
	for share := 1; share < before.count(); share++ {
		for _, c := range before.share(share) {
			for _, p := range c.pieces {
				for _, row := range p.rows[c.first:][:c.words()] {
					sources[p.to.number][row] = share
				}
			}
		}
	}
	for i, b := range l.blocks {
		p := places{make([]int32, b.rows), make([][]int32, before.count())}
		for row, source := range sources[i] {
			p.row[row] = int32(len(p.rows[source]))
			p.rows[source] = append(p.rows[source], int32(row))
		}
		l.places[i] = p
	}
}

// count returns the number of shares.
func (l *layout) count() int { return len(l.shares) - 1 }

// share returns the chunks of a share.
func (l *layout) share(i int) []chunk { return l.chunks[l.shares[i]:l.shares[i+1]] }

// size returns the number of values that a source leaves for a share.
func (l *layout) size(source, share int) int {
	n := 0
	for _, c := range l.share(share) {
		n += len(l.places[c.number].rows[source]) * lanes
	}
	return n
}

// sizes returns the number of values that a source leaves for all shares.
func (l *layout) sizes(source int) int {
	n := 0
	for share := range l.count() {
		n += l.size(source, share)
	}
	return n
}

// largest returns the largest number of values that a source leaves for all shares.
func (l *layout) largest() int {
	most := 0
	for source := range l.places[0].rows {
		most = max(most, l.sizes(source))
	}
	return most
}
