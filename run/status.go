package run

import (
	"errors"
	"math/big"
	"time"

	"combigo/board"
	"combigo/internal/storage"
	"combigo/result"
)

// Status says how far a run has come.
type Status struct {
	Size     board.Size
	Engine   Engine
	Work     storage.Work // whether another program works in the directory
	Residues []ResidueStatus
	Stages   int           // of a residue
	Share    float64       // of the whole run that is done
	Steps    float64       // state-steps done by the programs in the log
	Seconds  float64       // that they took
	Read     result.Bytes  // what they read and wrote
	Written  result.Bytes  //
	Again    int           // spills that were damaged, so that bins were done again
	LostLogs int           // logs that cannot be read, so that the speed is told without them
	Left     time.Duration // a guess from their speed; 0 if nothing is known yet
	Done     bool          // whether all residues are known
	Jobs     *Jobs         // in the queue of the scheduler, nil if that was not asked
}

// ResidueStatus is how far a residue has come.
type ResidueStatus struct {
	Modulus uint64 // 0: it is the join over all residues
	Value   uint64 // if it is known; of the join, 0
	Known   bool
	First   int   // the stage that it begins with
	Stage   int   // the stage to do next
	Bins    int   // of that stage
	Ready   int   // bins of that stage that are done
	Fault   error // a [DamageError] if files that it stands on are damaged, so that the rest is not known
}

// looks bounds how often the directory is read while it changes.
const looks = 10

// Status reads the directory, in which other programs may work.
func (r *Run) Status() (*Status, error) {
	if err := r.makeEngine(); err != nil {
		return nil, err
	}
	for look := 1; ; look++ {
		s, err := r.status()
		if err != nil || look == looks || s.Fault() == nil {
			return s, err
		}
	}
}

// Fault returns the first fault of a residue.
func (s *Status) Fault() error {
	for _, one := range s.Residues {
		if one.Fault != nil {
			return one.Fault
		}
	}
	return nil
}

func (r *Run) status() (*Status, error) {
	s := &Status{Size: r.Size(), Engine: r.settings.Engine, Stages: r.stages(), Done: true}
	for i := range r.outcomes {
		one, err := r.residueStatus(i)
		if err != nil {
			return nil, err
		}
		s.Done = s.Done && one.Known
		s.Residues = append(s.Residues, one)
	}
	done, err := r.doneSteps()
	if err != nil {
		return nil, err
	}
	h := r.readLogs()
	s.Share = done / r.totalSteps()
	s.Steps, s.Seconds = h.steps, h.seconds
	s.Again, s.LostLogs = h.again, h.unreadable
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

func (r *Run) residueStatus(i int) (ResidueStatus, error) {
	s := ResidueStatus{Modulus: r.modulus(i), First: r.graph().first(i)}
	now, err := r.standing(i)
	if err == nil {
		err = now.outcome.fault
	}
	var damage *DamageError
	if errors.As(err, &damage) {
		s.Fault = err
		return s, nil
	}
	if s.Known = now.outcome.known; s.Known && s.Modulus > 0 {
		s.Value = new(big.Int).Mod(now.outcome.value, new(big.Int).SetUint64(s.Modulus)).Uint64()
	}
	s.Stage, s.Bins = now.next.stage, len(now.done)
	for _, d := range now.done {
		if d {
			s.Ready++
		}
	}
	return s, err
}
