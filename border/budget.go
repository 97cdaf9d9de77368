package border

import (
	"cmp"
	"slices"
	"sort"
)

// ExternalNeed is what an [External] takes within a ceiling on memory.
type ExternalNeed struct {
	Memory int64 // bytes; without a ceiling some more than Whole, for speed; never less than Least
	Least  int64 // bytes below which it cannot work
	Whole  int64 // bytes with which no bin goes through in parts
	// Spilled is the number of values that bins spill, and read again, in the two stages
	// of a column.
	Spilled int64
	peaks   [2][]peak // by half active, of the bins that are cut
}

// Spill returns the largest number of values that are spilled at once where a number of
// programs work at the bins of one stage; freed tells whether [Tiles.Unspilled] frees them.
func (n ExternalNeed) Spill(programs int, freed bool) int64 {
	var most int64
	for _, peaks := range n.peaks {
		var sizes []int64
		for _, p := range peaks {
			if freed {
				sizes = append(sizes, p.freed)
			} else {
				sizes = append(sizes, p.kept)
			}
		}
		slices.Sort(sizes)
		var sum int64
		for _, size := range sizes[max(0, len(sizes)-programs):] {
			sum += size
		}
		most = max(most, sum)
	}
	return most
}

// ExternalNeed estimates what an [External] would take: above all two buffers, for the
// largest bin or, if the ceiling asks for it, for a part of it.
func (e *Engine) ExternalNeed(opt Options) ExternalNeed {
	b := e.layout.newBudget(opt.threads())
	e.mu.Lock()
	if e.least == nil {
		least := b.leastNeed()
		e.least = &least
	}
	b.need = e.least
	e.mu.Unlock()
	r, ok := b.room(opt.Memory)
	n := ExternalNeed{Memory: b.bytes(r), Least: b.bytes(b.least()), Whole: b.bytes(b.roomOf(b.most))}
	if !ok {
		n.Memory = n.Least
		return n
	}
	for h, m := range b.measures {
		for g, rounds := range m.cutAll(r.bufferStates) {
			for _, left := range rounds.spilled(m.ph, g) {
				n.Spilled += left
			}
			n.peaks[h] = append(n.peaks[h], rounds.peak(m.ph, g, r.bufferStates))
		}
	}
	return n
}

// budget shares memory out.
type budget struct {
	*layout
	threads  int
	measures [2]*measure // by active half
	need     *need       // nil until it is asked for
}

func (lo *layout) newBudget(threads int) *budget {
	b := &budget{layout: lo, threads: threads}
	for h, ph := range lo.phases {
		b.measures[h] = lo.newMeasure(ph)
	}
	return b
}

// bytes is what an External takes with so much room.
func (b *budget) bytes(r room) int64 {
	states := r.states(b.threads)
	n := b.tableBytes() + processBytes + transferBytes
	if r.bufferStates < b.most {
		states += b.leastNeed().carried
		n += b.exchangeBytes()
	}
	return 8*states + n
}

// transferBytes is about what a caller takes for values on their way to and from files.
const transferBytes = 16 << 20

// exchangeBytes is what the tables take by which the values of a bin are sorted
// between two rounds, two of them at once.
func (lo *layout) exchangeBytes() int64 {
	var most int64
	for _, ph := range lo.phases {
		for _, lay := range ph.layers {
			var words int64
			for _, l := range lay.active {
				words += int64(len(l.words))
			}
			most = max(most, words)
		}
	}
	return 2 * 2 * 4 * most
}

// roomOf gives buffers of a given number of states their scratch: little where memory is short.
func (b *budget) roomOf(states int64) room {
	scratch := min(int64(b.wholeRoom(2).scratchStates), states/int64(4*b.threads)+1)
	return room{bufferStates: states, scratchStates: int(scratch)}
}

// least is the smallest room in which every bin can be done.
func (b *budget) least() room { return b.roomOf(b.leastNeed().buffer) }

// room is the largest that fits in a given number of bytes, 0 for any number of them. It reports
// false if they are too few.
func (b *budget) room(ceiling int64) (room, bool) {
	whole := b.wholeRoom(2)
	if ceiling <= 0 || b.bytes(whole) <= ceiling {
		return whole, true
	}
	least := b.leastNeed().buffer
	more := sort.Search(int(b.most-least), func(i int) bool { return b.bytes(b.roomOf(least+int64(i)+1)) > ceiling })
	r := b.roomOf(least + int64(more))
	left := ceiling - b.bytes(r)
	if left < 0 {
		return r, false
	}
	r.scratchStates = min(whole.scratchStates, r.scratchStates+int(left/int64(2*8*b.threads)))
	return r, true
}

func (b *budget) leastNeed() need {
	if b.need == nil {
		b.need = new(need)
		for _, m := range b.measures {
			b.need.buffer = max(b.need.buffer, m.least())
			b.need.carried = max(b.need.carried, m.carried())
		}
	}
	return *b.need
}

