package result

import (
	"math/big"
	"time"
)

// An Answer is what an engine found in a long count: the number, or its residues, and how they were
// computed. Nothing is checked yet.
type Answer struct {
	Number   *big.Int // nil if the number follows from the residues
	Primes   []uint64 // the moduli of the residues
	Residues []uint64 // of the number, one for each prime
	Spare    bool     // whether there is one residue more than the number needs

	States     int64         // states that were kept
	StateSteps float64       // states times the steps that each was taken through
	Threads    int           // goroutines that computed at once
	Wall       time.Duration // of all computing
	Read       Bytes         // from files
	Written    Bytes         // to files
}
