package transfer

import (
	"fmt"
	"runtime"

	"combigo/result"
)

// Options says what a run may use.
type Options struct {
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS. The result does not depend on it.
	Threads int
	// Memory is a ceiling in bytes on states, values and buffers; 0 means none. What the garbage collector has not
	// collected yet comes on top.
	Memory int64
	// Progress, if set, is told after each wave of work how far it is. Calls come one at a time.
	Progress func(Progress)
}

func (o Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// Progress says how far a run is.
type Progress struct {
	Level, Levels int     // the level that is being worked on, from 0
	Share         float64 // of the level's states that are done, 0 to 1
	States        int     // states of the next level found so far
	Bytes         int64   // in states, values and buffers now
}

// Shares returns what tells a function the share of the whole run that is done, between 0 and 1; nil for nil.
func Shares(report func(share float64)) func(Progress) {
	if report == nil {
		return nil
	}
	return func(p Progress) { report((float64(p.Level) + p.Share) / float64(p.Levels)) }
}

// Stats says how a result was got.
type Stats struct {
	Threads    int   // goroutines that computed
	Levels     int   // choices of a solution
	Width      int   // largest number of points that a state describes, 0 if unknown
	StateBytes int   // of a packed state
	PeakStates int   // states of the largest level
	StateSteps int64 // states whose arcs were followed, over all levels
	Arcs       int64 // arcs followed
	PeakBytes  int64 // most memory in states, values and buffers at any time
}

// A MemoryError says that a run needs more memory than its ceiling.
type MemoryError struct {
	Width   int     // points that a state describes, 0 if unknown
	Level   int     // the level at which the ceiling was reached, or -1 if that was foreseen
	Levels  int     // of how many
	States  float64 // states found of that level, or the least number foreseen
	Need    int64   // bytes, at least
	Ceiling int64   // bytes
}

func (e *MemoryError) Error() string {
	who := "the problem"
	if e.Width > 0 {
		who = fmt.Sprintf("a frontier of width %d", e.Width)
	}
	if e.Level < 0 {
		return fmt.Sprintf("%s has at least %.2g states, which take %s: more than the ceiling of %s; "+
			"a narrower board or vertex order would help", who, e.States, result.Bytes(e.Need), result.Bytes(e.Ceiling))
	}
	return fmt.Sprintf("%s needs more than the ceiling of %s, with %.0f states or more at level %d of %d: "+
		"more memory, residues in place of whole numbers, or a narrower vertex order would help",
		who, result.Bytes(e.Ceiling), e.States, e.Level, e.Levels)
}
