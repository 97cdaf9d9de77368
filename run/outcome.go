package run

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"syscall"

	"combigo/internal/storage"
)

// outcome is what is known of a residue.
type outcome struct {
	value *big.Int // with the method [Exact] the number itself, which is known of all residues at once
	known bool
	fault error // a [DamageError]: there is a file, but it cannot be trusted
}

// modulus is the prime of a residue, 0 for the join over all of them.
func (r *Run) modulus(residue int) uint64 {
	if residue == len(r.manifest.Moduli) {
		return 0
	}
	return uint64(r.manifest.Moduli[residue])
}

// moduli are the primes of all residues.
func (r *Run) moduli() []uint64 {
	var moduli []uint64
	for _, prime := range r.manifest.Moduli {
		moduli = append(moduli, uint64(prime))
	}
	return moduli
}

// outcomeName is the file of a residue that is known, or of the number.
func (r *Run) outcomeName(residue int) string {
	return filepath.Join(r.dir, r.residueName(r.end(residue).residue)+shareEnd)
}

// end is the place after the join, or the last stage.
func (r *Run) end(residue int) place { return place{r.graph().joinResidue(residue), r.stages()} }

// loadOutcomes reads the residues that are known.
func (r *Run) loadOutcomes() error {
	r.outcomes = make([]outcome, r.graph().chains())
	for i := range r.outcomes {
		if err := r.loadOutcome(i); err != nil {
			return err
		}
	}
	return nil
}

// loadOutcome reads a residue, if it is known.
func (r *Run) loadOutcome(residue int) error {
	o := &r.outcomes[residue]
	*o = outcome{}
	value, err := r.readShare(r.outcomeName(residue), r.end(residue), 0)
	var damage *DamageError
	if err == nil && !value.IsInt() {
		err = r.damage(r.end(residue), r.outcomeName(residue), errors.New("it is not an integer"))
	}
	switch {
	case err == nil:
		o.value, o.known = value.Num(), true
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.As(err, &damage):
		o.fault = err
	default:
		return err
	}
	return nil
}

// fault returns that of the settings, or of the first residue that cannot be trusted.
func (r *Run) fault() error {
	if r.settingsFault != nil {
		return r.settingsFault
	}
	for _, o := range r.outcomes {
		if o.fault != nil {
			return o.fault
		}
	}
	return nil
}

// finish adds the shares up, writes the residue down, and removes what it stood on; if the join is over all residues,
// the number, and all that they left.
func (r *Run) finish(residue int) error {
	sum, err := r.sumShares(residue)
	if err != nil {
		return err
	}
	if err := r.writeShare(r.outcomeName(residue), r.end(residue), 0, new(big.Rat).SetInt(sum)); err != nil {
		return err
	}
	if r.manifest.method() != Exact {
		r.outcomes[residue] = outcome{value: sum, known: true}
		return storage.RemoveAll(r.fs, r.residueDir(residue))
	}
	for i := range r.outcomes {
		r.outcomes[i] = outcome{value: sum, known: true}
	}
	return r.removeFinished()
}

// removeUnfinished removes what killed programs left unfinished anywhere in the directory. No
// other program may work there.
func (r *Run) removeUnfinished() error {
	dirs := []string{r.dir, filepath.Join(r.dir, scripts)}
	for residue := range r.outcomes {
		stages, err := r.listStages(residue)
		if err != nil {
			continue // who needs the residue meets the error
		}
		for _, stage := range stages {
			dirs = append(dirs, r.stageDir(place{residue, stage}))
		}
	}
	for _, dir := range dirs {
		if err := storage.RemoveTemporary(r.fs, dir); err != nil && !errors.Is(err, syscall.ENOTDIR) {
			return err
		}
	}
	return nil
}

// removeFinished removes what a program left that was killed in [Run.finish].
func (r *Run) removeFinished() error {
	for i, o := range r.outcomes {
		if o.known {
			if err := storage.RemoveAll(r.fs, r.residueDir(i)); err != nil {
				return err
			}
		}
	}
	return nil
}
