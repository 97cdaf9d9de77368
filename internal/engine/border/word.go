package border

import (
	"math/bits"
	"slices"
)

// A class is what a border word says of a point.
type class uint8

// The classes. A stone of colour c is free, free+2c, or bad, free+2c+1: one of a string of which
// the word claims that it has no liberty.
const (
	edge class = iota // no point: beyond the first or the last one of the border
	empty
	free
)

func (x class) stone() bool { return x >= free }
func (x class) bad() bool   { return x >= free && x&1 == 1 }
func (x class) colour() int { return int(x-free) / 2 }

// beside reports whether two neighbours may be of these classes. A bad stone is not next to an
// empty point, and not next to a free stone of its colour.
func (x class) beside(y class) bool {
	if y.bad() {
		x, y = y, x
	}
	return !x.bad() || y != empty && y != x-1
}

// A sign is the sign of a strand, an end of a run of bad stones. Plus puts the colour of the run on
// the stack, minus takes it from the top.
type sign uint8

const (
	none sign = iota // there is no strand
	plus
	minus
)

// other returns the sign that a strand has when the border is read from its other end.
func (g sign) other() sign {
	if g == none {
		return none
	}
	return plus + minus - g
}

// A letter is a point of a border word together with the gap before it: the sign of the strand that
// ends the run of the point before, the sign of the strand that begins the run of this one, and
// the class. Neighbours of one bad class without signs between them are of one run.
type letter uint8

func newLetter(end, begin sign, x class) letter {
	return letter(x)<<4 | letter(end)<<2 | letter(begin)
}

func (l letter) class() class { return class(l >> 4) }
func (l letter) end() sign    { return sign(l >> 2 & 3) }
func (l letter) begin() sign  { return sign(l & 3) }

// A stack holds the colours of strands, two bits each, the top lowest, below a leading one.
type stack uint64

const noStrands stack = 1

// A stack has at most maxStrands strands, of at most MaxColours colours.
const (
	MaxColours = 4
	maxStrands = 31
)

// depth returns how many strands a stack has.
func (s stack) depth() int { return (bits.Len64(uint64(s)) - 1) / 2 }

// height returns how many strands of colour c are on top of the stack.
func (s stack) height(c int) int {
	h := 0
	for ; s > noStrands && int(s&3) == c; s >>= 2 {
		h++
	}
	return h
}

// after returns the stack after a strand; none changes nothing. It fails where a minus does not
// find its colour on top.
func (s stack) after(g sign, c int) (stack, bool) {
	switch {
	case g == none:
		return s, true
	case g == plus:
		return s<<2 | stack(c), true
	}
	return s >> 2, s > noStrands && int(s&3) == c
}

// A crossing is what one part of a border word tells the next part: the class of its last point,
// and the stack of the strands that go on. The strand at the end of that point's run, if it is bad,
// belongs to the next part.
type crossing struct {
	class
	stack
	// begin is the sign that begins the run of the last point, where the next letter depends on it,
	// see [site]; else there is none.
	begin sign
}

// atEdge is the crossing before the first point and after the last one.
var atEdge = crossing{edge, noStrands, none}

// after returns the crossing after one more letter. It fails where a minus does not find its
// colour on top of the stack.
func (k crossing) after(l letter) (crossing, bool) {
	s, ok := k.gap(l)
	if l.begin() != none && ok {
		s, ok = s.after(l.begin(), l.class().colour())
	}
	return crossing{l.class(), s, none}, ok
}

// gap returns the stack between the two strands of the gap before a letter.
func (k crossing) gap(l letter) (stack, bool) {
	if l.end() == none {
		return k.stack, true
	}
	return k.stack.after(l.end(), k.colour())
}

// visitLettersOf visits the letters of class x that can follow a crossing, in order, each with the
// crossing that it leads to. Between two points that are not neighbours the border is broken: there
// any class can follow any other, and no run continues.
func (k crossing) visitLettersOf(x class, broken bool, visit func(letter, crossing)) {
	if !broken {
		if !k.beside(x) {
			return
		}
		if x.bad() && x == k.class {
			visit(newLetter(none, none, x), crossing{x, k.stack, none})
			return
		}
	}
	ends, begins := signs(k.class), signs(x)
	for _, end := range ends {
		for _, begin := range begins {
			l := newLetter(end, begin, x)
			if to, ok := k.after(l); ok {
				visit(l, to)
			}
		}
	}
}

// vanishes reports whether words in which a letter follows the newest point have the value 0
// (docs/theory.md, "Words that vanish"). The newest point is a run whose strands have the same
// sign, so its string goes on at the left, next to the old point of the letter: the old point is
// neither empty nor a free stone of that colour. If the old point is of the string, an arc joins
// the two strands between the points.
func (k crossing) vanishes(l letter) bool {
	return k.begin != none && l.end() == k.begin &&
		(l.class() == empty || l.class() == k.class-1 || l.class() == k.class && l.begin() == k.begin)
}

// signs lists the signs of a strand next to a point.
func signs(x class) []sign {
	if x.bad() {
		return []sign{plus, minus}
	}
	return []sign{none}
}

// maxLetters is the largest number of letters of a word: half of the highest border, and some more.
const maxLetters = 15

// A word is consecutive letters of a border word.
type word struct {
	n  uint8
	at [maxLetters]letter
}

func (w *word) len() int { return int(w.n) }

// append returns the word with one more letter.
func (w word) append(l letter) word {
	w.at[w.n] = l
	w.n++
	return w
}

// concat returns the word followed by another one.
func (w word) concat(v word) word {
	copy(w.at[w.n:], v.at[:v.n])
	w.n += v.n
	return w
}

// slice returns the letters i to j-1.
func (w word) slice(i, j int) word {
	var v word
	v.n = uint8(copy(v.at[:], w.at[i:j]))
	return v
}

// compare compares words of the same length.
func (w word) compare(v word) int { return slices.Compare(w.at[:w.n], v.at[:v.n]) }

// through returns the crossing after the first n letters of a word.
func (k crossing) through(w *word, n int) crossing {
	for _, l := range w.at[:n] {
		k, _ = k.after(l)
	}
	return k
}

// turned returns the letter of a point of class x before this letter, read from the other end.
func (l letter) turned(x class) letter { return newLetter(l.begin().other(), l.end().other(), x) }

// turned returns a word read from its end. The letter next, which follows the word, has the sign of
// the strand that ends the word's last run.
func (w *word) turned(next letter) word {
	var v word
	for i := w.len() - 1; i >= 0; i-- {
		v, next = v.append(next.turned(w.at[i].class())), w.at[i]
	}
	return v
}
