package run

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/modular"
)

// A chainState is how far a chain has come. The files alone say that.
type chainState struct {
	chain int
	value *big.Int // nil if it is not known
	next  int      // stage to do next
	done  []bool   // shares of that stage
}

// looks bounds how often the directory is read while other programs change it.
const looks = 10

// state finds out how far a chain has come. The error is a [DamageError] if the value cannot be
// read, or if files are missing that the stages to come read. A program at work may finish the
// chain between two looks at the directory, or remove a stage: what is missing counts only if it
// looks the same many times in a row.
func (r *Run) state(chain int) (chainState, error) {
	last := ""
	for same := 1; ; same++ {
		s, err := r.look(chain)
		if err == nil && (s.value != nil || s.next > 0) || err != nil && !isDamage(err) {
			return s, err
		}
		// Nothing is there when a chain is finished, nor before it is begun.
		if now := fmt.Sprint(err); now != last {
			last, same = now, 1
		}
		if same == looks || err == nil && same > 1 {
			return s, err
		}
		time.Sleep(time.Millisecond)
	}
}

// states are those of all chains.
func (r *Run) states() ([]chainState, error) {
	var all []chainState
	for chain := range r.chains {
		s, err := r.state(chain)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// look looks at the directory once. If files are missing, the state is that of the last stage for
// which all that it reads is there.
func (r *Run) look(chain int) (chainState, error) {
	value, err := r.readNumber(place{chain, r.end(chain)}, 0)
	switch {
	case err == nil:
		return chainState{chain: chain, value: value.Num(), next: r.end(chain)}, nil
	case !errors.Is(err, os.ErrNotExist):
		return chainState{chain: chain}, err
	}
	dirs, err := r.stageDirs(chain)
	if err != nil {
		return chainState{chain: chain}, err
	}
	done, whole, wanted := make(map[int][]bool), make(map[int]bool), 0
	for _, stage := range dirs {
		if done[stage], err = r.doneShares(place{chain, stage}); err != nil {
			return chainState{chain: chain}, err
		}
		wanted = stage
		if whole[stage] = all(done[stage]); whole[stage] {
			wanted++
		}
	}
	next := wanted
	for stage := 0; stage < next; stage++ {
		p := place{chain, stage}
		if whole[stage] || !r.isNeeded(p, next) {
			continue
		}
		if next == wanted {
			name := r.fileName(p, max(0, slices.Index(done[stage], false)))
			err = r.damage(p, name, errors.New("the file is missing, and what it was computed from is gone"))
		}
		next, stage = next-1, -1
	}
	s := chainState{chain: chain, next: next, done: done[next]}
	if s.done == nil {
		s.done = make([]bool, r.shares())
	}
	return s, err
}

// isNeeded tells whether the files of a stage are read by the stage next, by a later one, or by the
// sum.
func (r *Run) isNeeded(p place, next int) bool {
	return p.stage < next && r.stage(p).leavesParts() || r.chains[p.chain].isNeeded(p.stage, next)
}

// removeStage removes a stage that nothing stands on any more.
func (r *Run) removeStage(p place) error { return storage.RemoveAll(r.fs, r.stageDir(p)) }

// removeBefore removes the stages that nothing stands on when a stage is next.
func (r *Run) removeBefore(next place) error {
	dirs, err := r.stageDirs(next.chain)
	for _, stage := range dirs {
		if p := (place{next.chain, stage}); stage < next.stage && !r.isNeeded(p, next.stage) {
			err = errors.Join(err, r.removeStage(p))
		}
	}
	return err
}

// finish adds the parts up, writes the value of the chain down, and removes what it stood on.
func (r *Run) finish(chain int) error {
	value, err := r.sum(chain)
	if err == nil {
		err = r.writeNumber(place{chain, r.end(chain)}, 0, new(big.Rat).SetInt(value))
	}
	if err == nil {
		err = storage.RemoveAll(r.fs, r.chainDir(chain))
	}
	return err
}

// errNotInteger says that parts do not add up to an integer.
var errNotInteger = errors.New("the parts of the sum over the words do not add up to an integer")

// sum returns the value of a chain. The error is a [WrongResidueError] if a sum that must be an
// integer is none.
func (r *Run) sum(chain int) (*big.Int, error) {
	var residues modular.Remainders
	for i := range r.chains[chain].stages {
		p := place{chain, i}
		if !r.stage(p).leavesParts() {
			continue
		}
		total := new(big.Rat)
		for share := range r.shares() {
			part, err := r.readNumber(p, share)
			if err != nil {
				return nil, err
			}
			total.Add(total, part)
		}
		modulus := r.modulus(p)
		switch {
		case !total.IsInt():
			return nil, &WrongResidueError{r.dir, errNotInteger, -1}
		case modulus == 0:
			return total.Num(), nil
		}
		residue := new(big.Int).Mod(total.Num(), new(big.Int).SetUint64(modulus)).Uint64()
		if _, err := residues.Add(residue, modulus); err != nil {
			return nil, err
		}
	}
	return residues.Value(), nil
}

// tidy removes what chains stood on whose values are known, and what killed programs left
// unfinished anywhere in the directory. No other program may work there.
func (r *Run) tidy() error {
	dirs := []string{r.dir, filepath.Join(r.dir, scripts)}
	for chain := range r.chains {
		if s, err := r.state(chain); err == nil && s.value != nil {
			if err := storage.RemoveAll(r.fs, r.chainDir(chain)); err != nil {
				return err
			}
		}
		stages, _ := r.stageDirs(chain) // who needs the chain meets the error
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
