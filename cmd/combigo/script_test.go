package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/result"
)

// TestMain lets the tests start this program as combigo: inside scripts, and through the path.
func TestMain(m *testing.M) {
	if start := programs[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")]; start != nil {
		start()
	}
	debug.SetGCPercent(lazyCollection)
	os.Exit(withPrograms(m.Run))
}

// lazyCollection is the percentage of garbage in the process of the tests, which builds all
// commands again for each question: with less, the collector takes a third of the time. Programs
// that the tests start collect as they always do.
const lazyCollection = 800

// withPrograms does something while the path has the programs, and returns its exit status.
func withPrograms(do func() int) int {
	dir, err := os.MkdirTemp("", "combigo-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	for name := range programs {
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		if os.Link(self, filepath.Join(dir, name)) == nil {
			continue
		}
		program, err := os.ReadFile(self)
		if err := cmp.Or(err, os.WriteFile(filepath.Join(dir, name), program, 0o755)); err != nil {
			panic(err)
		}
	}
	if err := os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH")); err != nil {
		panic(err)
	}
	return do()
}

// programs is what the tests can start.
var programs = map[string]func(){"combigo": main}

// TestScripts runs the terminal sessions in testdata/script. Besides the usual
// commands they may say
//
//	ends STATUS WORD...
//	refused WORD... - STATUS TEXT
//
// for a run of combigo with the words as arguments that ends with the status. One that is refused
// writes nothing to stdout, and one line to stderr that contains the text.
//
// The condition [long] holds if long tests are wanted, [race] with the race detector, which
// takes memory of its own.
//
// The path in $BARE has combigo alone, as on a machine where nothing else is installed.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Abs("testdata/script") // some commands change the folder of the process
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: scripts,
		Setup: func(env *testscript.Env) error {
			combigo, err := exec.LookPath("combigo")
			env.Setenv("BARE", filepath.Dir(combigo))
			return err
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "long":
				return longtests.Wanted(), nil
			case "race":
				build, ok := debug.ReadBuildInfo()
				return ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"}), nil
			}
			return false, fmt.Errorf("unknown condition")
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"combigo": succeeds, "ends": ends, "refused": refused},
	})
}

func refused(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 3 || args[len(args)-3] != "-" {
		ts.Fatalf("usage: refused WORD... - STATUS TEXT")
	}
	words, want := args[:len(args)-3], args[len(args)-1]
	code, stdout, stderr := invoke(ts, words)
	if code != args[len(args)-2] {
		ts.Fatalf("combigo %s: exit status %s, want %s", strings.Join(words, " "), code, args[len(args)-2])
	}
	if stdout != "" {
		ts.Fatalf("stdout is not empty: %q", stdout)
	}
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "combigo: ") || !strings.HasSuffix(stderr, "\n") {
		ts.Fatalf("stderr is not one line: %q", stderr)
	}
	if !strings.Contains(stderr, want) {
		ts.Fatalf("stderr does not contain %q: %q", want, stderr)
	}
}

