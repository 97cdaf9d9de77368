package run

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/store/storage"
)

// Status says how far a run has come.
type Status struct {
	Size   board.Size
	Engine Engine
	Shares int          // of a stage
	Dirs   []Dir        // if there are several, the first one that of the run
	Holes  bool         // whether the disk gives back what has been read for the last time
	Work   storage.Work // whether another program works in the directory
	Chains []ChainState
	Fault  error         // the first one of a chain
	Share  float64       // of the whole run that is done
	Effort               // of all programs in the log
	Left   time.Duration // a guess from the speed; 0 if nothing is known yet
	Done   bool          // whether all chains are finished
	Jobs   *Jobs         // in the queue of the scheduler, nil if that was not asked
}

// Status reads the directory, in which other programs may work.
func (r *Run) Status() (*Status, error) {
	s := &Status{Size: r.Size(), Engine: r.manifest.Engine, Holes: r.manifest.Holes, Shares: r.shares(), Dirs: r.manifest.Dirs, Work: storage.Idle}
	s.Chains, s.Fault = r.states()
	if s.Fault != nil && !isDamage(s.Fault) {
		return nil, s.Fault
	}
	s.Done = !slices.ContainsFunc(s.Chains, func(c ChainState) bool { return c.Value == nil })
	done, total := r.doneSteps(s.Chains), r.Steps
	s.Share = done / total
	s.Effort = r.effort()
	if s.Steps > 0 {
		s.Left = duration((total - done) * s.Seconds / s.Steps).Round(time.Second)
	}
	if r.lock == nil { // else the program at work is this one
		s.Work = storage.Working(r.fs, r.dir)
	}
	return s, nil
}

// effort sums the journals up, as far as they can be read.
func (r *Run) effort() (all Effort) {
	dir := filepath.Join(r.dir, logName)
	entries, _ := r.fs.ReadDir(dir)
	for _, e := range entries {
		text, err := storage.ReadFile(r.fs, filepath.Join(dir, e.Name()), maxLogBytes)
		if err != nil || !strings.HasSuffix(e.Name(), logEnd) {
			continue
		}
		one := lastEffort(text)
		all = Effort{
			all.Steps + one.Steps, all.Seconds + one.Seconds, all.Read + one.Read, all.Written + one.Written, max(all.Threads, one.Threads),
		}
	}
	return all
}
