package run

import (
	"errors"
	"math/big"
	"os"

	"combigo/internal/storage"
)

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

func (r *Run) readShare(name string, p place, bin int) (*big.Rat, error) {
	text, err := storage.ReadFile(r.fs, name, maxShareBytes)
	if err != nil {
		return nil, r.damage(p, name, err)
	}
	id, err := r.identity(p, bin)
	if err != nil {
		return nil, err
	}
	value, err := parseShare(text, id)
	return value, r.damage(p, name, err)
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
