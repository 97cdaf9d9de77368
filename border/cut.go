package border

import (
	"slices"
)

// cutStretches chooses the stretches: the coarsest cut has two, the finest is the
// windows themselves.
func (ph *phase) cutStretches() {
	n := len(ph.windows)
	if n > 2 {
		ph.cuts = append(ph.cuts, ph.newCut(0, (n+1)/2, n))
	}
	if n > 1 {
		bounds := make([]int, n+1)
		for i := range bounds {
			bounds[i] = i
		}
		ph.cuts = append(ph.cuts, ph.newCut(bounds...))
	}
	for i := range ph.windows {
		w := &ph.windows[i]
		w.frozen[1] = ph.frozen(w.low, w.high)
		if n > 2 {
			w.frozen[0] = ph.cuts[0].of(w.low).frozen
		}
	}
}

// newCut makes a cut of the stretches between a given number of windows.
func (ph *phase) newCut(bounds ...int) cut {
	var c cut
	for i, from := range bounds[:len(bounds)-1] {
		windows := ph.windows[from:bounds[i+1]]
		st := &stretch{low: windows[len(windows)-1].low, high: windows[0].high, windows: windows}
		st.frozen = ph.frozen(st.low, st.high)
		c = append(c, st)
	}
	return c
}

// of returns the stretch of the step from kink y.
func (c cut) of(y int) *stretch {
	for _, st := range c {
		if y >= st.low {
			return st
		}
	}
	panic("border: kink outside the phase")
}

// linkStretches numbers the classes of the stretches, and finds them among those of
// their windows.
func (ph *phase) linkStretches() {
	for _, c := range ph.cuts {
		for _, st := range c {
			st.classes = masks{0, st.frozen}.patterns(ph.high - ph.low)
			if len(st.windows) == 1 {
				st.classes = st.windows[0].classes
			}
			for _, w := range st.windows {
				st.begin = append(st.begin, st.beginIn(w))
			}
		}
	}
}

// beginIn finds where the classes of the stretch begin among those of a window: these are in the
// order of the colours outside the stretch first, so that each class is a run of them.
func (st *stretch) beginIn(w window) []int32 {
	begin := make([]int32, st.classes.count()+1)
	for _, p := range w.classes.words {
		begin[st.classes.of(p)+1]++
	}
	for f := range st.classes.count() {
		begin[f+1] += begin[f]
	}
	return begin
}

// window is the number inside the stretch of the window that the values of kink y come from.
func (st *stretch) window(y int) int {
	return slices.IndexFunc(st.windows, func(w window) bool { return y >= w.low })
}

// classRange is the classes from..to-1 of a stretch.
type classRange struct{ from, to int }

// rows returns the range of the active words of interface class k with a range of classes, at a kink
// of the stretch but its highest.
func (st *stretch) rows(lay *layer, y, k int, r classRange) (lo, hi int) {
	begin, class := st.begin[st.window(y)], lay.active[k].class
	return int(class[begin[r.from]]), int(class[begin[r.to]])
}

// classSizes returns the states of each class of a stretch and bin g at a kink of
// the stretch but its highest.
func (ph *phase) classSizes(st *stretch, y, g int) []int64 {
	sizes := make([]int64, st.classes.count())
	lay := ph.layer(y)
	for k := range lay.interfaces {
		n := int64(lay.idle[k].binSize(g))
		if n == 0 {
			continue
		}
		begin, class := st.begin[st.window(y)], lay.active[k].class
		for f := range sizes {
			sizes[f] += n * int64(class[begin[f+1]]-class[begin[f]])
		}
	}
	return sizes
}

// tileRange is the tiles first..last that rows of a class go to; none if first is
// larger than last.
type tileRange struct{ first, last int }

// classTiles returns which tiles the classes of the last stretch go to: runs, since its
// frozen points are those by which bins are sorted first.
func (ph *phase) classTiles(st *stretch) []tileRange {
	lay := ph.layer(ph.low)
	tiles := make([]tileRange, st.classes.count())
	for f := range tiles {
		tiles[f] = tileRange{len(lay.active[0].start), -1}
		for k, l := range lay.active {
			lo, hi := st.rows(lay, ph.low, k, classRange{f, f + 1})
			if lo < hi {
				tiles[f] = tiles[f].join(tileRange{l.binOf(lo), l.binOf(hi - 1)})
			}
		}
	}
	return tiles
}

func (t tileRange) join(u tileRange) tileRange {
	return tileRange{min(t.first, u.first), max(t.last, u.last)}
}

// binOf is the bin of a row.
func (l *list) binOf(row int) int {
	i, found := slices.BinarySearch(l.start, int32(row))
	if !found {
		return i - 1
	}
	for int(l.start[i+1]) == row { // empty bins
		i++
	}
	return i
}
