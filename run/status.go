package run

import (
	"errors"
	"time"

	"combigo/board"
	"combigo/result"
)

// Status says how far a run has come.
type Status struct {
	Size     board.Size
	Engine   Engine
	Busy     bool // whether a program works in the directory
	Residues []ResidueStatus
	Stages   int           // of a residue
	Share    float64       // of the whole run that is done
	Steps    float64       // state-steps done by the programs in the log
	Seconds  float64       // that they took
	Read     result.Bytes  // what they read and wrote
	Written  result.Bytes  //
	Left     time.Duration // a guess from their speed; 0 if nothing is known yet
	Done     bool          // whether all residues are known
}

// ResidueStatus is how far a residue has come.
type ResidueStatus struct {
	Modulus uint64
	Value   uint64 // if it is known
	Known   bool
	Stage   int // the stage to do next
	Bins    int // of that stage
	Ready   int // bins of that stage that are done
}

// Status reads the directory.
func (r *Run) Status() (*Status, error) {
	if err := r.makeEngine(); err != nil {
		return nil, err
	}
	s := &Status{Size: r.Size(), Engine: r.manifest.Engine, Stages: r.stages(), Done: true}
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
	h, err := r.readLogs()
	if err != nil {
		return nil, err
	}
	s.Share = done / r.totalSteps()
	s.Steps, s.Seconds = h.steps, h.seconds
	s.Read, s.Written = result.Bytes(h.read), result.Bytes(h.written)
	if h.steps > 0 {
		left := (r.totalSteps() - done) * h.seconds / h.steps
		s.Left = time.Duration(left * float64(time.Second)).Round(time.Second)
	}
	s.Busy, err = r.busy()
	return s, err
}

func (r *Run) residueStatus(i int) (ResidueStatus, error) {
	o := r.outcomes[i]
	s := ResidueStatus{Modulus: r.modulus(i), Stage: r.stages()}
	if o.known || o.fault != nil {
		s.Known, s.Value = o.known, o.value
		return s, o.fault
	}
	next, done, err := r.nextStage(i)
	s.Stage, s.Bins = next.stage, len(done)
	for _, d := range done {
		if d {
			s.Ready++
		}
	}
	return s, err
}

// busy tells whether another program holds the lock.
func (r *Run) busy() (bool, error) {
	if r.lock != nil {
		return true, nil
	}
	err := r.acquire()
	var busy *BusyError
	switch {
	case errors.As(err, &busy):
		return true, nil
	case err != nil:
		return false, nil // the directory cannot be written, so nobody can work here
	}
	err = r.lock.Close()
	r.lock = nil
	return false, err
}
