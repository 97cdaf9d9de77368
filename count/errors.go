package count

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

// A LargeError says that a plain board is too large to be counted in memory, and what is known of
// it all the same.
type LargeError struct {
	Board     board.Size
	Published string       // the digits of the number in print; empty if there is none
	Residues  int          // of a count on disk by residues; 0 if the board is too large for that too
	Vector    result.Bytes // that such a count keeps on disk
	Err       error        // what there is too little of
	printedIn string       // such as "Combinatorics of Go, Table 3"
}

func (e *LargeError) Unwrap() error { return e.Err }

// Error is one line: why the board is refused, the published number with its source, and what a
// count on disk would take.
func (e *LargeError) Error() string {
	parts := []string{e.Err.Error()}
	if e.Published != "" {
		parts = append(parts, fmt.Sprintf("quoted, not computed: L(%d,%d) = %s (%s)", e.Board.Rows, e.Board.Cols, e.Published, e.Source()))
	}
	return strings.Join(append(parts, e.Way()), "; ")
}

// Source says where the published number is, and which sequence it belongs to.
func (e *LargeError) Source() string {
	if e.Published == "" {
		return ""
	}
	return e.printedIn + "; OEIS " + OEIS(e.Board, Variant{})
}

// Way says how to compute the number nevertheless, or come close to it.
func (e *LargeError) Way() string {
	sides := fmt.Sprintf("%d %d", e.Board.Rows, e.Board.Cols)
	if e.Board.Rows == e.Board.Cols {
		sides = fmt.Sprint(e.Board.Rows)
	}
	if e.Residues == 0 {
		return "combigo estimate " + sides + " gives its leading digits"
	}
	return fmt.Sprintf("combigo run start %s computes it on disk, %d residues with %s each: --dry-run says how long that takes",
		sides, e.Residues, e.Vector)
}

// tooLarge says what is known of a board that is refused.
func tooLarge(size board.Size, err error) error {
	e := &LargeError{Board: size, Err: err}
	if entry, ok := published.Legal(size); ok {
		e.Published, e.printedIn = entry.Printed, entry.Source()
	}
	in := &instance{counter: standard(), size: size}
	if b, err := in.onGrid(false); err == nil && size.Short() >= 2 {
		e.Residues, e.Vector = len(b.primes), b.VectorBytes(border.Prefix)+b.VectorBytes(border.Suffix)
	}
	return e
}
