package records

import (
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
)

// The problems of one string have these symbols for its stones, with marks, and for empty points.
const (
	open  connected.Symbol = 0 // empty
	stone connected.Symbol = 4
)

// done is the flag of a string that has left the border: no stone can be added to it.
var done = flag(0)

// around returns the symbols of the points to the left of the kink and above it.
func around(w word, kink int) (left, above connected.Symbol) {
	left, above = w.At(kink), edge
	if kink > 0 {
		above = w.At(kink - 1)
	}
	return left, above
}

// firm reports whether the string goes on and has one part, so that it may end here.
//
// Let w be such a full column, v any other one, and C what follows v up to the end of the board.
// Let c be the first column of C that has a stone of the string; if v has stones of the string, let
// c be the first column. (If there is no such column, nothing more is gained after v, and nothing
// lost with empty columns after w.) After w put stones of the string into a row that has one in w,
// up to column c, into all points of column c, and of the columns after it what C has there. That
// is one string: what C has of the string after column c, each part of it, goes back to column c.
// So v can be done without if w gains more by as much as that can lose, which is in columns c-1, c
// and c+1 only: [oneString.margin].
func (oneString) firm(w word, _ int) bool { return w&done == 0 && countStones(w) == 1 }

// margin is for pairs with a point in column c, and for liberties, of three columns at most.
func (oneString) margin(height int) int32 { return 3 * int32(height) }

// leave replaces the point to the left of the kink by a point that is no stone of the string, with
// symbol s. It returns false if that cuts a part of the string off for good.
func leave(w word, kink, height int, s connected.Symbol) (word, bool) {
	if w.At(kink).Kind() != stone.Kind() {
		return w.With(kink, s), true
	}
	w, connected := w.Leave(kink, s)
	if connected {
		return w, true
	}
	return w | done, countStones(w) == 0
}

// extend puts a stone of the string at the kink. It returns false if the string is done.
func extend(w word, kink int) (word, bool) {
	if w&done != 0 {
		return w, false
	}
	left, above := around(w, kink)
	if left.Kind() != stone.Kind() {
		w = w.With(kink, stone)
	}
	if above.Kind() == stone.Kind() {
		w = w.Join(kink-1, kink)
	}
	return w, true
}

// countStones returns the parts of the string on the border: stones connected to no earlier one.
func countStones(w word) int {
	n := 0
	for i := range maxHeight {
		if s := w.At(i); s.Kind() == stone.Kind() && s&connected.Earlier == 0 {
			n++
		}
	}
	return n
}

// whole reports whether the string has at most one part.
func whole(w word) bool { return countStones(w) <= 1 }

// joined calls visit with the states in which one more pair of neighbouring parts is connected.
func joined(w word, height int, visit func(word, int32)) {
	previous := -1
	for i := range height {
		if w.At(i).Kind() != stone.Kind() {
			continue
		}
		if previous >= 0 && w.First(previous) != w.First(i) {
			visit(w.Join(previous, i), 0)
		}
		previous = i
	}
}

// pseudoliberties is the problem of the most pairs of a stone of a string and an empty point beside
// it. All points but those of the string may be empty, since more stones take nothing but
// liberties.
//
// A state whose parts are connected to each other is better than one where they are not: whatever
// makes one string of more parts does so of fewer, and the gain is that of pairs of neighbours.
type pseudoliberties struct{ oneString }

// oneString is common to the problems of one string: choice 0 is empty, 1 a stone of the string.
type oneString struct{ height int }

// color implements [problem].
func (oneString) color(choice uint8, _, _ int) goban.Color { return goban.Color(choice) }

// choices implements [problem].
func (pseudoliberties) choices() uint8 { return 2 }

// place implements [problem].
func (p pseudoliberties) place(w word, kink int, choice uint8) (word, int32, bool) {
	left, above := around(w, kink)
	if choice == 0 {
		gain := count(left.Kind() == stone.Kind()) + count(above.Kind() == stone.Kind())
		to, ok := leave(w, kink, p.height, open)
		return to, gain, ok
	}
	to, ok := extend(w, kink)
	return to, count(left == open) + count(above == open), ok
}

// accept implements [problem].
func (pseudoliberties) accept(w word, _ int) bool { return whole(w) }

// better implements [problem].
func (pseudoliberties) better(w word, height, corner int, visit func(word, int32)) {
	joined(w, height, visit)
	grown(w, height, corner, open, func(to word) { visit(to, 1) })
}

// grown calls visit with the states in which one point of symbol s, other than the corner, is a
// stone of the string instead, connected to the part above or below it.
func grown(w word, height, corner int, s connected.Symbol, visit func(word)) {
	above := -1
	for i := range height {
		switch at := w.At(i); {
		case at.Kind() == stone.Kind():
			above = i
		case at == s && i != corner:
			if above >= 0 {
				visit(w.With(i, stone).Join(above, i))
			}
			for below := i + 1; below < height; below++ {
				if w.At(below).Kind() == stone.Kind() {
					visit(w.With(i, stone).Join(i, below))
					break
				}
			}
		}
	}
}

