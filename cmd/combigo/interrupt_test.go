package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
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