// measure finds the sizes of the parts in which bins go through a phase.
type measure struct {
	ph    *phase
	sizes []int64   // by bin, as a whole
	read  [][]int64 // by bin: states of the tiles that it reads, or has when they are pulled in
	left  [][]int64 // by bin: states of the tiles that it writes
	// rows counts the active words of each class, by interface class, at the highest kink of a stretch.
	rows map[*stretch][][]int32
}

func (lo *layout) newMeasure(ph *phase) *measure {
	m := &measure{ph: ph, rows: map[*stretch][][]int32{}}
	lay := ph.layer(ph.high)
	before, after := lo.tilesLeft(lo.before(ph)), lo.tilesLeft(ph)
	for g := range lo.sorted[ph.active.other()].count {
		m.sizes = append(m.sizes, int64(ph.binStates(g)))
		read, left := slices.Clone(before[g]), make([]int64, len(after))
		for t := range left {
			left[t] = after[t][g]
			var pulled int64
			for k := range lay.interfaces {
				pulled += int64(lay.active[k].binSize(t)) * int64(lay.idle[k].binSize(g))
			}
			read[t] = max(read[t], pulled)
		}
		m.read, m.left = append(m.read, read), append(m.left, left)
	}
	return m
}

// least is what the bins need in a buffer, each with the cut that helps it most.
func (m *measure) least() int64 {
	var n int64
	order := make([]int, len(m.sizes))
	for g := range order {
		order[g] = g
	}
	slices.SortStableFunc(order, func(g, h int) int { return cmp.Compare(m.sizes[h], m.sizes[g]) })
	for _, g := range order {
		best := m.sizes[g]
		if best <= n {
			break
		}
		for _, c := range m.ph.cuts {
			best = min(best, m.leastOf(c, g))
		}
		n = max(n, best)
	}
	return n
}

// leastOf is what bin g needs in a buffer to go through a cut.
func (m *measure) leastOf(c cut, g int) int64 {
	n := slices.Max(m.read[g])
	for _, st := range c {
		l := m.loads(st, g)
		n = max(n, l.least())
	}
	return n
}

// carried is the largest tile of any bin that several classes write to.
func (m *measure) carried() int64 {
	var most int64
	for _, c := range m.ph.cuts {
		writers := make([]int, len(m.left[0]))
		for _, goes := range m.ph.classTiles(c[len(c)-1]) {
			for t := goes.first; t <= goes.last; t++ {
				if writers[t]++; writers[t] == 2 {
					for g := range m.left {
						most = max(most, m.left[g][t])
					}
				}
			}
		}
	}
	return most
}

// cutAll finds the rounds of the bins that are larger than a given number of states, each with the
// coarsest cut that will do; of bins for which none does it says nothing.
func (m *measure) cutAll(states int64) map[int]*rounds {
	all := map[int]*rounds{}
	for g, size := range m.sizes {
		if size <= states {
			continue
		}
		for _, c := range m.ph.cuts {
			if m.leastOf(c, g) <= states {
				all[g] = m.rounds(c, g, states)
				break
			}
		}
	}
	return all
}

// rounds groups what bin g has in a cut for buffers of a given number of states, which must be as
// many as it needs.
func (m *measure) rounds(c cut, g int, states int64) *rounds {
	r := &rounds{cut: c, tiles: packTiles(m.read[g], states)}
	for _, st := range c {
		l := m.loads(st, g)
		var groups []classRange
		groups, r.writes = l.pack(states)
		r.groups = append(r.groups, groups)
	}
	for i, w := range r.writes {
		if r.goesOn(i) {
			r.carry = max(r.carry, m.left[g][w.last])
		}
	}
	return r
}

// loads measures the classes of a stretch for bin g.
func (m *measure) loads(st *stretch, g int) loads {
	l := loads{stretch: st, tiles: m.left[g]}
	for y := st.low; y < st.high; y++ {
		l.kinks = append(l.kinks, m.ph.classSizes(st, y, g))
	}
	l.kinks = append(l.kinks, m.highSizes(st, g))
	if st.low == m.ph.low {
		l.goes = m.ph.classTiles(st)
	}
	return l
}

// highSizes is classSizes at the highest kink of a stretch, where the rows of a
// class do not follow each other.
func (m *measure) highSizes(st *stretch, g int) []int64 {
	lay := m.ph.layer(st.high)
	if m.rows[st] == nil {
		for _, l := range lay.active {
			rows := make([]int32, st.classes.count())
			for _, w := range l.words {
				rows[st.classes.of(w)]++
			}
			m.rows[st] = append(m.rows[st], rows)
		}
	}
	sizes := make([]int64, st.classes.count())
	for k, rows := range m.rows[st] {
		if n := int64(lay.idle[k].binSize(g)); n > 0 {
			for f, count := range rows {
				sizes[f] += n * int64(count)
			}
		}
	}
	return sizes
}
