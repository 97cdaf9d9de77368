package liberties

import (
	"slices"
)

// transform turns least costs of right parts into lower bounds for left parts. Before, an entry
// is numbered by the states of right points; afterwards, by the states of the left points that
// face them:
//
//	bound(left) = min over right of (cost(right) + join cost(left, right))
//
// The join cost is a sum over the rows, but the two rows next to the kink share a term. So this
// min-plus product is taken row by row, and for those two rows at once. No right part can be added
// afterwards.
//
// Any order of the rows gives the same bounds. Words without right parts are skipped; this order
// keeps the number of such words large for longest.
func (v *boundTable) transform() {
	v.transformDominatedRows()
	if v.besideKink(v.kink) {
		v.transformKinkRows(v.digit(v.kink-1), v.digit(v.kink))
	}
	for row := range v.height {
		if d := v.digit(row); !v.besideKink(row) && d.wordBase() == states {
			v.transformStateRow(d.step / laneCount)
		}
	}
}

// besideKink reports whether a row is one of the two that touch along the column at the kink.
func (v *boundTable) besideKink(row int) bool {
	return 0 < v.kink && v.kink < v.height && (row == v.kink-1 || row == v.kink)
}

// transformDominatedRows transforms the rows of which the table knows only whether a point is
// dominated. Such a row costs 1 if exactly one of its two points is dominated. All of these rows
// are done for one chunk of the table, which stays in the cache.
func (v *boundTable) transformDominatedRows() {
	var lanesApart, wordsApart []int // of each row, how far apart its two entries are
	for row := range v.height {
		switch d := v.digit(row); {
		case v.besideKink(row) || d.base != 2:
		case d.inWord():
			lanesApart = append(lanesApart, d.step)
		default:
			wordsApart = append(wordsApart, d.step/laneCount)
		}
	}
	for chunk := range slices.Chunk(v.least, 1<<v.dominatedBits/laneCount) {
		if !slices.ContainsFunc(chunk, lanes.someRightParts) {
			continue
		}
		for _, step := range lanesApart {
			for i, costs := range chunk {
				chunk[i] = costs.min(costs.swapped(step).plus(1))
			}
		}
		for _, step := range wordsApart {
			transformDominatedRow(chunk, step)
		}
	}
}

// transformDominatedRow transforms one such row, whose two entries are step words apart.
func transformDominatedRow(least []lanes, step int) {
	for base := 0; base < len(least); base += 2 * step {
		undominated, dominated := least[base:base+step], least[base+step:base+2*step]
		for i, u := range undominated {
			d := dominated[i]
			undominated[i], dominated[i] = u.min(d.plus(1)), d.min(u.plus(1))
		}
	}
}

// transformStateRow transforms a row of which the table knows the state of the point. The entries
// of the three states are step words apart. Two undominated points cost 4, an undominated and a
// dominated point 2, a dominated point and a stone 1, any other two points nothing.
func (v *boundTable) transformStateRow(step int) {
	for base := 0; base < len(v.least); base += states * step {
		undominated, dominated, stone := v.least[base:base+step], v.least[base+step:base+2*step], v.least[base+2*step:base+3*step]
		for i, u := range undominated {
			d, s := dominated[i], stone[i]
			if !u.someRightParts() && !d.someRightParts() && !s.someRightParts() {
				continue
			}
			empty := d.min(u.plus(2)) // of an empty right point, if the left point is dominated
			undominated[i] = empty.plus(2).min(s)
			dominated[i] = empty.min(s.plus(1))
			stone[i] = u.min(d.plus(1)).min(s)
		}
	}
}

// pairs is the number of pairs of states: those of the two rows next to the kink.
const pairs = states * states

// transformKinkRows transforms the two rows next to the kink, which have the digits upper and
// lower.
func (v *boundTable) transformKinkRows(upper, lower digit) {
	f := newKinkTransform(upper, lower)
	// Visit the first word of each group: the two digits are 0, all others take all values.
	inner, innerBase := upper.step/laneCount, upper.wordBase()
	outer, outerBase := lower.step/laneCount, lower.wordBase()
	if inner > outer {
		inner, innerBase, outer, outerBase = outer, outerBase, inner, innerBase
	}
	inner, outer = max(inner, 1), max(outer, 1)
	for i := 0; i < len(v.least); i += outer * outerBase {
		for j := i; j < i+outer; j += inner * innerBase {
			for k := j; k < j+inner; k++ {
				f.transform(v.least[k:])
			}
		}
	}
}

