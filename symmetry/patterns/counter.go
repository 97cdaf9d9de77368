package patterns

import (
	"math/big"

	"combigo.dev/combigo/symmetry"
)

// counter counts on one board.
type counter struct {
	Options
	motions []symmetry.Motion
	threads int
	checks  []string
	// fixed returns the patterns that a motion, given by its number, leaves as they are.
	fixed func(motion int, exchange bool, meaning Meaning, stones int) *big.Int
}