// ends runs combigo, which ends with a status.
func ends(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: ends STATUS WORD...")
	}
	if code, _, _ := invoke(ts, args[1:]); code != args[0] {
		ts.Fatalf("combigo %s: exit status %s, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// succeeds runs combigo, which ends with the status 0, or with another one if it is negated.
func succeeds(ts *testscript.TestScript, negated bool, words []string) {
	if code, _, _ := invoke(ts, words); (code != "0") != negated {
		ts.Fatalf("combigo %s: exit status %s", strings.Join(words, " "), code)
	}
}

var (
	// ofItsOwn finds what needs a process of its own in a command line: standard input, ceilings,
	// which hold for the whole process, and what only the whole program has.
	ofItsOwn = regexp.MustCompile(`^(serve|completion|__complete)\b|^-|(^| )(-|--memory(=.*)?)( |$)`)

	// withFiles finds commands and flags that read or write files.
	withFiles = regexp.MustCompile(`^(run|doc)\b|(^| )(-o.*|--(output|plot|witness|matrix|tsplib|tour|checkpoint|scratch|graph|verify)(=.*)?)( |$)`)

	// folder is held by the command that works in the folder of its script: a process has one folder.
	folder sync.Mutex
)

// invoke runs combigo, in this process if that is possible, since it takes less time, and returns
// its exit status in decimal.
func invoke(ts *testscript.TestScript, words []string) (code, stdout, stderr string) {
	line := strings.Join(words, " ")
	if len(words) == 0 || ofItsOwn.MatchString(line) || ts.Getenv("PATH") != os.Getenv("PATH") {
		code = "0"
		if err := ts.Exec("combigo", words...); err != nil {
			code = strings.TrimPrefix(err.Error(), "exit status ")
		}
		return code, ts.ReadFile("stdout"), ts.ReadFile("stderr")
	}
	if withFiles.MatchString(line) || slices.ContainsFunc(words, func(word string) bool {
		_, err := os.Stat(ts.MkAbs(word))
		return err == nil
	}) {
		folder.Lock()
		defer folder.Unlock()
		defer debug.SetGCPercent(debug.SetGCPercent(lazyCollection)) // which some commands change
		before, err := os.Getwd()
		ts.Check(cmp.Or(err, os.Chdir(ts.MkAbs("."))))
		defer func() { ts.Check(os.Chdir(before)) }()
	}
	var out, errs strings.Builder
	root := newCommands()
	root.SetArgs(words)
	root.SetIn(strings.NewReader(""))
	root.SetOut(io.MultiWriter(&out, ts.Stdout()))
	stderrs := io.MultiWriter(&errs, ts.Stderr())
	root.SetErr(stderrs)
	return strconv.Itoa(report(stderrs, carryOut(context.Background(), root))), out.String(), errs.String()
}

// The help is for terminals of 80 columns, and speaks of values by their own
// names.
func TestHelpFitsTheScreen(t *testing.T) {
	err := eachCommand(newRootCommand(), func(command *cobra.Command) error {
		if strings.HasPrefix(command.CommandPath(), "combigo completion ") {
			return nil // cobra's own text
		}
		for line := range strings.Lines(command.Long + "\n" + command.UsageString()) {
			if line = strings.TrimRight(line, "\n"); len(line) > 80 {
				t.Errorf("the help of %s has a line of %d columns: %s", command.CommandPath(), len(line), line)
			}
		}
		command.Flags().VisitAll(func(flag *pflag.Flag) {
			if name, _ := pflag.UnquoteUsage(flag); slices.Contains([]string{"int", "uint", "string", "strings", "stringArray", "duration", "float"}, name) {
				t.Errorf("the help of %s calls the value of --%s %q", command.CommandPath(), flag.Name, name)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The commands that the help and the documents show have the flags that they are shown with.
func TestShownFlagsAreThere(t *testing.T) {
	root := newRootCommand()
	shown := map[string]string{} // texts, by where they stand
	err := eachCommand(root, func(command *cobra.Command) error {
		shown["the help of "+command.CommandPath()] = command.Example
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "docs/cluster.md", "docs/counting.md", "docs/new.md"} {
		shown[name] = readDoc(t, name)
	}
	flags := 0
	for where, text := range shown {
		for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "$ "))
			if len(words) == 0 || words[0] != "combigo" {
				continue
			}
			command, rest, err := root.Find(words[1:])
			if err != nil {
				t.Errorf("%s: %s: %v", where, line, err)
				continue
			}
			for _, word := range rest {
				if word == "|" || word == "#" {
					break
				}
				name, _, _ := strings.Cut(word, "=")
				if name, ok := strings.CutPrefix(name, "--"); ok {
					flags++
					if command.Flags().Lookup(name) == nil && command.InheritedFlags().Lookup(name) == nil {
						t.Errorf("%s: %s has no flag --%s", where, command.CommandPath(), name)
					}
				}
			}
		}
	}
	if flags < 50 {
		t.Errorf("only %d flags are shown", flags)
	}
}

// A flag that many commands have is explained in the same words.
func TestSameFlagSameWords(t *testing.T) {
	const suicide = "yes or no: whether a move may take the last liberty of its own string"
	begins := map[string][]string{
		"threads": {"number of threads"},
		"memory":  {"ceiling on memory", "ceiling on the memory of the completion counts", "memory of a node"},
		"json":    {"short for --format json", "print JSON", "print the result, or how far the run has come, as JSON"},
		"quiet":   {"print the "},
		"seed":    {"seed ", "for --estimate: seed "},
		"output":  {"`FILE` "},
		"suicide": {suicide, "with --game: " + suicide},
	}
	err := eachCommand(newRootCommand(), func(command *cobra.Command) error {
		command.Flags().VisitAll(func(flag *pflag.Flag) {
			words := begins[flag.Name]
			if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(flag.Usage, w) }) {
				t.Errorf("%s --%s: %q begins with none of %q", command.CommandPath(), flag.Name, flag.Usage, words)
			}
			if format := command.Flags().Lookup("format"); flag.Name == "json" && format != nil && flag.Usage != words[0] {
				t.Errorf("%s --json: %q, want %q", command.CommandPath(), flag.Usage, words[0])
			}
			if flag.Name == "quiet" && flag.Shorthand != "q" {
				t.Errorf("%s --quiet has not the short form -q", command.CommandPath())
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every command that is listed stands in a group.
func TestCommandsAreGrouped(t *testing.T) {
	for _, command := range newRootCommand().Commands() {
		if command.IsAvailableCommand() && command.GroupID == "" {
			t.Errorf("the command %s is in no group", command.Name())
		}
	}
}

func TestReportIsOneLine(t *testing.T) {
	if got := view.OneLine("a\nb\x1b[31m\tc"); strings.ContainsAny(got, "\n\x1b\t") {
		t.Errorf("one line is %q", got)
	}
	if code := report(os.Stderr, exitError{1, nil}); code != 1 {
		t.Errorf("the exit status is %d", code)
	}
}

// A number that failed a check is the program's fault, whichever room found it; wrong input is the
// user's.
func TestExitStatusOfErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("count: no board"), exitUsage},
		{fmt.Errorf("count: %w", result.InternalErrorf("the number for 3x3", "it is %d", -1)), exitInternal},
		{exitError{exitInterrupted, result.InternalErrorf("the number", "stopped")}, exitInterrupted},
	} {
		var stderr strings.Builder
		if got := report(&stderr, c.err); got != c.want {
			t.Errorf("%v: exit status %d, want %d", c.err, got, c.want)
		}
		if c.err != nil && stderr.String() != "combigo: "+c.err.Error()+"\n" {
			t.Errorf("%v is reported as %q", c.err, stderr.String())
		}
	}
}
