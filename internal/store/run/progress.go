package run

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"syscall"
	"time"

	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/valuefile"
)

// A ChainState is how far a chain has come. The files alone say that.
type ChainState struct {
	Modulus uint64          `json:"modulus"`         // 0: the chain gives the number itself
	Value   *big.Int        `json:"value,omitempty"` // nil if it is not known
	File    *valuefile.File // that has it; nil as long
	Stage   int             `json:"stage"`           // the stage to do next
	End     int             `json:"stages"`          // the number after its last stage
	Fault   error           `json:"fault,omitempty"` // a [DamageError] if files that the chain needs are damaged, so that the rest is not known
	done    []bool          // shares of the stage to do next
}

// Shares is the number of shares of the stage to do next.
func (s *ChainState) Shares() int { return len(s.done) }

// Ready is how many shares of that stage are done.
func (s *ChainState) Ready() int { return len(indices(s.done, true)) }

// indices lists where a list has a value.
func indices(list []bool, value bool) []int {
	var all []int
	for i, x := range list {
		if x == value {
			all = append(all, i)
		}
	}
	return all
}

// stableReads bounds how often the directory is read while other programs change it.
const stableReads = 10

// state finds out how far a chain has come. The error is a [DamageError] if the value cannot be
// read, or if files are missing that the stages to come read. A program at work may finish the
// chain between two looks at the directory, or remove a stage: what is missing counts only if it
// looks the same many times in a row.
func (r *Run) state(chain int) (ChainState, error) {
	last := ""
	for same := 1; ; same++ {
		s, err := r.look(chain)
		if err == nil && (s.Value != nil || s.Stage > 0) || err != nil && !isDamage(err) {
			return s, err
		}
		// Nothing is there when a chain is finished, nor before it is begun.
		if now := fmt.Sprint(err); now != last {
			last, same = now, 1
		}
		if same == stableReads || err == nil && same > 1 {
			return s, err
		}
		time.Sleep(time.Millisecond)
	}
}

// states are those of all chains. The error is the first fault of a chain, if there is one.
func (r *Run) states() (all []ChainState, fault error) {
	for chain := range r.chains {
		s, err := r.state(chain)
		switch {
		case isDamage(err):
			s = ChainState{Modulus: s.Modulus, End: s.End, Fault: err}
			fault = cmp.Or(fault, err)
		case err != nil:
			return nil, err
		}
		all = append(all, s)
	}
	return all, fault
}

// look looks at the directory once. If files are missing, the state is that of the last stage for
// which all that it reads is there.
func (r *Run) look(chain int) (ChainState, error) {
	end := stageID{Chain: chain, Stage: r.end(chain)}
	s := ChainState{Modulus: r.modulus(end), End: end.Stage}
	file, err := r.readValue(chain)
	switch {
	case err == nil:
		o := &stages.Outcome{Question: &r.Question, Sums: file.Sums}
		s.Value, s.File, s.Stage = o.Any(), file, end.Stage
		return s, nil
	case !errors.Is(err, os.ErrNotExist):
		return s, err
	}
	dirs, err := r.stageDirs(chain)
	if err != nil {
		return s, err
	}
	done, whole, wanted := make(map[int][]bool), make(map[int]bool), 0
	for _, stage := range dirs {
		if done[stage], err = r.doneShares(stageID{Chain: chain, Stage: stage}); err != nil {
			return s, err
		}
		wanted = stage
		if whole[stage] = all(done[stage]); whole[stage] {
			wanted++
		}
	}
	next := wanted
	for stage := 0; stage < next; stage++ {
		p := stageID{Chain: chain, Stage: stage}
		if whole[stage] || !r.isNeeded(p, next) {
			continue
		}
		if next == wanted {
			name := r.fileName(p, max(0, slices.Index(done[stage], false)))
			err = r.damage(p, name, errors.New("the file is missing, and what it was computed from is gone"))
		}
		next, stage = next-1, -1
	}
	if s.Stage, s.done = next, done[next]; s.done == nil {
		s.done = make([]bool, r.shares())
	}
	return s, err
}

// isNeeded tells whether the files of a stage are read by the stage next, by a later one, or by the
// sum.
func (r *Run) isNeeded(p stageID, next int) bool {
	return p.Stage < next && !r.stage(p).LeavesTiles() || r.chains[p.Chain].IsNeeded(p.Stage, next)
}

// removeBefore removes the stages that are not read any more when a stage is next.
func (r *Run) removeBefore(next stageID) error {
	dirs, err := r.stageDirs(next.Chain)
	for _, stage := range dirs {
		if p := (stageID{Chain: next.Chain, Stage: stage}); stage < next.Stage && !r.isNeeded(p, next.Stage) {
			one := r.remove(stageDir(p))
			if !r.opt.Part.alone() && (errors.Is(one, syscall.ENOTEMPTY) || errors.Is(one, syscall.EBUSY)) {
				one = nil // another program has files open; the stage goes later
			}
			err = errors.Join(err, one)
		}
	}
	return err
}
