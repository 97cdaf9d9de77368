package border

import (
	"context"
	"slices"
	"sort"
)

// The half turn (docs/theory.md): for even m, L(m,2k) is the sum of norm u(w) u(turned w) over all
// words w of the border, where u are the values after k columns and the prefix phase of another
// one, and the turned word is w read from its end, with the signs exchanged.
//
// The shares of both phases begin at the same outer words: m/2-1 points at one end of the border,
// read from that end, with their colours in the order in which they appear. The idle word of the
// suffix phase is an outer word and one more point, the idle word of the prefix phase is an outer
// word read backwards. So a half turn takes the tile that share a leaves for share b to the tile
// that share b leaves for share a.

// byOuter splits phases into shares with about the same number of values. A share has the same
// outer words in each of the phases. It returns the first outer word of each share but the first,
// and the sharding of each phase.
func byOuter(shares int, phases ...*phaseTables) (firstOuter []outerKey, all []sharding) {
	values := make(map[outerKey]int) // those with an outer word
	total := 0
	for _, p := range phases {
		for _, b := range p.blocks {
			for _, w := range b.idle {
				values[p.outerOf(w)] += b.rows
			}
			total += b.rows * len(b.idle)
		}
	}
	keys := make([]outerKey, 0, len(values))
	for h := range values {
		keys = append(keys, h)
	}
	slices.SortFunc(keys, outerKey.compare)
	sum := 0
	for _, h := range keys {
		for len(firstOuter)+1 < shares && sum >= total/shares*(len(firstOuter)+1) {
			firstOuter = append(firstOuter, h)
		}
		sum += values[h]
	}
	for _, p := range phases {
		s := make(sharding, len(p.blocks))
		for n, b := range p.blocks {
			s[n] = []int{0}
			for _, h := range firstOuter {
				at, _ := slices.BinarySearchFunc(b.idle, h, func(w word, h outerKey) int { return p.outerOf(w).compare(h) })
				s[n] = append(s[n], at)
			}
			for len(s[n]) <= shares {
				s[n] = append(s[n], len(b.idle))
			}
		}
		all = append(all, s)
	}
	return firstOuter, all
}

// shareOfRow returns a function that says which share of the prefix phase leaves a row that the
// suffix phase reads. The outer word of the row tells.
func (l *layout) shareOfRow(before *phaseTables, firstOuter []outerKey) func(*block, int) int {
	var known *block
	var shares []int
	return func(b *block, row int) int {
		if b != known {
			known, shares = b, shares[:0]
			l.visitWords(b, func(w *word) {
				h := before.outerOf(w.slice(1, w.len()))
				shares = append(shares, sort.Search(len(firstOuter), func(i int) bool { return firstOuter[i].compare(h) > 0 }))
			})
		}
		return shares[row]
	}
}

// A halfTurn takes the values that a prefix phase leaves to those of the turned words. Its layout
// is that of the suffix phase, except that other rows have no word that leads to them: words that
// vanish have no place, but the turned words may have one.
type halfTurn struct {
	*layout
	rows  []turnedRows        // by the number of the block
	kinds *kinds[joinFactors] // of the words
}

// turnedRows has, by the source of the rows of a block, their places in the tile and the rows of
// the turned words. All rows from one source go to chunks of that share.
type turnedRows struct{ from, to [][]int32 }

// buildTurn makes the submatrices of a block for a half turn: a phase without steps, which the
// words leave turned.
func (f *blockBuilder) buildTurn() {
	f.otherActive = func(between, idle word) word { return idle.turned(between.at[0]).append(idle.at[0].turned(edge)) }
	var w window
	from := int32(0)
	f.visitWords(f.block, func(row *word) {
		n := row.len() - 1
		points := row.slice(0, n)
		idle := points.turned(row.at[n])
		k := atEdge.through(&idle, n)
		k.begin = idle.at[n-1].begin()
		if !k.vanishes(row.at[0].turned(f.crossing.class)) {
			f.visitOutRowsAt(k, row.slice(0, 1), idle, func(to int32) {
				w.from, w.to = append(w.from, from), append(w.to, to*rowBytes)
			})
		}
		from += rowBytes
	})
	f.windows[1] = []window{w}
}

// newHalfTurn makes the half turn between the two phases of a column, with the sharding of the
// suffix phase and the first outer words of its shares.
func newHalfTurn(ctx context.Context, threads int, prefix, suffix *phaseTables, s sharding, firstOuter []outerKey) (*halfTurn, error) {
	p := suffix.newPhaseTables(false)
	if err := p.buildBlocks(ctx, threads, suffix, (*blockBuilder).buildTurn); err != nil {
		return nil, err
	}
	t := &halfTurn{layout: p.newLayout(s), kinds: newKinds(p, suffixFactors, p.idleFactors(prefixFactors))}
	sources := t.findSources(t.layout, t.shareOfRow(prefix, firstOuter))
	for _, b := range p.blocks {
		places, n := &t.index[b.number], t.shares
		x, rows := turnedRows{make([][]int32, n), make([][]int32, n)}, b.windows[1][0]
		for i, from := range rows.from {
			s := sources[b.number][from/rowBytes]
			x.from[s], x.to[s] = append(x.from[s], places.place[from/rowBytes]), append(x.to[s], rows.to[i])
		}
		t.rows = append(t.rows, x)
	}
	return t, nil
}
