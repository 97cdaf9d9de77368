package run

import (
	"encoding/json"
	"math/big"

	"combigo/border"
	"combigo/internal/storage"
)

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
		return r.removeFinished()
	}
	for i := range r.outcomes {
		r.outcomes[i] = outcome{value: sum, known: true}
	}
	return r.removeFinished()
}

// removeFinished removes what a program left that was killed in [Run.finish].
func (r *Run) removeFinished() error {
	for i, o := range r.outcomes {
		if o.known {
			if err := r.removeKnown(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeKnown removes what a residue stood on that is known, but for what others begin with.
func (r *Run) removeKnown(residue int) error {
	g := r.graph()
	if g.shared == 0 {
		return storage.RemoveAll(r.fs, r.residueDir(residue))
	}
	next, err := r.progress(residue)
	if err != nil {
		return err
	}
	left, err := r.removeStages(residue, func(p place) bool { return len(g.pending(p, next)) > 0 })
	if err != nil || left {
		return err
	}
	return storage.RemoveAll(r.fs, r.residueDir(residue))
}

func (r *Run) writeShare(name string, p place, bin int, value *big.Rat) error {
	id, err := r.identity(p, bin)
	if err != nil {
		return err
	}
	s, err := newShare(id, value).seal()
	if err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return storage.WriteFile(r.fs, name, r.tag, append(text, '\n'))
}

// sumShares adds the shares of the last stage. The error is a [WrongResidueError] if the sum over all residues is no
// integer.
func (r *Run) sumShares(residue int) (*big.Int, error) {
	p := place{residue, r.stages() - 1}
	total := new(big.Rat)
	for bin := range r.bins(p.stage) {
		value, err := r.readShare(r.binName(p, bin), p, bin)
		if err != nil {
			return nil, err
		}
		total.Add(total, value)
	}
	if !total.IsInt() {
		return nil, &WrongResidueError{r.dir, border.ErrNotInteger, -1}
	}
	sum := new(big.Int).Set(total.Num())
	if modulus := r.modulus(residue); modulus > 0 {
		sum.Mod(sum, new(big.Int).SetUint64(modulus))
	}
	return sum, nil
}
