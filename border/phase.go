package border

import "slices"

// phase is half a column: the kinks low..high, between which the points of
// one half, the active one, are renewed. The program runs backward, from the
// completions at kink high to those at kink low.
type phase struct {
	split
	active    half
	low, high int
	layers    []*layer         // of kinks low..high
	tables    [][]table        // of the steps from kinks low..high-1, by seam
	windows   []window         // the one done first, at kink high, first
	crossings map[int]crossing // of the seams without colour at kink high
}

// window is the steps from kinks low..high-1 of a phase. They leave the
// colours of the active points outside low..high-1 alone, so the active words
// fall in classes by these frozen colours, up to exchange, that can go
// through the window one after the other, each in the cache.
type window struct {
	low, high int
	classes   map[word]int // number of each pattern of the frozen points
	peaks     []int        // by bin, the most states of a class at a kink inside
}

// windowSteps is about the number of steps in a window: the longer it is, the
// less often the vector goes through memory, and the larger the classes are.
const windowSteps = 3

func newPhase(l *lister, active half) *phase {
	ph := &phase{split: l.split, active: active, low: 0, high: l.p}
	if active == suffix {
		ph.low, ph.high = l.p, l.m
	}
	ph.cutWindows()
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

// cutWindows divides the steps evenly; the first window is the one done first.
func (ph *phase) cutWindows() {
	steps := ph.high - ph.low
	count := max(1, (steps+windowSteps-1)/windowSteps)
	for i := range count {
		w := window{low: ph.high - (i+1)*steps/count, high: ph.high - i*steps/count}
		w.classes = frozenClasses(ph.frozen(w), steps)
		ph.windows = append(ph.windows, w)
	}
}

// frozen is the mask of the active points outside a window.
func (ph *phase) frozen(w window) word {
	all := word(1)<<(4*(ph.high-ph.low)) - 1
	below := word(1)<<(4*(w.low-ph.low)) - 1
	upTo := word(1)<<(4*(w.high-ph.low)) - 1
	return all &^ (upTo &^ below)
}

// frozenClasses numbers the patterns of the points of a mask, in their order.
func frozenClasses(mask word, n int) map[word]int {
	var patterns []word
	colourings(n, func(w word) {
		if w&^mask == 0 && !w.whiteLast() {
			patterns = append(patterns, w)
		}
	})
	slices.Sort(patterns)
	classes := make(map[word]int, len(patterns))
	for f, p := range patterns {
		classes[p] = f
	}
	return classes
}

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
// phases meet, else so that the half of the points farther from the kink
// counts least; and by frozen class of the window that they come from. In the
// last window the two agree, since its frozen points are the last ones.
func (ph *phase) order(y int) order {
	switch {
	case y == ph.high:
		return order{lex: byPattern}
	case y == ph.low:
		return order{lex: byPattern, frozen: ph.frozen(ph.windows[len(ph.windows)-1])}
	case 2*(y-ph.low) > ph.high-ph.low:
		return order{byLastPoint, ph.frozen(ph.windows[ph.windowOf(y)])}
	default:
		return order{byFirstPoint, ph.frozen(ph.windows[ph.windowOf(y)])}
	}
}

func (ph *phase) layer(y int) *layer { return ph.layers[y-ph.low] }
