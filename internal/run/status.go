package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/result"
)

// Status says how far a run has come.
type Status struct {
	Size     board.Size
	Engine   Engine
	Work     storage.Work // whether another program works in the directory
	Chains   []ChainStatus
	Share    float64       // of the whole run that is done
	Steps    float64       // state-steps done by the programs in the log
	Seconds  float64       // that they took
	Read     result.Bytes  // what they read and wrote
	Written  result.Bytes  //
	LostLogs int           // logs that cannot be read, so that the speed is told without them
	Left     time.Duration // a guess from their speed; 0 if nothing is known yet
	Done     bool          // whether all chains are finished
	Jobs     *Jobs         // in the queue of the scheduler, nil if that was not asked
}

// ChainStatus is how far a chain has come.
type ChainStatus struct {
	Modulus uint64   // 0: the chain gives the number itself
	Value   *big.Int // nil if it is not known
	Stage   int      // the stage to do next
	End     int      // the number after its last stage
	Shares  int      // of that stage
	Ready   int      // shares of that stage that are done
	Fault   error    // a [DamageError] if files that the chain stands on are damaged, so that the rest is not known
}

// Known tells whether the chain is finished.
func (s *ChainStatus) Known() bool { return s.Value != nil }

// Status reads the directory, in which other programs may work.
func (r *Run) Status() (*Status, error) {
	for look := 1; ; look++ {
		s, err := r.status()
		if err != nil || look == looks || s.Fault() == nil {
			return s, err
		}
	}
}

// Fault returns the first fault of a chain.
func (s *Status) Fault() error {
	for _, one := range s.Chains {
		if one.Fault != nil {
			return one.Fault
		}
	}
	return nil
}

func (r *Run) status() (*Status, error) {
	s := &Status{Size: r.Size(), Engine: r.settings.Engine, Done: true}
	for i := range r.outcomes {
		one, err := r.chainStatus(i)
		if err != nil {
			return nil, err
		}
		s.Done = s.Done && one.Known()
		s.Chains = append(s.Chains, one)
	}
	done, err := r.doneSteps()
	if err != nil {
		return nil, err
	}
	h := r.readLogs()
	s.Share = done / r.totalSteps()
	s.Steps, s.Seconds = h.steps, h.seconds
	s.LostLogs = h.unreadable
	s.Read, s.Written = result.Bytes(h.read), result.Bytes(h.written)
	if h.steps > 0 {
		left := (r.totalSteps() - done) * h.seconds / h.steps
		s.Left = time.Duration(left * float64(time.Second)).Round(time.Second)
	}
	s.Work = storage.Idle
	if r.lock == nil { // else the program at work is this one
		s.Work = storage.Working(r.fs, r.dir)
	}
	return s, nil
}

func (r *Run) chainStatus(i int) (ChainStatus, error) {
	s := ChainStatus{Modulus: r.modulus(place{i, r.end(i)}), End: r.end(i)}
	now, err := r.progressOf(i)
	if err == nil {
		err = now.outcome.fault
	}
	var damage *DamageError
	if errors.As(err, &damage) {
		s.Fault = err
		return s, nil
	}
	s.Value, s.Stage, s.Shares = now.outcome.value, now.next.stage, len(now.done)
	for _, d := range now.done {
		if d {
			s.Ready++
		}
	}
	return s, err
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

// history is what the journals say.
type history struct {
	steps, seconds float64
	read, written  int64
	threads        int // the most that one program had
	unreadable     int // journals
}

func (h *history) addJournal(text []byte) {
	var last entry
	for line := range bytes.Lines(text) {
		var e entry
		if json.Unmarshal(line, &e) != nil || !e.sensible() {
			continue
		}
		h.steps += e.Steps
		last = e
	}
	h.seconds += last.Seconds
	h.read += last.Read
	h.written += last.Written
	h.threads = max(h.threads, last.Threads)
}
