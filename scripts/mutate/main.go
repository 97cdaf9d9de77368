// Mutate changes files of this module in one place at a time and tells who sees the change:
//
//	go run ./scripts/mutate [-every N] [-first K] [-only REGEXP] [-long] [-own] FILE...
//
// A change is an integer plus or minus one, another sign, another operator, a negated condition, an
// assignment whose value is not kept, a check, or half of a check, that is left out, a call that is
// left out, or two calls in the other order. With -only, the changes are those whose text matches:
// file:line:column, what is there, →, what takes its place. The tree is not edited: the changed
// file goes to the compiler by -overlay. The verdicts, the first one that is true:
//
//	not compiled  the compiler refuses the change
//	seen          the program boards stops with an error: package count sees the change
//	WRONG         package count returns a wrong number as checked
//	tests         go test fails, for the package of the file or for one that imports it
//	long          the long tests fail (COMBIGO_LONG_TESTS=1)
//	SURVIVES      nothing fails
//
// With -own only the tests of the package of the file are run. A program or a test that does not
// end has failed; limits are of processor time, so that other programs do no harm. The exit status
// is 1 if a verdict is WRONG.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	boards     = "./scripts/mutate/boards"
	wrongExit  = 3                // the exit status of boards for a wrong number
	boardsTime = 10 * time.Second // of processor time
	testTime   = 5 * time.Minute
	patience   = 12       // times as much may pass on the clock
	memory     = 12 << 20 // of one process, in KiB
)

var (
	every   = flag.Int("every", 1, "try every N-th change of a file")
	first   = flag.Int("first", 1, "begin with the K-th change of a file")
	only    = flag.String("only", "", "try the changes whose text a regular expression matches")
	long    = flag.Bool("long", false, "run the long tests, too")
	own     = flag.Bool("own", false, "run the tests of the package of the file only")
	columns = []string{"mutants", "not compiled", "seen", "WRONG", "tests", "long", "SURVIVES"}
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	if *every < 1 || *first < 1 || flag.NArg() == 0 {
		log.Print("usage: go run ./scripts/mutate [-every N] [-first K] [-only REGEXP] [-long] [-own] FILE...")
		os.Exit(2)
	}
	if mutate(flag.Args()) {
		os.Exit(1)
	}
}

// must ends the program if something other than a change is wrong.
func must[T any](x T, err error) T {
	if err != nil {
		log.Print("mutate: ", err)
		os.Exit(2)
	}
	return x
}

// mutate prints the verdict on each change, and a table.
func mutate(files []string) (anyWrong bool) {
	dir := must(os.MkdirTemp("", "mutate"))
	defer os.RemoveAll(dir)
	table := fmt.Sprintf("\n%-40s", "file")
	for _, v := range columns {
		table += fmt.Sprintf(" %12s", v)
	}
	wanted := must(regexp.Compile(*only))
	for _, name := range files {
		source := must(os.ReadFile(name))
		all := slices.DeleteFunc(must(find(name, source)), func(m mutant) bool { return !wanted.MatchString(m.String()) })
		t := newTrial(dir, name, source)
		count := map[string]int{}
		for i := *first - 1; i < len(all); i += *every {
			v := t.judge(all[i].text)
			fmt.Printf("%s  %s\n", &all[i], v)
			count[v]++
			count["mutants"]++
		}
		anyWrong = anyWrong || count["WRONG"] > 0
		table += fmt.Sprintf("\n%-40s", name)
		for _, v := range columns {
			table += fmt.Sprintf(" %12d", count[v])
		}
	}
	fmt.Println(table)
	return anyWrong
}

// A trial is what it takes to judge the changes of a file.
type trial struct {
	dir, file, overlay string
	own                string   // package
	dependents         []string // packages that import it, but programs
	counts             bool     // boards needs the package
}

// newTrial prepares for a file, with which all must be well as long as it is unchanged.
func newTrial(dir, name string, source []byte) *trial {
	list := func(of ...string) []string {
		return strings.Split(strings.TrimSpace(string(must(exec.Command("go", append([]string{"list"}, of...)...).Output()))), "\n")
	}
	t := &trial{dir: dir, file: filepath.Join(dir, "changed.go"), overlay: filepath.Join(dir, "overlay.json")}
	overlay := must(json.Marshal(map[string]map[string]string{"Replace": {must(filepath.Abs(name)): t.file}}))
	must(0, os.WriteFile(t.overlay, overlay, 0o600))
	t.own = list("./" + filepath.Dir(name))[0]
	t.counts = slices.Contains(list("-deps", boards), t.own)
	const importers = `{{if ne .Name "main"}}{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}{{end}}`
	for _, line := range list("-f", importers, "./...") {
		if *own {
			break
		}
		if words := strings.Fields(line); slices.Contains(words, t.own) && words[0] != t.own {
			t.dependents = append(t.dependents, words[0])
		}
	}
	if v := t.judge(source); v != "SURVIVES" {
		must(0, fmt.Errorf("%s without a change: %s", name, v))
	}
	return t
}

// judge gives the verdict on a text of the file.
func (t *trial) judge(text []byte) string {
	must(0, os.WriteFile(t.file, text, 0o600))
	if status(testTime, "go", "build", "-ldflags=-s -w", "-overlay", t.overlay, "-o", t.dir+"/", boards, t.own) != 0 {
		return "not compiled"
	}
	if t.counts {
		switch status(boardsTime, filepath.Join(t.dir, "boards")) {
		case 0:
		case wrongExit:
			return "WRONG"
		default:
			return "seen"
		}
	}
	switch {
	case !t.passes(""):
		return "tests"
	case *long && !t.passes("1"):
		return "long"
	}
	return "SURVIVES"
}

// passes runs the tests, quick or long, of the package, and then those of its dependents.
func (t *trial) passes(long string) bool {
	must(0, os.Setenv("COMBIGO_LONG_TESTS", long))
	for _, packages := range [][]string{{t.own}, t.dependents} {
		test := []string{"go", "test", "-failfast", "-vet=off", "-timeout", (patience * testTime).String(), "-overlay", t.overlay}
		if len(packages) > 0 && status(testTime, append(test, packages...)...) != 0 {
			return false
		}
	}
	return true
}

// status runs a command with little memory and returns its exit status, -1 if it was ended. Each
// process of the command has the given processor time.
func status(limit time.Duration, command ...string) int {
	ctx, cancel := context.WithTimeout(context.Background(), patience*limit)
	defer cancel()
	limits := fmt.Sprintf(`ulimit -v %d; ulimit -t %.0f; exec "$@"`, memory, limit.Seconds())
	limited := append([]string{"-c", limits, "sh"}, command...)
	cmd := exec.CommandContext(ctx, "sh", limited...)
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode()
}
