package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"combigo/board"
	"combigo/internal/par"
	"combigo/internal/storage"
	"combigo/result"
)

// A fakeQueue takes jobs as sbatch does.
type fakeQueue struct {
	jobs   [][]string
	queued string // what squeue prints
	config string // what scontrol prints
	most   int    // jobs, above which sbatch refuses them; 0: no limit
	refuse string // with these words
}

func (q *fakeQueue) command(_ context.Context, name string, args ...string) (string, error) {
	switch {
	case name == "squeue":
		return q.queued, nil
	case name == "scontrol" && slices.Equal(args, []string{"show", "config"}):
		return q.config, nil
	case name != "sbatch":
		return "", fmt.Errorf("%s is not a command of the test", name)
	case q.refuse != "" && len(q.jobs) == q.most:
		return "", errors.New("sbatch: error: Batch job submission failed: " + q.refuse)
	}
	q.jobs = append(q.jobs, args)
	return fmt.Sprintf("%d;cluster\n", len(q.jobs)), nil
}

// number is that of the job with a name.
func (q *fakeQueue) number(t *testing.T, r *Run, name string) int {
	t.Helper()
	i := slices.IndexFunc(q.jobs, func(args []string) bool { return slices.Contains(args, "--job-name="+r.jobPrefix()+"-"+name) })
	if i < 0 {
		t.Fatalf("there is no job %s", name)
	}
	return i + 1
}

func clusterRun(t *testing.T) (*Run, string) {
	t.Helper()
	return start(t, quick, square, Options{Engine: Slurm, Cluster: &Cluster{
		Program: "combigo", Tasks: 3, AtOnce: 2, CPUs: 2, Partition: "long", Extra: []string{"--exclusive"},
	}})
}

// The jobs are those that the run needs, each after the one before.
func TestSubmittedJobs(t *testing.T) {
	r, _ := clusterRun(t)
	var q fakeQueue
	jobs, err := r.Submit(context.Background(), q.command)
	if err != nil {
		t.Fatal(err)
	}
	residues := len(r.outcomes)
	if want := residues * (r.stages() + 1); jobs != want || len(q.jobs) != want {
		t.Fatalf("%d jobs, %d submitted; want %d", jobs, len(q.jobs), want)
	}
	for i, args := range q.jobs {
		line := strings.Join(args, " ")
		behind := strings.Contains(line, fmt.Sprintf("--dependency=afterok:%d ", i))
		if first := i%(r.stages()+1) == 0; behind == first {
			t.Errorf("job %d: %s", i+1, line)
		}
		for _, option := range []string{"--requeue", "--partition=long", "--exclusive", "--cpus-per-task=2"} {
			if !slices.Contains(args, option) {
				t.Errorf("job %d lacks %s: %s", i+1, option, line)
			}
		}
	}
	if !slices.Contains(q.jobs[0], "--array=0-2%2") {
		t.Errorf("the first job is no array of 3 tasks, 2 at once: %v", q.jobs[0])
	}
}

// Nothing is submitted beside jobs that are in the queue already.
func TestJobsInTheQueue(t *testing.T) {
	r, _ := clusterRun(t)
	q := fakeQueue{queued: "other\n" + r.jobPrefix() + "-r0-s3\n"}
	if jobs, err := r.Submit(context.Background(), q.command); err == nil || len(q.jobs) > 0 {
		t.Errorf("%d jobs are submitted again, %v", jobs, err)
	}
	q.queued = "other\ncombigo-01234567-r0-s3\n"
	if err := r.Idle(context.Background(), q.command); err != nil {
		t.Errorf("jobs of another run: %v", err)
	}
}

// Residues wait for others where the disk has not the room for all their vectors.
func TestResiduesWaitForRoom(t *testing.T) {
	r, _ := clusterRun(t)
	if err := r.makeEngine(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		keep int
		room float64 // for residues
		want int
	}{
		{0, 0.5, 1},
		{0, 1.5, 1},
		{0, 2.1, 2},
		{0, 100, len(r.outcomes)},
		{4, 0.5, 1},
		{4, 1.9, 1},
		{4, 2.1, 2},
		{4, 100, len(r.outcomes)},
	} {
		r.settings.KeepEvery = test.keep
		r.settings.Disk = result.Bytes(test.room * float64(8*r.graph().peak(test.keep, 0)))
		var q fakeQueue
		if _, err := r.Submit(context.Background(), q.command); err != nil {
			t.Fatal(err)
		}
		for residue := range r.outcomes {
			line := strings.Join(q.jobs[q.number(t, r, fmt.Sprintf("r%d-s0", residue))-1], " ")
			waits := strings.Contains(line, "--dependency")
			behind := ""
			if waits && residue >= test.want {
				behind = fmt.Sprintf("--dependency=afterok:%d ", q.number(t, r, fmt.Sprintf("r%d-sum", residue-test.want)))
			}
			if waits != (residue >= test.want) || !strings.Contains(line, behind) {
				t.Errorf("room for %.1f residues: residue %d begins with %s", test.room, residue, line)
			}
		}
	}
}

