package connected

import (
	"math/big"
	"math/bits"
)

// The first column stands at the edge, so that its points have neighbours
// above and below only: of each of its 3^m colourings the border state is
// known at once, and L(m,n) is the sum of their completions by n-1 columns.

// ending says what becomes of the run of equal stones next to the split.
type ending int

const (
	endLive  ending = iota // it has, or gets from the other half, a liberty
	endAlone               // it is as its own half makes it
	endOpen                // it is needy and goes on in the other half
	endings
)

// columnHalf is a colouring of one half of the first column.
type columnHalf struct {
	last  symbol // the point next to the split: empty, or a live stone for either kind
	alive bool   // whether its run has a liberty in this half
	words [endings]word
}

// colourHalf finds the words of a colouring, given as a word of live stones.
func colourHalf(h half, colours word, n int) columnHalf {
	var l labelled
	l.points = n
	for i := range n {
		l.sym[i] = colours.at(i)
		if i == 0 || l.sym[i] != l.sym[i-1] {
			l.newString()
		}
		l.str[i] = l.fresh - 1
	}
	end := 0
	if h == prefix {
		end = n - 1
	}
	half := columnHalf{last: classlessNone}
	if n == 0 {
		return half
	}
	half.last = l.sym[end]
	for i := range n {
		if l.sym[i].isLive() && !l.touchesEmpty(i) {
			l.makeNeedy(l.str[i])
		}
	}
	half.alive = l.sym[end].isLive()
	half.words[endAlone] = l.columnWord(h, false)
	half.words[endOpen] = l.columnWord(h, true)
	l.reviveNeedy(l.sym[end], l.str[end])
	half.words[endLive] = l.columnWord(h, false)
	return half
}

// touchesEmpty reports whether the run of point i ends at an empty point.
func (l *labelled) touchesEmpty(i int) bool {
	for j := range l.points {
		if l.sym[j] != empty || l.str[j] != l.str[i]-1 && l.str[j] != l.str[i]+1 {
			continue
		}
		return true
	}
	return false
}

func (l *labelled) makeNeedy(str int8) {
	for i := range l.points {
		if l.str[i] == str && l.sym[i].isLive() {
			l.sym[i] = needyStone(l.sym[i].colour())
		}
	}
}

// columnWord writes the half column; open: its end run goes on in the other half.
func (l *labelled) columnWord(h half, open bool) word {
	var before, after uint64
	if open {
		if h == suffix {
			before = 1 << l.str[0]
		} else {
			after = 1 << l.str[l.points-1]
		}
	}
	flagged := l.flagged(before, after)
	return pack(flagged[:l.points])
}

// meet tells how the end runs of two halves of a column end.
func meet(u, v *columnHalf) (ending, ending) {
	switch {
	case u.last == empty || v.last == empty:
		return endLive, endLive
	case u.last != v.last:
		return endAlone, endAlone
	case u.alive || v.alive:
		return endLive, endLive
	default:
		return endOpen, endOpen
	}
}

// firstColumn sums the completions of all first columns.
type firstColumn struct {
	*layout
	lay    *layer
	halves [2][][]columnHalf // by half and bin
}

func newFirstColumn(lo *layout) *firstColumn {
	f := &firstColumn{layout: lo, lay: lo.phases[prefix].layer(0)}
	for _, h := range [2]half{prefix, suffix} {
		f.halves[h] = make([][]columnHalf, lo.sorted[h].count)
		n := lo.size(h)
		colourings(n, func(colours word) {
			g := lo.sorted[h].of(colours)
			f.halves[h][g] = append(f.halves[h][g], colourHalf(h, colours, n))
		})
	}
	return f
}

// sum adds all up, the limbs or residues each with a carry word of its own.
func (f *firstColumn) sum(values *binVector, threads int) *tally {
	parts := make([]*tally, f.sorted[prefix].count)
	parallel(threads, len(parts), func(t int) {
		parts[t] = newTally(values.words)
		for g := range f.halves[suffix] {
			f.sumTile(parts[t], values.tileValues(values.tile(prefix, t, g)), values.words, t, g)
		}
	})
	total := newTally(values.words)
	for _, part := range parts {
		total.join(part)
	}
	return total
}

