package game

import "combigo/goban"

// Rules are what games differ in. The zero Rules are those of "Combinatorics of Go", section 4, and of Tromp and Taylor:
// positional superko, suicide allowed.
type Rules struct {
	Superko   goban.Superko // not NoSuperko: without superko a game need not end
	NoSuicide bool          // whether a move may not take the last liberty of the player's own string
}

// String returns the rules in words.
func (r Rules) String() string {
	suicide := "suicide allowed"
	if r.NoSuicide {
		suicide = "no suicide"
	}
	return r.Superko.String() + " superko, " + suicide
}
