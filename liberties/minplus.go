package liberties

import (
	"slices"
)

// transform adds the join costs: a min-plus product, row by row. The entries are by the
// states of the right points before, and by those of the left points that face them
// afterwards. No right part can be added then.
//
// The rows may come in any order. Words without right parts are skipped: this order keeps most
// words of an almost empty table without right parts for longest.
func (v *boundTable) transform() {
	v.transformDominated()
	if v.besideKink(v.kink) {
		v.transformTwo(v.digit(v.kink-1), v.digit(v.kink))
	}
	for row := range v.height {
		if d := v.digit(row); !v.besideKink(row) && d.wordBase() == states {
			v.transformState(d.step / laneCount)
		}
	}
}

// besideKink reports whether a row is one of the two that touch along the column at the kink.
func (v *boundTable) besideKink(row int) bool {
	return 0 < v.kink && v.kink < v.height && (row == v.kink-1 || row == v.kink)
}

// transformDominated transforms points shown as dominated or not: a join costs 1 if exactly one
// side is dominated.
// Their entries are neighbours, which stay in the cache for all of these rows.
func (v *boundTable) transformDominated() {
	var inWord, words []int // steps between the entries that a join compares: within a word, and in words
	for row := range v.height {
		switch d := v.digit(row); {
		case v.besideKink(row) || d.base != 2:
		case d.inWord():
			inWord = append(inWord, d.step)
		default:
			words = append(words, d.step/laneCount)
		}
	}
	for alike := range slices.Chunk(v.least, 1<<v.dominatedBits/laneCount) {
		if !slices.ContainsFunc(alike, lanes.someRightParts) {
			continue
		}
		for _, step := range inWord {
			for i, x := range alike {
				alike[i] = x.min(x.swapped(step).plus(1))
			}
		}
		for _, step := range words {
			transformWords(alike, step)
		}
	}
}

// transformWords does so for one of these points, by entries step words apart.
func transformWords(least []lanes, step int) {
	for base := 0; base < len(least); base += 2 * step {
		not, dominated := least[base:base+step], least[base+step:base+2*step]
		for i, n := range not {
			w := dominated[i]
			not[i], dominated[i] = n.min(w.plus(1)), w.min(n.plus(1))
		}
	}
}

// transformState transforms a point whose state is shown, by entries step words apart. Two
// undominated points cost 4, undominated and dominated 2, dominated and a stone 1.
func (v *boundTable) transformState(step int) {
	for base := 0; base < len(v.least); base += states * step {
		undominated, dominated, stone := v.least[base:base+step], v.least[base+step:base+2*step], v.least[base+2*step:base+3*step]
		for i, d := range undominated {
			w, s := dominated[i], stone[i]
			if !d.someRightParts() && !w.someRightParts() && !s.someRightParts() {
				continue
			}
			better := w.min(d.plus(2))
			undominated[i] = better.plus(2).min(s)
			dominated[i] = better.min(s.plus(1))
			stone[i] = d.min(w.plus(1)).min(s)
		}
	}
}

// pairs is the number of states of two points.
const pairs = states * states

// transformTwo does so for the two points next to the kink.
func (v *boundTable) transformTwo(upper, lower digit) {
	f := newKinkTransform(upper, lower)
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

// A kinkTransform changes the entries that differ only in the two points next to a kink.
type kinkTransform struct {
	words []int               // offsets of the words that differ in the two digits only
	steps []int               // of the digits inside of words
	costs [pairs][pairs]lanes // by the word of the left points, then that of the right ones and the lanes that are swapped
}

func newKinkTransform(upper, lower digit) *kinkTransform {
	f := &kinkTransform{}
	for low := range lower.wordBase() {
		for up := range upper.wordBase() {
			f.words = append(f.words, (up*upper.step+low*lower.step)/laneCount)
		}
	}
	laneMasks := []int{0}
	for _, d := range [...]digit{upper, lower} {
		if d.inWord() {
			f.steps = append(f.steps, d.step)
			for _, mask := range laneMasks {
				laneMasks = append(laneMasks, mask^d.step)
			}
		}
	}
	shown := func(word, lane int) int {
		up, low := upper.digitIn(word%upper.wordBase(), lane), lower.digitIn(word/upper.wordBase(), lane)
		return low*upper.base + up
	}
	costs := kinkCosts(upper, lower)
	for l := range f.words {
		for r := range f.words {
			for i, mask := range laneMasks {
				cost := &f.costs[l][r*len(laneMasks)+i]
				for lane := range laneCount {
					*cost = cost.with(lane, costs[shown(l, lane)][shown(r, lane^mask)])
				}
			}
		}
	}
	return f
}

// transform changes the words at the offsets, unless none of them has a right part.
func (f *kinkTransform) transform(least []lanes) {
	for _, word := range f.words {
		if least[word].someRightParts() {
			f.transformSome(least)
			return
		}
	}
}

func (f *kinkTransform) transformSome(least []lanes) {
	var right [pairs]lanes
	n := 0
	for _, word := range f.words {
		first := n
		right[n] = least[word]
		n++
		for _, step := range f.steps {
			for _, x := range right[first:n] {
				right[n] = x.swapped(step)
				n++
			}
		}
	}
	for l, word := range f.words {
		best := noRightParts
		for r, cost := range f.costs[l][:n] {
			best = best.min(right[r] + cost)
		}
		least[word] = best
	}
}

// kinkCosts returns the least join cost of the two rows next to a kink, by what is shown of them.
func kinkCosts(upper, lower digit) (cost [pairs][pairs]int32) {
	for l := range cost {
		for r := range cost[l] {
			cost[l][r] = noRightPart
		}
	}
	shown := func(pair int) (all []int) {
		for x := range upper.base * lower.base {
			if upper.matches(pair%states, x%upper.base) && lower.matches(pair/states, x/upper.base) {
				all = append(all, x)
			}
		}
		return all
	}
	for left := range pairs {
		for right := range pairs {
			c, _ := localJoinCost(frontierOf(left), frontierOf(right), 1, 2)
			for _, l := range shown(left) {
				for _, r := range shown(right) {
					cost[l][r] = min(cost[l][r], c)
				}
			}
		}
	}
	return cost
}

// frontierOf returns the frontier of at most two points in given states.
func frontierOf(number int) (f frontier) {
	for row := range 2 {
		switch number % states {
		case isDominated:
			f.above |= 1 << row
		case isStone:
			f.stone |= 1 << row
		}
		number /= states
	}
	return f
}
