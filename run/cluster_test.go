package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"combigo/storage"
)

// A fakeQueue takes jobs as sbatch does.
type fakeQueue struct{ jobs [][]string }

func (q *fakeQueue) command(_ context.Context, name string, args ...string) (string, error) {
	if name == "squeue" {
		return "", nil
	}
	if name != "sbatch" {
		return "", fmt.Errorf("%s is not a command of the test", name)
	}
	q.jobs = append(q.jobs, args)
	return fmt.Sprintf("%d;cluster\n", len(q.jobs)), nil
}

func clusterRun(t *testing.T) (*Run, string) {
	t.Helper()
	return start(t, storage.OS, square, Options{Engine: Slurm, Cluster: &Cluster{
		Program: "combigo", Tasks: 3, AtOnce: 2, CPUs: 2, Partition: "long", Extra: []string{"--exclusive"},
	}})
}

// The jobs are those that the run needs, each behind the one before.
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

// Tasks in any order inside a stage, some twice and at the same time, give the number.
func TestTasksInAnyOrder(t *testing.T) {
	_, dir := clusterRun(t)
	random := rand.New(rand.NewPCG(11, 13))
	r := open(t, dir)
	for residue := range r.outcomes {
		for stage := range r.stages() {
			var tasks []int
			for task := range r.Tasks(stage) {
				tasks = append(tasks, task, task)
			}
			random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
			var wg sync.WaitGroup
			for _, task := range tasks {
				one := open(t, dir)
				wg.Go(func() {
					if err := one.Task(context.Background(), residue, stage, task); err != nil {
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
		if err := open(t, dir).Task(context.Background(), residue, 3, 0); err != nil {
			t.Fatal(err)
		}
	}
	wantResult(t, open(t, dir))
	partial, err := filepath.Glob(filepath.Join(dir, "*", "*", "*partial"))
	if err != nil || len(partial) > 0 {
		t.Errorf("files are left: %v %v", partial, err)
	}
}

// open opens a run as a task does: without the lock.
func open(t *testing.T, dir string) *Run {
	t.Helper()
	r, err := OpenShared(storage.OS, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.makeEngine(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestTasksThatCannotBe(t *testing.T) {
	_, dir := clusterRun(t)
	for _, p := range [][3]int{{-1, 0, 0}, {99, 0, 0}, {0, 99, 0}, {0, 0, 99}, {0, 1, 0}} {
		if err := open(t, dir).Task(context.Background(), p[0], p[1], p[2]); err == nil {
			t.Errorf("residue %d, stage %d, task %d is done", p[0], p[1], p[2])
		}
	}
	// A task that comes too early leaves nothing that looks like damage.
	if err := open(t, dir).Task(context.Background(), 0, 5, 0); err == nil {
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
