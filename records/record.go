package records

import (
	"fmt"
	"slices"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/result"
)

// A Quantity is what a legal position may have most of.
type Quantity int

// The quantities.
const (
	// Strings is the number of strings of a position.
	Strings Quantity = iota
	// Neighbors is the number of strings of the opponent adjacent to one string.
	Neighbors
	// Pseudoliberties is the number of pairs of a stone of one string and a liberty next to it.
	Pseudoliberties
	// Liberties is the number of liberties of one string.
	Liberties
)

// quantity is what is known of a Quantity.
type quantity struct {
	question string
	problem  func(height int) problem
	measure  func(p *goban.Position) int
	quick    int // how long the shorter side may be for an answer in about a second
	// base * growth^height estimates the most states, from searches of 6 to 15 rows.
	base, growth float64
}

var quantityNames = enum.Of[Quantity]("quantity", "strings", "neighbors", "pseudoliberties", "liberties")

// String returns the name that [ParseQuantity] reads.
func (q Quantity) String() string { return quantityNames.Name(q) }

// Names returns the names of all quantities.
func Names() []string { return quantityNames.All() }

// ParseQuantity reads the name of a quantity.
func ParseQuantity(name string) (Quantity, error) { return quantityNames.Parse(name) }

// ParseQuantities reads a list of quantities with commas between them.
func ParseQuantities(s string) ([]Quantity, error) {
	var list []Quantity
	for name := range strings.SplitSeq(s, ",") {
		q, err := ParseQuantity(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	return list, nil
}

// A Record is the most that a legal position of a board can have of a quantity, and a position that
// has it; if the value is quoted, there is no position but a source.
type Record struct {
	Of       Quantity        `json:"of"`
	Board    board.Size      `json:",inline"`
	Value    int             `json:"value,string"`
	Position *goban.Position `json:"diagram,omitempty"`
	Basis    result.Basis    `json:"basis,omitempty"` // Quoted, or else empty
	Source   string          `json:"source,omitempty"`
	Stats    Stats           `json:",inline"`
	Checks   []string        `json:"checks"`
	Rule     *Rule           `json:"-"` // of the boards of its height, if it was looked for
}

func memoryError(of Quantity, size board.Size, need, ceiling result.Bytes, atLeast bool) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("board %s: the search for the most %s", size, of), Need: need, AtLeast: atLeast, Ceiling: ceiling, Given: true,
	}
}

// A Rule is the records of all boards of a height.
//
// Add columns to a board, one after the other, and look at the profile after each: the states with
// their gains relative to the largest one. The next profile, and how much the largest gain grows,
// depend on the profile alone; and so does by how much the record of the board that ends there is
// less than the largest gain. If a profile comes up a second time, everything repeats from there on
// for ever. Profiles are compared state by state, gain by gain.
type Rule struct {
	Of     Quantity
	Height int `json:"rows"`
	// Proved says whether a profile came up a second time, after columns First and Second.
	Proved bool `json:"proved"`
	// From each width of at least From on, Period columns more gain Gain more.
	From   int   `json:"from_width,omitempty"`
	Period int   `json:"period,omitempty"`
	Gain   int   `json:"gain_per_period"`
	Values []int `json:"values"` // of widths 1, 2, ...
	First  int   `json:"column,omitempty"`
	Second int   `json:"repeat_column,omitempty"`
	Stats  Stats
}

// measureStrings returns the number of strings.
func measureStrings(p *goban.Position) int { return len(p.Strings()) }

// maxOverStrings returns the maximum of a value over all strings.
func maxOverStrings(p *goban.Position, value func(s goban.String, all []goban.String) int) (maximum int) {
	all := p.Strings()
	for _, s := range all {
		maximum = max(maximum, value(s, all))
	}
	return maximum
}

// measureNeighbors returns the largest number of strings of the other colour that touch one string.
func measureNeighbors(p *goban.Position) int {
	return maxOverStrings(p, func(s goban.String, all []goban.String) (touching int) {
		for _, other := range all {
			touching += int(count(other.Color != s.Color && touch(s.Points, other.Points)))
		}
		return touching
	})
}

// touch reports whether a point of one string is beside a point of another.
func touch(some, others []goban.Point) bool {
	return slices.ContainsFunc(some, func(p goban.Point) bool {
		return slices.ContainsFunc(others, func(q goban.Point) bool {
			rows, cols := p.Row-q.Row, p.Col-q.Col
			return rows*rows+cols*cols == 1
		})
	})
}

// measurePseudoliberties returns the largest number of pseudoliberties of one string.
func measurePseudoliberties(p *goban.Position) int {
	return maxOverStrings(p, func(s goban.String, _ []goban.String) int { return p.Pseudoliberties(s) })
}

// measureLiberties returns the largest number of liberties of one string.
func measureLiberties(p *goban.Position) int {
	return maxOverStrings(p, func(s goban.String, _ []goban.String) int { return len(s.Liberties) })
}
