package liberties

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
)

// checkpointVersion changes with the meaning of what is saved.
const checkpointVersion = 8

// A reason is why a file is not taken.
type reason string

func (r reason) Error() string { return string(r) }

func anotherSearch(rows int64, want int) reason {
	return reason(fmt.Sprintf("it is of a search for %d rows, not for %d: want another file", rows, want))
}

func damaged(problem string) reason { return reason("it is damaged: " + problem) }

func otherTables(has, want *header) reason {
	return reason(fmt.Sprintf("its tables of bounds have %d entries and know %d rows, those of this program %d and %d: want another file",
		has.tableEntries, has.tableRows, want.tableEntries, want.tableRows))
}

const (
	noCheckpoint = reason("it is no checkpoint of this command: want a new name or a file that --checkpoint wrote")
	endsTooEarly = reason("it is damaged: it ends too early")
	wrongSum     = reason("it is damaged: its checksum is wrong")
	otherVersion = reason("it is of another version of the program")
)

// The code methods list what is saved of a search, which is all that is not found
// again when it goes on, for writing and for reading at once: see codec.

func (s *search) code(c *codec) {
	list(c, &s.resumed, func(r *Resumption) { r.code(c) })
	count(c, &s.repeat, &s.since)
	s.codeSurvivors(c)
	optional(c, &s.relaxed, func() *relaxedStates { return newRelaxedStates(s.height) }, func(h *relaxedStates) { h.code(c) })
	optional(c, &s.pruning, func() *pruning { return newPruning(s.target, s.window, s.team) }, func(g *pruning) { g.code(c) })
	optional(c, &s.right, func() *rightParts { return s.newRight() }, func(r *rightParts) { r.code(c) })
	optional(c, &s.left, s.newLeft, func(left *sweep) { left.code(c, s.leftKind) })
}

func (r *Resumption) code(c *codec) {
	c.text(&r.File)
	c.text(&r.After)
	c.text(&r.SHA256)
	sum, err := hex.DecodeString(r.SHA256)
	c.expect(err == nil && len(sum) == 32, "a checksum is none")
}

func (s *search) codeSurvivors(c *codec) {
	widths := slices.Sorted(maps.Keys(s.survivors))
	list(c, &widths, func(width *int) {
		between(c, s.first, math.MaxInt32, "a group is on too narrow a board", width)
		found := s.survivors[*width]
		between(c, 0, s.threshold(*width)+s.rate*int32(*width), "a group costs what it cannot", &found.cost)
		between(c, 1, *width, "a group is cut after no column", &found.col)
		s.survivors[*width] = found
	})
}

// leftKind says which frontiers the left parts have after some columns. One that is
// outside the window stays only where a right part, which is never cheaper than
// lowestCost, makes up for it.
func (s *search) leftKind(cols int) frontierKind {
	most := s.window
	if !s.inHalves() {
		most = s.maxThreshold() - lowestCost
	}
	return frontierKind{height: s.height, kink: s.height, most: most + s.rate*int32(cols)}
}

// kind says which frontiers a sweep has after some columns that keeps none outside
// its window.
func (s *sweep) kind(cols int) frontierKind {
	return frontierKind{height: s.height, kink: s.height, most: s.window + s.rate*int32(cols)}
}

func (s *relaxedStates) code(c *codec) {
	between(c, 0, int32(s.height), "a decrease is too deep", &s.decrease)
	count(c, &s.count)
	optional(c, &s.search, func() *decreaseSearch { return &decreaseSearch{relaxation: relaxation{s.height}} }, func(w *decreaseSearch) { w.code(c) })
	c.expect((s.search == nil) == (s.decrease > 0), "a search for the largest decrease is over and is not")
	for _, kink := range s.tables {
		for _, v := range kink {
			v.code(c)
		}
	}
}

func (w *decreaseSearch) code(c *codec) {
	between(c, 0, w.allParts(), "parts of a column are too many", &w.parts)
	count(c, &w.cols)
	kind := frontierKind{height: w.height + 1, kink: w.height, least: lowestCost, most: -1, stones: w.flag(anchorRow)}
	c.layer(&w.second, kind)
	kind.least *= 2
	c.layer(&w.best, kind)
	if w.parts < w.allParts() {
		c.expect(w.cols == 0 && len(w.best) == 0, "a column is over and is not")
	} else {
		c.expect(w.cols >= 2 && len(w.second) == 0, "a column is over and is not")
	}
}

