package run

import (
	"bytes"
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
	for _, x := range []float64{e.Steps, e.Seconds, float64(e.Read), float64(e.Written), float64(e.Threads)} {
		if !(x >= 0 && x < most) {
			return false
		}
	}
	return true
}

// journal is the log of one program. Nothing but the speed in [Status] depends on it.
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
	if j == nil || j.file == nil {
		return nil
	}
	return j.file.Close()
}

// history is what the journals say.
type history struct {
	steps, seconds float64
	read, written  int64
	threads        int // the most that one program had
	unreadable     int // journals
}

// addJournal adds what a journal says. Lines that make no sense are passed over: a program may have
// been killed while it wrote one.
func (h *history) addJournal(text []byte) {
	var last entry
	for line := range bytes.Lines(text) {
		var e entry
		if json.Unmarshal(line, &e) == nil && e.sensible() {
			h.steps += e.Steps
			last = e
		}
	}
	h.seconds += last.Seconds
	h.read += last.Read
	h.written += last.Written
	h.threads = max(h.threads, last.Threads)
}
