package connected

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

func (l *labelled) newString() int8 {
	l.fresh++
	return l.fresh - 1
}

// flagged returns the symbols with their flags. The bit sets name the strings
// that come in from before the points and that go on after them.
func (l *labelled) flagged(before, after uint64) [maxLabelled]symbol {
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
	seen = after
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
