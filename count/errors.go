package count

import (
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/result"
)

// A LargeError says that a plain board is too large to be counted in memory, and what is known of
// it all the same.
type LargeError struct {
	Board     board.Size
	Published string // the digits of the number in print; empty if there is none
	Source    string // where that number is, and which sequence it belongs to
	// A count on disk takes some residues modulo primes, each with vectors of up to Each bytes;
	// none if there is no such count.
	Residues int
	Each     result.Bytes
	// Disk and Time are what that takes here, 0 if there is no room, or none known.
	Disk result.Bytes
	Time time.Duration
	Err  error // memory, disk or a limit that is too small
}

func (e *LargeError) Unwrap() error { return e.Err }

// Error is one line: why the board is refused, and the published number with its source.
func (e *LargeError) Error() string {
	if e.Published == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v; quoted, not computed: %s = %s (%s)", e.Err, symbol(e.Board), e.Published, e.Source)
}

// tooLarge says what is known of a board that is refused, and what a run here would take, if there
// is room.
func tooLarge(size board.Size, err error, here *run.Plan) error {
	e := &LargeError{Board: size, Err: err}
	if entry, ok := published.Legal(size); ok {
		e.Published, e.Source = entry.Printed, entry.Source()+"; OEIS "+OEIS(size, Variant{})
	}
	in := &instance{Options: Options{environment: machine}, size: size}
	if b, err := in.onGrid(false); err == nil && size.Short() >= 2 {
		e.Residues, e.Each = len(b.primes), max(b.VectorBytes(border.Prefix), b.VectorBytes(border.Suffix))
	}
	if here != nil {
		e.Disk, e.Time = here.Disk, here.Time
	}
	return e
}

// Quoted returns the number in print, whose [result.Provenance.Basis] is Quoted, with its source
// and what a count lacks; nil if there is none.
func (e *LargeError) Quoted() *result.Result {
	r := (&plan{instance: &instance{size: e.Board}}).result()
	r.Provenance = result.Provenance{
		Method: string(result.Quoted), Description: "from " + e.Source + ", not computed here", Notes: []string{e.Err.Error()},
	}
	var known bool
	if r.Value, known = new(big.Int).SetString(e.Published, 10); !known {
		return nil
	}
	return r
}
