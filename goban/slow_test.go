package goban

import "maps"

// slowBoard is the rules of Go written down a second time, for tests: a map from points to colours
// and searches without end marks. It shares no code with Position.
type slowBoard struct {
	rows, cols int
	stones     map[[2]int]Color
}

// slow copies a position point by point.
func slow(p *Position) slowBoard {
	b := slowBoard{p.Rows(), p.Cols(), map[[2]int]Color{}}
	for row := range p.Rows() {
		for col := range p.Cols() {
			if c := p.At(row, col); c != Empty {
				b.stones[[2]int{row, col}] = c
			}
		}
	}
	return b
}

// adjacent reports whether two points are neighbours.
func adjacent(a, b [2]int) bool {
	dr, dc := a[0]-b[0], a[1]-b[1]
	return dr*dr+dc*dc == 1
}

// group returns the string through a stone: it adds adjacent stones of the colour until there are
// no more.
func (b slowBoard) group(at [2]int) map[[2]int]bool {
	group := map[[2]int]bool{at: true}
	for grown := true; grown; {
		grown = false
		for other, color := range b.stones {
			for member := range group {
				if color == b.stones[at] && !group[other] && adjacent(other, member) {
					group[other], grown = true, true
					break
				}
			}
		}
	}
	return group
}

// dead reports whether a string has no liberty.
func (b slowBoard) dead(group map[[2]int]bool) bool {
	for row := range b.rows {
		for col := range b.cols {
			at := [2]int{row, col}
			if _, occupied := b.stones[at]; occupied {
				continue
			}
			for member := range group {
				if adjacent(at, member) {
					return false
				}
			}
		}
	}
	return true
}

// legal reports whether every stone's string has a liberty.
func (b slowBoard) legal() bool {
	for at := range b.stones {
		if b.dead(b.group(at)) {
			return false
		}
	}
	return true
}

// play makes a move on a legal position as the rules of Tromp and Taylor say: place the stone,
// clear the opponent's colour, clear the player's colour. It returns how many stones each clearing
// took.
func (b slowBoard) play(c Color, at [2]int) (captured, suicide int) {
	b.stones[at] = c
	captured = b.clear(Black + White - c)
	suicide = b.clear(c)
	return captured, suicide
}

// clear removes the stones of a colour that do not reach an empty point.
func (b slowBoard) clear(c Color) int {
	doomed := map[[2]int]bool{}
	for at, color := range b.stones {
		if color == c && b.dead(b.group(at)) {
			doomed[at] = true
		}
	}
	maps.DeleteFunc(b.stones, func(at [2]int, _ Color) bool { return doomed[at] })
	return len(doomed)
}

// same reports whether a position has the same stones.
func (b slowBoard) same(p *Position) bool {
	return maps.Equal(b.stones, slow(p).stones)
}
