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
	file    storage.File
	size    int64
	started time.Time
	again   int
}

const (
	logName = "log"
	logEnd  = ".jsonl"
	// mostLogBytes is what is read of the log of one program.
	mostLogBytes = 1 << 28
)

func (r *Run) startLog() error {
	if r.log != nil {
		return nil
	}
	dir := filepath.Join(r.dir, logName)
	if err := r.fs.MkdirAll(dir); err != nil {
		return err
	}
	file, err := r.fs.Create(filepath.Join(dir, r.tag+logEnd))
	if err != nil {
		return err
	}
	r.log = &journal{file: file, started: time.Now()}
	return nil
}

func (j *journal) add(e entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	e.Seconds, e.Again = time.Since(j.started).Seconds(), j.again
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	n, err := j.file.WriteAt(append(line, '\n'), j.size)
	j.size += int64(n)
	return err
}

// spillDamaged notes that bins are done anew since a spill is damaged.
func (j *journal) spillDamaged() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.again++
}

func (j *journal) close() error { return j.file.Close() }

// history is what the journals say.
type history struct {
	steps, seconds float64
	read, written  int64
	threads        int // the most that one program had
	again          int // damaged spills
}

// readLogs sums the journals up. Lines that make no sense are passed over: a
// program may have been killed while it wrote one.
func (r *Run) readLogs() (history, error) {
	var h history
	dir := filepath.Join(r.dir, logName)
	entries, err := r.fs.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return h, err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), logEnd) {
			continue
		}
		text, err := storage.ReadFile(r.fs, filepath.Join(dir, e.Name()), mostLogBytes)
		if err != nil {
			return h, err
		}
		h.addJournal(text)
	}
	return h, nil
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
