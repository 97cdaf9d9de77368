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
// The shares of both phases begin at the same halves: m/2-1 points at one end of the border, with
// their colours in the order in which they appear. The idle word of the suffix phase is a half and
// one more point, the idle word of the prefix phase is a half read from its end. So a half turn
// takes the tile that share a leaves for share b to the tile that share b leaves for share a.

// byHalves makes shares of about the same number of values, the same halves in both phases. It
// returns the first half of each share but the first.
func byHalves(shares int, phases ...*phase) (begins []halfKey, all []sharding) {
	weights := make(map[halfKey]int)
	total := 0
	for _, p := range phases {
		for _, b := range p.blocks {
			for _, w := range b.idle {
				weights[p.halfOf(w)] += b.rows
			}
			total += b.rows * len(b.idle)
		}
	}
	halves := make([]halfKey, 0, len(weights))
	for h := range weights {
		halves = append(halves, h)
	}
	slices.SortFunc(halves, halfKey.compare)
	sum := 0
	for _, h := range halves {
		for len(begins)+1 < shares && sum >= total/shares*(len(begins)+1) {
			begins = append(begins, h)
		}
		sum += weights[h]
	}
	for _, p := range phases {
		s := make(sharding, len(p.blocks))
		for n, b := range p.blocks {
			s[n] = []int{0}
			for _, h := range begins {
				at, _ := slices.BinarySearchFunc(b.idle, h, func(w word, h halfKey) int { return p.halfOf(w).compare(h) })
				s[n] = append(s[n], at)
			}
			for len(s[n]) <= shares {
				s[n] = append(s[n], len(b.idle))
			}
		}
		all = append(all, s)
	}
	return begins, all
}

// shareOfRow returns a function that says which share leaves a row of the suffix phase, by the half
// in it.
func (l *layout) shareOfRow(before *phase, begins []halfKey) func(*block, int) int {
	var of *block
	var shares []int
	return func(b *block, row int) int {
		if b != of {
			of, shares = b, shares[:0]
			l.words(b, func(w *word) {
				h := before.halfOf(w.from(1, w.len()))
				shares = append(shares, sort.Search(len(begins), func(i int) bool { return begins[i].compare(h) > 0 }))
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
	f.rest = func(between, idle word) word { return idle.turned(between.at[0]).and(idle.at[0].turned(edge)) }
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

// newTurn makes the half turn between the two phases of a column, whose shares begin at some
// halves.
func newTurn(ctx context.Context, threads int, prefix, suffix *phase, s sharding, begins []halfKey) (*turn, error) {
	p := suffix.newPhase(false)
	if err := p.fillBy(ctx, threads, suffix, (*blockBuilder).turn); err != nil {
		return nil, err
	}
	t := &turn{layout: p.newLayout(s), kinds: newKinds(p, suffixWeight, p.idleWeight(prefixWeight))}
	sources := t.findSources(t.layout, t.shareOfRow(prefix, begins))
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
