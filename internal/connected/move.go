package connected

// mover makes the moves from the active words of interface class k at kink y: point i of the active
// half is replaced by one of the new column. Only the strings of that point and of the one above it
// change.
type mover struct {
	*phase
	y, k       int
	here, next *layer
	from       interfaceClass
	i          int
	// The word, its strings, and the point above, which may be the last one of the prefix.
	word     word
	strings  needyStrings
	up, left neighbour
}

// neighbour is a filled neighbour of the point to be placed.
type neighbour struct {
	symbol symbol // without flags
	points word   // ones at the points of its string in the active half, if it is needy
	slot   int    // that its string is, -1 if none
}

// moveKey says what a move does to the idle half and to the interface class.
type moveKey struct {
	up, left  int8 // slots, -1 if none
	revives   [2]bool
	joins     [2]bool // which of them the new stone is connected to
	cuts      bool    // the left string has no active point any more
	class     class   // of the last prefix point, if the prefix is active
	adjacent  bool
	whiteLast bool
}

// moved is what a move makes of the active word, before colours are exchanged.
type moved struct {
	word word
	moveKey
}

func newMover(ph *phase, y, k int) *mover {
	here := ph.layer(y)
	return &mover{phase: ph, y: y, k: k, here: here, next: ph.layer(y + 1), from: here.interfaces[k], i: y - ph.low}
}

// read takes a word to move from.
func (m *mover) read(w word) {
	m.word = w
	m.strings.read(m.active, w, m.size(m.active), m.from)
	m.left = m.point(m.i)
	switch c := m.from.class; {
	case m.i > 0:
		m.up = m.point(m.i - 1)
	case m.active == prefix:
		m.up = neighbour{symbol: classlessNone, slot: -1}
	case c.isNeedy():
		slot := m.from.depth()
		if c.isOpen() {
			slot--
		}
		m.up = neighbour{needyStone(c.colour()), m.strings.points[slot], slot}
	case c == classEmpty:
		m.up = neighbour{symbol: empty, slot: -1}
	default:
		m.up = neighbour{symbol: liveStone(c.colour()), slot: -1}
	}
}

func (m *mover) point(i int) neighbour {
	s := m.word.at(i)
	if !s.isNeedy() {
		return neighbour{symbol: s, slot: -1}
	}
	str := m.strings.at[i]
	slot := m.strings.slot(str)
	if m.active == prefix && slot == m.from.depth() {
		slot = -1 // it is the last prefix point's, and does not cross
	}
	return neighbour{s &^ (prevFlag | nextFlag), m.strings.points[str], slot}
}

// move puts a point of the new column, empty or a live stone that stands for either kind, in its
// place (Combinatorics of Go, section 5.3). It reports false if that leaves a string without
// liberty for good.
func (m *mover) move(point symbol) (moved, bool) {
	up, left := m.up, m.left
	own := needyStone(point.colour())
	if point == empty {
		own = empty
	}
	here := word(1) << (4 * m.i)
	rest := left.points &^ here
	s := moved{word: m.word &^ (here * 15)}
	s.up, s.left = int8(up.slot), int8(left.slot)
	if left.symbol.isNeedy() && left.symbol != own && point != empty {
		if rest == 0 && left.slot < 0 {
			return s, false
		}
		s.cuts = rest == 0
		s.word = s.word.connect(rest, m.active, left.slot >= 0)
	}
	switch ownUp, ownLeft := up.symbol == own, left.symbol == own; {
	case point == empty:
		s.revives = [2]bool{up.symbol.isNeedy(), left.symbol.isNeedy()}
	case up.symbol == empty || up.symbol == point || left.symbol == empty || left.symbol == point:
		s.word = s.word.with(m.i, point)
		s.revives = [2]bool{ownUp, ownLeft}
	default:
		s.joins = [2]bool{ownUp, ownLeft}
		s.word = s.word.with(m.i, own)
		points, crosses := here, false
		if ownUp {
			points, crosses = points|up.points, up.slot >= 0
		}
		if ownLeft {
			points, crosses = points|left.points, crosses || left.slot >= 0
		}
		s.word = s.word.connect(points, m.active, crosses)
	}
	points := word(0)
	if s.revives[0] {
		points = up.points
	}
	if s.revives[1] {
		points |= left.points
	}
	s.word = s.word.revive(points &^ here)
	m.look(&s)
	return s, true
}

// look notes what the new word says about the interface class.
func (m *mover) look(s *moved) {
	s.whiteLast = s.word.whiteLast()
	if m.active == suffix {
		return
	}
	last := s.word.at(m.p - 1)
	s.class, s.adjacent = classOf(last), true
	if m.y+1 == m.p && m.p < m.m {
		before := classNone
		if m.p > 1 {
			before = classOf(s.word.at(m.p - 2))
		}
		s.adjacent = virtuallyAdjacent(before, last)
	}
}

// outcome returns the interface class after a move, what the move does to the idle half, and
// whether the colours are exchanged.
func (m *mover) outcome(s moved) (to interfaceClass, op operation, swap bool) {
	depth := m.from.depth()
	slots := depth
	if m.active == suffix && m.from.class.isClosed() {
		slots++
	}
	var group [maxSlots]int8
	var crosses [maxSlots]bool
	for j := range slots {
		group[j], crosses[j] = int8(j), j < depth
	}
	if s.cuts {
		crosses[s.left] = false
	}
	for side, j := range [2]int8{s.up, s.left} {
		if j >= 0 && s.revives[side] {
			group[j] = fateLive
		}
		if j >= 0 && s.joins[side] {
			crosses[j] = true
		}
	}
	if s.joins[0] && s.joins[1] && s.up >= 0 && s.left >= 0 {
		group[max(s.up, s.left)] = min(s.up, s.left)
	}
	to.stack = emptyStack
	var number [maxSlots]int8
	count := int8(0)
	for j := range slots {
		switch g := group[j]; {
		case g == fateLive:
			op.fates[j] = fateLive
		case int(g) == j:
			number[j], op.fates[j] = count, count
			if crosses[j] {
				op.crossing |= 1 << count
				to.stack = to.stack<<1 | uint32(m.slotColour(j))
			}
			count++
		default:
			op.fates[j] = number[g]
		}
	}
	to.class, to.adjacent = s.class, s.adjacent
	if m.active == suffix {
		to.class, to.adjacent = m.classAfter(&op), true
	}
	swap = to.isWhite() || to.isNeutral() && s.whiteLast
	if swap {
		to, op.swap = to.swap(), true
	}
	return to, op, swap
}

func (m *mover) slotColour(j int) colour {
	if j == m.from.depth() {
		return m.from.class.colour()
	}
	return m.from.slot(j)
}

// classAfter is what becomes of the last prefix point.
func (m *mover) classAfter(op *operation) class {
	c := m.from.class
	if !c.isNeedy() {
		return c
	}
	slot := m.from.depth()
	if c.isOpen() {
		slot--
	}
	switch g := op.fates[slot]; {
	case g == fateLive:
		return classLive + class(c.colour())
	case op.crossing>>g&1 == 1:
		return classOpen + class(c.colour())
	default:
		return classClosed + class(c.colour())
	}
}
