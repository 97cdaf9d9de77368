package run

import (
	"time"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/result"
)

// Answer returns what the run gives. The error is an [UnfinishedError] if chains are not finished.
func (r *Run) Answer() (*result.Answer, error) {
	if err := r.fault(); err != nil {
		return nil, err
	}
	known := 0
	for _, o := range r.outcomes {
		if o.known() {
			known++
		}
	}
	if known < len(r.outcomes) {
		return nil, &UnfinishedError{known, len(r.outcomes)}
	}
	h := r.readLogs()
	a := &result.Answer{
		Primes: r.primes(), Spare: r.manifest.Spare,
		States: int64(r.engine.VectorBytes(border.Prefix) / 8), StateSteps: r.totalSteps(),
		Threads: h.threads, Wall: time.Duration(h.seconds * float64(time.Second)),
		Read: result.Bytes(h.read), Written: result.Bytes(h.written),
	}
	if r.manifest.Method == Exact {
		a.Number = r.outcomes[0].value
		return a, nil
	}
	for _, o := range r.outcomes {
		a.Residues = append(a.Residues, o.value.Uint64())
	}
	return a, nil
}

// WrongResidue says that a number is wrong which the run has given: the residue of a chain, or -1
// if that cannot be told.
func (r *Run) WrongResidue(cause error, suspect int) error {
	return &WrongResidueError{r.dir, cause, suspect}
}