// A kinkTransform transforms one group of words after the other. A group is all words whose entries
// differ only in the two rows next to the kink. Where a digit of these rows is inside of a word,
// its two values are two lanes of that word.
type kinkTransform struct {
	offsets []int // of the words of a group, from its first word
	swaps   []int // the steps of the digits inside of a word: they exchange lanes
	// costs has the join costs of a word of left points with each variant of the words of right
	// points: with no, some or all of the swaps made. So each lane meets each lane that it must.
	costs [pairs][pairs]lanes
}

// newKinkTransform returns the transform of the two rows that have the digits upper and lower.
func newKinkTransform(upper, lower digit) *kinkTransform {
	f := &kinkTransform{}
	for low := range lower.wordBase() {
		for up := range upper.wordBase() {
			f.offsets = append(f.offsets, (up*upper.step+low*lower.step)/laneCount)
		}
	}
	laneMasks := []int{0} // of each variant of a word, the bits in which the swaps change the number of a lane
	for _, d := range [...]digit{upper, lower} {
		if d.inWord() {
			f.swaps = append(f.swaps, d.step)
			for _, mask := range laneMasks {
				laneMasks = append(laneMasks, mask^d.step)
			}
		}
	}
	valuesOf := func(word, lane int) int { // of the two digits
		up, low := upper.valueAt(word%upper.wordBase(), lane), lower.valueAt(word/upper.wordBase(), lane)
		return low*upper.base + up
	}
	costs := kinkCosts(upper, lower)
	for left := range f.offsets {
		for right := range f.offsets {
			for i, mask := range laneMasks {
				cost := &f.costs[left][right*len(laneMasks)+i]
				for lane := range laneCount {
					*cost = cost.with(lane, costs[valuesOf(left, lane)][valuesOf(right, lane^mask)])
				}
			}
		}
	}
	return f
}

// transform transforms the group that begins with the first word, unless the group has no right
// part.
func (f *kinkTransform) transform(least []lanes) {
	for _, offset := range f.offsets {
		if least[offset].someRightParts() {
			f.minPlus(least)
			return
		}
	}
}

// minPlus replaces the words of a group by their min-plus product with the join costs.
func (f *kinkTransform) minPlus(least []lanes) {
	var right [pairs]lanes // the variants of all words
	n := 0
	for _, offset := range f.offsets {
		first := n
		right[n] = least[offset]
		n++
		for _, step := range f.swaps {
			for _, x := range right[first:n] {
				right[n] = x.swapped(step)
				n++
			}
		}
	}
	for left, offset := range f.offsets {
		best := noRightParts
		for r, cost := range f.costs[left][:n] {
			best = best.min(right[r] + cost)
		}
		least[offset] = best
	}
}

// kinkCosts returns the least join cost of the two rows next to a kink, by the values of their
// digits on the left and on the right. The digits need not tell all states apart.
func kinkCosts(upper, lower digit) (cost [pairs][pairs]int32) {
	for l := range cost {
		for r := range cost[l] {
			cost[l][r] = noRightPart
		}
	}
	valuesOf := func(pair int) (values []int) { // that stand for a pair of states
		for x := range upper.base * lower.base {
			if upper.matches(pair%states, x%upper.base) && lower.matches(pair/states, x/upper.base) {
				values = append(values, x)
			}
		}
		return values
	}
	for left := range pairs {
		for right := range pairs {
			c, _ := localJoinCost(pairFrontier(left), pairFrontier(right), 1, 2)
			for _, l := range valuesOf(left) {
				for _, r := range valuesOf(right) {
					cost[l][r] = min(cost[l][r], c)
				}
			}
		}
	}
	return cost
}

// pairFrontier returns a frontier of two rows; pair is the state of row 0 plus states times the
// state of row 1.
func pairFrontier(pair int) (f frontier) {
	for row := range 2 {
		switch pair % states {
		case isDominated:
			f.above |= 1 << row
		case isStone:
			f.stone |= 1 << row
		}
		pair /= states
	}
	return f
}
