//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"combigo.dev/combigo/internal/longtests"
)

// interruptAfter is the variable with the processor time, such as 300ms, after which a combigo that
// a test has started gets Ctrl-C. It is at work by then, however busy the machine is. With "bar "
// in front that is counted from when there is a progress bar.
const interruptAfter = "COMBIGO_TEST_INTERRUPT_AFTER"

// atWork is the processor time after which a command is at work: it takes 15 ms to start.
const atWork = 100 * time.Millisecond

// interruptBy is the variable with the signal that it gets in the place of Ctrl-C: TERM or HUP.
const interruptBy = "COMBIGO_TEST_INTERRUPT_BY"

func init() {
	programs["combigo"] = func() {
		i := &interruption{}
		go interrupt(i)
		os.Exit(execute(i))
	}
}

func interrupt(i *interruption) {
	after, bar := strings.CutPrefix(os.Getenv(interruptAfter), "bar ")
	limit, err := time.ParseDuration(after)
	if err != nil {
		return
	}
	began := time.Duration(0)
	for bar && !isShown(i.bar.Load()) {
		time.Sleep(5 * time.Millisecond)
		began = processorTime()
	}
	for processorTime() < began+limit {
		time.Sleep(5 * time.Millisecond)
	}
	number := syscall.SIGINT
	if name := os.Getenv(interruptBy); name != "" {
		number = map[string]syscall.Signal{"TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}[name]
	}
	if err := syscall.Kill(os.Getpid(), number); err != nil {
		panic(err)
	}
}

func isShown(b *progressBar) bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.shown
}

func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// interrupted runs combigo in an empty folder with Ctrl-C after some processor time, and returns
// what it prints. It fails unless the exit status is the one for that, and stderr says no more.
func interrupted(t *testing.T, after time.Duration, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	command := exec.Command("combigo", args...)
	command.Dir, command.Stdout, command.Stderr = t.TempDir(), &stdout, &stderr
	command.Env = append(os.Environ(), interruptAfter+"="+after.String())
	err := command.Run()
	wantInterrupted(t, err, stderr.String())
	if left, err := os.ReadDir(command.Dir); err != nil || len(left) > 0 {
		t.Errorf("left behind are %v, %v", left, err)
	}
	return stdout.String()
}

// wantInterrupted fails unless a command has ended as it does after Ctrl-C. On a busy machine it
// may say besides that it writes what it has.
func wantInterrupted(t *testing.T, err error, stderr string) {
	t.Helper()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("the end is %v", err)
	}
	if strings.TrimPrefix(stderr, savingText+"\n") != "combigo: interrupted\n" {
		t.Errorf("stderr is %q", stderr)
	}
}

// Ctrl-C stops every kind of work, with status 130, one line on stderr,
// nothing on stdout and no file left behind.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"brute force":         {"count", "4", "--method", "brute"},
		"exact numbers":       {"count", "12", "--threads", "1"},
		"residues":            {"count", "12", "--threads", "1", "--modular"},
		"many small boards":   {"count", "7", "7-1000"},
		"a long narrow board": {"count", "6", "5000"},
		"completion counts":   {"unrank", "11", "5", "--memory", "20GiB"},
		"a record":            {"records", "21", "--of", "pseudoliberties", "--memory", "20GiB"},
		"most liberties":      {"liberties", "17", "--threads", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out := interrupted(t, atWork, args...); out != "" {
				t.Errorf("stdout is %q", out)
			}
		})
	}
}

// Files of a count that does not fit the memory do not survive it.
func TestInterruptRemovesScratch(t *testing.T) {
	t.Parallel()
	times := []time.Duration{200 * time.Millisecond}
	if longtests.Wanted() {
		times = append(times, 500*time.Millisecond, time.Second)
	}
	for _, after := range times {
		out := interrupted(t, after, "count", "13", "--memory", "150MiB", "--scratch", ".")
		if out != "" {
			t.Errorf("stdout is %q", out)
		}
	}
}

// After Ctrl-C the best so far is on stdout: a game, checked like any other, a lower bound, or the
// estimate from the runs that are done.
func TestInterruptedSearchHasAResult(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ args, want string }{
		{"longest 2x4 --time 1h --threads 1", "2x4: a game of "},
		{"games 2 --threads 1", "stopped: there are at least this many games"},
		{"games 1 5 --estimate --runs 1000000 --threads 1", "runs       "},
	} {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			if out := interrupted(t, atWork, strings.Fields(test.args)...); !strings.Contains(out, test.want) {
				t.Errorf("stdout is %q", out)
			}
		})
	}
}

// Numbers that are found are written after Ctrl-C, which loses the one that is being found alone.
func TestRowsBeforeCtrlC(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"count 1-12 -q --threads 1":                             "1\n57\n12675\n24318165\n414295148741\n",
		"count 1-12 --lattice torus --format bfile --threads 1": "1 1\n2 57\n3 17767\n",
		"count 1-12 --format csv --threads 1":                   "quantity,rows,",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			if out := interrupted(t, atWork, strings.Fields(args)...); !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "\n") {
				t.Errorf("stdout is %q, want %q first", out, want)
			}
		})
	}
}

// What timeout, Slurm or docker stop sends, and the end of a terminal, is as good as Ctrl-C.
func TestRowsBeforeOtherSignals(t *testing.T) {
	for _, name := range []string{"TERM", "HUP"} {
		if name == "HUP" && signal.Ignored(syscall.SIGHUP) {
			continue // the tests run under nohup
		}
		t.Setenv(interruptBy, name)
		if out := interrupted(t, atWork, "count", "1-12", "-q", "--threads", "1"); !strings.HasPrefix(out, "1\n57\n") {
			t.Errorf("%s: stdout is %q", name, out)
		}
	}
}

// What takes minutes says so before it begins, and can be interrupted then.
func TestLongWorkIsAnnounced(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"symmetry 9 200 --threads 1":           `symmetry 9x200: this takes about [0-9]+ minutes and [0-9.]+ MiB, within a factor of three; --estimate has the parts`,
		"polynomial 8 --threads 1":             `polynomial of the square 8x8: this takes about [0-9]+ minutes and [0-9.]+ GiB by method symbolic, within a factor of three`,
		"random 12 --method exact --threads 1": `completion counts of 12x12: this takes about [0-9]+ (seconds|minutes|hours) and [0-9.]+ [MG]iB`,
		"random 40 --count 10 --threads 1":     `random: few colourings of this board are legal: this takes about [0-9]+ (minutes|hours), by chance less or several times as long`,
		"unrank 12 123 --threads 1":            `completion counts of 12x12: this takes about [0-9]+ (seconds|minutes|hours) and [0-9.]+ [MG]iB`,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			command := exec.Command("combigo", strings.Fields(args)...)
			stderr, err := command.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(stderr)
			line, err := lines.ReadString('\n')
			if err != nil || !regexp.MustCompile("^"+want+"\n$").MatchString(line) {
				t.Errorf("stderr begins with %q, %v", line, err)
			}
			if err := command.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(lines)
			if err != nil {
				t.Error(err)
			}
			wantInterrupted(t, command.Wait(), string(rest))
		})
	}
}
