package liberties

import (
	"fmt"
	"slices"

	"combigo.dev/combigo/par"
)

// Check reports whether a method takes a height.
func Check(height int, m Method) error {
	switch m = m.For(height); {
	case m == Plain && height > maxPlainHeight:
		return fmt.Errorf("height %d: method plain takes at most %d rows", height, maxPlainHeight)
	case m == Windows && height < minWindows:
		return fmt.Errorf("height %d: method windows takes at least %d rows", height, minWindows)
	case m == Windows && height > MaxWindows:
		return fmt.Errorf("height %d: at most %d rows can be proved; method formula takes more, and proves nothing", height, MaxWindows)
	}
	return nil
}

// maxPlainHeight is the greatest height that the plain dynamic program takes:
// beyond it the states no longer fit in a few gigabytes.
const maxPlainHeight = 12

// A Method is a way to find the most liberties of one group.
type Method string

// The methods.
const (
	Auto      Method = "auto"    // Plain up to maxAutoPlain rows, Windows where it takes minutes, else ByFormula
	Plain     Method = "plain"   // the plain dynamic program over border states
	Windows   Method = "windows" // the search for groups that cost less than the formula says
	ByFormula Method = "formula" // no proof: the group of the formula, with its liberties counted
)

// ParseMethod reads the name of a method.
func ParseMethod(s string) (Method, error) {
	if m := Method(s); slices.Contains([]Method{Auto, Plain, Windows, ByFormula}, m) {
		return m, nil
	}
	return "", fmt.Errorf("%q is not a method: want auto, plain, windows or formula", s)
}

// maxAutoPlain is the greatest height for which Auto is Plain.
const maxAutoPlain = 5

// MaxWindows is the greatest height that Windows takes.
const MaxWindows = 28

// Options says how to find the most liberties.
type Options struct {
	Method     Method
	Control    bool   // run the whole search again with the threshold of the formula itself, whatever it takes
	Checkpoint string // a file to keep the state of the search in, and to go on from; "" for none
	Alone      bool   // leave what the proof for a height leaves out to UseSymmetry
	Borders    bool   // keep the border states after each column: method Plain only
	par.Options
}

// For returns the method that a height is treated with.
func (m Method) For(height int) Method {
	switch {
	case m != Auto && m != "":
		return m
	case height <= maxAutoPlain:
		return Plain
	case height <= maxAutoWindows(height):
		return Windows
	}
	return ByFormula
}

// maxAutoWindows is the greatest height of the same kind, multiple of 3 or
// not, for which Auto is Windows.
func maxAutoWindows(height int) int {
	if height%3 == 0 {
		return 24
	}
	return 20
}

// minWindows is the least height for which the lemmas on columns without a
// stone hold, and for which no window is below 0.
const minWindows = 5
