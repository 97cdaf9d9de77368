package border

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
	var before, behind uint64
	if open {
		if h == suffix {
			before = 1 << l.str[0]
		} else {
			behind = 1 << l.str[l.points-1]
		}
	}
	flagged := l.flagged(before, behind)
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
	*pass
	lay    *layer
	halves [2][][]columnHalf // by half and bin
}

func (p *pass) newFirstColumn() *firstColumn {
	f := &firstColumn{pass: p, lay: p.phases[prefix].layer(0)}
	for _, h := range [2]half{prefix, suffix} {
		f.halves[h] = make([][]columnHalf, p.sorted[h].count)
		n := p.size(h)
		colourings(n, func(colours word) {
			g := p.sorted[h].of[colours.pattern()]
			f.halves[h][g] = append(f.halves[h][g], colourHalf(h, colours, n))
		})
	}
	return f
}

// colourings calls visit for all 3^n words of empty points and live stones.
func colourings(n int, visit func(word)) {
	var extend func(w word, i int)
	extend = func(w word, i int) {
		if i == n {
			visit(w)
			return
		}
		for s := empty; s <= liveStone(1); s++ {
			extend(w.with(i, s), i+1)
		}
	}
	extend(0, 0)
}

// sum adds all up, the limbs or residues each with a carry word of its own.
func (f *firstColumn) sum(width int) *tally {
	total := newTally(width)
	for t, us := range f.halves[prefix] {
		for g, vs := range f.halves[suffix] {
			f.sumTile(total, t, g, us, vs)
		}
	}
	return total
}

func (f *firstColumn) sumTile(total *tally, t, g int, us, vs []columnHalf) {
	bases := f.tileBases(t, g)
	for i := range us {
		for j := range vs {
			u, v := &us[i], &vs[j]
			eu, ev := meet(u, v)
			at := f.locate(u.words[eu], v.words[ev], t, g, bases)
			total.add(f.home.planes, at)
		}
	}
}

// tileBases returns where the block of each seam begins.
func (f *firstColumn) tileBases(t, g int) []int64 {
	bases := make([]int64, len(f.lay.seams))
	at := f.home.offset[f.home.tile(prefix, t, g)]
	for k := range bases {
		bases[k] = at
		at += int64(f.lay.active[k].binSize(t)) * int64(f.lay.idle[k].binSize(g))
	}
	return bases
}

// locate returns the place in the vector of a state of kink 0.
func (f *firstColumn) locate(u, v word, t, g int, bases []int64) int64 {
	c := f.seamBehind(u, 0)
	if c.isWhite() || c.isNeutral() && u.whiteLast() {
		c, u, v = c.swap(), u.swap(), v.swap()
	}
	k := f.lay.number[c]
	row := f.lay.active[k].index[u] - f.lay.active[k].start[t]
	column := f.lay.idle[k].index[v] - f.lay.idle[k].start[g]
	return bases[k] + int64(row)*int64(f.lay.idle[k].binSize(g)) + int64(column)
}

// tally is a sum of values, with one more word for what runs over.
type tally struct {
	low, high []uint64
}

func newTally(width int) *tally {
	return &tally{low: make([]uint64, width), high: make([]uint64, width)}
}

// add adds value number at, each plane by itself.
func (t *tally) add(planes []*memory, at int64) {
	for l := range t.low {
		var carry uint64
		t.low[l], carry = bits.Add64(t.low[l], planes[l].words[at], 0)
		t.high[l] += carry
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
