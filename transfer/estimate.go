package transfer

import (
	"fmt"

	"combigo.dev/combigo/result"
)

// memoryEstimate estimates how many states a run has, level by level, and the memory for them.
// Where a spec is no [Sizer] it knows only the levels that were computed.
type memoryEstimate struct {
	ceiling result.Bytes
	states  []float64 // by the estimate of the spec, after each level from 0
	bytes   []float64 // of a state and its value, after each level
	width   int       // points that a state describes, 0 if unknown
}

const (
	// slotBytes is the hash table's share of a state, on average.
	slotBytes = 10
	// overlap is the memory of a run at its peak divided by that of its largest level: most states
	// of the next level are found before half of those of the one before are given up, and slices
	// have a capacity to grow into.
	overlap = 1.5
	// overestimate is how much of an overestimate the number of states may be, and doubtSeen where it
	// follows from more states of a level than were estimated.
	overestimate, overestimateSeen = 4, 2
)

// newMemoryEstimate takes the bytes of a state, and the estimates of the spec, or nil.
func newMemoryEstimate(levels int, stateBytes int64, sizer Sizer, words func(level int) int, ceiling result.Bytes) *memoryEstimate {
	o := &memoryEstimate{ceiling: ceiling}
	if sizer != nil {
		o.width = sizer.Width()
	}
	for level := range levels + 1 {
		o.bytes = append(o.bytes, overlap*float64(stateBytes+slotBytes+8*int64(words(level))))
		if sizer != nil {
			o.states = append(o.states, sizer.States(level))
		}
	}
	return o
}

// check refuses a run that is estimated not to fit, now that a level has a number of states.
func (o *memoryEstimate) check(level int, states float64) error {
	if o.ceiling <= 0 || o.states == nil {
		return nil
	}
	need, margin := o.from(level, states), float64(overestimate)
	if states > o.states[level] {
		margin = max(overestimateSeen, margin*o.states[level]/states)
	}
	if need > margin*float64(o.ceiling) {
		return o.refusal(need)
	}
	return nil
}

// exceeded is the error of a run that reached the ceiling while it made a level of about that
// number of states.
func (o *memoryEstimate) exceeded(level int, states float64) error {
	return o.refusal(max(o.from(level, states), overlap*float64(o.ceiling)))
}

// from estimates the bytes for a level of a number of states and all that come after it. If it has
// more states than were estimated, so have they.
func (o *memoryEstimate) from(level int, states float64) (need float64) {
	need = states * o.bytes[level]
	if o.states == nil {
		return need
	}
	scale := max(1, states/o.states[level])
	for l := level; l < len(o.states); l++ {
		need = max(need, scale*o.states[l]*o.bytes[l])
	}
	return need
}

// refusal returns the error for a need above the ceiling.
func (o *memoryEstimate) refusal(need float64) error {
	e := &result.MemoryError{
		Of: "the problem", Need: result.BytesOf(need), Ceiling: o.ceiling, Given: true,
		Help: "a narrower board or order of the points would help",
	}
	if o.width > 0 {
		e.Of = fmt.Sprintf("a frontier of width %d", o.width)
	}
	return e
}
