package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"combigo/internal/storage"
	"combigo/result"
)

// What sbatch is told may change; what decides the numbers does not, and stays in the manifest.
func TestSettingsChange(t *testing.T) {
	r, dir := clusterRun(t)
	manifest, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		t.Fatal(err)
	}
	s := r.Settings()
	s.Cluster.Program, s.Cluster.Partition, s.Cluster.Account = "/elsewhere/combigo", "short", "mine"
	s.Cluster.Time, s.Cluster.Memory, s.Cluster.Tasks, s.Cluster.CPUs = "2:00:00", "1G", 5, 7
	if err := errors.Join(r.Change(s), r.Close()); err != nil {
		t.Fatal(err)
	}
	after := open(t, dir)
	var q fakeQueue
	if _, err := after.Submit(context.Background(), q.command); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"--partition=short", "--account=mine", "--time=2:00:00", "--mem=1G", "--cpus-per-task=7", "/elsewhere/combigo", "--signal=B:USR1@60", "--tasks 5",
	} {
		if line := strings.Join(q.jobs[0], " "); !strings.Contains(line, want) {
			t.Errorf("the first job lacks %s: %s", want, line)
		}
	}
	if now, err := os.ReadFile(filepath.Join(dir, manifestName)); err != nil || !bytes.Equal(now, manifest) {
		t.Errorf("the manifest has changed: %v", err)
	}
	if bytes.Contains(manifest, []byte("long")) || bytes.Contains(manifest, []byte("slurm")) {
		t.Errorf("the manifest has settings: %s", manifest)
	}
	s.Cluster.Memory = "1M"
	var memory *MemoryError
	if err := after.Change(s); !errors.As(err, &memory) || !memory.OfTask {
		t.Errorf("tasks of 1 MiB: %v", err)
	}
	if got := open(t, dir).settings.Cluster.Memory; got != "1G" {
		t.Errorf("refused settings are written: %s", got)
	}
}

