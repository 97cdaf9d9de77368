package halves

import "math/bits"

// lanes is the arithmetic of limbs of as many values as there are lanes, side by side: the lowest limbs of all, then the next ones.
type lanes struct {
	width int // limbs
	laneLoops
}

// SideBySide returns the arithmetic of several integers at a time, each of a given number of 64-bit limbs, or false if it does not
// pay: the words of some states of [Lanes] colourings that have the same runs. Limb l of value i for lane k is word
// (i*width + l)*Lanes + k. The products of all lanes are added up.
func SideBySide(width int) (Arithmetic, bool) {
	if !vectors || width < 2 || width > len(limbLaneLoops) {
		return nil, false
	}
	return lanes{width, limbLaneLoops[width-1]}, true
}

func (l lanes) Width() int { return Lanes * l.width }

// classWords is that of limbs: the lanes are added up.
func (l lanes) classWords() int { return 2*l.width + 1 }

func (l lanes) combine(v []uint64, c *combination, base []int, at []uint32) {
	size := Lanes * l.width
	if c.isPlain() {
		if len(at) > 1 {
			l.addRows(v[base[0]*size:], v[base[1]*size:], at, c.groups[0].minus)
		}
		return
	}
	n := c.count + 1
	var target, sum [Lanes * len(limbLaneLoops)]uint64
	t, s := target[:size], sum[:size]
	for ; len(at) >= n; at = at[n:] {
		value := func(k int) []uint64 { return v[(base[k]+int(at[k]))*size:][:size] }
		copy(t, value(0))
		l.scale(t, c.scale)
		k := 1
		for _, g := range c.groups {
			copy(s, value(k))
			k++
			for range g.terms - 1 {
				l.add(s, value(k))
				k++
			}
			l.scale(s, g.coefficient)
			if g.minus {
				l.sub(t, s)
			} else {
				l.add(t, s)
			}
		}
		copy(value(0), t)
	}
}

func (l lanes) scale(x []uint64, k uint64) {
	if k != 1 {
		l.multiply(x, k)
	}
}

func (l lanes) vectors() bool { return vectors && l.width > 1 }

// addRows adds the sources to the targets, or takes them away: at has the places of both by turns.
func (l lanes) addRows(targets, sources []uint64, at []uint32, minus bool) {
	switch {
	case l.vectors() && minus:
		subListed(&targets[0], &sources[0], &at[0], len(at)/2, l.width)
	case l.vectors():
		addListed(&targets[0], &sources[0], &at[0], len(at)/2, l.width)
	default:
		l.addRowsPlainly(targets, sources, at, minus)
	}
}

func (l lanes) addRowsPlainly(targets, sources []uint64, at []uint32, minus bool) {
	size := Lanes * l.width
	do := l.add
	if minus {
		do = l.sub
	}
	for ; len(at) >= 2; at = at[2:] {
		do(targets[int(at[0])*size:], sources[int(at[1])*size:])
	}
}

func (l lanes) combineRange(v []uint64, minus bool, target, source, count int) {
	size := Lanes * l.width
	to, from := v[target*size:][:count*size], v[source*size:][:count*size]
	switch {
	case count == 0:
	case l.vectors() && minus:
		subRange(&to[0], &from[0], count, l.width)
	case l.vectors():
		addRange(&to[0], &from[0], count, l.width)
	default:
		l.combineRangePlainly(to, from, minus)
	}
}

func (l lanes) combineRangePlainly(to, from []uint64, minus bool) {
	do := l.add
	if minus {
		do = l.sub
	}
	for at := 0; at < len(to); at += Lanes * l.width {
		do(to[at:], from[at:])
	}
}

// columnWords is the number of words of the sums of a class that [lanes.products] keeps, two for each lane: for each weight of a digit,
// for each limb of what is to be taken away because a value is negative, and for what is too much then, because both are.
func (l lanes) columnWords() int { return 2 * Lanes * (4*l.width - 1 + l.width + 1) }

// mostPending is how many words are added to the sums of digits before these could become too large: 2*width products below
// 2^32 each.
const mostPending = 1 << 27

func (l lanes) products(sums *classSums, weights *wordWeights, x, y []uint64) {
	if !l.vectors() || l.width > 3 {
		l.laneLoops.products(sums, weights.list, x, y)
		return
	}
	if sums.pending += len(weights.list); sums.pending > mostPending {
		l.settle(sums)
		sums.pending = len(weights.list)
	}
	size := l.columnWords()
	if missing := size*weights.classes - len(sums.columns); missing > 0 {
		sums.columns = append(sums.columns, make([]uint64, missing)...)
	}
	do := vectorProducts2
	if l.width == 3 {
		do = vectorProducts3
	}
	x, y = x[:len(weights.list)*l.Width()], y[:len(weights.list)*l.Width()]
	for _, run := range weights.runs() {
		columns := sums.columns[run.class*size:][:size]
		do(&columns[0], &x[0], &y[0], &run.places[0], len(run.places))
	}
}

// settle adds the sums of digits to those of the classes.
func (l lanes) settle(sums *classSums) {
	size := l.columnWords()
	digits := 4*l.width - 1
	for class := range len(sums.columns) / size {
		columns := sums.columns[class*size:][:size]
		words := sums.words[class*l.classWords():][:l.classWords()]
		for i := range digits + l.width + 1 {
			shift, minus := 32*i, false
			if i >= digits {
				shift, minus = 64*(l.width+i-digits), i < digits+l.width
			}
			for lane := range Lanes {
				sum, upper := columns[2*Lanes*i+lane], columns[2*Lanes*i+Lanes+lane]
				// The lower halves add up to less than 2^64.
				low, carry := bits.Add64(sum-upper<<32, upper<<32, 0)
				high := upper>>32 + carry
				parts := [7]uint64{low, high} // as many as classes have, at most
				if shift%64 != 0 {
					parts = [7]uint64{low << 32, low>>32 | high<<32, high >> 32}
				}
				addMultiple(words[shift/64:], parts[:], 1, minus)
			}
		}
	}
	clear(sums.columns)
	sums.pending = 0
}
