package main

import (
	"bufio"
	"bytes"
	"context"
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

	"combigo.dev/combigo/cmd/combigo/internal/web"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
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

// questionTime is how long a question may take before it is ended.
func questionTime() time.Duration {
	if longtests.Wanted() {
		return 200 * time.Millisecond
	}
	return 20 * time.Millisecond
}

// The explorer asks commands in its own process. The largest questions of its pages end with the
// context, and leave no files.
func TestQuestionsEndWithTheirContext(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, question := range []string{
		"random --method rejection --seed=1 -- 25 25",
		"list --count=60 --from=0 -- 6 6",
		"unrank -- 7 7 123456789",
		"records --of=strings -- 10 25",
		"records --of=neighbors -- 7 25",
		"records --of=pseudoliberties -- 9 25",
		"records --of=liberties -- 11 25",
		"count --by-stones -- 5 5",
		"symmetry -- 7 7",
		"patterns -- 8",
		"polynomial -- 4 4",
		"recurrence -- 4",
		"states -- 19",
		"sequence -- torus",
		"compare -- gomoku 6 7",
		"count --lattice=square --colors=2 -- 1-11",
		"count --lattice=torus --colors=6 -- 1-9",
		"estimate -- 10^18",
		"sample --runs 1000 --seed=1 -- 60 60",
		"bounds --width 5 -- 25 25",
		"strip --stored -- 13",
		"asymptotic --",
		"graph -- 3 3",
		"longest --steps 20000 -- 1 8",
		"longest --steps 20000 -- 2 3",
		"hamilton 1 -- 8",
		"games --length=5 -- 19 19",
		"games 1 -- 3",
		"games --bounds -- 19 19",
		"paper show --budget 1s -- table-3",
		"paper show --budget 1s -- table-5",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		stop := time.AfterFunc(questionTime(), cancel)
		began := time.Now()
		page, err := ask(ctx, newCommands(), strings.Fields(question), par.Options{Threads: 1, Memory: 200 << 20})
		if took := time.Since(began); took > time.Second {
			t.Logf("%s: %v", question, took)
		}
		var input web.InputError
		if page == nil && err == nil || errors.As(err, &input) {
			t.Errorf("%s: %v", question, err)
		}
		if page != nil && (page.JSON == "" || page.Text == "") {
			t.Errorf("%s: %+v", question, page)
		}
		stop.Stop()
		cancel()
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind are %v, %v", left, err)
	}
}

// One of anything is no number of things, in the text of any command.
func TestOneIsSingular(t *testing.T) {
	plural := regexp.MustCompile(`(?:^|[^\d.,x/^+*-])1 ([a-z]*[a-rt-z]s)\b`)
	for _, question := range []string{
		"count 1", "count 1-1", "count 1 2", "count 1 --by-stones", "symmetry 1", "polynomial 1", "recurrence 1", "recurrence 1 --matrix states", "states 1", "patterns 1",
		"estimate 1", "sample 1 --runs 2", "bounds 1", "strip 1 --stored", "graph 1", "graph 1 2", "longest 1 2 --steps 1", "longest 1 1 --steps 1", "hamilton 1 3", "hamilton 1 2",
		"games 1", "games 1 2", "games 1 2 --estimate --runs 2", "games 2 --bounds", "records 1", "records 1 2", "liberties 1", "liberties 1 1",
		"sequence A094777 --terms 1", "compare gomoku 1", "paper show table-6",
	} {
		page, err := ask(t.Context(), newCommands(), strings.Fields(question), par.Options{Threads: 1, Memory: 200 << 20})
		if err != nil {
			t.Logf("%s: %v", question, err)
			continue
		}
		for _, found := range plural.FindAllStringSubmatch(page.Text, -1) {
			if !strings.Contains(" is has this plus across ", " "+found[1]+" ") {
				t.Errorf("%s: %q in\n%s", question, found[0], page.Text)
			}
		}
	}
}
