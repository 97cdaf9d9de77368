package length

import "math/big"

// A word is the colours of the stones of a game in order, passes left out, as bits: the first stone
// is the lowest bit, 1 for white.
type word struct {
	bits uint32
	len  int
}

const (
	black = 0
	white = 1
)

// at returns the colour of a stone, counted from 0.
func (w word) at(i int) uint32 { return w.bits >> i & 1 }

// with returns the word with one more stone.
func (w word) with(color uint32) word { return word{w.bits | color<<w.len, w.len + 1} }

// passBefore reports whether a player must pass before stone i, so that it is in turn.
func (w word) passBefore(i int) bool {
	if i == 0 {
		return w.at(0) == white
	}
	return w.at(i) == w.at(i-1)
}

// moveCost returns how many moves a stone of the colour adds to a game: the stone, and the pass
// that it needs.
func (w word) moveCost(color uint32) int {
	if w.with(color).passBefore(w.len) {
		return 2
	}
	return 1
}

// words returns the words of all games of a given number of moves that end with a stone,
// alternating if there are no passes. Black begins and no two passes follow each other, so the word
// tells where the passes are, and there are as many words as the Fibonacci numbers say.
func words(moves int, alternating bool) []word {
	var words []word
	var extend func(w word, left int)
	extend = func(w word, left int) {
		if left == 0 {
			words = append(words, w)
			return
		}
		for color := range uint32(2) {
			if need := w.moveCost(color); need <= left && !(alternating && need > 1) {
				extend(w.with(color), left-need)
			}
		}
	}
	extend(word{}, moves)
	return words
}

// falling returns n (n-1) ... (n-k+1), the number of ways to put k stones on k of n points in turn.
func falling(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}
