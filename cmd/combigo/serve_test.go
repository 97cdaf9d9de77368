package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A server says where it is, opens the browser, answers, refuses to share its port, and ends
// with Ctrl-C.
func TestServe(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program that opens pages is another one here")
	}
	bin := t.TempDir()
	opened := filepath.Join(bin, "opened")
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >'"+opened+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("combigo", "serve", "--addr", "127.0.0.1:0", "--open")
	command.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	url := startServer(t, command)
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || !strings.Contains(string(text), "The combinatorics of Go") {
		t.Errorf("the first page is %q, %v", text, err)
	}
	wantOpened(t, opened, url)
	wantPortInUse(t, strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := command.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("the end is %v", err)
	}
}

// wantOpened waits until the page was opened, as long as the test may take.
func wantOpened(t *testing.T, file, url string) {
	t.Helper()
	for {
		if text, err := os.ReadFile(file); err == nil && strings.TrimSpace(string(text)) == url {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func wantPortInUse(t *testing.T, address string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	second := exec.Command("combigo", "serve", "--addr", address)
	second.Stdout, second.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := second.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitUsage || stdout.Len() > 0 {
		t.Errorf("a second server ends with %v and prints %q", err, &stdout)
	}
	want := "combigo: serve: --addr " + address + ": the port is in use: want another one, or 0 for any that is free\n"
	if stderr.String() != want {
		t.Errorf("a second server says %q", &stderr)
	}
}

// startServer starts a server, and returns the address that its first line gives.
func startServer(t *testing.T, command *exec.Cmd) string {
	t.Helper()
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	page := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+/`).FindString(line)
	if err != nil || page == "" {
		t.Fatalf("the first line is %q, %v", line, err)
	}
	return page
}

// The document of the explorer says of every command where its page is.
func TestEveryCommandHasItsPage(t *testing.T) {
	table := strings.Join(regexp.MustCompile("(?m)^\\| `[a-z`, ]+ \\| ").FindAllString(readDoc(t, "docs/explorer.md"), -1), "")
	for _, command := range newRootCommand().Commands() {
		if !command.Hidden && !strings.Contains(table, "`"+command.Name()+"`") {
			t.Errorf("docs/explorer.md does not say where the page of %s is", command.Name())
		}
	}
}
