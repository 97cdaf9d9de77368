package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/result"
)

// Status says how far a run has come.
type Status struct {
	Size     board.Size       `json:",inline"`
	Engine   Executor         `json:"engine"`
	Shares   int              // of a stage
	Dirs     []Dir            // if there are several, the first one that of the run
	Holes    bool             `json:"holes"` // whether the disk gives back what has been read for the last time
	Work     storage.Activity `json:"work"`  // whether another program works in the directory
	Chains   []ChainState
	Fault    error         // the first one of a chain
	Fraction float64       `json:"share"` // of the whole run that is done
	Effort   `json:"-"`    // of all programs in the log
	Left     time.Duration // a guess from the speed; 0 if nothing is known yet
	Done     bool          `json:"done"`           // whether all chains are finished
	Jobs     *Jobs         `json:"jobs,omitempty"` // in the queue of the scheduler, nil if that was not asked
}

// Status reads the directory, in which other programs may work.
func (r *Run) Status() (*Status, error) {
	s := &Status{Size: r.Size(), Engine: Disk, Holes: r.manifest.Holes, Shares: r.shares(), Dirs: r.manifest.Dirs, Work: storage.Idle}
	if _, err := r.fs.Size(r.jobScript()); err == nil {
		s.Engine = Slurm
	}
	s.Chains, s.Fault = r.states()
	if s.Fault != nil && !isDamage(s.Fault) {
		return nil, s.Fault
	}
	s.Done = !slices.ContainsFunc(s.Chains, func(c ChainState) bool { return c.Value == nil })
	done := 0.0
	for chain, c := range s.Chains {
		done += r.doneSteps(chain, c)
	}
	s.Fraction, s.Effort = done/r.Steps, r.effort()
	if s.Steps > 0 {
		s.Left = duration((r.Steps - done) * s.Seconds / s.Steps).Round(time.Second)
	}
	if r.lock == nil { // else the program at work is this one
		s.Work = storage.ActivityIn(r.fs, r.dir)
	}
	return s, nil
}

// effort adds up what all programs have spent. Time during which several were at work counts once.
func (r *Run) effort() (all Effort) {
	dir := filepath.Join(r.dir, logName)
	entries, _ := r.fs.ReadDir(dir)
	var efforts []Effort
	for _, e := range entries {
		if text, err := storage.ReadFile(r.fs, filepath.Join(dir, e.Name()), maxLogBytes); err == nil && strings.HasSuffix(e.Name(), logEnd) {
			efforts = append(efforts, parseEffort(text))
		}
	}
	slices.SortFunc(efforts, func(a, b Effort) int { return a.Began.Compare(b.Began) })
	var end time.Time // of the programs so far
	for _, one := range efforts {
		all.Steps, all.Read, all.Written = all.Steps+one.Steps, all.Read+one.Read, all.Written+one.Written
		all.Threads = max(all.Threads, one.Threads)
		stop := one.Began.Add(duration(one.Seconds))
		if one.Began.After(end) {
			end = one.Began
		}
		if stop.After(end) {
			all.Seconds, end = all.Seconds+stop.Sub(end).Seconds(), stop
		}
	}
	return all
}

// An Answer is what a run gives.
type Answer struct {
	*stages.Outcome
	States        int64
	StateSteps    float64
	Threads       int
	Wall          time.Duration
	Read, Written result.Bytes
}

// Values returns the value files of the chains. It is an error if chains are not finished.
func (r *Run) Values() ([]*valuefile.File, error) {
	states, err := r.states()
	if err != nil {
		return nil, err
	}
	var files []*valuefile.File
	for _, s := range states {
		if s.Value != nil {
			files = append(files, s.File)
		}
	}
	if len(files) < len(states) {
		return nil, r.withRemedy(fmt.Errorf("%d of %d chains are finished", len(files), len(states)), Finish)
	}
	return files, nil
}

// Answer returns what the run gives. It is an error if chains are not finished, or too few for the
// number.
func (r *Run) Answer() (*Answer, error) {
	files, err := r.Values()
	if err != nil {
		return nil, err
	}
	if r.Partial() {
		return nil, r.withRemedy(fmt.Errorf("the run has %d of the %d residues that L(%d,%d) takes", len(r.Primes), r.Whole(), r.Size().Rows, r.Size().Cols), Combine)
	}
	effort := r.effort()
	a := &Answer{
		Outcome: &stages.Outcome{Question: &r.Question, Filed: true}, States: int64(r.engine.VectorBytes(border.Prefix) / border.ValueBytes), StateSteps: r.Steps,
		Threads: effort.Threads, Wall: duration(effort.Seconds), Read: effort.Read, Written: effort.Written,
	}
	for _, f := range files {
		a.Sums = append(a.Sums, f.Sums...)
	}
	return a, nil
}

// Count runs a board to its end in a new directory below dir, and removes that again, whatever
// happens. The error is a [result.MemoryError] or a [DiskError] if the run cannot fit.
func Count(ctx context.Context, dir string, size board.Size, opt Options, progress func(fraction float64)) (a *Answer, err error) {
	own, remove, err := storage.MakeScratch(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	r, err := Start(storage.OS, own, size, opt)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	err = r.Advance(ctx, Limits{}, progress)
	if help := (*HelpError)(nil); errors.As(err, &help) { // nothing helps: the directory goes
		err = help.Err
	}
	if err != nil {
		return nil, err
	}
	return r.Answer()
}
