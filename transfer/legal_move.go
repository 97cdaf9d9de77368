package transfer

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
