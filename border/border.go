package border

import (
	"fmt"
	"runtime"

	"combigo/result"
)

// MaxHeight is the largest height (short side) that the engine accepts.
const MaxHeight = 24

// ModulusBits bounds the moduli that [Residues] accepts: three residues must
// add without overflow, so every modulus is below 2^62.
const ModulusBits = 62

// Options says what a run may use.
type Options struct {
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS.
	Threads int
	// Memory is a ceiling in bytes on vector, buffers and tables; 0 means none.
	Memory int64
	// Whole takes the vector through all columns, where half of them and a join would do: the slower way, for comparison.
	Whole bool
	// Progress, if set, is told how much of the work is done, as a share of
	// the whole between 0 and 1. Calls come one at a time.
	Progress func(share float64)
}

func (o Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// Stats says how a result was got.
type Stats struct {
	Height, Width int     // height is the border, width the number of columns
	Threads       int     // goroutines that computed
	States        int64   // stored state classes at the boundary kinks
	Contexts      int     // dense blocks at kink 0
	StateSteps    float64 // state classes times steps
	LimbSteps     float64 // the same, times the words of 64 bits each carried
	Limbs         int     // words of 64 bits a value at the end
	Halves        bool    // whether half the board was joined with the other half
	PlannedBytes  int64   // vector, buffers and tables, as estimated before the start
}

func memoryError(height, width int, need, ceiling int64) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("board %dx%d", height, width), Need: result.Bytes(need), Ceiling: result.Bytes(ceiling), Given: true,
	}
}
