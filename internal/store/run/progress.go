package run

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
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
	found   map[int][]bool  // which files are there, by the stage: of those that have a directory, and of that to do next
}

// Shares is the number of shares of the stage to do next.
func (s *ChainState) Shares() int { return len(s.found[s.Stage]) }

// Ready is how many shares of that stage are done.
func (s *ChainState) Ready() int { return len(indices(s.found[s.Stage], true)) }

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
		s, err := r.readState(chain)
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

// readState looks at the directory once. If files are missing, the state is that of the last stage
// for which all that it reads is there.
func (r *Run) readState(chain int) (ChainState, error) {
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
	if s.found, err = r.filesOf(chain); err != nil {
		return s, err
	}
	whole := func(stage int) bool { return s.found[stage] != nil && !slices.Contains(s.found[stage], false) }
	for stage := range s.found { // the last one that is begun, or the one after it
		if s.Stage = max(s.Stage, stage); whole(stage) {
			s.Stage = max(s.Stage, stage+1)
		}
	}
	for stage := 0; stage < s.Stage; stage++ {
		p := stageID{Chain: chain, Stage: stage}
		if whole(stage) || !r.isNeeded(p, s.Stage) {
			continue
		}
		if err == nil {
			name := r.fileName(p, max(0, slices.Index(s.found[stage], false)))
			err = r.damageError(p, name, errors.New("the file is missing, and what it was computed from is gone"))
		}
		s.Stage, stage = s.Stage-1, -1
	}
	if s.found[s.Stage] == nil {
		s.found[s.Stage] = make([]bool, r.shares())
	}
	return s, err
}

// filesOf tells which files of a chain are there, by the stage, of stages that have a directory.
// The error says the remedy.
func (r *Run) filesOf(chain int) (map[int][]bool, error) {
	there := make(map[int][]bool)
	dirs, err := r.list(chainDir(chain))
	for stage := range r.end(chain) {
		if p := (stageID{Chain: chain, Stage: stage}); err == nil && dirs[stageName(stage)] {
			var names map[string]bool
			names, err = r.list(stageDir(p))
			for share := range r.shares() {
				there[stage] = append(there[stage], names[filepath.Base(r.fileName(p, share))])
			}
		}
	}
	return there, r.damageError(stageID{Chain: chain}, filepath.Join(r.dir, chainDir(chain)), err)
}

// isNeeded tells whether the files of a stage are read by the stage next, by a later one, or by the
// sum.
func (r *Run) isNeeded(p stageID, next int) bool {
	return p.Stage < next && !r.stage(p).LeavesTiles() || r.chains[p.Chain].IsNeeded(p.Stage, next)
}

// removeStages removes stages of a chain. The latest goes first, so that a program that is killed
// in between leaves what can be rewound again.
func (r *Run) removeStages(chain int, s ChainState, goes func(stage int) bool) (err error) {
	for stage := range slices.Backward(r.chains[chain].Stages) {
		if s.found[stage] == nil || !goes(stage) {
			continue
		}
		delete(s.found, stage)
		one := r.remove(stageDir(stageID{Chain: chain, Stage: stage}))
		if !r.opt.Part.alone() && (errors.Is(one, syscall.ENOTEMPTY) || errors.Is(one, syscall.EBUSY)) {
			one = nil // another program has files open; the stage goes later
		}
		err = errors.Join(err, one)
	}
	return err
}

// doneSteps is the state-steps of a chain whose outcome is on the disk.
func (r *Run) doneSteps(chain int, s ChainState) (total float64) {
	costs := r.chains[chain].Costs
	for _, one := range costs[:s.Stage] {
		total += one.Steps
	}
	if s.Stage < s.End {
		total += costs[s.Stage].Steps * float64(s.Ready()) / float64(r.shares())
	}
	return total
}
