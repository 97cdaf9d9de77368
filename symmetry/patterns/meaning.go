package patterns

import "combigo.dev/combigo/internal/enum"

// A Meaning is one that the question for the number of patterns can have.
type Meaning int

// The meanings; the package comment says more.
const (
	Sequences Meaning = iota
	Positions
	PositionsExchanged
	Sets
	Tree
	ColorTree
)

var meaningNames = enum.Of[Meaning]("meaning", "sequences", "positions", "positions-exchanged", "sets", "tree", "tree-colors")

var definitions = [...]string{
	Sequences:          "N moves in order, black and white in turn, up to motions of the board",
	Positions:          "the stones after N such moves, order forgotten, up to motions",
	PositionsExchanged: "positions up to motions and colour exchange (differs if N is even)",
	Sets:               "the points that N moves occupy, colours forgotten too, up to motions",
	Tree:               "moves, at each step one of those alike by symmetry of the occupied points",
	ColorTree:          "moves, at each step one of those alike by symmetry of the coloured stones",
}

// Meanings returns all meanings.
func Meanings() []Meaning {
	return []Meaning{Sequences, Positions, PositionsExchanged, Sets, Tree, ColorTree}
}

// String returns the name that [ParseMeaning] reads.
func (m Meaning) String() string { return meaningNames.Name(m) }

// ParseMeaning reads the name of a meaning.
func ParseMeaning(name string) (Meaning, error) { return meaningNames.Parse(name) }

// Definition returns what is counted, in a sentence.
func (m Meaning) Definition() string { return definitions[m] }

// IsTree reports whether the meaning is a tree of moves, and not the orbits of a group.
func (m Meaning) IsTree() bool { return m == Tree || m == ColorTree }
