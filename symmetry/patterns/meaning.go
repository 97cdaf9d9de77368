package patterns

import (
	"fmt"
	"strings"
)

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

var meaningTexts = [...]struct{ name, definition string }{
	Sequences:          {"sequences", "N moves in order, black and white in turn, up to motions of the board"},
	Positions:          {"positions", "the stones after N such moves, order forgotten, up to motions"},
	PositionsExchanged: {"positions-exchanged", "positions up to motions and colour exchange (which tells if N is even)"},
	Sets:               {"sets", "the points that N moves occupy, colours forgotten too, up to motions"},
	Tree:               {"tree", "moves, at each step one of those alike by symmetry of the occupied points"},
	ColorTree:          {"tree-colors", "moves, at each step one of those alike by symmetry of the coloured stones"},
}

// Meanings returns all meanings.
func Meanings() []Meaning {
	return []Meaning{Sequences, Positions, PositionsExchanged, Sets, Tree, ColorTree}
}

// String returns the name that [ParseMeaning] reads.
func (m Meaning) String() string {
	if m < 0 || int(m) >= len(meaningTexts) {
		return fmt.Sprintf("Meaning(%d)", int(m))
	}
	return meaningTexts[m].name
}

// Definition returns what is counted, in a sentence.
func (m Meaning) Definition() string { return meaningTexts[m].definition }

// IsTree reports whether the meaning is a tree of moves, and not the orbits of a group.
func (m Meaning) IsTree() bool { return m == Tree || m == ColorTree }

// ParseMeaning reads the name of a meaning.
func ParseMeaning(name string) (Meaning, error) {
	var names []string
	for _, m := range Meanings() {
		if m.String() == name {
			return m, nil
		}
		names = append(names, m.String())
	}
	return 0, fmt.Errorf("%q is not a meaning: want one of %s", name, strings.Join(names, ", "))
}
