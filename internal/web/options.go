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
	Program  string        // the file of the program, whose commands answer questions

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
// the making: a quarter in all. An eighth is for the report, a sixteenth for the command that
// answers a question, a thirty-second for squares, and what is left for figures and drawings.
func (o Options) countMemory() result.Bytes { return o.Memory / 2 }

func (o Options) reportMemory() result.Bytes { return o.Memory / 8 }

func (o Options) questionMemory() result.Bytes { return o.Memory / 16 }

func (o Options) squareMemory() result.Bytes { return o.Memory / 32 }

func (o Options) tableMemory() result.Bytes { return min(maxTable, o.Memory/4/(maxTables+1)) }

const (
	// maxTable bounds the memory of a table of completion counts.
	maxTable = 160 * result.Bytes(1<<20)
	// maxTables is how many tables are kept.
	maxTables = 2
)

// maxBody bounds what a form may send.
const maxBody = 1 << 20
