package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

// tasks shares the bins of a stage out among at most a number of tasks, as evenly as the largest bin allows: the
// largest first, each to the task that has least. It is the same on every node.
func (r *Run) tasks(stage, atMost int) [][]int {
	g := r.graph()
	return shareOut(g.allSteps(place{g.joinResidue(0), stage}), atMost)
}

// allSteps is binSteps of each bin of a stage.
func (g graph) allSteps(p place) []int64 {
	steps := make([]int64, g.bins(p.stage))
	if !g.isJoin(p.stage) {
		for bin := range steps {
			steps[bin] = g.engine.BinSteps(p.stage, bin)
		}
		return steps
	}
	left, right := g.sources(p)
	times := int64(len(left) + len(right))
	for bin, tiles := range g.engine.TileSizes(p.stage - 1) {
		for _, states := range tiles {
			steps[bin] += times * stepsPerJoined * states
		}
	}
	return steps
}

// shareOut shares bins, given by the steps of each, out among at most atMost tasks.
func shareOut(steps []int64, atMost int) [][]int {
	n := len(steps)
	order := make([]int, n)
	for bin := range order {
		order[bin] = bin
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(steps[b], steps[a]) })
	tasks := make([][]int, min(n, max(1, atMost)))
	loads := make([]int64, len(tasks))
	for _, bin := range order {
		least := slices.Index(loads, slices.Min(loads))
		tasks[least] = append(tasks[least], bin)
		loads[least] += steps[bin]
	}
	return tasks
}

// ErrAgain says that a task was interrupted when it had finished some of its bins: it goes on from there.
var ErrAgain = errors.New("the task is interrupted, and goes on from the bins that are finished")

// Task does one of a number of tasks of a stage of a residue, for the scheduler. It may be run
// twice, at the same time too, or after everything that stands on it was done: what is there already is not done again.
// The tasks of a stage may be counted differently from one time to the next. The error is [ErrAgain] if the context ends
// when bins were finished.
func (r *Run) Task(ctx context.Context, residue, stage, task, tasks int) error {
	if err := r.checkTask(residue, stage); err != nil {
		return err
	}
	shares := r.tasks(stage, tasks)
	if task < 0 || task >= len(shares) {
		return fmt.Errorf("task %d: want 0 to %d", task, len(shares)-1)
	}
	p := place{residue, stage}
	bins, err := r.wanted(p, shares[task])
	if err != nil || len(bins) == 0 {
		return err
	}
	r.startLog()
	if err := r.doTask(ctx, p, bins, task == 0); err != nil {
		// Another program may have done the task meanwhile, and removed what this one read.
		switch left, again := r.wanted(p, shares[task]); {
		case again == nil && len(left) == 0:
			return nil
		case again == nil && len(left) < len(bins) && ctx.Err() != nil:
			return ErrAgain
		}
		return explain(err)
	}
	return nil
}

// doTask does bins of a stage. The first task of a stage removes what nothing
// stands on any more. A task whose turn has not come fails before it leaves anything.
func (r *Run) doTask(ctx context.Context, p place, bins []int, first bool) error {
	w, err := r.newStageWork(ctx, p, bins, time.Time{}, &meter{run: r, total: 1})
	if err != nil {
		return err
	}
	if err := r.makeStageDir(p); err != nil {
		return errors.Join(err, w.inputs.close())
	}
	if first {
		if err := r.removeBefore(p); err != nil {
			return errors.Join(err, w.inputs.close())
		}
	}
	return oneError(errors.Join(w.do(ctx), w.inputs.close()))
}

// notOfCluster says that the run is not worked on by a scheduler.
func (r *Run) notOfCluster() error {
	return fmt.Errorf("%s is not a run of a cluster: combigo run resume goes on with it, with --engine slurm on one", r.dir)
}

func (r *Run) checkTask(residue, stage int) error {
	if err := r.fault(); err != nil {
		return err
	}
	if r.settings.Engine != Slurm {
		return r.notOfCluster()
	}
	if err := r.makeEngine(); err != nil {
		return err
	}
	switch {
	case residue < 0 || residue >= len(r.outcomes):
		return fmt.Errorf("residue %d: want 0 to %d", residue, len(r.outcomes)-1)
	case stage < r.graph().first(residue) || stage >= r.graph().end(residue):
		return fmt.Errorf("stage %d: want %d to %d", stage, r.graph().first(residue), r.graph().end(residue)-1)
	}
	return nil
}

// wanted lists those of the bins that are not there, and still needed.
func (r *Run) wanted(p place, bins []int) ([]int, error) {
	if err := r.loadOutcomes(); err != nil {
		return nil, err
	}
	if r.outcomes[p.residue].known {
		return nil, nil
	}
	dirs, err := r.stageDirs(p.residue)
	if err != nil {
		return nil, err
	}
	for _, later := range dirs {
		if done, err := r.doneBins(place{p.residue, later}); later > p.stage && err == nil && all(done) {
			return nil, nil
		}
	}
	done, err := r.doneBins(p)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(bins), func(bin int) bool { return done[bin] }), nil
}

// Collect adds the shares of a residue up, for the scheduler.
func (r *Run) Collect(residue int) error {
	if err := r.checkTask(residue, r.graph().first(residue)); err != nil {
		return err
	}
	if r.outcomes[residue].known {
		return nil
	}
	next, _, err := r.nextStage(residue)
	if err != nil {
		return err
	}
	if next.stage < r.stages() {
		return fmt.Errorf("residue %d is not finished: stage %d of %d is next", residue, next.stage, r.stages())
	}
	err = r.finish(residue)
	if errors.Is(err, os.ErrNotExist) && r.loadOutcomes() == nil && r.outcomes[residue].known {
		return nil // another program was faster
	}
	return explain(err)
}
