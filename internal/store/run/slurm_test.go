package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A fakeQueue takes jobs as sbatch does.
type fakeQueue struct {
	jobs      [][]string
	queued    string   // the names of the jobs that squeue prints
	most      int      // jobs, above which sbatch refuses them; 0: no limit
	refuse    string   // with these words
	cancelled []string // the numbers of the jobs that are taken back
	print     string   // what sbatch prints for a job, with %d for its number; empty: the number
}

func (q *fakeQueue) command(_ context.Context, name string, args ...string) (string, error) {
	switch {
	case name == "squeue":
		text := ""
		for i, name := range strings.Fields(q.queued) {
			text += fmt.Sprintf("%d|%s|PENDING|None\n", i, name)
		}
		return text, nil
	case name == "scancel":
		q.cancelled = append(q.cancelled, args...)
		return "", nil
	case name != "sbatch":
		return "", fmt.Errorf("%s is not a command of the test", name)
	case q.refuse != "" && len(q.jobs) == q.most:
		return "", errors.New("sbatch: error: Batch job submission failed: " + q.refuse)
	}
	q.jobs = append(q.jobs, args)
	return fmt.Sprintf(cmp.Or(q.print, "%d\n"), len(q.jobs)), nil
}

func clusterRun(t *testing.T) (*Run, string) {
	t.Helper()
	return start(t, quick, odd, Options{Method: Modulo, Settings: Settings{Engine: Slurm, Cluster: &Cluster{
		Program: "combigo", Tasks: 3, CPUs: 2, Extra: []string{"--exclusive", "--partition=long"},
	}}})
}

// The jobs are those of the stage to do next, and one that submits the stage after it.
func TestSubmittedJobs(t *testing.T) {
	r, _ := clusterRun(t)
	var q fakeQueue
	jobs, err := r.Submit(context.Background(), q.command)
	if err != nil {
		t.Fatal(err)
	}
	if names := submitted(r, &q); jobs != 2 || !slices.Equal(names, []string{"c0-s0", "c0-s0-next"}) {
		t.Fatalf("%d jobs, %v are submitted", jobs, names)
	}
	for i, args := range q.jobs {
		line := strings.Join(args, " ")
		if waits := strings.Contains(line, "--dependency=afterok:1 "); waits != (i > 0) {
			t.Errorf("job %d: %s", i+1, line)
		}
		for _, option := range []string{"--requeue", "--partition=long", "--exclusive", "--cpus-per-task=2"} {
			if !slices.Contains(args, option) {
				t.Errorf("job %d lacks %s: %s", i+1, option, line)
			}
		}
	}
	if !slices.Contains(q.jobs[0], "--array=0-2") || !slices.Contains(q.jobs[1], "--array=0-0") || q.jobs[1][len(q.jobs[1])-1] != "submit" {
		t.Errorf("the jobs are no array of 3 tasks, and one that submits: %v", q.jobs)
	}
}

// Nothing is submitted next to jobs that are in the queue already.
func TestJobsInTheQueue(t *testing.T) {
	r, _ := clusterRun(t)
	q := fakeQueue{queued: "other\n" + r.jobPrefix() + "-c0-s3\n"}
	if jobs, err := r.Submit(context.Background(), q.command); err == nil || len(q.jobs) > 0 {
		t.Errorf("%d jobs are submitted again, %v", jobs, err)
	}
	q.queued = "other\ncombigo-01234567-c0-s3\n"
	if err := r.Idle(context.Background(), q.command); err != nil {
		t.Errorf("jobs of another run: %v", err)
	}
}

