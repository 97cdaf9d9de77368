package border

import (
	"cmp"
	"slices"
)

// phase is half a column: the kinks low..high, between which the points of
// one half, the active one, are renewed. The program runs backward, from the
// completions at kink high to those at kink low.
type phase struct {
	split
	active    half
	low, high int
	layers    []*layer         // of kinks low..high
	tables    [][]table        // of the steps from kinks low..high-1, by interface class
	windows   []window         // the one done first, at kink high, first
	cuts      []cut            // for bins that do not fit the memory, the coarsest first
	crossings map[int]crossing // of the interface classes without colour at kink high
}

// window is the steps from kinks low..high-1 of a phase. They leave the
// colours of the active points outside low..high-1 alone, so the active words
// fall in classes by these frozen colours, up to exchange, that can go
// through the window one after the other, each in the cache.
type window struct {
	low, high int
	number    int // among the windows of the phase
	frozen    masks
	classes   *patterns // of the frozen points
	peaks     []int     // by bin, the most states of a class at a kink inside
}

// masks are the points whose colours are frozen: in the stretch that a window belongs
// to, and, more of them, in the window. Classes are in the order of their patterns of
// the first mask, then of the second: so the classes of a window with the same
// colours outside the stretch follow each other.
type masks [2]word

func (m masks) compare(a, b word) int {
	for _, frozen := range m {
		if c := cmp.Compare((a & frozen).pattern(), (b & frozen).pattern()); c != 0 {
			return c
		}
	}
	return 0
}

// windowSteps is about the number of steps in a window: the longer it is, the
// less often the vector goes through memory, and the larger the classes are.
const windowSteps = 3

func newPhase(l *lister, active half, windowSteps int) *phase {
	ph := &phase{split: l.split, active: active, low: 0, high: l.p}
	if active == suffix {
		ph.low, ph.high = l.p, l.m
	}
	ph.cutWindows(windowSteps)
	for y := ph.low; y <= ph.high; y++ {
		lay := l.layer(active, y, ph.order(y))
		if y < ph.high {
			for _, list := range lay.active {
				list.markClasses(ph.windows[ph.windowOf(y)].classes)
			}
		}
		ph.layers = append(ph.layers, lay)
	}
	return ph
}

// cutWindows divides the steps in windows and these in stretches.
func (ph *phase) cutWindows(windowSteps int) {
	high := ph.high
	for i, steps := range windowLengths(ph.high-ph.low, windowSteps) {
		ph.windows = append(ph.windows, window{low: high - steps, high: high, number: i})
		high -= steps
	}
	ph.cutStretches()
	for i := range ph.windows {
		w := &ph.windows[i]
		w.classes = w.frozen.patterns(ph.high - ph.low)
	}
	ph.linkStretches()
}

// windowLengths divides steps evenly, the odd ones in the middle: the classes of windows at
// the ends are the largest. Long phases have shorter windows for that reason.
func windowLengths(steps, most int) []int {
	even := steps
	if steps >= 3*most {
		even += 2
	}
	lengths := make([]int, min(max(1, steps), max(1, (even+most-1)/most)))
	order := make([]int, len(lengths))
	for i := range order {
		order[i], lengths[i] = i, steps/len(lengths)
	}
	offCentre := func(i int) int { return max(2*i, 2*(len(lengths)-1-i)) }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(offCentre(i), offCentre(j)) })
	for _, i := range order[:steps%len(lengths)] {
		lengths[i]++
	}
	return lengths
}

// frozen is the mask of the active points outside the steps from kinks low..high-1.
func (ph *phase) frozen(low, high int) word {
	all := word(1)<<(4*(ph.high-ph.low)) - 1
	below := word(1)<<(4*(low-ph.low)) - 1
	upTo := word(1)<<(4*(high-ph.low)) - 1
	return all &^ (upTo &^ below)
}

// patterns numbers the colour patterns of some frozen points of a half.
type patterns struct {
	frozen word    // mask of the points
	words  []word  // in their order
	number []int32 // by trits
}

// patterns lists those of the frozen points of a half of n.
func (m masks) patterns(n int) *patterns {
	p := &patterns{frozen: m[1], number: make([]int32, power3(n))}
	colourings(n, func(w word) {
		if w&^m[1] == 0 && !w.whiteLast() {
			p.words = append(p.words, w)
		}
	})
	slices.SortFunc(p.words, m.compare)
	for f, w := range p.words {
		p.number[w.trits()] = int32(f)
	}
	return p
}

func (p *patterns) count() int { return len(p.words) }

// of returns the number of the pattern of a word.
func (p *patterns) of(w word) int32 { return p.number[(w & p.frozen).pattern().trits()] }

// windowOf is the number of the window that the values of kink y come from.
func (ph *phase) windowOf(y int) int {
	for i, w := range ph.windows {
		if y >= w.low {
			return i
		}
	}
	panic("border: kink outside the phase")
}

// order returns how the active words of kink y are sorted: by bin where the
// phases meet, else by frozen class of the window that they come from, and so that the
// half of the points farther from the kink counts least. In the last window the two
// agree, since its frozen points are the last ones.
func (ph *phase) order(y int) order {
	switch {
	case y == ph.high || y == ph.low:
		return order{lex: byPattern}
	case 2*(y-ph.low) > ph.high-ph.low:
		return order{byLastPoint, ph.windows[ph.windowOf(y)].classes}
	default:
		return order{byFirstPoint, ph.windows[ph.windowOf(y)].classes}
	}
}

func (ph *phase) layer(y int) *layer { return ph.layers[y-ph.low] }
