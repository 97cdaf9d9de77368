package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// After Ctrl-C the best so far is on stdout: a lower bound, or the estimate from the runs that are done.
func TestInterruptedGames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no way to send Ctrl-C to one process")
	}
	for name, test := range map[string]struct{ args, want string }{
		"count":    {"games 2 --threads 1", "stopped: there are at least so many games"},
		"estimate": {"games 1 5 --estimate --runs 1000000 --threads 1", "runs       "},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			command := exec.Command("combigo", strings.Fields(test.args)...)
			command.Stdout, command.Stderr = &stdout, &stderr
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(700 * time.Millisecond)
			if err := command.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			if err := command.Wait(); err == nil || command.ProcessState.ExitCode() != exitInterrupted {
				t.Errorf("the end is %v", err)
			}
			if !strings.Contains(stdout.String(), test.want) || stderr.String() != "combigo: interrupted\n" {
				t.Errorf("stdout is %q, stderr is %q", &stdout, &stderr)
			}
		})
	}
}
