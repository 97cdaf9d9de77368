package count

import (
	"fmt"
	"strings"

	"combigo/board"
	"combigo/border"
	"combigo/lattice"
	"combigo/published"
	"combigo/result"
)

// A LargeError says that a plain board is too large to be counted in memory, and what is known of it all the same.
type LargeError struct {
	Board     board.Size
	Published *published.Entry // the number in print; nil if there is none
	Residues  int              // of a count on disk; 0 if the board is too large for that too
	Vector    result.Bytes     // that such a count keeps on disk, at least
	Err       error            // what there is too little of
}

func (e *LargeError) Unwrap() error { return e.Err }

// Error is one line: why the board is refused, the published number with its source, and what a count on disk would take.
func (e *LargeError) Error() string {
	parts := []string{e.Err.Error()}
	if e.Published != nil {
		parts = append(parts, fmt.Sprintf("quoted, not computed: L(%d,%d) = %s (%s)", e.Board.Rows, e.Board.Cols, e.Published.Printed, e.Source()))
	}
	return strings.Join(append(parts, e.Way()), "; ")
}

// Source says where the published number is, and which sequence it belongs to.
func (e *LargeError) Source() string {
	if e.Published == nil {
		return ""
	}
	return e.Published.Source() + "; OEIS " + OEIS(e.Board, Variant{})
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
	return fmt.Sprintf("combigo run start %s computes it on disk, %d residues with at least %s each: --dry-run says how long that takes",
		sides, e.Residues, e.Vector)
}

// tooLarge says what is known of a board that is refused, if that is why there is an error.
func tooLarge(size board.Size, err error) error {
	if err == nil {
		return nil
	}
	e := &LargeError{Board: size, Err: err}
	if entry, ok := published.Legal(size); ok {
		e.Published = &entry
	}
	if height := size.Short(); height >= 2 && height <= border.MaxHeight {
		e.Residues, e.Vector = len(choosePrimes(size)), border.VectorBytes(height)
	}
	return e
}

// OEIS returns the sequence that a number of positions belongs to in the On-Line Encyclopedia of Integer Sequences, the most
// special one, or nothing.
func OEIS(size board.Size, v Variant) string {
	switch {
	case v.kind() == lattice.Cycle && v.colors() == twoColors:
		return "A327821"
	case !v.Plain():
		return ""
	case size.Rows == size.Cols:
		return "A094777"
	case size.Short() == 1:
		return "A102620"
	case size.Short() == 2:
		return "A266278"
	}
	return "A356049"
}

// OEISOf returns the sequence of the numbers of a range of boards, squares or those with one side fixed, or nothing.
func OEISOf(boards board.Range, v Variant) string {
	first := board.Size{Rows: boards.Rows.First, Cols: boards.Cols.First}
	switch {
	case v.kind() == lattice.Cycle, boards.Square:
		return OEIS(first, v)
	case v.Plain() && first.Short() <= 2 && (boards.Rows.Len() == 1 && first.Rows <= 2 || boards.Cols.Len() == 1 && first.Cols <= 2):
		side := first.Rows
		if boards.Rows.Len() > 1 {
			side = first.Cols
		}
		return OEIS(board.Size{Rows: side, Cols: side + 1}, v)
	}
	return ""
}
