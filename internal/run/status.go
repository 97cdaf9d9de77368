package run

import (
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

// Fault returns the first fault of a chain.
func (s *Status) Fault() error {
	for _, one := range s.Chains {
		if one.Fault != nil {
			return one.Fault
		}
	}
	return nil
}

// Status reads the directory, in which other programs may work.
func (r *Run) Status() (*Status, error) {
	s := &Status{Size: r.Size(), Engine: r.manifest.Engine, Done: true, Work: storage.Idle}
	var sound []chainState
	for i := range r.chains {
		now, err := r.state(i)
		one := ChainStatus{Modulus: r.modulus(place{i, r.end(i)}), End: r.end(i)}
		switch {
		case isDamage(err):
			one.Fault = err // what is done of the chain is not known
		case err != nil:
			return nil, err
		default:
			one.Value, one.Stage, one.Shares, one.Ready = now.value, now.next, len(now.done), len(indices(now.done, true))
			sound = append(sound, now)
		}
		s.Done = s.Done && one.Known()
		s.Chains = append(s.Chains, one)
	}
	done, h := r.doneSteps(sound), r.readLogs()
	s.Share = done / r.totalSteps()
	s.Steps, s.Seconds = h.steps, h.seconds
	s.LostLogs = h.unreadable
	s.Read, s.Written = result.Bytes(h.read), result.Bytes(h.written)
	if h.steps > 0 {
		left := (r.totalSteps() - done) * h.seconds / h.steps
		s.Left = time.Duration(left * float64(time.Second)).Round(time.Second)
	}
	if r.lock == nil { // else the program at work is this one
		s.Work = storage.Working(r.fs, r.dir)
	}
	return s, nil
}

// readLogs sums the journals up. Those that cannot be read are counted.
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
