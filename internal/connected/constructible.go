package connected

import (
	"context"
	"fmt"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// ConstructibleClasses returns, for each kink y = 0..height-1, the number of
// border state classes that some partial board of the given height and any
// width produces, by a search from the states of the first column through the
// engine's tables (Combinatorics of Go, section 5.2).
func ConstructibleClasses(ctx context.Context, height int, opt par.Options) ([]int64, error) {
	s, err := searchStates(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	return s.classes(), nil
}

// searchStates finds the states that the first column leads to.
func searchStates(ctx context.Context, height int, opt par.Options) (*search, error) {
	if height < 1 || height > MaxHeight {
		return nil, fmt.Errorf("border: height %d is not in 1..%d", height, MaxHeight)
	}
	lo := newLayoutOfBins(height, wholeBin)
	if need := lo.searchBytes(); opt.Memory > 0 && need > opt.Memory {
		return nil, memoryError(height, 1, need, opt.Memory)
	}
	if err := lo.makeTables(ctx, opt.Goroutines()); err != nil {
		return nil, err
	}
	s := newSearch(lo)
	s.firstColumn()
	for more := true; more; {
		var err error
		if more, err = s.sweep(ctx); err != nil {
			return nil, err
		}
		if opt.Progress != nil {
			opt.Progress(s.share())
		}
	}
	return s, nil
}

// searchBytes is a byte for each state of each kink, and the tables.
func (lo *layout) searchBytes() result.Bytes {
	n := lo.tableBytes()
	for _, ph := range lo.phases {
		for _, lay := range ph.layers {
			n += result.Bytes(lay.states())
		}
	}
	return n
}

// mark is what the search knows of a state.
type mark uint8

const (
	unseen mark = iota
	found       // but its successors are not
	done
)

// marked is the marks of a layer: the block of interface class k begins at base[k], its
// rows are the active words.
type marked struct {
	*layer
	base  []int
	marks []mark
}

// search finds the states that the first column leads to. With one bin a half, the
// tables are those of the whole vector.
type search struct {
	*layout
	kinks [2][]marked // by active half, from kink low on
}

func newSearch(lo *layout) *search {
	s := &search{layout: lo}
	for _, ph := range lo.phases {
		for _, lay := range ph.layers {
			m := marked{layer: lay, base: lay.bases(0, nil), marks: make([]mark, lay.states())}
			s.kinks[ph.active] = append(s.kinks[ph.active], m)
		}
	}
	return s
}

// firstColumn marks the states of all colourings of the first column.
func (s *search) firstColumn() {
	var halves [2][]columnHalf
	for _, h := range [2]half{prefix, suffix} {
		n := s.size(h)
		colourings(n, func(colours word) { halves[h] = append(halves[h], colourHalf(h, colours, n)) })
	}
	start := &s.kinks[prefix][0]
	for i := range halves[prefix] {
		for j := range halves[suffix] {
			u, v := &halves[prefix][i], &halves[suffix][j]
			eu, ev := meet(u, v)
			start.find(prefix, s.interfaceAfter(u.words[eu], 0), u.words[eu], v.words[ev])
		}
	}
}

// find marks a state given by its interface class and halves.
func (m *marked) find(active half, c interfaceClass, prefixWord, suffixWord word) {
	halves := [2]word{prefixWord, suffixWord}
	a, i := halves[active], halves[active.other()]
	if c.isWhite() || c.isNeutral() && a.whiteLast() {
		c, a, i = c.swap(), a.swap(), i.swap()
	}
	k := m.number[c]
	at := m.base[k] + m.active[k].known(a)*len(m.idle[k].words) + m.idle[k].known(i)
	if m.marks[at] == unseen {
		m.marks[at] = found
	}
}

// sweep goes through a column from the states found last and reports whether
// it found more.
func (s *search) sweep(ctx context.Context) (bool, error) {
	more := false
	for _, ph := range s.phases {
		kinks := s.kinks[ph.active]
		for y := ph.low; y < ph.high; y++ {
			if err := ctx.Err(); err != nil {
				return false, err
			}
			for k := range ph.layer(y).interfaces {
				advance(&ph.tables[y-ph.low][k], &kinks[y-ph.low], &kinks[y-ph.low+1], k)
			}
		}
		if s.handOver(ph) && ph.active == suffix {
			more = true
		}
	}
	return more, nil
}

// advance finds the successors of the states of one interface class.
func advance(t *table, here, next *marked, k int) {
	n := len(here.idle[k].words)
	for _, run := range t.runs {
		for j := range run.rows {
			row := here.marks[here.base[k]+int(run.row+j)*n:][:n]
			for i, m := range row {
				if m != found {
					continue
				}
				row[i] = done
				c := t.combos[run.combo]
				for slot, number := range c.ops[:c.count] {
					op := &t.ops[number]
					place := int(run.places[slot]) + int(j)
					at := next.base[op.to] + place*len(next.idle[op.to].words) + int(op.places[i])
					if next.marks[at] == unseen {
						next.marks[at] = found
					}
				}
			}
		}
	}
}

// handOver gives what was found at the last kink of a phase to the other one,
// whose first kink it is, and reports whether any of it is new there.
func (s *search) handOver(ph *phase) bool {
	from := s.kinks[ph.active][ph.high-ph.low]
	to := &s.kinks[ph.active.other()][0]
	fresh := false
	for k, c := range from.interfaces {
		n := len(from.idle[k].words)
		target := to.number[c]
		for a, active := range from.active[k].words {
			row := from.marks[from.base[k]+a*n:][:n]
			for i, m := range row {
				if m != found {
					continue
				}
				row[i] = done
				at := to.placeOf(target, from.idle[k].words[i], active, i, a)
				if to.marks[at] == unseen {
					to.marks[at] = found
					fresh = true
				}
			}
		}
	}
	return fresh
}

// placeOf returns the place of a state whose active and idle words are number
// a and i of the lists of interface class k, unless the interface class is neutral.
func (m *marked) placeOf(k int32, active, idle word, a, i int) int {
	if m.interfaces[k].isNeutral() {
		first, swapped := active.blackLast()
		if swapped {
			idle = idle.swap()
		}
		a, i = m.active[k].known(first), m.idle[k].known(idle)
	}
	return m.base[k] + a*len(m.idle[k].words) + i
}

// share is the part of all stored states that was found, which ends a little
// below one.
func (s *search) share() float64 {
	var seen, all int
	for _, kinks := range s.kinks {
		for _, m := range kinks {
			all += len(m.marks)
			for _, mark := range m.marks {
				if mark != unseen {
					seen++
				}
			}
		}
	}
	return float64(seen) / float64(all)
}

// classes counts what was found at each kink.
func (s *search) classes() []int64 {
	var counts []int64
	for y := range s.m {
		if y < s.p {
			counts = append(counts, s.kinks[prefix][y].classes())
		} else {
			counts = append(counts, s.kinks[suffix][y-s.p].classes())
		}
	}
	return counts
}

// classes counts states, of which the two orientations with a neutral interface class
// and no stone in the active half are one class.
func (m *marked) classes() int64 {
	var n int64
	for k, c := range m.interfaces {
		columns := len(m.idle[k].words)
		for a, w := range m.active[k].words {
			row := m.marks[m.base[k]+a*columns:][:columns]
			if c.isNeutral() && w == 0 {
				n += m.idle[k].orientations(row)
				continue
			}
			for _, mark := range row {
				if mark != unseen {
					n++
				}
			}
		}
	}
	return n
}

// orientations counts the words marked themselves or swapped, up to exchange.
func (l *list) orientations(row []mark) int64 {
	var n int64
	for i, w := range l.words {
		if !w.whiteLast() && (row[i] != unseen || row[l.known(w.swap())] != unseen) {
			n++
		}
	}
	return n
}