// What the scheduler grants a task is compared with what a task needs, and asked for.
func TestTaskMemory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	opt := Options{Settings: Settings{Engine: Slurm, Memory: 100 << 10, Cluster: &Cluster{}}}
	var memory *result.MemoryError
	if _, err := Start(quick, dir, odd, opt); !errors.As(err, &memory) || memory.Ceiling != 100<<10 {
		t.Errorf("tasks of 100 KiB: %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a refused run leaves a directory")
	}
	opt.Memory = 1 << 30
	r, err := Start(quick, dir, odd, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got := r.ceiling; got != 1<<30 {
		t.Errorf("tasks of 1 GiB are allowed %s", got)
	}
	s, err := r.Submission()
	if err != nil || !slices.Contains(s.Command(s.Jobs[0], ""), "--mem=1048576K") {
		t.Errorf("sbatch is given %v, %v", s.Command(s.Jobs[0], ""), err)
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
	for chain := range r.chains {
		for stage := range r.end(chain) {
			var tasks []int
			for task := range r.tasks(3) {
				tasks = append(tasks, task, task)
			}
			random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
			var wg sync.WaitGroup
			for _, task := range tasks {
				one := open(t, dir)
				wg.Go(func() {
					if err := one.Task(context.Background(), chain, stage, task, 3); err != nil {
						t.Errorf("chain %d, stage %d, task %d: %v", chain, stage, task, err)
					}
				})
			}
			wg.Wait()
		}
		if err := open(t, dir).collect(); err != nil {
			t.Fatal(err)
		}
		// A task that is run again after the end has nothing to do.
		if err := open(t, dir).Task(context.Background(), chain, 1, 0, 3); err != nil {
			t.Fatal(err)
		}
	}
	wantResult(t, open(t, dir))
	partial, err := filepath.Glob(filepath.Join(dir, "*", "*", "*partial"))
	if err != nil || len(partial) > 0 {
		t.Errorf("files are left: %v %v", partial, err)
	}
}

// What sbatch is told may change; what decides the numbers does not.
func TestSettingsChange(t *testing.T) {
	r, dir := clusterRun(t)
	before := *r.manifest
	s := r.Settings()
	s.Memory, s.Cluster = 1<<30, &Cluster{Program: "/elsewhere/combigo", Tasks: 3, CPUs: 7, Extra: []string{"--partition=short", "--time=2:00:00"}}
	if err := errors.Join(r.Change(s), r.Close()); err != nil {
		t.Fatal(err)
	}
	after := open(t, dir)
	var q fakeQueue
	if _, err := after.Submit(context.Background(), q.command); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"--partition=short", "--time=2:00:00", "--mem=1048576K", "--cpus-per-task=7", "/elsewhere/combigo", "--signal=B:USR1@60", "--tasks 3",
	} {
		if line := strings.Join(q.jobs[0], " "); !strings.Contains(line, want) {
			t.Errorf("the first job lacks %s: %s", want, line)
		}
	}
	before.Settings, before.Checksum = s, after.manifest.Checksum
	if !reflect.DeepEqual(&before, after.manifest) {
		t.Errorf("%+v has become %+v", before, *after.manifest)
	}
	s.Memory = 100 << 10
	var memory *result.MemoryError
	if err := after.Change(s); !errors.As(err, &memory) {
		t.Errorf("tasks of 100 KiB: %v", err)
	}
	if got := open(t, dir).manifest.Memory; got != 1<<30 {
		t.Errorf("refused settings are written: %s", got)
	}
}

