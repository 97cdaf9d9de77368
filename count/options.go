package count

import (
	"fmt"
	"os"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Method is a way to count.
type Method int

// The methods. Auto, the zero value, is the fastest one.
const (
	Auto Method = iota
	Brute
	Frontier
	Halves
	Recurrence
	Words
)

var methodNames = enum.Of[Method]("method", "auto", "brute", "frontier", "halves", "recurrence", "words")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "brute", "frontier", "halves", "recurrence" or "words".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// Options says how to count. The zero value lets the package choose.
type Options struct {
	// Variant is what is counted, if not two colours on the plain board.
	Variant Variant
	// Method is the way to count.
	Method Method
	// Modular asks for residues modulo primes. They are also taken without
	// being asked for if memory is too short for exact numbers.
	Modular bool
	// Verify asks for a second count of the whole board, in another way and modulo a prime. The
	// second count takes some five times as long as the first one, and the memory of one number for
	// each border state.
	Verify bool
	// Scratch is the directory for files of numbers that do not fit the memory; empty: that of
	// temporary files. They are removed at the end.
	Scratch string
	// Found, if set, is called by [Table] with each result as soon as it is there. Calls come one
	// at a time.
	Found func(*result.Result)
	// Memory 0, or more than that, means what the machine has available.
	par.Options
}

// scratch returns the directory for files of numbers.
func (o *Options) scratch() string {
	if o.Scratch == "" {
		return os.TempDir()
	}
	return o.Scratch
}

func (o *Options) validate() error {
	switch {
	case o.Method < Auto || o.Method > Words:
		return fmt.Errorf("method %d: want %d to %d", int(o.Method), int(Auto), int(Words))
	case o.Threads < 0:
		return fmt.Errorf("threads %d: want 1 or more, or 0 for all", o.Threads)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: want a number of bytes above 0, or 0 for all", int64(o.Memory))
	case o.Method == Brute && o.Modular:
		return fmt.Errorf("method brute: residues are for methods halves, words and frontier only")
	case o.Method == Recurrence && o.Modular:
		return fmt.Errorf("method recurrence: residues are for methods halves, words and frontier only")
	case o.Method == Recurrence && !o.Variant.Plain():
		return fmt.Errorf("method recurrence: counts two colours on the plain board only: want method frontier or auto")
	case o.Method == Words && (!o.Variant.words() || o.Variant.halves()):
		return fmt.Errorf("method %s: counts up to %d colours on the triangular lattice only: want method frontier or auto", o.Method, border.MaxColours)
	case o.Method == Halves && !o.Variant.halves():
		return fmt.Errorf("method %s: counts up to %d colours on the plain board only: want method frontier or auto", o.Method, border.MaxColours)
	}
	return o.Variant.validate()
}
