package liberties

import (
	"encoding/hex"
	"maps"
	"math"
	"slices"
)

// The code methods list what is saved of a search, which is all that is not found
// anew when it goes on, for writing and for reading at once: see codec.

func (s *search) code(c codec) {
	list(c, &s.resumed, func(r *Resumption) { r.code(c) })
	count(c, &s.repeat, &s.since)
	s.codeSurvivors(c)
	optional(c, &s.shadows, func() *shadows { return newShadows(s.height) }, func(h *shadows) { h.code(c) })
	optional(c, &s.gates, func() *gates { return newGates(s.target, s.window, s.team) }, func(g *gates) { g.code(c) })
	optional(c, &s.right, func() *rightParts { return s.newRight() }, func(r *rightParts) { r.code(c) })
	optional(c, &s.left, s.newLeft, func(left *sweep) { left.code(c, s.leftKind) })
}

func (r *Resumption) code(c codec) {
	c.text(&r.File)
	c.text(&r.After)
	c.text(&r.SHA256)
	sum, err := hex.DecodeString(r.SHA256)
	c.expect(err == nil && len(sum) == 32, "a checksum is none")
}

func (s *search) codeSurvivors(c codec) {
	widths := slices.Sorted(maps.Keys(s.survivors))
	list(c, &widths, func(width *int) {
		between(c, s.first, math.MaxInt32, "a group is on too narrow a board", width)
		found := s.survivors[*width]
		between(c, 0, s.threshold(*width)+s.rate*int32(*width), "a group costs what it cannot", &found.cost)
		between(c, 1, *width, "a group is cut after no column", &found.col)
		between(c, 1, s.height, "a group is cut at no row", &found.kink)
		if !c.ok() {
			return
		}
		any := frontKind{height: s.height, kink: found.kink, least: math.MinInt32, most: math.MaxInt32}
		found.left.code(c, any)
		found.right.code(c, any)
		s.survivors[*width] = found
	})
}

func (f *front) code(c codec, k frontKind) {
	integers(c, &f.stone, &f.above, &f.below)
	integers(c, &f.cost)
	c.expect(k.allows(*f), "a group has a front that is none")
}

// leftKind says which fronts the left parts have after some columns. One that is
// outside the window stays only where a right part, which is never cheaper than
// lowestCost, makes up for it.
func (s *search) leftKind(cols int) frontKind {
	most := s.window
	if !s.inHalves() {
		most = s.highest() - lowestCost
	}
	return frontKind{height: s.height, kink: s.height, most: most + s.rate*int32(cols)}
}

// kind says which fronts a sweep has after some columns that keeps none outside
// its window.
func (s *sweep) kind(cols int) frontKind {
	return frontKind{height: s.height, kink: s.height, most: s.window + s.rate*int32(cols)}
}

func (s *shadows) code(c codec) {
	between(c, 0, int32(s.height), "a fall is too deep", &s.fall)
	count(c, &s.count)
	optional(c, &s.search, func() *fallSearch { return &fallSearch{fall: fall{s.height}} }, func(w *fallSearch) { w.code(c) })
	c.expect((s.search == nil) == (s.fall > 0), "a search for the fall is over and is not")
	for _, kink := range s.sieves {
		for _, v := range kink {
			v.code(c)
		}
	}
}

func (w *fallSearch) code(c codec) {
	between(c, 0, w.allParts(), "parts of a column are too many", &w.parts)
	count(c, &w.cols)
	kind := frontKind{height: w.height + 1, kink: w.height, least: lowestCost, most: -1, stones: w.flag(anchorRow)}
	c.layer(&w.second, kind)
	kind.least *= 2
	c.layer(&w.best, kind)
	if w.parts < w.allParts() {
		c.expect(w.cols == 0 && len(w.best) == 0, "a column is over and is not")
	} else {
		c.expect(w.cols >= 2 && len(w.second) == 0, "a column is over and is not")
	}
}

func (g *gates) code(c codec) {
	for _, kink := range g.sieves {
		for _, class := range kink {
			for _, v := range class {
				v.code(c)
			}
		}
	}
}

// codedWords is how many words of a sieve are compressed at once.
const codedWords = 1 << 11

func (v *sieve) code(c codec) {
	var costs [codedWords * laneCount]int8
	for words := range slices.Chunk(v.least, codedWords) {
		some := costs[:len(words)*laneCount]
		for i := range some {
			some[i] = int8(words[i/laneCount].lane(i))
		}
		c.costs(some)
		c.expect(slices.Min(some) >= 0 && slices.Max(some) <= noRightPart-lowestCost, "a table has a cost that there cannot be")
		for i := range some {
			words[i/laneCount] = words[i/laneCount].with(i, int32(some[i]))
		}
	}
}

func (r *rightParts) code(c codec) {
	r.sweep.code(c, r.kind)
	between(c, 0, r.cols, "right parts repeat from a column that is not there", &r.start)
	between(c, 0, longestPeriod*thresholdPeriod, "right parts repeat after too many columns", &r.period)
	c.expect(r.start == 0 || r.period > 0, "right parts repeat, and do not")
	count(c, &r.count)
	kink := 0
	list(c, &r.facing, func(facing *[][]front) {
		kind := frontKind{height: r.height, kink: kink, most: r.highest()}
		list(c, facing, func(fronts *[]front) { c.fronts(fronts, kind) })
		c.expect(len(*facing) <= r.cols+1, "right parts have too many columns")
		kink++
	})
	cols := 0
	list(c, &r.all, func(l *layer) {
		c.layer(l, r.kind(cols))
		cols++
	})
}