// sumTile adds the columns of one tile. Of a column and its colour exchange it
// looks up the one whose prefix has no white last stone, for both.
func (f *firstColumn) sumTile(total *tally, tile []uint64, words, t, g int) {
	bases := f.tileBases(t, g)
	for i := range f.halves[prefix][t] {
		u := &f.halves[prefix][t][i]
		if u.words[endLive].whiteLast() {
			continue
		}
		spots := f.spots(u, t, g, bases)
		both := u.words[endLive] != 0
		for j := range f.halves[suffix][g] {
			v := &f.halves[suffix][g][j]
			eu, ev := meet(u, v)
			at := spots[eu].of(f.lay, v.words[ev])
			total.add(tile[at*int64(words):][:words], both)
		}
	}
}

// tileBases returns where the block of each interface class begins in a tile.
func (f *firstColumn) tileBases(t, g int) []int64 {
	bases := make([]int64, len(f.lay.interfaces))
	var at int64
	for k := range bases {
		bases[k] = at
		at += int64(f.lay.active[k].binSize(t)) * int64(f.lay.idle[k].binSize(g))
	}
	return bases
}

// spot is the row of a prefix in a tile.
type spot struct {
	interfaceClass int32
	swap           bool  // whether the colours were exchanged to find it
	first          int64 // place of the row, less the first suffix of the bin
}

// spots finds the rows of a prefix for each ending of its last run.
func (f *firstColumn) spots(u *columnHalf, t, g int, bases []int64) [endings]spot {
	var spots [endings]spot
	for e, w := range u.words {
		c := f.interfaceAfter(w, 0)
		var s spot
		if c.isWhite() || c.isNeutral() && w.whiteLast() {
			c, w, s.swap = c.swap(), w.swap(), true
		}
		s.interfaceClass = f.lay.number[c]
		rows, columns := f.lay.active[s.interfaceClass], f.lay.idle[s.interfaceClass]
		row, known := rows.place(w)
		if !known {
			continue
		}
		place := int64(row-rows.start[t])*int64(columns.binSize(g)) - int64(columns.start[g])
		s.first = bases[s.interfaceClass] + place
		spots[e] = s
	}
	return spots
}

// of returns the place of a column from its suffix.
func (s spot) of(lay *layer, suffix word) int64 {
	if s.swap {
		suffix = suffix.swap()
	}
	return s.first + int64(lay.idle[s.interfaceClass].known(suffix))
}

// tally is a sum of values, with one more word for what runs over.
type tally struct {
	low, high []uint64
}

func newTally(width int) *tally {
	return &tally{low: make([]uint64, width), high: make([]uint64, width)}
}

// add adds a value, each word by itself; twice if both is set.
func (t *tally) add(value []uint64, both bool) {
	for l := range t.low {
		v := value[l]
		t.addWord(l, v)
		if both {
			t.addWord(l, v)
		}
	}
}

func (t *tally) addWord(l int, v uint64) {
	var carry uint64
	t.low[l], carry = bits.Add64(t.low[l], v, 0)
	t.high[l] += carry
}

// join adds another sum.
func (t *tally) join(u *tally) {
	for l := range t.low {
		t.addWord(l, u.low[l])
		t.high[l] += u.high[l]
	}
}

// integer returns the sum of exact values.
func (t *tally) integer() *big.Int {
	sum := new(big.Int)
	for l := len(t.low) - 1; l >= 0; l-- {
		sum.Lsh(sum, 64)
		high := new(big.Int).SetUint64(t.high[l])
		sum.Add(sum, high.Lsh(high, 64))
		sum.Add(sum, new(big.Int).SetUint64(t.low[l]))
	}
	return sum
}

// residues returns the sums modulo the moduli.
func (t *tally) residues(moduli []uint64) []uint64 {
	out := make([]uint64, len(moduli))
	for i, m := range moduli {
		out[i] = bits.Rem64(t.high[i], t.low[i], m)
	}
	return out
}
