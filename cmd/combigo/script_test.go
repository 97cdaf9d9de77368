package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the tests start this program as combigo: inside scripts, and
// through the path.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"combigo": main})
}

// TestScripts runs the terminal sessions in testdata/script. Besides the usual
// commands they may say
//
//	refused WORD... - STATUS TEXT
//
// for a run of combigo with the words as arguments that ends with the status,
// writes nothing to stdout, and one line to stderr that contains the text.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"refused": refused},
	})
}

func refused(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 3 || args[len(args)-3] != "-" {
		ts.Fatalf("usage: refused WORD... - STATUS TEXT")
	}
	words, want := args[:len(args)-3], args[len(args)-1]
	code := exitStatus(ts, words)
	if code != args[len(args)-2] {
		ts.Fatalf("combigo %s: exit status %s, want %s", strings.Join(words, " "), code, args[len(args)-2])
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("stdout is not empty: %q", out)
	}
	stderr := ts.ReadFile("stderr")
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "combigo: ") || !strings.HasSuffix(stderr, "\n") {
		ts.Fatalf("stderr is not one line: %q", stderr)
	}
	if !strings.Contains(stderr, want) {
		ts.Fatalf("stderr does not contain %q: %q", want, stderr)
	}
}

// exitStatus runs combigo and returns its exit status in decimal.
func exitStatus(ts *testscript.TestScript, words []string) string {
	err := ts.Exec("combigo", words...)
	if err == nil {
		return "0"
	}
	return strings.TrimPrefix(err.Error(), "exit status ")
}

// The help is for terminals of 80 columns.
func TestHelpFitsTheScreen(t *testing.T) {
	root := newRootCommand()
	for _, command := range append(root.Commands(), root) {
		if command.Name() == "completion" {
			continue // cobra's own text
		}
		command.InitDefaultHelpFlag()
		for line := range strings.Lines(command.Long + "\n" + command.UsageString()) {
			if line = strings.TrimRight(line, "\n"); len(line) > 80 {
				t.Errorf("the help of %s has a line of %d columns: %s", command.Name(), len(line), line)
			}
		}
	}
}

func TestReportIsOneLine(t *testing.T) {
	if got := oneLine("a\nb\x1b[31m\tc"); strings.ContainsAny(got, "\n\x1b\t") {
		t.Errorf("one line is %q", got)
	}
	if code := report(os.Stderr, exitError{1, nil}); code != 1 {
		t.Errorf("the exit status is %d", code)
	}
}
