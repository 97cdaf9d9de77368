package transfer

import "math/bits"

// front is an unpacked state.
type front struct {
	labels [MaxWidth + 1]uint8 // of the frontier and of the new point
	color  [maxLabels]uint8    // of the stones with a label
	needy  int                 // needy strings
	used   int                 // colours
}

// group is a set of needy strings.
type group uint64

func (g group) has(label uint8) bool { return g>>(label-firstNeedy)&1 != 0 }

func (g *group) add(label uint8) {
	if label >= firstNeedy {
		*g |= 1 << (label - firstNeedy)
	}
}

// unpack reads the symbols of a frontier.
func (r *rules) unpack(packed words, width int, f *front) {
	place, needy, used := 0, uint8(0), uint8(0)
	for i := 0; place < width; i++ {
		word := packed[i]
		for end := min(place+r.fields, width); place < end; place++ {
			m := r.meanings[word&r.mask]
			word >>= r.bits
			label := m.label + m.first*needy
			f.labels[place] = label
			f.color[label&m.known] = m.color
			needy += m.first
			used = max(used, m.color)
		}
	}
	f.needy, f.used = int(needy), int(used)
}

// around is what a new point sees.
type around struct {
	needy   group  // strings next to it
	leaving group  // strings with a stone that leaves the frontier
	kept    group  // strings with a stone that stays, where that matters
	live    uint64 // colours of the live stones next to it
	empty   bool   // whether there is an empty point next to it, or one is known beyond the board
}

func (f *front) look(at *step) around {
	a := around{empty: at.safe}
	for _, place := range at.near {
		switch label := f.labels[place]; {
		case label == 0:
			a.empty = true
		case label < firstNeedy:
			a.live |= 1 << label
		default:
			a.needy.add(label)
		}
	}
	for _, place := range at.gone {
		a.leaving.add(f.labels[place])
	}
	if a.leaving == 0 && at.stays {
		return a
	}
	for _, place := range at.old {
		a.kept.add(f.labels[place])
	}
	return a
}

// ofColor returns the strings of a group that have a colour.
func (f *front) ofColor(g group, c int) group {
	var of group
	for rest := g; rest != 0; rest &= rest - 1 {
		j := bits.TrailingZeros64(uint64(rest))
		if int(f.color[firstNeedy+j]) == c {
			of |= 1 << j
		}
	}
	return of
}

// packer writes a canonical state, symbol by symbol.
type packer struct {
	rules  *rules
	packed words
	word   uint64            // being filled
	shift  uint              // bits of word that are
	filled int               // words that are full
	needy  uint8             // needy strings named
	used   uint8             // colours named
	next   [maxLabels]uint8  // 1 + the symbol of the next stone with a label, 0 if the label has not come up yet
	colors [firstNeedy]uint8 // new names of the colours, from 1, 0 if the colour has not come up yet
}

// change is what a choice does to the strings of a front.
type change struct {
	live   group // these get a liberty
	joined group // these become one
}

// write writes the symbols of the frontier that stays, but for the new point.
func (p *packer) write(f *front, at *step, ch change) {
	*p = packer{rules: p.rules}
	p.next[0] = 1
	word, shift, width := uint64(0), uint(0), p.rules.bits
	for _, place := range at.old {
		label := f.labels[place]
		symbol := p.next[label]
		if symbol == 0 {
			symbol = p.name(f.color[label], label, ch)
		}
		word |= uint64(symbol-1) << shift
		if shift += width; shift > 64-width {
			p.packed[p.filled] = word
			p.filled, word, shift = p.filled+1, 0, 0
		}
	}
	p.word, p.shift = word, shift
}

// finish returns the state with one symbol more, that of a label.
func (p *packer) finish(color, label uint8, ch change) words {
	symbol := p.next[label]
	if symbol == 0 {
		symbol = p.name(color, label, ch)
	}
	p.packed[p.filled&3] = p.word | uint64(symbol-1)<<p.shift
	return p.packed
}

// state returns the state without another symbol.
func (p *packer) state() words {
	if p.shift > 0 {
		p.packed[p.filled] = p.word
	}
	return p.packed
}

// name gives a label its names: it returns 1 + the symbol of its first stone and notes that of all
// others.
func (p *packer) name(color, label uint8, ch change) uint8 {
	if p.colors[color] == 0 {
		p.used++
		p.colors[color] = p.used
	}
	first := 1 + p.colors[color]
	if label < firstNeedy || ch.live.has(label) {
		p.next[label] = first
		return first
	}
	p.needy++
	next := 1 + uint8(2*p.rules.colors) + p.needy
	p.next[label] = next
	if ch.joined.has(label) {
		for rest := ch.joined; rest != 0; rest &= rest - 1 {
			p.next[firstNeedy+bits.TrailingZeros64(uint64(rest))] = next
		}
	}
	return uint8(p.rules.colors) + first
}

// A move is what the choices at a point have in common.
type move struct {
	rules  *rules
	at     *step
	front  front
	around around
	plain  packer // with the frontier that stays, its strings unchanged
	packer packer // of the present choice
	ready  bool   // whether plain is
}

// choose returns the state after the choice of a label for the new point, with a change of the
// strings.
func (m *move) choose(point uint8, ch change) words {
	p := &m.packer
	if ch.live == 0 && ch.joined&(ch.joined-1) == 0 {
		if !m.ready {
			m.plain.rules = m.rules
			m.plain.write(&m.front, m.at, change{})
			m.ready = true
		}
		*p = m.plain
	} else {
		p.rules = m.rules
		p.write(&m.front, m.at, ch)
	}
	if !m.at.stays {
		return p.state()
	}
	return p.finish(m.front.color[point], point, ch)
}

// empty returns the state after the point was left empty.
func (m *move) empty() words { return m.choose(0, change{live: m.around.needy}) }

// stone returns the state after a stone of a colour was put on the point, unless a string dies of
// it: a needy one that has no stone on the frontier any more.
func (m *move) stone(c int) (words, bool) {
	f, a := &m.front, &m.around
	mine := f.ofColor(a.needy, c)
	if a.leaving&^a.kept&^mine != 0 {
		return words{}, false
	}
	if a.empty || a.live>>c&1 != 0 {
		f.color[c] = uint8(c)
		return m.choose(uint8(c), change{live: mine}), true
	}
	if !m.at.stays && a.kept&mine == 0 {
		return words{}, false
	}
	point := uint8(firstNeedy + f.needy)
	f.color[point] = uint8(c)
	mine.add(point)
	return m.choose(point, change{joined: mine}), true
}

// Step implements [Spec]. Choice 0 leaves the point empty; choice c puts a stone of the c-th colour
// of the frontier on it, or of a colour that is new there.
func (l *legal[S]) Step(level int, from S, arcs []Arc[S]) []Arc[S] {
	m := move{rules: &l.rules, at: &l.layout.steps[level]}
	l.unpack(from.unpack(), m.at.width, &m.front)
	m.around = m.front.look(m.at)
	arcs = append(arcs, Arc[S]{from.pack(m.empty()), 0, One})
	used := m.front.used
	for c := 1; c <= used; c++ {
		if to, ok := m.stone(c); ok {
			arcs = append(arcs, Arc[S]{from.pack(to), uint8(c), One})
		}
	}
	if l.open || used < l.limit {
		if to, ok := m.stone(used + 1); ok {
			arcs = append(arcs, Arc[S]{from.pack(to), uint8(used + 1), Factor(used)})
		}
	}
	return arcs
}