// count returns 1 for true.
func count(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// libertyProblem is the problem of the most liberties of a string. All points but those of the
// string may be empty. An empty point next to a stone so far is counted.
//
// Besides what is better for [pseudoliberties], a point that is not yet counted is better than one
// that is, if the gain is as large.
type libertyProblem struct{ oneString }

// counted is an empty point that is a liberty.
const counted connected.Symbol = 1

// choices implements [problem].
func (libertyProblem) choices() uint8 { return 2 }

// place implements [problem].
func (p libertyProblem) place(w word, kink int, choice uint8) (word, int32, bool) {
	left, above := around(w, kink)
	if choice == 0 {
		if left.Kind() == stone.Kind() || above.Kind() == stone.Kind() {
			to, ok := leave(w, kink, p.height, counted)
			return to, 1, ok
		}
		return w.With(kink, open), 0, true
	}
	if above == open {
		w = w.With(kink-1, counted)
	}
	to, ok := extend(w, kink)
	return to, count(left == open) + count(above == open), ok
}

// accept implements [problem].
func (libertyProblem) accept(w word, _ int) bool { return whole(w) }

// better implements [problem].
func (libertyProblem) better(w word, height, corner int, visit func(word, int32)) {
	for i := range height {
		if w.At(i) == counted {
			visit(w.With(i, open), 0)
		}
	}
	joined(w, height, visit)
	grown(w, height, corner, open, func(to word) { visit(to, 1) })
	grown(w, height, corner, counted, func(to word) { visit(to, 0) })
}

// enemies is the problem of the most strings of the opponent beside a string. Each of them may be a
// single stone: of a longer one keep a stone next to the string, and the next of its stones becomes
// a liberty. Everything else may be empty. So a solution is a string with a liberty, and other
// stones, no two of them adjacent, each with a neighbour in the string and an empty one.
//
// A state is no worse than another one if it differs from that by: an empty point in place of an
// enemy stone, since whatever can follow still can; an enemy stone that has its neighbour in the
// string, or its liberty, in place of one that has it not; the same for the liberty of the string;
// parts of the string that are connected. Of states that gain as much only the better ones are
// needed. (The gain of an enemy stone is counted where it is put.)
type enemies struct{ oneString }

// enemy is the opponent's stone, with what it has already.
const (
	enemy   connected.Symbol = 12
	beside  connected.Symbol = 1 // added: a neighbour in the string
	breathe connected.Symbol = 2 // added: a liberty
)

// alive is the flag of a string that has a liberty.
var alive = flag(1)

// choices implements [problem].
func (enemies) choices() uint8 { return 3 }

// place implements [problem].
func (p enemies) place(w word, kink int, choice uint8) (word, int32, bool) {
	left, above := around(w, kink)
	mine := left.Kind() == stone.Kind() || above.Kind() == stone.Kind()
	gap := left == open || above == open
	theirs := left.Kind() == enemy.Kind() || above.Kind() == enemy.Kind()
	var gives connected.Symbol // what the point gives its neighbours
	switch choice {
	case 0:
		gives = breathe
		if mine {
			w |= alive
		}
	case 1:
		gives = beside
		if gap {
			w |= alive
		}
	case 2:
		if theirs {
			return 0, 0, false
		}
	}
	if above.Kind() == enemy.Kind() {
		w = w.With(kink-1, above|gives)
	}
	if left.Kind() == enemy.Kind() && left|gives != enemy|beside|breathe {
		return 0, 0, false
	}
	if choice == 1 {
		to, ok := extend(w, kink)
		return to, 0, ok
	}
	s := open
	if choice == 2 {
		s = enemy
		if mine {
			s |= beside
		}
		if gap {
			s |= breathe
		}
	}
	to, ok := leave(w, kink, p.height, s)
	if to&done != 0 && to&alive == 0 {
		return 0, 0, false
	}
	return to, count(choice == 2), ok
}

// accept implements [problem].
func (enemies) accept(w word, height int) bool {
	for i := range height {
		if s := w.At(i); s.Kind() == enemy.Kind() && s != enemy|beside|breathe {
			return false
		}
	}
	return whole(w) && (w&alive != 0 || countStones(w) == 0)
}

// firm also wants everybody to have a liberty.
func (p enemies) firm(w word, height int) bool {
	return p.oneString.firm(w, height) && p.accept(w, height)
}

// margin is the most stones of which no two are adjacent in the three columns of [oneString.firm];
// those that lose their liberty are left out.
func (enemies) margin(height int) int32 { return 3 * int32((height+1)/2) }

// better implements [problem].
func (enemies) better(w word, height, corner int, visit func(word, int32)) {
	for i := range height {
		s := w.At(i)
		if s.Kind() != enemy.Kind() {
			continue
		}
		visit(w.With(i, open), 0)
		for _, has := range []connected.Symbol{beside, breathe} {
			if s&has == 0 {
				visit(w.With(i, s|has), 0)
			}
		}
	}
	if w&alive == 0 {
		visit(w|alive, 0)
	}
	joined(w, height, visit)
	grown(w|alive, height, corner, open, func(to word) { visit(to, 1) })
}
