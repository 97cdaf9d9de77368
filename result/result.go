// Package result holds a computed number together with its provenance: what it counts, on which
// board, by which method and engine, with what time and memory, and which checks it passed. A
// number of two hundred digits cannot be judged by looking at it; the way to it can.
//
// [BFile] writes terms for the On-Line Encyclopedia of Integer Sequences, or nothing at all if it
// returns an error, unless the error is that of the io.Writer. [Group] lays out the digits of a
// long number for people.
//
// [Bytes] are sizes of memory as people read and write them, and [PeakMemory] is the provenance
// that only the operating system knows.
package result

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
)

// A Basis says on what a number rests.
type Basis string

// What numbers rest on.
const (
	Proved   Basis = "proved"   // enclosed by a proof, or by a certificate that is checked
	TwoWays  Basis = "two ways" // computed by two programs that share no code, or through other states, in this run or in the tests
	OneWay   Basis = "one way"  // computed by one program
	Observed Basis = "observed" // estimated, extrapolated, or true in all cases that were looked at
	Quoted   Basis = "quoted"   // taken from a paper or another source, or computed from such a number
)

// Basis returns Quoted for a number from print, TwoWays if a check has computed the number again in
// another way, else OneWay.
func (p *Provenance) Basis() Basis {
	switch {
	case p.Method == string(Quoted):
		return Quoted
	case p.Again:
		return TwoWays
	}
	return OneWay
}

// A Result is a number and how it was got.
type Result struct {
	Quantity string     `json:"quantity"`          // what is counted, such as "legal positions"
	Symbol   string     `json:"symbol"`            // the number in a formula, such as "L(9,13)"
	OEIS     string     `json:"oeis,omitempty"`    // the sequence of the On-Line Encyclopedia of Integer Sequences that it is in; empty if none
	Board    board.Size `json:",inline,omitempty"` // where it is counted; the zero value for a graph that has no sides
	Where    string     `json:"graph,omitempty"`   // the board in words, such as "the torus 3x3"; empty for the plain board
	Value    *big.Int   `json:"value"`             // the number, not negative
	Whole    Whole      // what the number is a share of; the zero value if of nothing
	Provenance
}

// A Whole is a number that a [Result] is a part of.
type Whole struct {
	Name  string   // what it counts, such as "positions"
	Power string   // the number in a formula, such as "3^81"
	Value *big.Int // the number, positive
}

// A Provenance says how a number was got. What does not apply is left zero.
type Provenance struct {
	Method      string        `json:"method"`                      // in a word, such as "dp"
	Description string        `json:"description,omitempty"`       // the method in a sentence
	Engine      string        `json:"engine"`                      // the package that did the work
	Limbs       int           `json:"limbs,omitempty"`             // 64-bit words of the longest number that was carried
	Moduli      []uint64      `json:"moduli,omitempty"`            // the primes, if the number was computed from residues
	Passes      int           `json:"passes,omitempty"`            // times that the engine ran for those residues
	Threads     int           `json:"threads"`                     // goroutines that computed at once
	Wall        time.Duration `json:"wall_seconds"`                // from the start to the last check
	PeakMemory  Bytes         `json:"peak_memory_bytes,omitempty"` // of the whole process, 0 if unknown
	States      int64         `json:"states,omitempty"`            // states that were kept
	StateSteps  float64       `json:"state_steps,omitempty"`       // states times the steps that each was taken through
	Checks      []string      `json:"checks"`                      // what was compared, and how well it agreed
	Again       bool          `json:"-"`                           // a check has computed the number again in another way
	Notes       []string      `json:"notes,omitempty"`             // what else the reader should know
}

// A Check compares a number with something. It returns what it compared it with, nothing if it does
// not apply, and an [InternalError] if the number fails.
type Check[R any] func(context.Context, R) (string, error)

// Verify runs checks of a number, and notes what each of them compared it with.
func Verify[R any](ctx context.Context, r R, p *Provenance, checks []Check[R]) error {
	for _, check := range checks {
		passed, err := check(ctx, r)
		if err != nil {
			return err
		}
		if passed != "" {
			p.Checks = append(p.Checks, passed)
		}
	}
	return nil
}

// Digits returns the number of decimal digits of the value.
func (r *Result) Digits() int { return len(r.Value.String()) }

// Share returns the value divided by the whole, or nil if there is no whole.
func (r *Result) Share() *big.Rat {
	if r.Whole.Value == nil {
		return nil
	}
	return new(big.Rat).SetFrac(r.Value, r.Whole.Value)
}

// An InternalError says that something was computed and failed a check. It is a fault of the
// program or of the machine, never of the input.
type InternalError struct {
	Of    string // what was computed, such as "the number of games on 3x3"
	Check string // which check, and how it failed
}

// InternalErrorf returns an [*InternalError] about something that was computed. The rest is as for
// fmt.Sprintf.
func InternalErrorf(of, check string, args ...any) error {
	return &InternalError{Of: of, Check: fmt.Sprintf(check, args...)}
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("internal error: %s is wrong: %s", e.Of, e.Check)
}