func (g *pruning) code(c *codec) {
	for _, kink := range g.tables {
		for _, class := range kink {
			for _, v := range class {
				v.code(c)
			}
		}
	}
}

// codedWords is how many words of a table are coded at once.
const codedWords = codedChunk / laneCount

func (v *boundTable) code(c *codec) {
	for words := range slices.Chunk(v.least, codedWords) {
		c.costs(words)
		var high lanes // the highest bit of a lane is of a cost that is too high, here or with more added
		for _, w := range words {
			high |= w | (w &^ laneTops).plus(1<<(laneBits-1)-1-(noRightPart-lowestCost))
		}
		c.expect(high&laneTops == 0, "a table has a cost that there cannot be")
	}
}

func (r *rightParts) code(c *codec) {
	r.sweep.code(c, r.kind)
	between(c, 0, r.cols, "right parts repeat from a column that is not there", &r.start)
	between(c, 0, maxPeriod*thresholdPeriod, "right parts repeat after too many columns", &r.period)
	c.expect(r.start == 0 || r.period > 0, "right parts repeat, and do not")
	count(c, &r.count)
	kink := 0
	list(c, &r.facing, func(facing *[][]frontier) {
		kind := frontierKind{height: r.height, kink: kink, most: r.maxThreshold()}
		list(c, facing, func(frontiers *[]frontier) { c.frontiers(frontiers, kind) })
		c.expect(len(*facing) <= r.cols+1, "right parts have too many columns")
		kink++
	})
	cols := 0
	list(c, &r.all, func(l *layer) {
		c.layer(l, r.kind(cols))
		cols++
	})
}

// code takes what says which frontiers there are after some columns.
func (s *sweep) code(c *codec, kind func(cols int) frontierKind) {
	between(c, 0, math.MaxInt32, "a column is before the first", &s.cols)
	count(c, &s.peak)
	count(c, &s.steps, &s.outside)
	list(c, &s.columns, func(column *columnState) {
		count(c, &column.frontiers)
		count(c, &column.wall)
		count(c, &column.memory)
	})
	list(c, (*[]*snapshot)(&s.history), func(old **snapshot) {
		if *old == nil {
			*old = &snapshot{rate: s.rate}
		}
		between(c, 0, s.cols, "a column is before the first, or after the last", &(*old).cols)
		if c.layer(&(*old).ends, kind((*old).cols)); c.in != nil {
			(*old).add()
		}
	})
	if n := len(s.history); n > 0 {
		s.ends = s.history[n-1].ends
	} else if s.cols > 0 {
		s.ends = nil // released
	}
}

// A header is what a checkpoint begins with, which is the same for all of a
// search.
type header struct{ version, height, first, slack, tableRows, tableEntries int64 }

func (s *search) header() *header {
	h := &header{version: checkpointVersion, height: int64(s.height), first: int64(s.first), slack: int64(s.slack)}
	if !s.inHalves() {
		h.tableRows, h.tableEntries = tableRows, int64(tableEntries(s.height))
	}
	return h
}

func (h *header) code(c *codec) {
	integers(c, &h.version)
	if h.version == checkpointVersion {
		integers(c, &h.height, &h.first, &h.slack, &h.tableRows, &h.tableEntries)
	}
}

// save writes a search.
func (c *codec) save(s *search) error {
	s.header().code(c)
	s.code(c)
	if c.problem != "" {
		return internalf("the search cannot be saved as it is: %s", c.problem)
	}
	return cmp.Or(c.err, c.out.Flush())
}

// load reads a search that is to be like another one, or returns why it cannot.
func (c *codec) load(like *search) (*search, error) {
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
	c.expect(c.left == 0, "it goes on after its end")
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
	case s.inHalves() && (s.relaxed != nil || s.pruning != nil):
		return false
	case !s.inHalves() && ((s.pruning != nil) != (r != nil) || r != nil && (s.relaxed == nil || s.relaxed.search != nil)):
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
	if s.cols != len(s.columns) || n != min(s.cols, maxPeriod) || s.ends.len() == 0 {
		return false
	}
	for i, old := range s.history {
		if old.cols != s.cols-n+1+i {
			return false
		}
	}
	return n == 0 || s.columns[s.cols-1].frontiers == s.ends.len()
}

// adopt goes on where a search that was read is.
func (s *search) adopt(saved *search) {
	s.repeat, s.since, s.survivors, s.resumed = saved.repeat, saved.since, saved.survivors, saved.resumed
	s.relaxed, s.pruning, s.right, s.left = saved.relaxed, saved.pruning, saved.right, saved.left
}
