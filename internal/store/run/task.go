package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// tasks is how many tasks a stage is cut in, of at most a number.
func (r *Run) tasks(atMost int) int { return min(r.shares(), max(1, atMost)) }

// ErrAgain says that a task was interrupted when it had finished some of its shares: it goes on
// from there.
var ErrAgain = errors.New("the task is interrupted, and goes on from the shares that are finished")

// Task does one of a number of tasks of a stage, for the scheduler. It may be run twice, at the
// same time too, or after everything that stands on it was done: what is there already is not done
// again. The tasks of a stage may be counted differently from one time to the next. The error is
// [ErrAgain] if the context ends when shares were finished.
func (r *Run) Task(ctx context.Context, chain, stage, task, tasks int) error {
	p := place{Chain: chain, Stage: stage}
	if err := r.checkTask(p); err != nil {
		return err
	}
	if task < 0 || task >= r.tasks(tasks) {
		return fmt.Errorf("task %d: want 0 to %d", task, r.tasks(tasks)-1)
	}
	var mine []int // all shares are about as large
	for share := task; share < r.shares(); share += r.tasks(tasks) {
		mine = append(mine, share)
	}
	shares, err := r.wanted(p, mine)
	if err != nil || len(shares) == 0 {
		return err
	}
	r.startLog()
	if err = r.ready(ctx); err == nil {
		err = r.do(ctx, p, shares, task == 0)
	}
	if err != nil {
		// Another program may have done the task meanwhile, and removed what this one read.
		switch left, again := r.wanted(p, mine); {
		case again == nil && len(left) == 0:
			return nil
		case again == nil && len(left) < len(shares) && ctx.Err() != nil:
			return ErrAgain
		}
	}
	return r.explain(err)
}

// notOfCluster says that the run is not worked on by a scheduler.
func (r *Run) notOfCluster() error {
	return r.helps(fmt.Errorf("%s is not a run of a cluster", r.dir), OnCluster)
}

func (r *Run) checkTask(p place) error {
	if r.manifest.Engine != Slurm {
		return r.notOfCluster()
	}
	if err := r.checkChain(p.Chain); err != nil {
		return err
	}
	if p.Stage < 0 || p.Stage >= r.end(p.Chain) {
		return fmt.Errorf("stage %d: want 0 to %d", p.Stage, r.end(p.Chain)-1)
	}
	return nil
}

// wanted lists those of the shares that are not there, and still needed.
func (r *Run) wanted(p place, shares []int) ([]int, error) {
	if s, err := r.look(p.Chain); err == nil && s.Stage > p.Stage {
		return nil, nil
	}
	done, err := r.doneShares(p)
	return slices.DeleteFunc(slices.Clone(shares), func(share int) bool { return done[share] }), err
}

// collect adds the parts of chains up all of whose stages are done.
func (r *Run) collect() error {
	for chain := range r.chains {
		s, err := r.state(chain)
		if err != nil {
			return err
		}
		if s.Value != nil || s.Stage < r.end(chain) {
			continue
		}
		if err := r.finish(chain); err != nil {
			if s, again := r.state(chain); again == nil && s.Value != nil {
				continue // another program was faster
			}
			return r.explain(err)
		}
	}
	return nil
}