// The job after a stage submits the next one, once: after the last stage of a chain, whose parts it
// adds up, the first one of the next chain.
func TestNextStages(t *testing.T) {
	r, dir := clusterRun(t)
	want := []string{}
	for chain := range r.chains {
		for stage := range r.end(chain) {
			name := fmt.Sprintf("c%d-s%d", chain, stage)
			want = append(want, name, name+"-next")
		}
	}
	var got []string
	for next := r.Submit; ; {
		var q fakeQueue
		n, err := next(context.Background(), q.command)
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, submitted(r, &q)...); n == 0 {
			break
		}
		var chain, stage int
		if _, err := fmt.Sscanf(got[len(got)-2], "c%d-s%d", &chain, &stage); err != nil {
			t.Fatal(err)
		}
		for task := range 3 {
			if err := open(t, dir).Task(context.Background(), chain, stage, task, 3); err != nil {
				t.Fatal(err)
			}
		}
		next = r.SubmitNext
		if chain == 0 { // the job that submitted the next stage may be run again
			again := fakeQueue{}
			s, err := r.Submission()
			if err != nil {
				t.Fatal(err)
			}
			again.queued = s.Jobs[0].Name + "\n" + r.jobPrefix() + "-" + got[len(got)-1]
			if n, err := r.SubmitNext(context.Background(), again.command); stage+1 < r.end(0) && (err != nil || n > 0) {
				t.Errorf("the same jobs are submitted again: %d, %v", n, err)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v are submitted, want %v", got, want)
	}
	wantResult(t, open(t, dir))
}

// The queue tells what runs, what waits, and what is held until somebody releases it.
func TestJobsThatAreHeld(t *testing.T) {
	r, _ := clusterRun(t)
	p := r.jobPrefix()
	text := "7_1|" + p + "-r0-s3|RUNNING|None\n7_[2-3%2]|" + p + "-r0-s3|PENDING|JobArrayTaskLimit\n" +
		"8_4|" + p + "-r1-s3|PENDING|launch failed requeued held\n9_[0-2]|" + p + "-r2-s3|PENDING|JobHeldUser\n" +
		"10|" + p + "-r2-sum|REQUEUE_HOLD|job requeued in held state\n11|other|PENDING|JobHeldUser\n12|" + p + "-r3-s0|COMPLETING|None\n"
	jobs, err := r.Jobs(context.Background(), func(_ context.Context, name string, args ...string) (string, error) { return text, nil })
	if err != nil {
		t.Fatal(err)
	}
	want := []HeldJob{{"8_4", "r1-s3", "launch failed requeued held"}, {"9", "r2-s3", "JobHeldUser"}, {"10", "r2-sum", "job requeued in held state"}}
	if jobs.Running != 2 || jobs.Waiting != 1 || !slices.Equal(jobs.Held, want) {
		t.Errorf("%+v", jobs)
	}
	if _, err := r.Jobs(context.Background(), func(context.Context, string, ...string) (string, error) { return "", errors.New("no") }); err == nil {
		t.Error("a queue that does not answer is empty")
	}
}

// What sbatch refuses is said, and nothing of it is left in the queue.
func TestSbatchRefuses(t *testing.T) {
	r, dir := clusterRun(t)
	for _, most := range []int{0, 1} {
		q := fakeQueue{refuse: "invalid partition specified: long", most: most}
		n, err := r.Submit(context.Background(), q.command)
		var refused *SbatchError
		if n > 0 || len(q.cancelled) != most || !errors.As(err, &refused) || refused.Dir != dir || !strings.Contains(err.Error(), q.refuse) {
			t.Errorf("%d jobs, %v", n, err)
		}
	}
}

// Options of sbatch are long ones, and those of the run come after them, so that they count.
func TestOptionsOfSbatch(t *testing.T) {
	for _, option := range []string{"-W", "-a0", "x", "-", "--", "", "--clusters=a,b", "--clus=all", "--clusters", "--cluster=c1"} {
		c := Cluster{Extra: []string{option}}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), option) {
			t.Errorf("%s: %v", option, err)
		}
	}
	c := Cluster{Extra: []string{"--exclusive", "--wait-all-nodes=1", "--qos=low", "--nodes=1", "--mem-per-cpu=2G", "--time-min=5"}, Prolog: "module load gcc/13.2"}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	r, _ := clusterRun(t)
	r.manifest.Cluster.Extra = []string{"--array=7-9"}
	s := Submission{run: r}
	if line := s.Command(Job{Tasks: 2}, ""); !strings.HasPrefix(strings.Join(line, " "), "--array=7-9 ") || !slices.Contains(line, "--array=0-1") {
		t.Errorf("sbatch is given %v", line)
	}
}

// A percent sign in the name of the directory is none of a pattern of sbatch.
func TestPercentInDirectory(t *testing.T) {
	r, _ := clusterRun(t)
	s := Submission{dir: "/shared/50%a", run: r}
	line := strings.Join(s.Command(Job{Name: r.jobPrefix() + "-r0-s1", Tasks: 3, Args: []string{"task"}}, ""), " ")
	if !strings.Contains(line, " --output=/shared/50%%a/slurm/logs/r0-s1-%A_%a.out ") || !strings.Contains(line, " /shared/50%a/slurm/job.sh ") {
		t.Error(line)
	}
}

// bash runs a script with commands of its own before anything else in the path.
func bash(t *testing.T, env []string, args ...string) (string, int) {
	t.Helper()
	path, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no bash")
	}
	command := exec.Command(path, args...)
	command.Env = append(os.Environ(), env...)
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}

