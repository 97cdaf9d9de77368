package border

import "slices"

// A layout splits the values that a phase reads into shares: chunk after chunk, each chunk the rows
// of a block for some idle words. What a share of the phase before leaves for a share is a tile.
// The shares of a phase can be computed anywhere and in any order: they share nothing but tiles.
type layout struct {
	*phase
	shares  int
	chunks  []chunk     // share after share, block after block
	begins  []int       // the first chunk of each share and block, and the number of chunks
	index   []tileIndex // by the number of the block
	inOrder []int32     // rows that follow each other
}

// A chunk is the values of a block for lanes idle words that follow each other, or for what is
// left of a share.
type chunk struct {
	*block
	first, n     int // idle words
	share, index int // of the share, and among its chunks
}

// A tileIndex says for the rows of a block which share of the phase before leaves them. A tile
// holds the rows of its source in their order. Rows are counted in bytes.
type tileIndex struct {
	row       []int32   // by row: the place in its tile
	rows      [][]int32 // by source: the rows
	unreached [][]int32 // by source: the places of rows that nothing leads to
}

// A sharding says where shares begin: by the number of the block, by the share, the first idle
// word; and after the last share the number of idle words.
type sharding [][]int

// evenly makes shares of about the same number of values, of whole chunks.
func (p *phase) evenly(shares int) sharding {
	rows := []int{0} // before each chunk
	for _, b := range p.blocks {
		for range chunksOf(len(b.idle)) {
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
			chunk -= chunksOf(len(b.idle))
		}
	}
	return all
}

// newLayout makes the chunks of a phase. Where the rows come from is not known yet.
func (p *phase) newLayout(s sharding) *layout {
	l := &layout{phase: p, shares: 1, index: make([]tileIndex, len(p.blocks))}
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

// findSources finds the sources of all rows of each block, shares of the phase before. A row that
// nothing leads to is zero, and comes from the share that a function names.
func (l *layout) findSources(before *layout, leaver func(b *block, row int) int) [][]int {
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
				source = leaver(b, row)
				sources[i][row] = source
			}
			p.row[row] = int32(len(p.rows[source])) * rowBytes
			p.rows[source] = append(p.rows[source], int32(row)*rowBytes)
			if !reached {
				p.unreached[source] = append(p.unreached[source], p.row[row])
			}
		}
		l.index[i] = p
	}
	return sources
}

// fromFirst says that rows that nothing leads to belong to the first share.
func fromFirst(*block, int) int { return 0 }

// share returns the chunks of a share.
func (l *layout) share(i int) []chunk {
	return l.chunks[l.begins[i*len(l.blocks)]:l.begins[(i+1)*len(l.blocks)]]
}

// of returns the chunks of a share that are of a block.
func (l *layout) of(share, block int) []chunk {
	at := share*len(l.blocks) + block
	return l.chunks[l.begins[at]:l.begins[at+1]]
}

// sizes returns the numbers of values of the chunks of a tile.
func (l *layout) sizes(source, share int) []int {
	var all []int
	for _, c := range l.share(share) {
		all = append(all, len(l.index[c.number].rows[source])*lanes)
	}
	return all
}
