package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo/result"
)

// Cluster is what a site's scheduler needs to be told. Empty fields are left to
// its defaults.
type Cluster struct {
	Program   string   `json:"program"` // path of this program, for all nodes
	Tasks     int      `json:"tasks"`   // parts of a stage, at most
	AtOnce    int      `json:"at_once,omitempty"`
	CPUs      int      `json:"cpus"` // of a task
	Partition string   `json:"partition,omitempty"`
	Account   string   `json:"account,omitempty"`
	Time      string   `json:"time,omitempty"`   // limit of a task
	Memory    string   `json:"memory,omitempty"` // of a task
	Extra     []string `json:"extra,omitempty"`  // further options of sbatch
}

// ParseTaskMemory reads a size as the option --mem of sbatch has it: a number with K, M, G
// or T for powers of 1024, and megabytes without. None, and 0, the memory of a whole
// node, give 0: that is not known here.
func ParseTaskMemory(text string) (result.Bytes, error) {
	if text == "" {
		return 0, nil
	}
	const units = "KMGT"
	number, shift := text, 20
	if i := strings.IndexByte(units, text[len(text)-1]&^0x20); i >= 0 {
		number, shift = text[:len(text)-1], 10*(i+1)
	}
	n, err := strconv.ParseUint(number, 10, 63-shift)
	if err != nil {
		return 0, fmt.Errorf("memory of a task %q: want a whole number with K, M, G or T, such as 40G", text)
	}
	return result.Bytes(n << shift), nil
}

// Tasks shares the bins of a stage out, as evenly as the largest bin allows: the
// largest first, each to the task that has least. It is the same on every node.
func (r *Run) Tasks(stage int) [][]int {
	n := r.bins(stage)
	order := make([]int, n)
	steps := make([]int64, n)
	for bin := range order {
		order[bin] = bin
		steps[bin] = r.graph().binSteps(stage, bin)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(steps[b], steps[a]) })
	tasks := make([][]int, min(n, max(1, r.manifest.Cluster.Tasks)))
	loads := make([]int64, len(tasks))
	for _, bin := range order {
		least := slices.Index(loads, slices.Min(loads))
		tasks[least] = append(tasks[least], bin)
		loads[least] += steps[bin]
	}
	return tasks
}

// Task does one task of a stage of a residue, for the scheduler. It may be run
// twice, at the same time too, or after everything that stands on it was done:
// what is there already is not done again.
func (r *Run) Task(ctx context.Context, residue, stage, task int) error {
	if err := r.checkTask(residue, stage, task); err != nil {
		return err
	}
	p := place{residue, stage}
	bins, err := r.wanted(p, task)
	if err != nil || len(bins) == 0 {
		return err
	}
	r.startLog()
	if err := r.doTask(ctx, p, bins, task == 0); err != nil {
		// Another program may have done the task meanwhile, and removed what this one read.
		if bins, again := r.wanted(p, task); again == nil && len(bins) == 0 {
			return nil
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

func (r *Run) checkTask(residue, stage, task int) error {
	if r.manifest.Engine != Slurm {
		return fmt.Errorf("%s is not a run of a cluster: combigo run resume goes on with it", r.dir)
	}
	if err := r.fault(); err != nil {
		return err
	}
	if err := r.makeEngine(); err != nil {
		return err
	}
	switch {
	case residue < 0 || residue >= len(r.outcomes):
		return fmt.Errorf("residue %d: want 0 to %d", residue, len(r.outcomes)-1)
	case stage < 0 || stage >= r.stages():
		return fmt.Errorf("stage %d: want 0 to %d", stage, r.stages()-1)
	case task < 0 || task >= len(r.Tasks(stage)):
		return fmt.Errorf("task %d: want 0 to %d", task, len(r.Tasks(stage))-1)
	}
	return nil
}

// wanted lists the bins of a task that are not there, and not needed any more
// either.
func (r *Run) wanted(p place, task int) ([]int, error) {
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
	return slices.DeleteFunc(slices.Clone(r.Tasks(p.stage)[task]), func(bin int) bool { return done[bin] }), nil
}

// Collect adds the shares of a residue up, for the scheduler.
func (r *Run) Collect(residue int) error {
	if err := r.checkTask(residue, 0, 0); err != nil {
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
