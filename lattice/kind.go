package lattice

import "combigo.dev/combigo/internal/enum"

// A Kind is a kind of lattice. The zero Kind is none: a graph that is no piece of a lattice.
type Kind int

// The kinds of lattices; the package comment says what each looks like.
const (
	None Kind = iota
	Square
	Triangular
	Hexagonal
	SquareOctagonal
	Cylinder
	Torus
	Cycle
)

var kindNames = enum.Of[Kind]("lattice", "", "square", "triangular", "hexagonal", "square-octagonal", "cylinder", "torus", "cycle")

// Kinds returns all kinds of lattices.
func Kinds() []Kind {
	return []Kind{Square, Triangular, Hexagonal, SquareOctagonal, Cylinder, Torus, Cycle}
}

// String returns the name of the kind as [ParseKind] reads it.
func (k Kind) String() string {
	if k == None {
		return "none"
	}
	return kindNames.Name(k)
}

// ParseKind reads the name of a kind of lattice.
func ParseKind(s string) (Kind, error) { return kindNames.Parse(s) }

// Period returns after how many columns a strip of the lattice looks the same again: 1 or 2. It
// returns 0 for the kinds whose columns close up, which do not make strips of any length, and for
// [None].
func (k Kind) Period() int {
	switch k {
	case Square, Triangular:
		return 1
	case Hexagonal, SquareOctagonal:
		return 2
	default:
		return 0
	}
}
