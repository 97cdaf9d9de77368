package connected

import (
	"fmt"

	"combigo.dev/combigo/result"
)

// MaxHeight is the largest height (short side) that the engine accepts.
const MaxHeight = 24

// ModulusBits bounds the moduli that [Engine.Residues] accepts: three residues must
// add without overflow, so every modulus is below 2^62.
const ModulusBits = 62

// Stats says how a result was got.
type Stats struct {
	Height, Width int          // height is the border, width the number of columns
	Threads       int          // goroutines that computed
	States        int64        // stored state classes at the boundary kinks
	Contexts      int          // dense blocks at kink 0
	StateSteps    float64      // state classes times steps
	LimbSteps     float64      // the same, times the words of 64 bits each carried
	Limbs         int          // words of 64 bits a value at the end
	PlannedBytes  result.Bytes // vector, buffers and tables, as estimated before the start
}

func memoryError(height, width int, need, ceiling result.Bytes) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("board %dx%d", height, width), Need: need, Ceiling: ceiling, Given: true,
	}
}
