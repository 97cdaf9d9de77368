package border

// labelled is a word with its needy strings spelt out: the plain form, in
// which a move is a few obvious lines.
type labelled struct {
	points int
	sym    [maxLabelled]symbol // without flags
	str    [maxLabelled]int8   // string of a needy point
	fresh  int8                // first unused string
}

// maxLabelled is room for a half and a stand-in for the other one.
const maxLabelled = 2*wordPoints + 1

// spell reads the first n points of w, of which outer strings come in from
// before the word: they are the strings 0..outer-1, the innermost last.
// It returns the strings that go on behind the word, the innermost last.
func spell(w word, n, outer int) (l labelled, open []int8) {
	for range outer {
		open = append(open, l.newString())
	}
	open = l.spellOn(w, n, open)
	return l, open
}

// spellOn reads n more points, given the strings that come in from before.
func (l *labelled) spellOn(w word, n int, open []int8) []int8 {
	for i := range n {
		s := w.at(i)
		at := l.points
		l.points++
		if !s.isNeedy() {
			l.sym[at] = s
			continue
		}
		l.sym[at] = s &^ (prevFlag | nextFlag)
		if !s.prev() {
			open = append(open, l.newString())
		}
		l.str[at] = open[len(open)-1]
		if !s.next() {
			open = open[:len(open)-1]
		}
	}
	return open
}

func (l *labelled) newString() int8 {
	l.fresh++
	return l.fresh - 1
}

// flagged returns the symbols with their flags. The bit sets name the strings
// that come in from before the points and that go on behind them.
func (l *labelled) flagged(before, behind uint64) [maxLabelled]symbol {
	out := l.sym
	seen := before
	for i := range l.points {
		if out[i].isNeedy() {
			bit := uint64(1) << l.str[i]
			if seen&bit != 0 {
				out[i] |= prevFlag
			}
			seen |= bit
		}
	}
	seen = behind
	for i := l.points - 1; i >= 0; i-- {
		if out[i].isNeedy() {
			bit := uint64(1) << l.str[i]
			if seen&bit != 0 {
				out[i] |= nextFlag
			}
			seen |= bit
		}
	}
	return out
}

// pack makes a word of symbols.
func pack(symbols []symbol) word {
	var w word
	for i, s := range symbols {
		w = w.with(i, s)
	}
	return w
}

// place puts a point of the new column, s being empty or a live stone that
// stands for either kind, where point i of the old column was; point i-1, if
// there is one, is its upper neighbour (section 5.3). It reports false if
// that leaves a string without liberty for good.
func (l *labelled) place(i int, s symbol) bool {
	left, leftString := l.sym[i], l.str[i]
	up, upString := classlessNone, int8(0)
	if i > 0 {
		up, upString = l.sym[i-1], l.str[i-1]
	}
	l.sym[i] = empty
	if s == empty {
		l.reviveNeedy(up, upString)
		l.reviveNeedy(left, leftString)
		return true
	}
	own := needyStone(s.colour())
	if left.isNeedy() && left != own && !l.has(leftString) {
		return false
	}
	if up == empty || up == s || left == empty || left == s {
		if up == own {
			l.revive(upString)
		}
		if left == own {
			l.revive(leftString)
		}
		l.sym[i] = s
		return true
	}
	l.sym[i], l.str[i] = own, l.join(up == own, upString, left == own, leftString)
	return true
}

// classlessNone is the symbol above the first point: no neighbour at all.
const classlessNone symbol = 3

func (l *labelled) reviveNeedy(s symbol, str int8) {
	if s.isNeedy() {
		l.revive(str)
	}
}

// revive gives a string its liberty.
func (l *labelled) revive(str int8) {
	for i := range l.points {
		if l.sym[i].isNeedy() && l.str[i] == str {
			l.sym[i] = liveStone(l.sym[i].colour())
		}
	}
}

// has reports whether a point of the string is left.
func (l *labelled) has(str int8) bool {
	for i := range l.points {
		if l.sym[i].isNeedy() && l.str[i] == str {
			return true
		}
	}
	return false
}

// join returns the string of a needy stone with needy neighbours of its own
// colour above, to the left, both or neither.
func (l *labelled) join(up bool, upString int8, left bool, leftString int8) int8 {
	switch {
	case up && left:
		for i := range l.points {
			if l.sym[i].isNeedy() && l.str[i] == leftString {
				l.str[i] = upString
			}
		}
		return upString
	case up:
		return upString
	case left:
		return leftString
	default:
		return l.newString()
	}
}
