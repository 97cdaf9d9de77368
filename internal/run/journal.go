package run

import (
	"encoding/json"
	"sync"
	"time"

	"combigo.dev/combigo/internal/storage"
)

// entry is a line of a journal: a share that was done.
type entry struct {
	Chain   int     `json:"chain"`
	Stage   int     `json:"stage"`
	Share   int     `json:"share"`
	Steps   float64 `json:"steps"`   // values computed
	Seconds float64 `json:"seconds"` // since this program began to compute
	Read    int64   `json:"read"`    // bytes, by this program so far
	Written int64   `json:"written"`
	Threads int     `json:"threads"`
}

// sensible tells whether an entry can have been written by a program.
func (e entry) sensible() bool {
	const most = 1 << 56
	for _, n := range []int64{e.Read, e.Written, int64(e.Threads)} {
		if n < 0 || n > most {
			return false
		}
	}
	return e.Steps >= 0 && e.Steps < most && e.Seconds >= 0 && e.Seconds < most
}

// journal is the log of one program. Nothing but the speed in [Status] depends on
// it.
type journal struct {
	mu      sync.Mutex
	file    storage.File // nil if none could be made
	size    int64
	started time.Time
}

const (
	logName = "log"
	logEnd  = ".jsonl"
	// maxLogBytes is what is read of the log of one program.
	maxLogBytes = 1 << 28
)

// add writes a line. One that cannot be written is left out: the next one has its bytes and
// seconds, and the run does not depend on it.
func (j *journal) add(e entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
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
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
