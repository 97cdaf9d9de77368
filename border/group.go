package border

// rounds is how one bin goes through a cut. In each round its parts take their turns in
// the buffers: in the first, tiles, which are only sorted; then, in a round for each
// stretch, groups of classes.
type rounds struct {
	cut    cut
	tiles  []tileRange    // the parts of the first round
	groups [][]classRange // by stretch: the parts of the others
	writes []tileRange    // the tiles that each part of the last round writes to
	carry  int64          // states of the largest tile that several parts write to
}

// loads is what the classes of a stretch take in a buffer: states, at each kink.
type loads struct {
	*stretch
	kinks [][]int64   // by kink and class
	goes  []tileRange // by class, in the last stretch; nil in others
	tiles []int64     // states of each tile that the bin writes
}

// groupNeed is what a group of classes takes in a buffer: all its states at any kink,
// and, where it writes to tiles, these as a whole.
type groupNeed struct {
	kinks []int64
	goes  tileRange
}

func (l *loads) newGroup() groupNeed {
	return groupNeed{kinks: make([]int64, len(l.kinks)), goes: tileRange{len(l.tiles), -1}}
}

// add returns the need with one more class.
func (n groupNeed) add(l *loads, f int) groupNeed {
	m := groupNeed{kinks: make([]int64, len(n.kinks)), goes: n.goes}
	for i := range m.kinks {
		m.kinks[i] = n.kinks[i] + l.kinks[i][f]
	}
	if l.goes != nil {
		m.goes = n.goes.join(l.goes[f])
	}
	return m
}

func (n groupNeed) states(l *loads) int64 {
	var most, tiles int64
	for _, states := range n.kinks {
		most = max(most, states)
	}
	for t := n.goes.first; t <= n.goes.last; t++ {
		tiles += l.tiles[t]
	}
	return max(most, tiles)
}

// least is what the largest class takes, alone.
func (l *loads) least() int64 {
	var most int64
	for f := range l.classes.count() {
		most = max(most, l.newGroup().add(l, f).states(l))
	}
	return most
}

// pack makes groups of as many neighbouring classes as fit in a given number of states.
func (l *loads) pack(room int64) (groups []classRange, writes []tileRange) {
	group, need := classRange{}, l.newGroup()
	for f := range l.classes.count() {
		more := need.add(l, f)
		if group.from < group.to && more.states(l) > room {
			groups, writes = append(groups, group), append(writes, need.goes)
			group, more = classRange{f, f}, l.newGroup().add(l, f)
		}
		group.to, need = f+1, more
	}
	return append(groups, group), append(writes, need.goes)
}

// goesOn tells whether a later group, too, writes to the last tile of group i of the
// last stretch.
func (r *rounds) goesOn(i int) bool {
	for _, later := range r.writes[i+1:] {
		if later.first <= later.last {
			return later.first == r.writes[i].last
		}
	}
	return false
}

// writesBefore is the last tile that a part before part i of the last round writes to, -1
// if there is none.
func (r *rounds) writesBefore(i int) int {
	last := -1
	for _, w := range r.writes[:i] {
		last = max(last, w.last)
	}
	return last
}

// packTiles makes ranges of as many tiles as fit in a given number of states.
func packTiles(sizes []int64, room int64) []tileRange {
	var ranges []tileRange
	var filled int64
	for t, n := range sizes {
		if len(ranges) == 0 || filled+n > room {
			ranges, filled = append(ranges, tileRange{t, t}), 0
		}
		ranges[len(ranges)-1].last = t
		filled += n
	}
	return ranges
}

// spilled is the number of states that bin g leaves in each round but the last one.
func (r *rounds) spilled(ph *phase, g int) []int64 {
	var left []int64
	for _, st := range r.cut {
		left = append(left, int64(ph.layer(st.high).binStates(g)))
	}
	return left
}

// peak is the most that is spilled at once: what one round reads and what it leaves; or, if what
// a part has read is freed when it has left its own, the larger of both and one part more.
func (r *rounds) peak(ph *phase, g int, part int64) peak {
	var p peak
	var before int64
	for _, n := range r.spilled(ph, g) {
		p.kept, p.freed = max(p.kept, before+n), max(p.freed, n+min(part, n))
		before = n
	}
	return p
}

// peak is the most values that a bin keeps spilled at once: if what was read is not given back
// before the round ends, and if it is.
type peak struct{ kept, freed int64 }
