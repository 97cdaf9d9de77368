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
	"unicode"

	"combigo/result"
)

// Cluster is what a site's scheduler needs to be told. Empty fields are left to
// its defaults.
type Cluster struct {
	Program   string   `json:"program"`            // path of this program, for all nodes
	Tasks     int      `json:"tasks"`              // parts of a stage, at most
	Ahead     int      `json:"ahead,omitempty"`    // stages of a chain of residues that are submitted at once, 0: as many as the queue takes
	Residues  int      `json:"residues,omitempty"` // worked on at the same time, at most, 0: as many as the disk holds
	AtOnce    int      `json:"at_once,omitempty"`
	CPUs      int      `json:"cpus"` // of a task
	Partition string   `json:"partition,omitempty"`
	Account   string   `json:"account,omitempty"`
	Time      string   `json:"time,omitempty"`    // limit of a task
	Memory    string   `json:"memory,omitempty"`  // of a task
	Extra     []string `json:"extra,omitempty"`   // further options of sbatch
	Modules   []string `json:"modules,omitempty"` // that a job loads before the program
	Prolog    string   `json:"prolog,omitempty"`  // shell commands of a job before the program
}

// takenOptions are the options of sbatch that are not to be passed on, with what stands for them.
var takenOptions = map[string]string{
	"wait": "it would wait for each job before the next one is submitted", "test-only": "--dry-run does that", "wrap": "jobs have a script of their own",
	"array": "--tasks, --tasks-at-once", "dependency": "stages depend on each other", "job-name": "the run knows its jobs by their names",
	"output": "logs are in the directory of the run", "signal": "it tells a task that its time is nearly over", "parsable": "it is given already",
	"cpus-per-task": "--threads", "partition": "--partition", "account": "--account", "time": "--task-time",
}

// shortOptions are those of them that have a letter, too.
var shortOptions = map[byte]string{
	'W': "wait", 'a': "array", 'd': "dependency", 'J': "job-name", 'o': "output", 'c': "cpus-per-task", 'p': "partition", 'A': "account", 't': "time",
}

// Check returns an error if the scheduler cannot be told so, or is told what would break the run.
func (c *Cluster) Check() error {
	if c.Tasks < 0 || c.AtOnce < 0 || c.CPUs < 0 || c.Ahead < 0 || c.Residues < 0 {
		return errors.New("--tasks, --tasks-at-once, --threads, --ahead, --residues: want no negative numbers")
	}
	if _, err := parseTaskMemory(c.Memory); err != nil {
		return fmt.Errorf("--task-memory: %w", err)
	}
	if _, err := parseTaskTime(c.Time); err != nil {
		return fmt.Errorf("--task-time: %w", err)
	}
	for _, module := range c.Modules {
		if module == "" || strings.ContainsFunc(module, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"\\$`;&|<>()", r) }) {
			return fmt.Errorf("--module %q: want the name of a module, such as gcc/13", module)
		}
	}
	for _, option := range c.Extra {
		if err := checkExtra(option); err != nil {
			return err
		}
	}
	return nil
}

func checkExtra(option string) error {
	name := option
	if long, ok := strings.CutPrefix(option, "--"); ok {
		long, _, _ = strings.Cut(long, "=")
		for taken, why := range takenOptions {
			if long != "" && strings.HasPrefix(taken, long) { // sbatch takes the beginnings of options, too
				return fmt.Errorf("--sbatch=%s cannot be passed on: %s", option, why)
			}
		}
		name = long
	} else if short, ok := strings.CutPrefix(option, "-"); ok && short != "" {
		if taken, ok := shortOptions[short[0]]; ok {
			return fmt.Errorf("--sbatch=%s cannot be passed on: %s", option, takenOptions[taken])
		}
		name = short
	} else {
		name = ""
	}
	if name == "" {
		return fmt.Errorf("--sbatch %q: want an option of sbatch, such as --sbatch=--exclusive", option)
	}
	return nil
}

// signalLead is how long before the end of its time a task is told of it. The scheduler may do so a minute earlier.
const signalLead = 60 * time.Second

// lead is signalLead, or less where a task has little time.
func (c *Cluster) lead() time.Duration {
	if limit, err := parseTaskTime(c.Time); err == nil && limit > 0 {
		return min(signalLead, limit/4)
	}
	return signalLead
}

// script is what all jobs run.
func (c *Cluster) script() string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	for _, module := range c.Modules {
		fmt.Fprintf(&b, "module load %s || exit\n", module)
	}
	if c.Prolog != "" {
		b.WriteString(strings.TrimRight(c.Prolog, "\n") + "\n")
	}
	b.WriteString(jobScript)
	return b.String()
}

// parseTaskTime reads a time as the option --time of sbatch has it: minutes, minutes:seconds,
// hours:minutes:seconds, days-hours, days-hours:minutes or days-hours:minutes:seconds. None, and what has no
// limit, give 0.
func parseTaskTime(text string) (time.Duration, error) {
	if text == "" || text == "0" || strings.EqualFold(text, "infinite") || strings.EqualFold(text, "unlimited") {
		return 0, nil
	}
	wrong := fmt.Errorf("time of a task %q: want minutes, hours:minutes:seconds or days-hours, such as 4:00:00", text)
	days, clock, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, clock = "0", text
	}
	fields := strings.Split(clock, ":")
	units := map[bool][]time.Duration{
		true:  {time.Hour, time.Minute, time.Second},
		false: {time.Minute, time.Second},
	}[hasDays || len(fields) == 3]
	if len(fields) > len(units) {
		return 0, wrong
	}
	n, err := strconv.ParseUint(days, 10, 16)
	total := time.Duration(n) * 24 * time.Hour
	for i, field := range fields {
		one, errField := strconv.ParseUint(field, 10, 24)
		err = errors.Join(err, errField)
		total += time.Duration(one) * units[i]
	}
	if err != nil {
		return 0, wrong
	}
	return total, nil
}

// parseTaskMemory reads a size as the option --mem of sbatch has it: a number with K, M, G
// or T for powers of 1024, and megabytes without. None, and 0, the memory of a whole
// node, give 0: that is not known here.
func parseTaskMemory(text string) (result.Bytes, error) {
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
// The tasks of a stage may be counted differently from one time to the next. The error is [ErrAgain] if the context ends when bins were finished.
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