// write writes a program.
func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// What is shown before it is submitted does what is submitted.
func TestSubmissionAsScript(t *testing.T) {
	r, dir := start(t, quick, odd, Options{Settings: Settings{Engine: Slurm, Cluster: &Cluster{
		Program: "/a b/it's", Tasks: 3, Extra: []string{"--comment=$HOME ; x"}, Prolog: "module load gcc/13 || exit\nulimit -c 0",
	}}})
	s, err := r.Submission()
	if err != nil {
		t.Fatal(err)
	}
	shown := s.String()
	if _, err := os.Stat(filepath.Join(dir, scripts)); err == nil {
		t.Error("showing the jobs writes a directory")
	}
	for _, line := range []string{"#   #!/bin/bash\n", "#   module load gcc/13 || exit\n", "#   ulimit -c 0\n"} {
		if !strings.Contains(shown, line) {
			t.Errorf("the script lacks %q", line)
		}
	}
	bin := t.TempDir()
	write(t, filepath.Join(bin, "sbatch"), "#!/bin/bash\necho x >>'"+bin+"/count'\nfor a; do printf '%s\\n' \"$a\" >>'"+bin+"/args'; done\nwc -l <'"+bin+"/count'\n")
	script := write(t, filepath.Join(bin, "script"), shown)
	if out, status := bash(t, []string{"PATH=" + bin + ":" + os.Getenv("PATH")}, script); status != 0 {
		t.Fatalf("status %d: %s", status, out)
	}
	got, err := os.ReadFile(filepath.Join(bin, "args"))
	if err != nil {
		t.Fatal(err)
	}
	var q fakeQueue
	if _, err := r.Submit(context.Background(), q.command); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(slices.Concat(q.jobs...), "\n") + "\n"; string(got) != want {
		t.Errorf("by hand:\n%s\nsubmitted:\n%s", got, want)
	}
}

// A job puts itself back in the queue when its time is nearly over, and three times for other
// failures.
func TestJobScript(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(bin, "scontrol"), "#!/bin/bash\necho \"$@\" >>'"+bin+"/requeued'\nexit 1\n")
	script := write(t, filepath.Join(bin, "job.sh"), jobScript)
	write(t, filepath.Join(dir, "slurm", "tries", "keep"), "")
	env := []string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=2", "SLURM_JOB_NAME=j", "SLURM_CPUS_PER_TASK=4",
	}
	requeued := func() int {
		text, err := os.ReadFile(filepath.Join(bin, "requeued"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(bin, "requeued")); err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(text), "requeue 7_2\n") != strings.Count(string(text), "\n") {
			t.Errorf("requeued: %s", text)
		}
		return strings.Count(string(text), "\n")
	}
	program := filepath.Join(bin, "program")
	waits := func(status int) string { // until the job is told to end, which it passes on
		return fmt.Sprintf("#!/bin/bash\ntrap 'exit %d' TERM\n[ \"$8\" = told ] && kill -$7 $PPID\nwhile :; do sleep 0.01; done\n", status)
	}
	for _, test := range []struct {
		what, program  string
		args           []string
		status, queued int
	}{
		{"a task that ends", "#!/bin/bash\n[ \"$*\" = \"run task " + dir + " --stage 3 --task 2 --threads 4\" ]\n", []string{"--stage", "3"}, 0, 0},
		{"a first failure", "#!/bin/bash\nexit 1\n", nil, 1, 1},
		{"a second one", "#!/bin/bash\nexit 1\n", nil, 1, 1},
		{"a third one", "#!/bin/bash\nexit 1\n", nil, 1, 1},
		{"the time is over, when shares were finished", waits(75), []string{"", "", "USR1", "told"}, 75, 1},
		{"and again", waits(75), []string{"", "", "USR1", "told"}, 75, 1},
		{"a fourth failure", "#!/bin/bash\nexit 1\n", nil, 1, 0},
		{"success in the end", "#!/bin/bash\nexit 0\n", nil, 0, 0},
		{"the time is over, when no share was finished", waits(1), []string{"", "", "USR1", "told"}, 1, 1},
		{"the scheduler ends the job", waits(75), []string{"", "", "TERM", "told"}, 75, 0},
	} {
		write(t, program, test.program)
		args := append([]string{script, program, dir, "task"}, test.args...)
		if len(test.args) == 4 {
			args = []string{script, program, dir, "task", "a", "b", "c", test.args[2], "told"}
		}
		out, status := bash(t, env, args...)
		if n := requeued(); status != test.status || n != test.queued {
			t.Errorf("%s: status %d, %d times in the queue again; want %d, %d: %s", test.what, status, n, test.status, test.queued, out)
		}
		if strings.Contains(out, "no share was finished") != (test.what == "the time is over, when no share was finished") {
			t.Errorf("%s: %s", test.what, out)
		}
	}
}

