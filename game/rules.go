package game

import "combigo/internal/enum"

// Superko is a rule against repetition.
type Superko uint8

const (
	// Positional superko forbids a move that brings back any position of the game. It is the rule of "Combinatorics of
	// Go", section 4.
	Positional Superko = iota
	// Situational superko forbids a move that brings back a position of the game with the same player to turn. It is the
	// rule of the AGA. The situation after a pass counts; a pass itself is always allowed.
	Situational
	// NaturalSituational superko forbids a move that brings back a position that the same player made by a move before,
	// or the empty board at the start of the game. Passes do not count.
	NaturalSituational
)

var superkoNames = enum.Of[Superko]("rule against repetition", "positional", "situational", "natural")

// String returns the name that [ParseSuperko] reads.
func (s Superko) String() string { return superkoNames.Name(s) }

// ParseSuperko reads "positional", "situational" or "natural".
func ParseSuperko(name string) (Superko, error) { return superkoNames.Parse(name) }

// Rules are what games differ in. The zero Rules are those of "Combinatorics of Go", section 4, and of Tromp and Taylor:
// positional superko, suicide allowed.
type Rules struct {
	Superko   Superko
	NoSuicide bool // whether a move may not take the last liberty of the player's own string
}

// String returns the rules in words.
func (r Rules) String() string {
	suicide := "suicide allowed"
	if r.NoSuicide {
		suicide = "no suicide"
	}
	return r.Superko.String() + " superko, " + suicide
}
