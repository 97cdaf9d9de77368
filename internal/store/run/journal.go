package run

import (
	"bytes"
	"encoding/json"
	"time"

	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// An Effort is what a program has spent on a run so far, or all programs. Nothing but the speed in
// [Status] depends on it.
type Effort struct {
	Steps   float64      `json:"steps"`   // state-steps
	Seconds float64      `json:"seconds"` // since the program began to compute
	Read    result.Bytes `json:"read"`
	Written result.Bytes `json:"written"`
	Threads int          `json:"threads"` // the most that one program had
}

// journal is the log of one program: a line for each share that was done, with the effort so far.
type journal struct {
	file    storage.File // nil if none could be made
	size    int64
	started time.Time
	effort  Effort
}

const (
	logName = "log"
	logEnd  = ".jsonl"
	// maxLogBytes is what is read of the log of one program.
	maxLogBytes = 1 << 28
)

// add writes a line. One that cannot be written is left out: the run does not depend on it, and the
// next line says as much.
func (j *journal) add(steps float64, read, written result.Bytes) {
	e := &j.effort
	e.Steps += steps
	e.Read += read
	e.Written += written
	e.Seconds = time.Since(j.started).Seconds()
	line, err := json.Marshal(e)
	if err != nil || j.file == nil {
		return
	}
	if n, err := j.file.WriteAt(append(line, '\n'), j.size); err == nil {
		j.size += int64(n)
	}
}

func (j *journal) close() error {
	if j == nil || j.file == nil {
		return nil
	}
	return j.file.Close()
}

// lastEffort is the last effort of a journal. A program may have been killed while it wrote a line.
func lastEffort(text []byte) (last Effort) {
	for line := range bytes.Lines(text) {
		var e Effort
		if json.Unmarshal(line, &e) == nil {
			last = e
		}
	}
	return last
}