// On a cluster tiles are not given back, so two vectors must fit.
func TestClusterNeedsTwoVectors(t *testing.T) {
	size := board.Size{Rows: 10, Cols: 10} // large enough to have many bins
	dir := filepath.Join(t.TempDir(), "run")
	plan, err := NewPlan(quick, dir, size, Options{KeepEvery: -1, Method: Modulo, Shared: -1})
	if err != nil {
		t.Fatal(err)
	}
	room := plan.Disk - plan.Vector/16
	for engine, fits := range map[Engine]bool{Disk: storage.CanDiscard, Slurm: false} {
		plan, err := NewPlan(quick, dir, size, Options{Engine: engine, Disk: room, Method: Modulo})
		if err != nil {
			t.Fatal(err)
		}
		if refusal := plan.Refusal(); (refusal == nil) != fits || plan.Reclaim != fits || plan.Keep != 0 {
			t.Errorf("%s, %s of disk: %v, %+v", engine, room, refusal, plan)
		}
		if s := plan.settings(); s.Reclaim != fits || s.KeepEvery != 0 {
			t.Errorf("%s: %+v", engine, s)
		}
	}
}

// Damage on a cluster costs the stages since the one that was kept: what is submitted then
// begins after that.
func TestClusterGoesBackToKeptStage(t *testing.T) {
	r, dir := start(t, quick, square, Options{Engine: Slurm, KeepEvery: 3, Cluster: &Cluster{Tasks: 2}})
	for stage := range 8 { // 6 and 7 are not kept, 5 is
		for task := range r.tasks(stage, r.settings.Cluster.Tasks) {
			if err := open(t, dir).Task(context.Background(), 0, stage, task, 2); err != nil {
				t.Fatal(err)
			}
		}
	}
	if dirs, err := r.stageDirs(0); err != nil || !slices.Equal(dirs, []int{5, 6, 7}) {
		t.Errorf("stages %v are there, %v", dirs, err)
	}
	damagedFiles[0].hurt(t, r, place{0, 7})
	var errs []error
	for task := range r.tasks(8, r.settings.Cluster.Tasks) {
		errs = append(errs, open(t, dir).Task(context.Background(), 0, 8, task, 2))
	}
	if err := errors.Join(errs...); err == nil || !strings.Contains(err.Error(), "takes this residue back to stage 5") {
		t.Errorf("tasks that read a damaged file: %v", err)
	}
	w, err := r.Recompute(context.Background(), 0, nil)
	if err != nil || w.Stage != 6 {
		t.Fatalf("%v, %v; want stage 6 next", w, err)
	}
	var q fakeQueue
	if _, err := r.Submit(context.Background(), q.command); err != nil {
		t.Fatal(err)
	}
	if first := strings.Join(q.jobs[0], " "); !strings.Contains(first, r.jobPrefix()+"-r0-s6 ") {
		t.Errorf("the first job is %s", first)
	}
	for stage := 6; stage < r.stages(); stage++ {
		for task := range r.tasks(stage, r.settings.Cluster.Tasks) {
			if err := open(t, dir).Task(context.Background(), 0, stage, task, 2); err != nil {
				t.Fatal(err)
			}
		}
	}
	end := open(t, dir)
	if err := end.Collect(0); err != nil {
		t.Fatal(err)
	}
	wantResidue(t, end, 0)
}

// The machine that submits the jobs need not have the memory of their nodes.
func TestClusterHasMemoryOfItsOwn(t *testing.T) {
	if err := (&Plan{Parts: Parts{Least: 1 << 60}, Cluster: true}).Refusal(); err != nil {
		t.Errorf("on a cluster: %v", err)
	}
	var memory *MemoryError
	if err := (&Plan{Parts: Parts{Least: 1 << 60}, Cluster: true, memory: 1 << 40}).Refusal(); !errors.As(err, &memory) {
		t.Errorf("on a cluster, above the ceiling given: %v", err)
	}
	if err := (&Plan{Parts: Parts{Least: 1 << 60}}).Refusal(); !errors.As(err, &memory) && par.Available() > 0 {
		t.Errorf("here: %v", err)
	}
}

