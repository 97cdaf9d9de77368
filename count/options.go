package count

import (
	"fmt"
	"os"
	"runtime"

	"combigo/internal/enum"
	"combigo/result"
)

// A Method is a way to count.
type Method int

// The methods. Auto, the zero value, is the fastest one.
const (
	Auto Method = iota
	Brute
	DP
	Frontier
	Halves
	Recurrence
)

var methodNames = enum.Of[Method]("method", "auto", "brute", "dp", "frontier", "halves", "recurrence")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "brute", "dp", "frontier", "halves" or "recurrence".
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
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS.
	// The result is the same for any number of them.
	Threads int
	// Memory is a ceiling on the memory of the engine; 0, or more than that,
	// means what the machine has available.
	Memory result.Bytes
	// Scratch is the directory for files of numbers that do not fit the memory; empty: that of temporary files. They are
	// removed at the end.
	Scratch string
	// Progress, if set, is told from time to time how much of the work is
	// done, as a share between 0 and 1. Calls come one at a time.
	Progress func(share float64)
	// Found, if set, is told by [Table] of each result as soon as it is there. Calls come one at a time.
	Found func(*result.Result)
}

func (o *Options) threads() int {
	if o.Threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
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
	case o.Method < Auto || o.Method > Recurrence:
		return fmt.Errorf("method %d: want %d to %d", int(o.Method), int(Auto), int(Recurrence))
	case o.Threads < 0:
		return fmt.Errorf("threads %d: want 1 or more, or 0 for all", o.Threads)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: want a number of bytes above 0, or 0 for all", int64(o.Memory))
	case o.Method == Brute && o.Modular:
		return fmt.Errorf("method brute: residues are for methods halves, dp and frontier only")
	case o.Method == Recurrence && o.Modular:
		return fmt.Errorf("method recurrence: residues are for methods halves, dp and frontier only")
	case o.Method == Recurrence && !o.Variant.Plain():
		return fmt.Errorf("method recurrence: counts two colours on the plain board only: want method frontier or auto")
	case (o.Method == DP || o.Method == Halves) && !o.Variant.Plain():
		return fmt.Errorf("method %s: counts two colours on the plain board only: want method frontier or auto", o.Method)
	}
	return o.Variant.validate()
}