// code takes what says which fronts there are after some columns.
func (s *sweep) code(c codec, kind func(cols int) frontKind) {
	between(c, 0, math.MaxInt32, "a column is before the first", &s.cols)
	count(c, &s.peak)
	count(c, &s.steps, &s.outside)
	c.layer(&s.ends, kind(s.cols))
	list(c, &s.columns, func(column *columnState) {
		count(c, &column.fronts)
		count(c, &column.wall)
		count(c, &column.memory)
	})
	list(c, (*[]*snapshot)(&s.history), func(old **snapshot) {
		if *old == nil {
			*old = &snapshot{}
		}
		between(c, 0, s.cols, "a column is before the first, or after the last", &(*old).cols)
		c.layer(&(*old).ends, kind((*old).cols))
		list(c, &(*old).packed, func(block *packedFronts) { block.code(c, kind((*old).cols)) })
	})
}

func (p *packedFronts) code(c codec, k frontKind) {
	fronts := p.unpack()
	c.fronts(&fronts, k)
	c.expect(len(fronts) > 0, "a block is empty")
	if p.fronts == 0 && c.ok() { // it was read
		*p = packFronts(k.height, fronts)
	}
}

// A header is what a checkpoint begins with, which is the same for all of a
// search.
type header struct{ version, height, first, slack, tableRows, tableEntries int64 }

func (s *search) header() *header {
	h := &header{version: checkpointVersion, height: int64(s.height), first: int64(s.first), slack: int64(s.slack)}
	if !s.inHalves() {
		h.tableRows, h.tableEntries = gateRows, int64(gateEntries(s.height))
	}
	return h
}

func (h *header) code(c codec) {
	integers(c, &h.version)
	if h.version == checkpointVersion {
		integers(c, &h.height, &h.first, &h.slack, &h.tableRows, &h.tableEntries)
	}
}

// save writes a search.
func (c *encoder) save(s *search) error {
	s.header().code(c)
	s.code(c)
	if c.err != nil {
		return c.err
	}
	return c.out.Flush()
}

// load reads a search that is to be like another one, or returns why it cannot.
func (c *decoder) load(like *search) (*search, error) {
	var h header
	want := like.header()
	h.code(c)
	switch {
	case h.version != checkpointVersion:
		return nil, otherVersion
	case !c.ok():
		return nil, damaged(c.problem)
	case h.height != want.height:
		return nil, anotherSearch(h.height, like.height)
	case h.first != want.first || h.slack != want.slack:
		return nil, otherVersion
	case h != *want:
		return nil, otherTables(&h, want)
	}
	s := newSearch(like.target, like.team)
	s.window, s.ceiling = s.target.window(), like.ceiling
	s.code(c)
	c.finish()
	if c.ok() {
		c.expect(s.consistent(), "its parts are not of one search")
	}
	if !c.ok() {
		return nil, damaged(c.problem)
	}
	return s, nil
}

// consistent reports whether the parts of a search that was read are of one
// search.
func (s *search) consistent() bool {
	r, l := s.right, s.left
	switch {
	case s.since > s.repeat || l == nil && (s.repeat > 0 || len(s.survivors) > 0) || r == nil && l != nil:
		return false
	case s.inHalves() && (s.shadows != nil || s.gates != nil):
		return false
	case !s.inHalves() && ((s.gates != nil) != (r != nil) || r != nil && (s.shadows == nil || s.shadows.search != nil)):
		return false
	case r == nil:
		return true
	case s.inHalves() && (len(r.facing) != s.height+1 || len(r.all) != r.cols+1):
		return false
	case !s.inHalves() && (len(r.facing) > 0 || len(r.all) > 0):
		return false
	case l == nil:
		return r.consistent()
	}
	forgotten := !s.inHalves() && len(r.ends) == 0 && len(r.history) == 0 && r.cols == len(r.columns)
	return (forgotten || r.consistent()) && l.consistent() && s.repeat <= l.cols && r.period > 0 && r.end() <= r.cols
}

// consistent reports whether what there is of a sweep is of the same columns.
func (s *sweep) consistent() bool {
	n := len(s.history)
	if s.cols != len(s.columns) || n != min(s.cols, longestPeriod) || s.ends.len() == 0 {
		return false
	}
	for i, old := range s.history {
		if old.cols != s.cols-n+1+i {
			return false
		}
	}
	return n == 0 || s.columns[s.cols-1].fronts == s.ends.len() && s.history[n-1].ends.len() == s.ends.len()
}

// adopt goes on where a search that was read is.
func (s *search) adopt(saved *search) {
	s.repeat, s.since, s.survivors, s.resumed = saved.repeat, saved.since, saved.survivors, saved.resumed
	s.shadows, s.gates = saved.shadows, saved.gates
	s.right, s.left = saved.right, saved.left
	if s.right != nil {
		s.right.remember()
	}
	if s.left != nil {
		s.left.remember()
	}
}

// remember adds up the snapshots that were read.
func (s *sweep) remember() {
	for _, old := range s.history {
		old.height, old.rate = s.height, s.rate
		old.add()
	}
}
