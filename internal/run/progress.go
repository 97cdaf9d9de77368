package run

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"combigo.dev/combigo/internal/storage"
)

// loadOutcomes reads the values of the chains that are known.
func (r *Run) loadOutcomes() error {
	for i := range r.outcomes {
		if err := r.loadOutcome(i); err != nil {
			return err
		}
	}
	return nil
}

// loadOutcome reads the value of a chain, if it is known.
func (r *Run) loadOutcome(chain int) error {
	o := &r.outcomes[chain]
	*o = outcome{}
	end := place{chain, r.end(chain)}
	value, err := r.readPart(r.valueName(chain), end, 0)
	var damage *DamageError
	if err == nil && !value.IsInt() {
		err = r.damage(end, r.valueName(chain), errors.New("it is not an integer"))
	}
	switch {
	case err == nil:
		o.value = value.Num()
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.As(err, &damage):
		o.fault = err
	default:
		return err
	}
	return nil
}

func (r *Run) readPart(name string, p place, share int) (*big.Rat, error) {
	text, err := storage.ReadFile(r.fs, name, maxPartBytes)
	if err != nil {
		return nil, r.damage(p, name, err)
	}
	id, err := r.identity(p, share)
	if err != nil {
		return nil, err
	}
	value, err := parsePart(text, id)
	return value, r.damage(p, name, err)
}

// fault returns that of the settings, or of the first chain whose value cannot be trusted.
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

// doneShares tells for each share of a stage whether its file is there. The error says the remedy.
func (r *Run) doneShares(p place) ([]bool, error) {
	done, err := r.listShares(p)
	return done, r.damage(p, r.stageDir(p), err)
}

// stageDirs lists the stages of a chain that have a directory. The error says the remedy.
func (r *Run) stageDirs(chain int) ([]int, error) {
	stages, err := r.listStages(chain)
	return stages, r.damage(place{chain, 0}, r.chainDir(chain), err)
}

// looks bounds how often the directory is read while it changes.
const looks = 10

// nextStage finds out how far a chain has come: the stage to do next, and which of its shares are
// done. The error is a [DamageError] if files are missing that the stages to come read. A program
// at work may remove a stage between two looks at the directory: then the looks are repeated.
func (r *Run) nextStage(chain int) (place, []bool, error) {
	for look := 1; ; look++ {
		dirs, err := r.stageDirs(chain)
		if err != nil {
			return place{}, nil, err
		}
		next, done, err := r.nextOf(chain, dirs)
		now, errNow := r.stageDirs(chain)
		if errNow != nil {
			return place{}, nil, errNow
		}
		if slices.Equal(dirs, now) || look == looks {
			return next, done, err
		}
	}
}

// nextOf is nextStage for the stages that have a directory.
func (r *Run) nextOf(chain int, dirs []int) (place, []bool, error) {
	next, err := r.afterWhole(chain, dirs)
	if err != nil {
		return next, nil, err
	}
	for stage := range next.stage {
		if p := (place{chain, stage}); r.isNeeded(p, next.stage) {
			if there, err := r.doneShares(p); err != nil {
				return next, nil, err
			} else if !all(there) {
				return next, nil, r.missing(p)
			}
		}
	}
	if next.stage == r.end(chain) {
		return next, nil, nil
	}
	done, err := r.doneShares(next)
	return next, done, err
}

// isNeeded tells whether the files of a stage are read by the stage next, by a later one, or by the
// sum.
func (r *Run) isNeeded(p place, next int) bool {
	return p.stage < next && r.stage(p).leavesParts() || r.chains[p.chain].isNeeded(p.stage, next)
}

// afterWhole is the stage after the last one that is whole, of those that have a directory.
func (r *Run) afterWhole(chain int, dirs []int) (place, error) {
	next := place{chain, 0}
	for _, stage := range slices.Backward(dirs) {
		done, err := r.doneShares(place{chain, stage})
		if err != nil {
			return next, err
		}
		if all(done) {
			next.stage = stage + 1
			break
		}
	}
	// Of two stages that are not whole the later one stood on the other.
	if i, _ := slices.BinarySearch(dirs, next.stage); len(dirs)-i > 1 || len(dirs) > i && dirs[i] > next.stage {
		return next, r.missing(place{chain, dirs[i]})
	}
	return next, nil
}

// missing names a file that is not there, of a stage on which later ones stand.
func (r *Run) missing(p place) error {
	name := r.stageDir(p)
	if done, err := r.doneShares(p); err == nil {
		if share := slices.Index(done, false); share >= 0 {
			name = r.fileName(p, share)
		}
	}
	return &DamageError{
		File: name, Cause: errors.New("the file is missing, and what it was computed from is gone"), Fix: r.fix(p),
	}
}

// removeStage removes a stage that nothing stands on any more.
func (r *Run) removeStage(p place) error { return storage.RemoveAll(r.fs, r.stageDir(p)) }

// removeBefore removes the stages that nothing stands on when a stage is next.
func (r *Run) removeBefore(next place) error {
	dirs, err := r.stageDirs(next.chain)
	if err != nil {
		return err
	}
	for _, stage := range dirs {
		if p := (place{next.chain, stage}); stage < next.stage && !r.isNeeded(p, next.stage) {
			if err := r.removeStage(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeUnfinished removes what killed programs left unfinished anywhere in the directory. No other
// program may work there.
func (r *Run) removeUnfinished() error {
	dirs := []string{r.dir, filepath.Join(r.dir, scripts)}
	for chain := range r.chains {
		stages, err := r.listStages(chain)
		if err != nil {
			continue // who needs the chain meets the error
		}
		for _, stage := range stages {
			dirs = append(dirs, r.stageDir(place{chain, stage}))
		}
	}
	for _, dir := range dirs {
		if err := storage.RemoveTemporary(r.fs, dir); err != nil && !errors.Is(err, syscall.ENOTDIR) {
			return err
		}
	}
	return nil
}

// finish adds the parts up, writes the value of the chain down, and removes what it stood on.
func (r *Run) finish(chain int) error {
	value, err := r.sum(chain)
	if err != nil {
		return err
	}
	end := place{chain, r.end(chain)}
	id, err := r.identity(end, 0)
	if err != nil {
		return err
	}
	if err := writePart(r.fs, r.valueName(chain), r.tag, id, new(big.Rat).SetInt(value)); err != nil {
		return err
	}
	r.outcomes[chain] = outcome{value: value}
	return r.removeFinished()
}

// removeFinished removes what chains stood on whose values are known. A program may have been
// killed in [Run.finish].
func (r *Run) removeFinished() error {
	for chain := range r.outcomes {
		if r.outcomes[chain].known() {
			if err := storage.RemoveAll(r.fs, r.chainDir(chain)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sum returns the value of a chain. The error is a [WrongResidueError] if a sum that must be an
// integer is none.
func (r *Run) sum(chain int) (*big.Int, error) {
	var number remainders
	for i := range r.chains[chain].stages {
		p := place{chain, i}
		if !r.stage(p).leavesParts() {
			continue
		}
		total := new(big.Rat)
		for share := range r.shares() {
			value, err := r.readPart(r.fileName(p, share), p, share)
			if err != nil {
				return nil, err
			}
			total.Add(total, value)
		}
		if !total.IsInt() {
			return nil, &WrongResidueError{r.dir, errNotInteger, -1}
		}
		if err := number.add(total.Num(), r.modulus(p)); err != nil {
			return nil, err
		}
	}
	return number.value(), nil
}
