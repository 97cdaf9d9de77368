package symmetry

import (
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Options says what a count may use.
type Options struct {
	// Memory 0, or more than that, means what the machine has available.
	par.Options
	// Found, if set, is called by [Table] with each result as soon as it is there. Calls come one
	// at a time.
	Found func(*Result)
	// Estimated, if set, receives from [Table] the estimate for the whole, before the first board
	// is counted.
	Estimated func(Forecast)
}

// A Forecast is what a table will take, right within a factor of three or so.
type Forecast struct {
	Seconds float64      // on one thread
	Bytes   result.Bytes // at the peak
}

// Fixed is the number of positions that an element of a group leaves as they are, and how it was
// got.
type Fixed struct {
	Value      *big.Int      `json:"value"`
	Board      string        `json:"graph"`            // the fold in words, such as "half turn: 50 points"
	Engine     string        `json:"engine,omitempty"` // the package that counted, such as "border"; empty if there was nothing to count
	Points     int           `json:"points"`           // of the fold
	Width      int           `json:"width,omitempty"`  // points that a state describes, at most
	States     float64       `json:"states,omitempty"`
	StateSteps float64       `json:"state_steps,omitempty"`
	Wall       time.Duration `json:"wall_seconds"`
	Checks     []string      `json:"checks"`
}

// A Row is a class of motions with its numbers.
type Row struct {
	Class
	Same      *Fixed `json:"fixed"`           // positions that each of the motions leaves as they are
	Exchanged *Fixed `json:"fixed_exchanged"` // positions that each of them, with the exchange of colours, leaves as they are
}

// A Result is the numbers of positions of a board up to symmetry.
type Result struct {
	Board         board.Size    `json:",inline"`
	Legal         *big.Int      `json:"legal"`               // all positions
	Order         int           `json:"group_order"`         // of the group of motions
	Orbits        *big.Int      `json:"value"`               // positions up to the motions
	OrbitsColored *big.Int      `json:"value_with_exchange"` // positions up to the motions and the exchange of colours
	Rows          []Row         `json:"classes"`
	Threads       int           `json:"threads"`
	Wall          time.Duration `json:"wall_seconds"`
	PeakMemory    result.Bytes  `json:"peak_memory_bytes,omitempty"` // of the process
	Checks        []string      `json:"checks"`
}

// An Estimate is what a number will take, estimated before the start: right within a factor of
// three or so.
type Estimate struct {
	Name    string // the class of motions
	Colored bool   // whether with exchange of colours
	Board   string // what is counted, in words
	Width   int    // points on the frontier; 0 for plain boards, which go to the border engine
	Bytes   result.Bytes
	Seconds float64 // on one thread
}
