package game

import "combigo/goban"

// Rules are what games differ in. The zero Rules are those of "Combinatorics of Go", section 4, and of Tromp and Taylor:
// positional superko, suicide allowed.
type Rules struct {
	Suicide goban.Rule
	Superko goban.Superko // not NoSuperko: without superko a game need not end
}

// String returns the rules in words.
func (r Rules) String() string {
	return r.Superko.String() + " superko, " + r.Suicide.String()
}
