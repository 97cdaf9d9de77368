package count

import (
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

// A LargeError says that a plain board is too large to be counted in memory, and what is known of
// it all the same.
type LargeError struct {
	Board     board.Size
	Published string // the digits of the number in print; empty if there is none
	Source    string // where that number is, and which sequence it belongs to
	Way       string // how to compute the number nevertheless, or come close to it
	Err       error  // what there is too little of
}

func (e *LargeError) Unwrap() error { return e.Err }

// Error is one line: why the board is refused, the published number with its source, and what a
// count on disk would take.
func (e *LargeError) Error() string {
	quoted := ""
	if e.Published != "" {
		quoted = fmt.Sprintf("quoted, not computed: %s = %s (%s); ", symbol(e.Board), e.Published, e.Source)
	}
	return fmt.Sprintf("%v; %s%s", e.Err, quoted, e.Way)
}

// tooLarge says what is known of a board that is refused.
func tooLarge(size board.Size, err error) error {
	sides := fmt.Sprintf("%d %d", size.Rows, size.Cols)
	if size.Rows == size.Cols {
		sides = fmt.Sprint(size.Rows)
	}
	e := &LargeError{Board: size, Err: err, Way: "combigo estimate " + sides + " gives its leading digits"}
	if entry, ok := published.Legal(size); ok {
		e.Published, e.Source = entry.Printed, entry.Source()+"; OEIS "+OEIS(size, Variant{})
	}
	in := &instance{counter: standard(), size: size}
	if b, err := in.onGrid(false); err == nil && size.Short() >= 2 {
		e.Way = fmt.Sprintf("combigo run start %s computes it on disk, %d residues with %s each: --dry-run says how long that takes",
			sides, len(b.primes), b.VectorBytes(border.Prefix)+b.VectorBytes(border.Suffix))
	}
	return e
}

// Quoted returns the number in print, whose [result.Provenance.Basis] is Quoted, with its source
// and what a count would take; nil if there is none.
func (e *LargeError) Quoted() *result.Result {
	r := (&plan{instance: &instance{counter: standard(), size: e.Board}}).result()
	r.Provenance = result.Provenance{
		Method: string(result.Quoted), Description: "from " + e.Source + ", not computed here", Notes: []string{fmt.Sprintf("%v; %s", e.Err, e.Way)},
	}
	var known bool
	if r.Value, known = new(big.Int).SetString(e.Published, 10); !known {
		return nil
	}
	return r
}
