package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"testing"
	"time"
)

// Ctrl-C stops every kind of work at once, with status 130, one line on stderr,
// nothing on stdout and no file left behind.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no way to send Ctrl-C to one process")
	}
	for name, args := range map[string][]string{
		"brute force":         {"count", "4", "--method", "brute"},
		"exact numbers":       {"count", "12", "--threads", "1"},
		"residues":            {"count", "12", "--threads", "1", "--modular"},
		"many small boards":   {"count", "7", "1-1000"},
		"a long narrow board": {"count", "6", "5000"},
		"completion counts":   {"unrank", "11", "5", "--memory", "20GiB"},
		"a record":            {"records", "15", "--of", "pseudoliberties", "--memory", "20GiB"},
		"most liberties":      {"liberties", "17", "--threads", "1"},
	} {
		t.Run(name, func(t *testing.T) { interrupt(t, args) })
	}
}

func interrupt(t *testing.T, args []string) {
	var stdout, stderr bytes.Buffer
	command := exec.Command("combigo", args...)
	command.Dir, command.Stdout, command.Stderr = t.TempDir(), &stdout, &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	err := command.Wait()
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("the end is %v", err)
	}
	if stdout.Len() > 0 || stderr.String() != "combigo: interrupted\n" {
		t.Errorf("stdout is %q, stderr is %q", &stdout, &stderr)
	}
	if left, err := os.ReadDir(command.Dir); err != nil || len(left) > 0 {
		t.Errorf("left behind are %v, %v", left, err)
	}
}

// Ctrl-C in a search prints the best game so far, which is checked like any other.
func TestInterruptedSearchHasAResult(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no way to send Ctrl-C to one process")
	}
	var stdout, stderr bytes.Buffer
	command := exec.Command("combigo", "longest", "2x4", "--time", "1h", "--threads", "1")
	command.Dir, command.Stdout, command.Stderr = t.TempDir(), &stdout, &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second)
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := command.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("the end is %v", err)
	}
	if !bytes.HasPrefix(stdout.Bytes(), []byte("2x4: a game of ")) || stderr.String() != "combigo: interrupted\n" {
		t.Errorf("stdout is %q, stderr is %q", &stdout, &stderr)
	}
}

// What takes long says so before it begins, and can be interrupted then.
func TestSymmetryForetells(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no way to send Ctrl-C to one process")
	}
	command := exec.Command("combigo", "symmetry", "9", "200", "--threads", "1")
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	line, err := lines.ReadString('\n')
	want := regexp.MustCompile(`^symmetry 9x200: this takes about [0-9]+ minutes and [0-9.]+ MiB, within a factor of three; --estimate has the parts\n$`)
	if err != nil || !want.MatchString(line) {
		t.Errorf("stderr begins with %q, %v", line, err)
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(lines); err != nil || string(rest) != "combigo: interrupted\n" {
		t.Errorf("stderr goes on with %q, %v", rest, err)
	}
	var exit *exec.ExitError
	if err := command.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("the end is %v", err)
	}
}

func TestRoughly(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"0.2 seconds": 160 * time.Millisecond, "1.9 seconds": 1900 * time.Millisecond, "2 seconds": 2 * time.Second,
		"110 seconds": 110 * time.Second, "43 minutes": 43*time.Minute + 7*time.Second, "3 hours": 170 * time.Minute,
		"30 hours": 30 * time.Hour, "3 days": 75 * time.Hour,
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v is written %q, want %q", d, got, want)
		}
	}
}
