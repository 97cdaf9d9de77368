package liberties

import (
	"maps"
	"slices"
)

// The carry methods tell what is saved of a search, which is all that is not
// told anew when it goes on, for writing and for reading at once: see carrier.

func (s *search) carry(c carrier) {
	integers(c, &s.repeat, &s.since)
	s.carrySurvivors(c)
	optional(c, &s.shadows, func() *shadows { return newShadows(s.height) }, (*shadows).carry)
	optional(c, &s.gates, func() *gates { return newGates(s.target, s.target.window(), s.team) }, (*gates).carry)
	optional(c, &s.right, func() *rightParts { return &rightParts{sweep: s.newSweep(0, false)} }, (*rightParts).carry)
	optional(c, &s.left, func() *sweep { return s.newSweep(0, false) }, (*sweep).carry)
}

func (s *search) carrySurvivors(c carrier) {
	widths := slices.Sorted(maps.Keys(s.survivors))
	list(c, &widths, func(width *int) {
		integers(c, width)
		c.expect(*width >= s.first)
		found := s.survivors[*width]
		integers(c, &found.cost)
		integers(c, &found.col, &found.kink)
		found.left.carry(c)
		found.right.carry(c)
		s.survivors[*width] = found
	})
}

func (f *front) carry(c carrier) {
	integers(c, &f.stone, &f.above, &f.below)
	integers(c, &f.cost)
}

func (s *shadows) carry(c carrier) {
	integers(c, &s.fall)
	integers(c, &s.count)
	for _, kink := range s.sieves {
		for _, v := range kink {
			v.carry(c)
		}
	}
}

func (g *gates) carry(c carrier) {
	for _, kink := range g.sieves {
		for _, class := range kink {
			for _, v := range class {
				v.carry(c)
			}
		}
	}
}

// carriedWords is how many words of a sieve are squeezed at once.
const carriedWords = 1 << 11

func (v *sieve) carry(c carrier) {
	var costs [carriedWords * laneCount]int8
	for words := range slices.Chunk(v.least, carriedWords) {
		some := costs[:len(words)*laneCount]
		for i := range some {
			some[i] = int8(words[i/laneCount].lane(i))
		}
		c.costs(some)
		c.expect(slices.Min(some) >= 0 && slices.Max(some) <= noRightPart-lowestCost)
		for i := range some {
			words[i/laneCount] = words[i/laneCount].with(i, int32(some[i]))
		}
	}
}

func (r *rightParts) carry(c carrier) {
	r.sweep.carry(c)
	integers(c, &r.start, &r.period)
	integers(c, &r.count)
	list(c, &r.facing, func(kink *[][]front) { list(c, kink, c.fronts) })
	list(c, &r.all, c.layer)
}

func (s *sweep) carry(c carrier) {
	integers(c, &s.window)
	flag(c, &s.upside)
	integers(c, &s.cols, &s.peak)
	integers(c, &s.steps, &s.outside)
	c.layer(&s.ends)
	list(c, &s.columns, func(column *columnState) {
		integers(c, &column.fronts)
		integers(c, &column.wall)
		integers(c, &column.memory)
	})
	list(c, (*[]*snapshot)(&s.history), func(old **snapshot) {
		if *old == nil {
			*old = &snapshot{}
		}
		integers(c, &(*old).cols)
		c.layer(&(*old).ends)
		list(c, &(*old).packed, func(block *packedFronts) { block.carry(c, s.height) })
	})
}

func (p *packedFronts) carry(c carrier, height int) {
	fronts := p.unpack()
	c.fronts(&fronts)
	c.expect(len(fronts) > 0)
	if p.fronts == 0 && c.ok() { // it was read
		*p = packFronts(height, fronts)
	}
}

// header returns what a checkpoint begins with, which is the same for all of a
// search.
func (s *search) header() [4]int64 {
	return [...]int64{checkpointVersion, int64(s.height), int64(s.first), int64(s.slack)}
}

// save writes a search.
func (c *saver) save(s *search) error {
	header := s.header()
	integers(c, &header[0], &header[1], &header[2], &header[3])
	s.carry(c)
	if c.err != nil {
		return c.err
	}
	return c.out.Flush()
}

// load reads a search that is to be like another one, or returns why it cannot.
func (c *loader) load(like *search) (*search, error) {
	var header [4]int64
	integers(c, &header[0])
	if !c.ok() || header[0] != checkpointVersion {
		return nil, otherVersion
	}
	integers(c, &header[1], &header[2], &header[3])
	if !c.ok() {
		return nil, otherVersion
	}
	if header != like.header() {
		return nil, anotherSearch(header[1], like.height)
	}
	s := newSearch(like.target, like.team)
	s.ceiling = like.ceiling
	s.carry(c)
	if !c.finished() || !s.hangsTogether() {
		return nil, otherVersion
	}
	return s, nil
}

// hangsTogether reports whether the parts of a search that was read are of one
// search.
func (s *search) hangsTogether() bool {
	r, l := s.right, s.left
	switch {
	case s.since < 0 || s.since > s.repeat:
		return false
	case r == nil:
		return l == nil && s.repeat == 0
	case !r.hangsTogether() || r.start < 0 || r.period < 0:
		return false
	case s.inHalves() && (len(r.facing) != s.height+1 || len(r.all) != r.cols+1):
		return false
	case !s.inHalves() && (s.gates == nil || s.shadows == nil):
		return false
	case l == nil:
		return s.repeat == 0
	}
	return l.hangsTogether() && s.repeat <= l.cols && r.period > 0 && r.end() <= r.cols
}

func (s *sweep) hangsTogether() bool {
	for _, old := range s.history {
		if old.cols < 0 || old.cols > s.cols {
			return false
		}
	}
	return s.cols == len(s.columns) && len(s.history) <= longestPeriod
}

// adopt goes on where a search that was read is.
func (s *search) adopt(saved *search) {
	s.repeat, s.since, s.survivors = saved.repeat, saved.since, saved.survivors
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