// submitted is the names of the jobs that were submitted, without the beginning that all have.
func submitted(r *Run, q *fakeQueue) []string {
	var names []string
	for _, args := range q.jobs {
		for _, arg := range args {
			if name, ok := strings.CutPrefix(arg, "--job-name="+r.jobPrefix()+"-"); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// A run goes from the tasks of a cluster to one machine and back, within a stage, too.
func TestEnginesTakeTurns(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		r, dir := start(t, quick, odd, Options{Method: method, Settings: Settings{Engine: Slurm, Cluster: &Cluster{Program: "combigo", Tasks: 3, CPUs: 1}}})
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		task := func(chain, stage, task int) error {
			return open(t, dir).Task(context.Background(), chain, stage, task, 3)
		}
		for _, one := range [][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 1}} {
			if err := task(0, one[0], one[1]); err != nil {
				t.Fatal(err)
			}
		}
		on := func(engine Engine) *Run {
			t.Helper()
			r, err := OpenLocked(quick, dir, Options{Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			s := r.Settings()
			s.Engine = engine
			if err := r.Change(s); err != nil {
				t.Fatal(err)
			}
			return r
		}
		disk := on(Disk)
		advance(t, disk, 2)
		if err := task(0, 3, 0); err == nil {
			t.Error("a task works while the engine is disk")
		}
		if err := disk.Close(); err != nil {
			t.Fatal(err)
		}
		slurm := on(Slurm)
		var q fakeQueue
		if _, err := slurm.Submit(context.Background(), q.command); err != nil {
			t.Fatal(err)
		}
		if first := submitted(slurm, &q)[0]; first != "c0-s3" { // the first that is missing
			t.Errorf("the first job is %s", first)
		}
		if err := slurm.Close(); err != nil {
			t.Fatal(err)
		}
		for chain := range slurm.chains {
			for stage := range slurm.end(chain) {
				if chain == 0 && stage < 3 {
					continue
				}
				for one := range slurm.tasks(3) {
					if err := task(chain, stage, one); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := open(t, dir).collect(); err != nil {
				t.Fatal(err)
			}
		}
		wantResult(t, open(t, dir))
	}
}

// stopAtRename is a file system that tells when a file gets its name.
type stopAtRename struct {
	storage.FS
	stop func()
}

func (s stopAtRename) Rename(from, to string) error {
	s.stop()
	return s.FS.Rename(from, to)
}

// A task that is interrupted stops between shares, and says whether it got on.
func TestInterruptedTask(t *testing.T) {
	_, dir := start(t, quick, odd, Options{Shares: 9, Settings: Settings{Engine: Slurm, Cluster: &Cluster{Program: "combigo", Tasks: 1, CPUs: 1}}})
	if err := open(t, dir).Task(context.Background(), 0, 0, 0, 1); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if err := open(t, dir).Task(ended, 0, 1, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a task that was interrupted at once: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	one, err := Open(stopAtRename{quick, stop}, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	err = one.Task(ctx, 0, 1, 0, 1)
	done, errDone := one.doneShares(stageID{Chain: 0, Stage: 1})
	if errDone != nil {
		t.Fatal(errDone)
	}
	if !slices.Contains(done, true) || all(done) || !errors.Is(err, ErrAgain) {
		t.Errorf("shares %v are done, the error is %v", done, err)
	}
	if err := open(t, dir).Task(context.Background(), 0, 1, 0, 1); err != nil {
		t.Error(err)
	}
}

// The number of a job is found among notices. A job that is accepted is taken back if its number is
// not understood.
func TestWhatSbatchPrints(t *testing.T) {
	for print, refused := range map[string]bool{
		"notice: default partition used\n%d\n": false, "%d\nnotice 5: be brief\n": false, "%d;c1\n": false,
		"Submitted batch job %d\n": true, "\n%.0s": true,
	} {
		r, _ := clusterRun(t)
		q := fakeQueue{print: print}
		n, err := r.Submit(context.Background(), q.command)
		if !refused {
			if err != nil || n != len(q.jobs) || len(q.cancelled) > 0 || !strings.Contains(strings.Join(q.jobs[1], " "), "--dependency=afterok:1 ") {
				t.Errorf("%q: %d of %d jobs, %v", print, n, len(q.jobs), err)
			}
			continue
		}
		if n != 0 || err == nil || !strings.Contains(err.Error(), "want a line with the number") || len(q.jobs) != 1 || !strings.HasPrefix(q.cancelled[0], "--name=combigo-") {
			t.Errorf("%q: %d jobs, %v, %v", print, n, q.cancelled, err)
		}
	}
}
