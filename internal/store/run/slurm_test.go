package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

func TestParsePart(t *testing.T) {
	for text, want := range map[string]Part{"1/1": {0, 1}, "3/16": {2, 16}, "16/16": {15, 16}} {
		if got, err := ParsePart(text); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0/3", "4/3", "1", "a/2", "1/b", "-1/2"} {
		if got, err := ParsePart(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// join opens a run for one of several programs.
func join(t *testing.T, fs storage.FS, dir string, part Part) *Run {
	t.Helper()
	r, err := OpenLocked(fs, dir, Options{Threads: 1, Part: part})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// Programs that work at the same time give the number: all of the parts, some of them twice, and
// some of them never.
func TestSeveralPrograms(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		for _, parts := range [][]int{{0, 1, 2}, {0, 0, 1, 1, 2, 2}, {1}, {2, 0}} {
			if !longtests.Wanted() && len(parts) < 3 {
				continue
			}
			size := odd
			if method == Modulo {
				size = even
			}
			r, dir := start(t, quick, size, Options{Method: method, Shares: 7})
			r.Close()
			var wg sync.WaitGroup
			for _, part := range parts {
				one := join(t, quick, dir, Part{part, 3})
				wg.Go(func() {
					if err := errors.Join(one.Advance(context.Background(), Limits{}, nil), one.Close()); err != nil {
						t.Errorf("%s, parts %v: %v", method, parts, err)
					}
				})
			}
			wg.Wait()
			wantResult(t, open(t, dir))
			if left, err := filepath.Glob(filepath.Join(dir, "chain-*")); err != nil || len(left) > 0 {
				t.Errorf("%s, parts %v: %v are left, %v", method, parts, left, err)
			}
		}
	}
}

// Of several programs each does its own shares, and those that are missing when it has waited.
func TestShares(t *testing.T) {
	r, dir := start(t, quick, odd, Options{Shares: 7})
	r.Close()
	s := join(t, quick, dir, Part{1, 3}).store(t.Context(), nil)
	p := stageID{Stage: 3}
	if got := s.sharesToDo(p, []int{0, 1, 2, 3, 4, 5, 6}); !slices.Equal(slices.Sorted(slices.Values(got)), []int{1, 4}) {
		t.Errorf("its own are %v", got)
	}
	if got := s.sharesToDo(p, []int{0, 5}); got != nil {
		t.Errorf("the shares %v of others are done at once", got)
	}
	s.leftToOthers = s.leftToOthers.Add(-2 * patience)
	if got := s.sharesToDo(p, []int{0, 5}); !slices.Equal(got, []int{5}) {
		t.Errorf("in the end it does %v", got)
	}
	if got := s.sharesToDo(stageID{Stage: 4}, []int{0, 5}); got != nil {
		t.Errorf("of the next stage it does %v at once", got)
	}
}

// The progress of one of several programs counts what is on the disk, not what others have to do.
func TestProgressOfAPart(t *testing.T) {
	r, dir := start(t, quick, odd, Options{Shares: 6})
	r.Close()
	one, reader, last := join(t, quick, dir, Part{0, 3}), open(t, dir), 0.0
	err := one.Advance(t.Context(), Limits{Stages: 4}, func(done float64) {
		if s, err := reader.Status(); err != nil || done > s.Fraction+1e-9 || done < last {
			t.Errorf("progress goes from %v to %v, on the disk are %v, %v", last, done, s.Fraction, err)
		}
		last = done
	})
	if !errors.Is(err, ErrLimit) || last == 0 {
		t.Errorf("progress ends at %v, %v", last, err)
	}
}

// What dead programs left in the directory of a stage goes when the stage is begun, if it was not
// changed for long; the files of those at work stay, and those of programs whose lock is not known.
func TestFilesOfDeadPrograms(t *testing.T) {
	r, dir := start(t, quick, odd, Options{})
	r.Close()
	alive, dead, without := join(t, quick, dir, Part{0, 4}), join(t, quick, dir, Part{1, 4}), join(t, lockless{quick}, dir, Part{2, 4})
	p, long := stageID{Stage: 1}, time.Now().Add(-2*abandoned)
	if err := alive.makeStageDir(p); err != nil {
		t.Fatal(err)
	}
	old, fresh := make(map[*Run]string), make(map[*Run]string)
	for _, one := range []*Run{alive, dead, without} {
		one.startLog()
		old[one], fresh[one] = storage.TemporaryName(one.fileName(p, 2), one.tag), storage.TemporaryName(one.fileName(p, 3), one.tag)
		write(t, old[one], "")
		write(t, fresh[one], "")
		if err := os.Chtimes(old[one], long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := dead.alive.Close(); err != nil { // as the system does for a killed program
		t.Fatal(err)
	}
	last := join(t, quick, dir, Part{3, 4})
	if err := last.makeStageDir(p); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{old[alive], fresh[alive], fresh[dead], old[without], fresh[without]} {
		if _, err := os.Stat(name); err != nil {
			t.Error("a file that may be written still is gone: ", err)
		}
	}
	if _, err := os.Stat(old[dead]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old file of a dead program: %v", err)
	}
}

// lockless is a file system that makes files for locks, and then has none.
type lockless struct{ storage.FS }

func (l lockless) Lock(name string, shared bool) (io.Closer, error) {
	lock, err := l.FS.Lock(name, shared)
	if err == nil {
		err = errors.Join(storage.ErrNoLocks, lock.Close())
	}
	return nil, err
}

// A share that another program with the same part has done meanwhile is not done again.
func TestSamePart(t *testing.T) {
	r, dir := start(t, quick, odd, Options{Method: Modulo})
	advance(t, r, 2)
	r.Close()
	one, two := join(t, quick, dir, Part{0, 2}), join(t, quick, dir, Part{0, 2})
	p := stageID{Stage: 2}
	for i, program := range []*Run{one, two} {
		steps := program.log.effort.Steps
		if err := program.do(t.Context(), p, 0, 2); err != nil {
			t.Fatal(err)
		}
		if worked := program.log.effort.Steps > steps; worked != (i == 0) {
			t.Errorf("program %d of the same part does shares: %v", i+1, worked)
		}
	}
}

// Programs that share the work keep others from the directory, which would have it alone.
func TestSharedDirectory(t *testing.T) {
	r, dir := start(t, quick, odd, Options{})
	var busy *storage.LockedError
	if _, err := OpenLocked(quick, dir, Options{Part: Part{0, 2}}); !errors.As(err, &busy) {
		t.Errorf("beside a program that works alone: %v", err)
	}
	r.Close()
	one := join(t, quick, dir, Part{0, 2})
	two := join(t, quick, dir, Part{1, 2})
	if _, err := OpenLocked(quick, dir, Options{}); !errors.As(err, &busy) {
		t.Errorf("beside programs that share the work: %v", err)
	}
	if s, err := open(t, dir).Status(); err != nil || s.Work != storage.AtWork {
		t.Errorf("%+v, %v", s, err)
	}
	one.Close()
	two.Close()
	if s, err := open(t, dir).Status(); err != nil || s.Work != storage.Idle {
		t.Errorf("%+v, %v", s, err)
	}
}

// Programs that share the work are killed at random moments, one after the other and at the same
// time; files of the others are no damage.
func TestSeveralProgramsKilled(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("kills dozens of programs")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(23, 29))
	r, dir := start(t, quick, odd, Options{Method: Modulo, Shares: 5})
	r.Close()
	for operations := 100; ; operations += 1 + operations/8 {
		var wg sync.WaitGroup
		var finished [2]bool
		for part := range finished {
			limit := random.IntN(2 * operations)
			wg.Go(func() { finished[part] = killed(t, dir, Part{part, 2}, false, limit) })
		}
		wg.Wait()
		if finished[0] || finished[1] {
			break
		}
	}
	wantResult(t, open(t, dir))
}

var aCluster = Cluster{Program: "/a b/it's", Tasks: 3, Threads: 2, Memory: 1 << 30, Extra: []string{"--comment=$HOME # x", "--time=2:00:00"}, Prolog: "module load gcc/13 || exit\nulimit -c 0"}

// The script is what sbatch is given, and is written in the directory, which is free then. What
// sbatch refuses is said.
func TestSubmit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50%a b")
	r, err := Start(quick, dir, odd, Options{Tasks: 3, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	script, err := r.Script(&aCluster)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"#!/bin/bash", `#SBATCH "--comment=$HOME \# x"`, "#SBATCH --requeue", "#SBATCH --array=1-3", "#SBATCH --cpus-per-task=2", "#SBATCH --mem=1048576K",
		"#SBATCH --signal=B:USR1@60", `#SBATCH "--output=` + filepath.Dir(dir) + `/50%%a b/slurm/logs/%A_%a.out"`, "module load gcc/13 || exit",
		`'/a b/it'\''s' 'run' 'resume' '` + dir + `' '--quiet' '--threads' '2' '--memory' '1048576KiB' --part "$SLURM_ARRAY_TASK_ID/3" &`,
	} {
		if !strings.Contains(script, line+"\n") {
			t.Errorf("the script lacks %q:\n%s", line, script)
		}
	}
	if strings.Index(script, "--time=2") > strings.Index(script, "--requeue") {
		t.Error("an option of the user comes after those of the run")
	}
	if s, err := r.Status(); err != nil || s.Engine != Disk {
		t.Errorf("%+v, %v", s, err)
	}
	var called []string
	printed, err := r.Submit(t.Context(), &aCluster, func(_ context.Context, name string, args ...string) (string, error) {
		called = append([]string{name}, args...)
		_, err := os.Stat(args[0])
		return "Submitted batch job 7", err
	})
	if err != nil || printed != "Submitted batch job 7" || !slices.Equal(called, []string{"sbatch", r.jobScript()}) {
		t.Errorf("%s, %v, %v", printed, called, err)
	}
	if s, err := open(t, dir).Status(); err != nil || s.Engine != Slurm || s.Work != storage.Idle {
		t.Errorf("%+v, %v", s, err)
	}
	_, err = r.Submit(t.Context(), &aCluster, func(context.Context, string, ...string) (string, error) {
		return "", errors.New("sbatch: error: invalid partition specified")
	})
	var help *HelpError
	if !errors.As(err, &help) || help.Remedy != Resubmit || !strings.Contains(err.Error(), "invalid partition") {
		t.Error(err)
	}
}

// What the scheduler grants a task is compared with what a task needs.
func TestTaskMemory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	var memory *result.MemoryError
	if _, err := Start(quick, dir, odd, Options{Tasks: 3, Memory: 100 << 10}); !errors.As(err, &memory) || memory.Ceiling != 100<<10 {
		t.Errorf("tasks of 100 KiB: %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a refused run leaves a directory")
	}
	r, err := Start(quick, dir, odd, Options{Tasks: 3, Memory: 1 << 50})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.ceiling != 1<<50 {
		t.Errorf("tasks of 1 PiB are allowed %s", r.ceiling)
	}
	// A task is one of several programs.
	if got := (Options{Part: Part{1, 3}, Memory: 1 << 50}).ceiling(0); got != 1<<50 {
		t.Errorf("a task of 1 PiB is allowed %s", got)
	}
	if got := (Options{Memory: 1 << 50}).ceiling(0); got >= 1<<50 {
		t.Errorf("a program alone is allowed %s", got)
	}
}

// The queue tells what runs, what waits, and what is held until somebody releases it.
func TestJobsThatAreHeld(t *testing.T) {
	r, _ := start(t, quick, odd, Options{})
	text := "7_1|RUNNING|None\n7_[2-3%2]|PENDING|JobArrayTaskLimit\n8_4|PENDING|launch failed requeued held\n9_[0-2]|PENDING|JobHeldUser\n" +
		"10|REQUEUE_HOLD|job requeued in held state\n12|COMPLETING|None\nno job\n"
	jobs, err := r.Jobs(context.Background(), func(_ context.Context, name string, args ...string) (string, error) {
		if !slices.Contains(args, "--name="+r.jobName()) {
			t.Errorf("%s %v", name, args)
		}
		return text, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []HeldJob{{"8_4", "launch failed requeued held"}, {"9", "JobHeldUser"}, {"10", "job requeued in held state"}}
	if jobs.Running != 2 || jobs.Waiting != 1 || !slices.Equal(jobs.Held, want) {
		t.Errorf("%+v", jobs)
	}
	if _, err := r.Jobs(context.Background(), func(context.Context, string, ...string) (string, error) { return "", errors.New("no") }); err == nil {
		t.Error("a queue that does not answer is empty")
	}
}

func TestOptionsOfSbatch(t *testing.T) {
	for _, option := range []string{"-W", "-a0", "x", "-", "--", "", "--clusters=a,b", "--clus=all", "--clusters", "--cluster=c1", "--a\nb"} {
		c := Cluster{Extra: []string{option}}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", option)) {
			t.Errorf("%s: %v", option, err)
		}
	}
	c := Cluster{Extra: []string{"--exclusive", "--wait-all-nodes=1", "--qos=low", "--nodes=1", "--mem-per-cpu=2G", "--time-min=5"}}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

// bash runs a script with an environment.
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
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// A task puts itself back in the queue when its time is nearly over, and three times for other
// failures.
func TestJobScript(t *testing.T) {
	bin := t.TempDir()
	r, dir := start(t, quick, odd, Options{})
	write(t, filepath.Join(bin, "scontrol"), "#!/bin/bash\necho \"$@\" >>'"+bin+"/requeued'\nexit 1\n")
	program, script := filepath.Join(bin, "program"), filepath.Join(bin, "job.sh")
	text, err := r.Script(&Cluster{Program: program, Tasks: 4, Threads: 4, Prolog: "export loaded=yes"})
	for _, name := range []string{filepath.Join(dir, "slurm", "tries"), filepath.Join(dir, logName)} {
		err = errors.Join(err, os.MkdirAll(name, 0o755))
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, script, text)
	env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=2"}
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
	// waits is a program that is told to end, by a signal of the job that the job passes on, after it
	// has finished a share or not.
	waits := func(signal, before string) string {
		return "#!/bin/bash\ntrap 'exit 130' TERM\n" + before + "\nkill -" + signal + " $PPID\nwhile :; do sleep 0.01; done\n"
	}
	share := "sleep 0.05; echo {} >'" + dir + "/log/x.effort'"
	fails := "#!/bin/bash\nexit 1\n"
	for _, test := range []struct {
		what, program  string
		status, queued int
	}{
		{"a task that ends", "#!/bin/bash\n[ \"$loaded $*\" = \"yes run resume " + dir + " --quiet --threads 4 --part 2/4\" ]\n", 0, 0},
		{"a first failure", fails, 1, 1},
		{"a second one", fails, 1, 1},
		{"a third one", fails, 1, 1},
		{"the time is over, when a share was finished", waits("USR1", share), 130, 1},
		{"and again", waits("USR1", share), 130, 1},
		{"a fourth failure", fails, 1, 0},
		{"success in the end", "#!/bin/bash\nexit 0\n", 0, 0},
		{"the time is over, when no share was finished", waits("USR1", "sleep 0.05"), 130, 1},
		{"the scheduler ends the job", waits("TERM", ""), 130, 0},
	} {
		write(t, program, test.program)
		out, status := bash(t, env, script)
		if n := requeued(); status != test.status || n != test.queued {
			t.Errorf("%s: status %d, %d times in the queue again; want %d, %d: %s", test.what, status, n, test.status, test.queued, out)
		}
		if strings.Contains(out, "no share was finished") != (test.what == "the time is over, when no share was finished") {
			t.Errorf("%s: %s", test.what, out)
		}
	}
}
