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

// byOuter makes shares of about the same number of values, of the same outer words in both phases.
// It returns the first outer word of each share but the first.
func byOuter(shares int, phases ...*phase) (firstOuter []outerKey, all []sharding) {
	weights := make(map[outerKey]int)
	total := 0
	for _, p := range phases {
		for _, b := range p.blocks {
			for _, w := range b.idle {
				weights[p.outerOf(w)] += b.rows
			}
			total += b.rows * len(b.idle)
		}
	}
	keys := make([]outerKey, 0, len(weights))
	for h := range weights {
		keys = append(keys, h)
	}
	slices.SortFunc(keys, outerKey.compare)
	sum := 0
	for _, h := range keys {
		for len(firstOuter)+1 < shares && sum >= total/shares*(len(firstOuter)+1) {
			firstOuter = append(firstOuter, h)
		}
		sum += weights[h]
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

// shareOfRow returns a function that says which share leaves a row of the suffix phase, by the
// outer word in it.
func (l *layout) shareOfRow(before *phase, firstOuter []outerKey) func(*block, int) int {
	var known *block
	var shares []int
	return func(b *block, row int) int {
		if b != known {
			known, shares = b, shares[:0]
			l.words(b, func(w *word) {
				h := before.outerOf(w.from(1, w.len()))
				shares = append(shares, sort.Search(len(firstOuter), func(i int) bool { return firstOuter[i].compare(h) > 0 }))
			})
		}
		return shares[row]
	}
}

// A turn takes the values that a prefix phase leaves to the turned values. Its layout is that of
// the suffix phase, but for the rows that nothing leads to: words that vanish have no place, and
// the turned words may have one.
type turn struct {
	*layout
	rows  []turnedRows   // by the number of the block
	kinds *kinds[weight] // of the words
}

// turnedRows are by the source of the rows: their places in the tile, and where they go. All rows
// from one source go to chunks of that share.
type turnedRows struct{ from, to [][]int32 }

// turn makes the submatrices of a block: the words that begin a phase leave it turned.
func (f *blockBuilder) turn() {
	f.otherActive = func(between, idle word) word { return idle.turned(between.at[0]).and(idle.at[0].turned(edge)) }
	var w window
	from := int32(0)
	f.words(f.block, func(row *word) {
		n := row.len() - 1
		points := row.from(0, n)
		idle := points.turned(row.at[n])
		k := atEdge.through(&idle, n)
		k.begin = idle.at[n-1].begin()
		if !k.vanishes(row.at[0].turned(f.crossing.class)) {
			f.scatterTo(k, row.from(0, 1), idle, func(to int32) {
				w.from, w.to = append(w.from, from), append(w.to, to*rowBytes)
			})
		}
		from += rowBytes
	})
	f.windows[1] = []window{w}
}

// newTurn makes the half turn between the two phases of a column, whose shares begin at some outer
// words.
func newTurn(ctx context.Context, threads int, prefix, suffix *phase, s sharding, firstOuter []outerKey) (*turn, error) {
	p := suffix.newPhase(false)
	if err := p.fillBy(ctx, threads, suffix, (*blockBuilder).turn); err != nil {
		return nil, err
	}
	t := &turn{layout: p.newLayout(s), kinds: newKinds(p, suffixWeight, p.idleWeight(prefixWeight))}
	sources := t.findSources(t.layout, t.shareOfRow(prefix, firstOuter))
	for _, b := range p.blocks {
		places, n := &t.index[b.number], t.shares
		x, rows := turnedRows{make([][]int32, n), make([][]int32, n)}, b.windows[1][0]
		for i, from := range rows.from {
			s := sources[b.number][from/rowBytes]
			x.from[s], x.to[s] = append(x.from[s], places.row[from/rowBytes]), append(x.to[s], rows.to[i])
		}
		t.rows = append(t.rows, x)
	}
	return t, nil
}
