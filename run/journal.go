package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"combigo/internal/storage"
)

// entry is a line of a journal: a bin that was done.
type entry struct {
	Residue int     `json:"residue"`
	Stage   int     `json:"stage"`
	Bin     int     `json:"bin"`
	Steps   int64   `json:"steps"`   // values computed
	Seconds float64 `json:"seconds"` // since this program began to compute
	Read    int64   `json:"read"`    // bytes, by this program so far
	Written int64   `json:"written"`
	Threads int     `json:"threads"`
	Again   int     `json:"again,omitempty"` // damaged spills that this program has met so far
}

// sensible tells whether an entry can have been written by a program.
func (e entry) sensible() bool {
	const most = 1 << 56
	for _, n := range []int64{e.Steps, e.Read, e.Written, int64(e.Threads), int64(e.Again)} {
		if n < 0 || n > most {
			return false
		}
	}
	return e.Seconds >= 0 && e.Seconds < most
}

// journal is the log of one program. Nothing but the speed in [Status] depends on
// it.
type journal struct {
	mu      sync.Mutex
	file    storage.File // nil if none could be made
	size    int64
	started time.Time
	again   int
}

const (
	logName = "log"
	logEnd  = ".jsonl"
	// maxLogBytes is what is read of the log of one program.
	maxLogBytes = 1 << 28
)

// startLog begins the journal of this program. A run goes on without one.
func (r *Run) startLog() {
	if r.log != nil {
		return
	}
	r.log = &journal{started: time.Now()}
	dir := filepath.Join(r.dir, logName)
	if r.fs.MkdirAll(dir) != nil {
		return
	}
	if file, err := r.fs.Create(filepath.Join(dir, r.tag+logEnd)); err == nil {
		r.log.file = file
	}
}

// add writes a line. One that cannot be written is left out: the next one has its bytes and
// seconds, and the run does not depend on it.
func (j *journal) add(e entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e.Seconds, e.Again = time.Since(j.started).Seconds(), j.again
	line, err := json.Marshal(e)
	if err != nil || j.file == nil {
		return
	}
	if n, err := j.file.WriteAt(append(line, '\n'), j.size); err == nil {
		j.size += int64(n)
	}
}

// spillDamaged notes that bins are done again since a spill is damaged.
func (j *journal) spillDamaged() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.again++
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}

// history is what the journals say.
type history struct {
	steps, seconds float64
	read, written  int64
	threads        int // the most that one program had
	again          int // damaged spills
	unreadable     int // journals
}

// readLogs sums the journals up. Lines that make no sense are passed over: a
// program may have been killed while it wrote one. Journals that cannot be read are counted.
func (r *Run) readLogs() history {
	var h history
	dir := filepath.Join(r.dir, logName)
	entries, err := r.fs.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.unreadable++
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), logEnd) {
			continue
		}
		text, err := storage.ReadFile(r.fs, filepath.Join(dir, e.Name()), maxLogBytes)
		if err != nil {
			h.unreadable++
			continue
		}
		h.addJournal(text)
	}
	return h
}

func (h *history) addJournal(text []byte) {
	var last entry
	for line := range bytes.Lines(text) {
		var e entry
		if json.Unmarshal(line, &e) != nil || !e.sensible() {
			continue
		}
		h.steps += float64(e.Steps)
		last = e
	}
	h.seconds += last.Seconds
	h.read += last.Read
	h.written += last.Written
	h.threads = max(h.threads, last.Threads)
	h.again += last.Again
}
