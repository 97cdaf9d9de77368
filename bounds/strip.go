package bounds

import (
	"context"
	"errors"
	"fmt"

	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// MaxColors is the largest number of colours.
const MaxColors = 100

// MaxWidth is the largest number of points across a strip.
const MaxWidth = 16

// widthError says of an error about memory which width does not fit.
func widthError(width int, err error) error {
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Of, memory.Help = fmt.Sprintf("strips of width %d: the search for their states", width), "narrower strips would help"
	}
	return err
}

// Lattices returns the kinds of lattices that have strips: those with open sides.
func Lattices() []lattice.Kind {
	return []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal}
}

func check(kind lattice.Kind, colors, width int) error {
	if kind.Period() == 0 || kind == lattice.Cylinder {
		return fmt.Errorf("lattice %v has no strips: want one of %v", kind, Lattices())
	}
	if colors < 1 || colors > MaxColors {
		return fmt.Errorf("%d colours: want from 1 to %d", colors, MaxColors)
	}
	if width < 1 || width > MaxWidth {
		return fmt.Errorf("width %d: want from 1 to %d", width, MaxWidth)
	}
	return nil
}

// A Direction says what a strip of a lattice is made of.
type Direction int

// The directions of strips. On the square and the triangular lattice they are the same except for a
// transposition.
const (
	Either  Direction = iota // whichever is better; of a single strip, Rows
	Rows                     // some rows of the lattice, endless to the right: sections 4 and 5
	Columns                  // some columns of the lattice, endless downward
)

var directionNames = enum.Of[Direction]("direction", "either", "rows", "columns")

// String returns the name that [ParseDirection] reads.
func (d Direction) String() string { return directionNames.Name(d) }

// ParseDirection reads "either", "rows" or "columns".
func ParseDirection(name string) (Direction, error) { return directionNames.Parse(name) }

// MarshalText implements [encoding.TextMarshaler].
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// A Strip is an endless strip of a lattice. A point of its first or last line that has a neighbour
// beyond that line is safe there if the side is: its stones have a liberty.
type Strip struct {
	Kind      lattice.Kind
	Direction Direction
	Width     int // points across, 1 to MaxWidth
	First     int // row or column of the lattice that is the first one, from 0
	SafeFirst bool
	SafeLast  bool
}

// rowPeriod is after how many rows each lattice looks the same.
var rowPeriod = map[lattice.Kind]int{
	lattice.Square: 1, lattice.Triangular: 1, lattice.Hexagonal: 2, lattice.SquareOctagonal: 4,
}

// period returns the number of lines, each of Width points, after which the strip looks the same.
func (s Strip) period() int {
	if s.Direction == Columns {
		return rowPeriod[s.Kind]
	}
	return s.Kind.Period()
}

// piece returns a piece of the strip, with a given number of points along, with vertices in the
// order of the lines across.
func (s Strip) piece(length int) (*lattice.Graph, error) {
	whole, err := s.surroundings(length)
	if err != nil {
		return nil, err
	}
	var edges [][2]int
	var safe []int
	for u, v := range whole.Edges() {
		a, b := s.place(whole, u), s.place(whole, v)
		switch {
		case s.inside(a) && s.inside(b):
			edges = append(edges, [2]int{s.number(a), s.number(b)})
		case s.inside(a) && s.safe(b):
			safe = append(safe, s.number(a))
		case s.inside(b) && s.safe(a):
			safe = append(safe, s.number(b))
		}
	}
	g, err := lattice.FromEdges(s.Width*length, edges)
	if err != nil {
		return nil, err
	}
	return g.WithSafe(safe...)
}

// surroundings returns the piece with one line more on either side. A column further, the lattice
// looks as it does half a period of rows further.
func (s Strip) surroundings(length int) (*lattice.Graph, error) {
	if s.Direction == Columns {
		shift := (s.First + 1) % 2 * (rowPeriod[s.Kind] / 2)
		return lattice.New(s.Kind, length, s.Width+2, lattice.Options{FirstRow: shift})
	}
	before := s.First + rowPeriod[s.Kind] - 1 // one row earlier, modulo the period
	return lattice.New(s.Kind, s.Width+2, length, lattice.Options{FirstRow: before})
}

// A spot is the place of a point in a strip: across from -1, the line before the first, to Width,
// and along from 0.
type spot struct{ across, along int }

func (s Strip) place(whole *lattice.Graph, v int) spot {
	row, col, _ := whole.Place(v)
	if s.Direction == Columns {
		return spot{col - 1, row}
	}
	return spot{row - 1, col}
}

func (s Strip) inside(p spot) bool { return 0 <= p.across && p.across < s.Width }

// safe reports whether a spot that is not inside is known to be empty.
func (s Strip) safe(p spot) bool {
	return p.across < 0 && s.SafeFirst || p.across >= s.Width && s.SafeLast
}

func (s Strip) number(p spot) int { return p.along*s.Width + p.across }

// check returns an error if there is no such strip.
func (s Strip) check(colors int) error {
	if s.First < 0 || s.Direction < Either || s.Direction > Columns {
		return fmt.Errorf("strip %+v: want a first line from 0, and a direction", s)
	}
	return check(s.Kind, colors, s.Width)
}

// matrix returns the transfer matrix of a period of the strip.
func (s Strip) matrix(ctx context.Context, colors int, opt par.Options) (*transfer.Transfer, error) {
	if err := s.check(colors); err != nil {
		return nil, err
	}
	// Two periods alike, one before them and two after: as LegalStrip wants it.
	g, err := s.piece(5 * s.period())
	if err != nil {
		return nil, err
	}
	t, err := transfer.LegalStrip(ctx, g, lattice.Identity(g.Len()), s.Width*s.period(), colors, opt.Between(0, 0))
	return t, widthError(s.Width, err)
}

// Matrix returns the transfer matrix of the strip, for a period of it, with its vectors: Farr and
// Schmidt's T, x0 and f. Its states are those of the points across that say what may follow, fewer
// than position sections: groups that are safe are not told apart.
func (s Strip) Matrix(ctx context.Context, colors int, opt par.Options) (*transfer.Matrix, error) {
	t, err := s.matrix(ctx, colors, opt)
	if err != nil {
		return nil, err
	}
	return t.Matrix(ctx)
}

// String says what the strip is.
func (s Strip) String() string {
	sides := "free"
	switch {
	case s.SafeFirst && s.SafeLast:
		sides = "double-safe"
	case s.SafeFirst || s.SafeLast:
		sides = "single-safe"
	}
	return fmt.Sprintf("%s strip of %d %v of the %v lattice, a period is %d of its lines across", sides, s.Width, max(s.Direction, Rows), s.Kind, s.period())
}
