package transfer

import (
	"fmt"

	"combigo.dev/combigo/result"
)

// memoryEstimate estimates the number of states of a run, level by level, and their memory. Where a
// spec is no [Sizer] it knows only the levels that were computed.
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
	// doubt is how much of an overestimate the number of states may be, and doubtSeen where it
	// follows from more states of a level than were estimated.
	doubt, doubtSeen = 4, 2
)

func newMemoryEstimate[S State](spec Spec[S], words func(level int) int, ceiling result.Bytes) *memoryEstimate {
	o := &memoryEstimate{ceiling: ceiling}
	for level := range spec.Levels() + 1 {
		o.bytes = append(o.bytes, overlap*float64(sizeOf[S]()+slotBytes+8*int64(words(level))))
	}
	sizer, ok := spec.(Sizer)
	if !ok {
		return o
	}
	o.width = sizer.Width()
	for level := range spec.Levels() + 1 {
		o.states = append(o.states, sizer.States(level))
	}
	return o
}

// check refuses a run that is estimated not to fit, now that a level has a number of states.
func (o *memoryEstimate) check(level int, states float64) error {
	if o.ceiling <= 0 || o.states == nil {
		return nil
	}
	need, margin := o.from(level, states), float64(doubt)
	if states > o.states[level] {
		margin = max(doubtSeen, margin*o.states[level]/states)
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
