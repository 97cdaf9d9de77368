package game

import "combigo.dev/combigo/goban"

// Rules are what games differ in. The zero Rules are those of "Combinatorics of Go", section 4, and
// of Tromp and Taylor: positional superko, suicide allowed.
type Rules struct {
	Suicide goban.Rule
	Superko goban.Superko // one that ends games
}

// String returns the rules in words.
func (r Rules) String() string {
	return r.Superko.String() + " superko, " + r.Suicide.String()
}
