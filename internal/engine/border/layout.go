package border

import "slices"

// A layout splits the values that a phase reads into shares, and each share into chunks: the rows
// of a block for some idle words. What one share of the phase before leaves for one share is a
// tile. The shares of a phase can be computed anywhere and in any order: only tiles connect them.
type layout struct {
	*phaseTables
	shares  int
	chunks  []chunk     // share after share, block after block
	begins  []int       // the first chunk of each share and block; at the end the number of chunks
	index   []tileIndex // by the number of the block
	inOrder []int32     // the offsets of consecutive rows, in bytes
}

// A chunk is the values of a block for consecutive idle words: as many as there are lanes, or fewer
// at the end of a share.
type chunk struct {
	*block
	first, n     int // the first idle word, and the number of idle words
	share, index int // the number of the share, and of the chunk in the share
}

// A tileIndex says which share of the phase before is the source of each row of a block. A tile
// holds the rows of its source in their order. Rows and places are offsets in bytes.
type tileIndex struct {
	place     []int32   // by row: its place in the tile of its source
	rows      [][]int32 // by source: its rows
	unreached [][]int32 // by source: the places of rows that nothing leads to
}

// A sharding says where shares begin. By the number of the block it has the first idle word of each
// share, and at the end the number of idle words.
type sharding [][]int

// evenly splits the chunks of a phase into shares with about the same number of values.
func (p *phaseTables) evenly(shares int) sharding {
	rows := []int{0} // before each chunk
	for _, b := range p.blocks {
		for range chunkCount(len(b.idle)) {
			rows = append(rows, rows[len(rows)-1]+b.rows)
		}
	}
	all := make(sharding, len(p.blocks))
	for i := range shares + 1 {
		chunk := len(rows) - 1
		if i < shares {
			chunk, _ = slices.BinarySearch(rows, rows[len(rows)-1]/shares*i)
		}
		for n, b := range p.blocks {
			all[n] = append(all[n], min(max(0, chunk)*lanes, len(b.idle)))
			chunk -= chunkCount(len(b.idle))
		}
	}
	return all
}

// newLayout makes the chunks of a phase. [layout.findSources] adds where their rows come from.
func (p *phaseTables) newLayout(s sharding) *layout {
	l := &layout{phaseTables: p, shares: 1, index: make([]tileIndex, len(p.blocks))}
	if len(s) > 0 {
		l.shares = len(s[0]) - 1
	}
	for share := range l.shares {
		first := len(l.chunks)
		for n, b := range p.blocks {
			l.begins = append(l.begins, len(l.chunks))
			for at := s[n][share]; at < s[n][share+1]; at += lanes {
				l.chunks = append(l.chunks, chunk{b, at, min(lanes, s[n][share+1]-at), share, len(l.chunks) - first})
			}
		}
	}
	l.begins = append(l.begins, len(l.chunks))
	for row := range p.valueRows {
		l.inOrder = append(l.inOrder, int32(row)*rowBytes)
	}
	return l
}

// findSources finds the source of each row of each block: a share of the phase before. A row that
// no word leads to is zero; the function sourceOf names the share that writes it.
func (l *layout) findSources(before *layout, sourceOf func(b *block, row int) int) [][]int {
	sources := make([][]int, len(l.blocks))
	for i, b := range l.blocks {
		sources[i] = slices.Repeat([]int{-1}, b.rows)
	}
	for i := range before.chunks {
		c := &before.chunks[i]
		for _, p := range c.submatrices {
			for _, row := range p.rows[c.first:][:c.n] {
				sources[p.to.number][row] = c.share
			}
		}
	}
	for i, b := range l.blocks {
		p := tileIndex{make([]int32, b.rows), make([][]int32, before.shares), make([][]int32, before.shares)}
		for row, source := range sources[i] {
			reached := source >= 0
			if !reached {
				source = sourceOf(b, row)
				sources[i][row] = source
			}
			p.place[row] = int32(len(p.rows[source])) * rowBytes
			p.rows[source] = append(p.rows[source], int32(row)*rowBytes)
			if !reached {
				p.unreached[source] = append(p.unreached[source], p.place[row])
			}
		}
		l.index[i] = p
	}
	return sources
}

// firstShare makes the first share the source of all rows that no word leads to.
func firstShare(*block, int) int { return 0 }

// share returns the chunks of a share.
func (l *layout) share(i int) []chunk {
	return l.chunks[l.begins[i*len(l.blocks)]:l.begins[(i+1)*len(l.blocks)]]
}

// blockChunks returns the chunks of a block in a share.
func (l *layout) blockChunks(share, block int) []chunk {
	at := share*len(l.blocks) + block
	return l.chunks[l.begins[at]:l.begins[at+1]]
}

// sizes returns the number of values of each chunk of a tile.
func (l *layout) sizes(source, share int) []int {
	var all []int
	for _, c := range l.share(share) {
		all = append(all, len(l.index[c.number].rows[source])*lanes)
	}
	return all
}
