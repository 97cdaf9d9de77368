package web

import (
	"time"

	"combigo.dev/combigo/result"
)

// Options says what the pages may cost.
type Options struct {
	Memory   result.Bytes  // of all that is computed at the same time, and of what is kept
	JobTime  time.Duration // after which a count is stopped
	Threads  int           // of a count, 0: one for each processor
	Loopback bool          // whether only this machine's names are answered

	patience time.Duration // how long a page waits for what may take longer, 0: for defaultPatience
}

// Defaults of [Options].
const (
	DefaultMemory  = 2 << 30
	DefaultJobTime = 10 * time.Minute
)

func (o Options) withDefaults() Options {
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	if o.JobTime == 0 {
		o.JobTime = DefaultJobTime
	}
	if o.patience == 0 {
		o.patience = defaultPatience
	}
	return o
}

// What is computed shares the memory. Tables of completion counts are kept, and one more may be in
// the making: a quarter in all. An eighth is for the report, a thirty-second each for records,
// questions and squares, and what is left for estimates, figures and drawings.
func (o Options) countMemory() result.Bytes { return o.Memory / 2 }

func (o Options) reportMemory() result.Bytes { return o.Memory / 8 }

func (o Options) recordMemory() result.Bytes { return o.Memory / 32 }