// What the scheduler grants a task is compared with what a task needs.
func TestTaskMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "0": 0, "1": 1 << 20, "512k": 512 << 10, "3M": 3 << 20, "40G": 40 << 30, "2t": 2 << 40,
	} {
		if got, err := parseTaskMemory(text); err != nil || int64(got) != want {
			t.Errorf("%q is read as %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"G", "-1G", "1.5G", "40GiB", "40 G", "x", "9999999999999T", "\x0bK"} {
		if got, err := parseTaskMemory(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q is read as %d, %v", text, got, err)
		}
	}
	dir := filepath.Join(t.TempDir(), "run")
	opt := Options{Engine: Slurm, Memory: 1 << 40, Cluster: &Cluster{Memory: "1M"}}
	var memory *MemoryError
	if _, err := Start(quick, dir, square, opt); !errors.As(err, &memory) || !memory.OfTask || memory.Ceiling != 1<<20 {
		t.Errorf("tasks of 1 MiB: %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a refused run leaves a directory")
	}
	opt.Memory = 1 << 10
	if _, err := Start(quick, dir, square, opt); !errors.As(err, &memory) || memory.OfTask || memory.Ceiling != 1<<10 {
		t.Errorf("a ceiling of 1 KiB: %v", err)
	}
	opt.Memory, opt.Cluster.Memory = 0, "1G"
	r, err := Start(quick, dir, square, opt)
	if err != nil {
		t.Fatal(err)
	}
	if r.memory != 1<<30 {
		t.Errorf("tasks of 1 GiB are allowed %d bytes", r.memory)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// Tasks in any order inside a stage, some twice and at the same time, give the number.
func TestTasksInAnyOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every task twice")
	}
	t.Parallel()
	_, dir := clusterRun(t)
	random := rand.New(rand.NewPCG(11, 13))
	r := open(t, dir)
	for residue := range r.outcomes {
		for stage := range r.stages() {
			var tasks []int
			for task := range r.tasks(stage, r.settings.Cluster.Tasks) {
				tasks = append(tasks, task, task)
			}
			random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
			var wg sync.WaitGroup
			for _, task := range tasks {
				one := open(t, dir)
				wg.Go(func() {
					if err := one.Task(context.Background(), residue, stage, task, 3); err != nil {
						t.Errorf("residue %d, stage %d, task %d: %v", residue, stage, task, err)
					}
				})
			}
			wg.Wait()
		}
		if err := open(t, dir).Collect(residue); err != nil {
			t.Fatal(err)
		}
		// A task that is run again after the end has nothing to do.
		if err := open(t, dir).Task(context.Background(), residue, 3, 0, 3); err != nil {
			t.Fatal(err)
		}
	}
	wantResult(t, open(t, dir))
	partial, err := filepath.Glob(filepath.Join(dir, "*", "*", "*partial"))
	if err != nil || len(partial) > 0 {
		t.Errorf("files are left: %v %v", partial, err)
	}
}

// A copy of a task that is late, and removes what nothing stands on when the stage is whole, leaves the shares for the sum.
func TestLateTaskLeavesTheShares(t *testing.T) {
	for _, method := range []Method{Modulo, Exact} {
		_, dir := start(t, quick, square, Options{Engine: Slurm, Cluster: &Cluster{Program: "combigo", Tasks: 3}, Method: method})
		r := open(t, dir)
		for _, p := range r.graph().order() {
			for task := range r.tasks(p.stage, r.settings.Cluster.Tasks) {
				if err := open(t, dir).Task(context.Background(), p.residue, p.stage, task, 3); err != nil {
					t.Fatal(err)
				}
			}
			if err := open(t, dir).removeBefore(p); err != nil {
				t.Fatal(err)
			}
			if r.isLast(p.stage) {
				if err := open(t, dir).Collect(p.residue); err != nil {
					t.Errorf("%s: %v", method, err)
				}
			}
		}
		wantResult(t, open(t, dir))
	}
}

// open opens a run as a task does: without the lock.
func open(t *testing.T, dir string) *Run {
	t.Helper()
	r, err := OpenShared(quick, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return withEngine(t, r)
}

func TestTasksThatCannotBe(t *testing.T) {
	_, dir := clusterRun(t)
	for _, p := range [][3]int{{-1, 0, 0}, {99, 0, 0}, {0, 99, 0}, {0, 0, 99}, {0, 1, 0}} {
		if err := open(t, dir).Task(context.Background(), p[0], p[1], p[2], 3); err == nil {
			t.Errorf("residue %d, stage %d, task %d is done", p[0], p[1], p[2])
		}
	}
	// A task that comes too early leaves nothing that looks like damage.
	if err := open(t, dir).Task(context.Background(), 0, 5, 0, 3); err == nil {
		t.Error("a task is done before the stage that it reads")
	}
	if _, err := open(t, dir).Status(); err != nil {
		t.Errorf("after a task that came too early: %v", err)
	}
	if err := open(t, dir).Collect(0); err == nil {
		t.Error("a residue without shares is summed up")
	}
	if _, err := os.Stat(filepath.Join(dir, "residue-00.share")); err == nil {
		t.Error("there is a residue")
	}
}