// A run goes from the tasks of a cluster to one machine and back, within a stage, too.
func TestEnginesTakeTurns(t *testing.T) {
	for _, method := range []Method{DP, Exact, Modulo} {
		r, dir := start(t, quick, square, Options{Engine: Slurm, Method: method, KeepEvery: 2, Cluster: &Cluster{Program: "combigo", Tasks: 3, CPUs: 1}})
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		task := func(p place, task int) error {
			return open(t, dir).Task(context.Background(), p.residue, p.stage, task, 3)
		}
		for _, one := range [][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 1}} {
			if err := task(place{0, one[0]}, one[1]); err != nil {
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
		if err := disk.Advance(context.Background(), Limits{Stages: 2}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		if err := task(place{0, 3}, 0); err == nil {
			t.Error("a task works beside the engine disk")
		}
		if err := disk.Close(); err != nil {
			t.Fatal(err)
		}
		slurm := on(Slurm)
		var q fakeQueue
		if _, err := slurm.Submit(context.Background(), q.command); err != nil {
			t.Fatal(err)
		}
		q.number(t, slurm, "r0-s3") // the first that is missing
		if strings.Contains(strings.Join(q.jobs[0], " "), "--dependency") || !strings.Contains(strings.Join(q.jobs[0], " "), "r0-s3 ") {
			t.Errorf("the first job is %s", q.jobs[0])
		}
		if err := slurm.Close(); err != nil {
			t.Fatal(err)
		}
		sequence := slurm.graph().sequences(1)[0]
		for _, p := range sequence[3:] {
			for one := range slurm.tasks(p.stage, slurm.settings.Cluster.Tasks) {
				if err := task(p, one); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := open(t, dir).Collect(sequence[len(sequence)-1].residue); err != nil {
			t.Fatal(err)
		}
		wantResidue(t, open(t, dir), 0)
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

// No more stages are submitted than the queue takes; the last job of a chain submits the next ones.
func TestStagesAhead(t *testing.T) {
	r, _ := clusterRun(t)
	s := r.Settings()
	s.Cluster.Ahead = 2
	if err := r.Change(s); err != nil {
		t.Fatal(err)
	}
	var q fakeQueue
	if _, err := r.Submit(context.Background(), q.command); err != nil {
		t.Fatal(err)
	}
	want := []string{"r0-s0", "r0-s1", "r0-next", "r1-s0", "r1-s1", "r1-next", "r2-s0", "r2-s1", "r2-next"}
	if got := submitted(r, &q); !slices.Equal(got, want) {
		t.Errorf("%v are submitted", got)
	}
	if last := strings.Join(q.jobs[2], " "); !strings.Contains(last, "--dependency=afterok:2 ") || !strings.HasSuffix(last, " submit --chain 0 --chains 3 --side-by-side 3 --ahead 2") || strings.Contains(last, "--array") {
		t.Errorf("the next stages are submitted by %s", last)
	}
	// It finds the jobs of other chains in the queue, and those that wait for it in no case.
	next := fakeQueue{queued: r.jobPrefix() + "-r0-next\n" + r.jobPrefix() + "-r1-s1\n"}
	if _, err := r.SubmitNext(context.Background(), next.command, Next{0, 3, 3, 2}); err != nil {
		t.Fatal(err)
	}
	if got := submitted(r, &next); !slices.Equal(got, want[:3]) {
		t.Errorf("next: %v are submitted", got)
	}
	again := fakeQueue{queued: r.jobPrefix() + "-r0-next\n" + r.jobPrefix() + "-r0-s1\n"}
	if n, err := r.SubmitNext(context.Background(), again.command, Next{0, 3, 3, 2}); err != nil || n > 0 {
		t.Errorf("the same jobs are submitted again: %d, %v", n, err)
	}
	if _, err := r.SubmitNext(context.Background(), again.command, Next{3, 3, 3, 2}); err == nil {
		t.Error("there is a chain 3 of 3")
	}
	// A chain goes over to its next residue.
	two := fakeQueue{}
	r.outcomes[0].known = true
	if _, err := r.SubmitNext(context.Background(), two.command, Next{0, 2, 2, r.stages() + 1}); err != nil {
		t.Fatal(err)
	}
	if got := submitted(r, &two); len(got) != r.stages()+1 || got[0] != "r2-s0" || got[len(got)-1] != "r2-sum" {
		t.Errorf("chain 0 of 2: %v are submitted", got)
	}
}

// The queue of a site says how much it takes.
func TestQueueOfSite(t *testing.T) {
	r, _ := clusterRun(t)
	q := fakeQueue{config: "MaxArraySize            = 2\nMaxJobCount             = 60\nMaxMemPerNode           = UNLIMITED\n"}
	jobs, err := r.Submit(context.Background(), q.command)
	if err != nil {
		t.Fatal(err)
	}
	tasks := 0
	for _, args := range q.jobs {
		if slices.Contains(args, "--array=0-1%2") {
			tasks++
		}
		tasks++
	}
	if jobs == 0 || tasks > 60/queueShare {
		t.Errorf("%d tasks are submitted in %d jobs: %v", tasks, jobs, submitted(r, &q))
	}
	if line := strings.Join(q.jobs[0], " "); !strings.Contains(line, "--array=0-1%2 ") || !strings.Contains(line, "--tasks 2") {
		t.Errorf("more tasks than the site allows: %s", line)
	}
	if got := QueueOf(context.Background(), q.command); got != (Queue{2, 60}) {
		t.Errorf("%+v", got)
	}
	failing := func(context.Context, string, ...string) (string, error) { return "", errors.New("no") }
	if got := QueueOf(context.Background(), failing); got != (Queue{}) {
		t.Errorf("%+v", got)
	}
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

// What sbatch refuses is said with what helps.
func TestSbatchRefuses(t *testing.T) {
	r, _ := clusterRun(t)
	for text, want := range map[string]string{
		"Invalid job array specification":                                                       "--tasks N, with N at most MaxArraySize of this site (scontrol show config), since 3 are too many",
		"invalid partition specified: long":                                                     "--partition NAME",
		"Invalid account or account/partition combination specified":                            "--partition NAME",
		"Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)": "--ahead N",
		"Requested time limit is invalid (missing or exceeds some limit)":                       "--task-time TIME",
		"Resource temporarily unavailable":                                                      "--ahead N",
		"Something else":                                                                        "with the option that is wrong",
	} {
		for _, most := range []int{0, 5} {
			q := fakeQueue{refuse: text, most: most}
			n, err := r.Submit(context.Background(), q.command)
			if n != most || err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %d jobs, %v; want %q", text, n, err, want)
			}
			if err != nil && strings.Contains(err.Error(), "go on; when squeue shows none") != (most > 0) {
				t.Errorf("%s: %v does not say what becomes of %d jobs", text, err, most)
			}
		}
	}
}

// Options of sbatch that would break a run are refused, in all their forms.
func TestOptionsThatAreTaken(t *testing.T) {
	for _, option := range []string{
		"--wait", "-W", "--wai", "--array=0-3", "-a0", "--dependency=afterok:1", "--job-name=x", "-Jx", "--test-only", "--signal=USR1@5", "--output=x", "x", "-", "--", "",
	} {
		c := Cluster{Extra: []string{option}}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), option) {
			t.Errorf("%s: %v", option, err)
		}
	}
	for _, c := range []Cluster{
		{Time: "4h"}, {Memory: "4GB"}, {Modules: []string{"gcc; rm"}}, {Modules: []string{""}}, {Tasks: -1}, {Ahead: -1},
	} {
		if err := c.Check(); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	c := Cluster{Extra: []string{"--exclusive", "--wait-all-nodes=1", "--qos=low", "-N1", "--mem-per-cpu=2G", "--time-min=5"}, Modules: []string{"gcc/13.2"}, Time: "1-12", Memory: "4G"}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

// A percent sign in the name of the directory is none of a pattern of sbatch.
func TestPercentInDirectory(t *testing.T) {
	s := Submission{dir: "/shared/50%a", prefix: "p"}
	line := strings.Join(s.Command(Job{Name: "p-r0-s1", Tasks: 3, Args: []string{"task"}}, nil), " ")
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
	r, dir := start(t, quick, square, Options{Engine: Slurm, Cluster: &Cluster{
		Program: "/a b/it's", Tasks: 3, Extra: []string{"--comment=$HOME ; x"}, Modules: []string{"gcc/13"}, Prolog: "ulimit -c 0\n",
	}})
	s, err := r.Submission(Queue{})
	if err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	if _, err := s.WriteTo(&shown); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, scripts)); err == nil {
		t.Error("showing the jobs writes a directory")
	}
	for _, line := range []string{"#   #!/bin/bash\n", "#   module load gcc/13 || exit\n", "#   ulimit -c 0\n"} {
		if !strings.Contains(shown.String(), line) {
			t.Errorf("the script lacks %q", line)
		}
	}
	bin := t.TempDir()
	write(t, filepath.Join(bin, "sbatch"), "#!/bin/bash\necho x >>'"+bin+"/count'\nfor a; do printf '%s\\n' \"$a\" >>'"+bin+"/args'; done\nwc -l <'"+bin+"/count'\n")
	script := write(t, filepath.Join(bin, "script"), shown.String())
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

// A job puts itself back in the queue when its time is nearly over, and three times for other failures.
func TestJobScript(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(bin, "scontrol"), "#!/bin/bash\necho \"$@\" >>'"+bin+"/requeued'\nexit 1\n")
	script := write(t, filepath.Join(bin, "job.sh"), (&Cluster{}).script())
	write(t, filepath.Join(dir, "slurm", "tries", "keep"), "")
	env := []string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "SLURM_JOB_ID=8", "SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=2", "SLURM_JOB_NAME=j", "SLURM_CPUS_PER_TASK=4",
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
		{"the time is over, when bins were finished", waits(75), []string{"", "", "USR1", "told"}, 75, 1},
		{"and again", waits(75), []string{"", "", "USR1", "told"}, 75, 1},
		{"a fourth failure", "#!/bin/bash\nexit 1\n", nil, 1, 0},
		{"success in the end", "#!/bin/bash\nexit 0\n", nil, 0, 0},
		{"the time is over, when no bin was finished", waits(1), []string{"", "", "USR1", "told"}, 1, 1},
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
		if strings.Contains(out, "no bin was finished") != (test.what == "the time is over, when no bin was finished") {
			t.Errorf("%s: %s", test.what, out)
		}
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

// A task that is told to end stops between bins, and says whether it got on.
func TestInterruptedTask(t *testing.T) {
	r, dir := start(t, quick, square, Options{Engine: Slurm, Cluster: &Cluster{Program: "combigo", Tasks: 1, CPUs: 1}})
	if n := r.bins(1); n < commitsAtOnce+2 {
		t.Fatalf("stage 1 has %d bins", n)
	}
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
	one, err := OpenShared(stopAtRename{quick, stop}, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	err = one.Task(ctx, 0, 1, 0, 1)
	done, errDone := one.doneBins(place{0, 1})
	if errDone != nil {
		t.Fatal(errDone)
	}
	if !slices.Contains(done, true) || all(done) || !errors.Is(err, ErrAgain) {
		t.Errorf("bins %v are done, the error is %v", done, err)
	}
	if err := open(t, dir).Task(context.Background(), 0, 1, 0, 1); err != nil {
		t.Error(err)
	}
}

// The time before the end at which a task is told is small where there is little.
func TestSignalLead(t *testing.T) {
	for text, want := range map[string]time.Duration{"": signalLead, "1": 15 * time.Second, "2:00:00": signalLead} {
		if got := (&Cluster{Time: text}).lead(); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// The ceiling of a machine is not that of a task.
func TestMemoryOfSettings(t *testing.T) {
	s := Settings{Engine: Slurm, Memory: 8 << 30, Cluster: &Cluster{Memory: "1G"}}
	for engine, want := range map[Engine]result.Bytes{Slurm: 1 << 30, Disk: 8 << 30} {
		s.Engine = engine
		if got, _, err := s.options(1).memory(); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", engine, got, err, want)
		}
	}
}
