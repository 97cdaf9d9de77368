package main

import (
	"errors"
	"go/build"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const repository = "../.." // as seen from this package

// readDoc returns the text of a file of the repository.
func readDoc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A session is a command that a document shows, and the output that it shows
// below the command, if any.
type session struct {
	command, output string
}

var consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")

// sessionsIn returns the commands of the console blocks of a document.
func sessionsIn(text string) []session {
	var sessions []session
	for _, block := range consoleBlock.FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(block[1]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				sessions = append(sessions, session{command: strings.TrimSpace(command)})
			} else if len(sessions) > 0 {
				sessions[len(sessions)-1].output += line
			}
		}
	}
	return sessions
}

// testCommand is the one shown command that the tests cannot run, being it.
const testCommand = "go test ./..."

// longSessions are shown commands that take more than a second. With COMBIGO_LONG_TESTS they are tested as well; the documents
// show others like them.
var longSessions = []string{
	"combigo games 19 --bounds --steps 1000",
	"combigo games 19 --length 6 --suicide no --quiet",
	"combigo sequence symmetry --terms 8",
	"combigo sequence symmetry-colours --terms 8",
	"combigo records 1-8",
}

// Every command that the documents show works, and prints what they show, but
// for times and memory.
func TestDocumentsTellTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command of the documents")
	}
	t.Parallel()
	documents, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(documents, filepath.Join(repository, "README.md")) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(document), func(t *testing.T) {
			t.Parallel()
			dir := workplace(t) // what one command writes is there for the next
			for _, s := range sessionsIn(string(text)) {
				if s.command == testCommand || slices.Contains(longSessions, s.command) && os.Getenv("COMBIGO_LONG_TESTS") == "" {
					continue
				}
				t.Run(s.command, func(t *testing.T) { replay(t, dir, s) })
			}
		})
	}
}

// workplace returns a directory that looks like the repository, and takes new
// files.
func workplace(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, entry := range entries {
		if err := os.Symlink(filepath.Join(root, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func replay(t *testing.T, dir string, s session) {
	command := strings.ReplaceAll(s.command, "go run ./cmd/combigo", "combigo")
	if !strings.Contains(command, "combigo ") {
		t.Fatalf("%q is no command of this program: do not fence it as console", s.command)
	}
	shell := exec.Command("sh", "-c", command)
	shell.Dir = dir
	output, err := shell.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && strings.Contains(command, "combigo check") {
		err = nil // an illegal position
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", s.command, err, output)
	}
	if got, want := measured(string(output)), measured(s.output); want != "" && got != want {
		t.Errorf("%s prints\n%s\nbut the document shows\n%s", s.command, got, want)
	}
}

// measurements are what differs from run to run and from machine to machine.
var measurements = regexp.MustCompile(
	`[0-9.]+ (ms|s|min|h)\b|[0-9.]+m?s of computing|[0-9.]+ [KMGT]?i?B\b|[0-9]+ threads?`)

func measured(text string) string { return measurements.ReplaceAllString(text, "(measured)") }

func TestReadmeBeginsWithItsTwoCommands(t *testing.T) {
	sessions := sessionsIn(readDoc(t, "README.md"))
	if len(sessions) < 2 || sessions[0].command != "go run ./cmd/combigo count 9" || sessions[1].command != testCommand {
		t.Fatalf("the README begins with %q", sessions)
	}
	if sessions[0].output == "" {
		t.Error("the README does not show what its first command prints")
	}
	if !strings.Contains(readDoc(t, "scripts/bare"), " "+testCommand+"; ") || !strings.Contains(readDoc(t, ".ci/run"), "\nscripts/bare\n") {
		t.Errorf("the checks do not run %q", testCommand)
	}
}

// The README has a place for every command.
func TestReadmeNamesEveryCommand(t *testing.T) {
	readme := readDoc(t, "README.md")
	for _, command := range newRootCommand().Commands() {
		name := command.Name()
		if name != "help" && !regexp.MustCompile("`"+name+"[ `]").MatchString(readme) {
			t.Errorf("the README does not say what combigo %s answers", name)
		}
	}
}

var backquoted = regexp.MustCompile("`([^`]*)`")

// tableRows returns the cells of the rows of all tables of a document that begin
// with something in backquotes.
func tableRows(text string) [][]string {
	var rows [][]string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| `") {
			rows = append(rows, strings.Split(strings.Trim(line, "| \n"), "|"))
		}
	}
	return rows
}

func namesIn(cell string) []string {
	var names []string
	for _, match := range backquoted.FindAllStringSubmatch(cell, -1) {
		names = append(names, match[1])
	}
	return names
}

// The arrows between packages are those that the document shows, and go down.
func TestArchitectureIsAsDocumented(t *testing.T) {
	var above []string
	for _, cells := range tableRows(readDoc(t, "docs/architecture.md")) {
		name := namesIn(cells[0])[0]
		var shown []string
		if len(cells) > 2 {
			shown = namesIn(cells[2])
		}
		imported := importsOf(t, name)
		if !slices.Equal(shown, imported) {
			t.Errorf("package %s imports %q, the document shows %q", name, imported, shown)
		}
		above = append(above, name)
		for _, other := range imported {
			if slices.Contains(above, other) {
				t.Errorf("package %s imports %s, which is not below it", name, other)
			}
		}
	}
	for _, name := range packages(t) {
		if !slices.Contains(above, name) {
			t.Errorf("package %s is not in the document", name)
		}
	}
}

// packages returns the folders of the repository with Go programs in them.
func packages(t *testing.T) []string {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".go" {
			name, inside := filepath.Rel(repository, filepath.Dir(path))
			seen[filepath.ToSlash(name)] = true
			err = inside
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) < 7 {
		t.Fatalf("only %d packages are found", len(seen))
	}
	return slices.Sorted(maps.Keys(seen))
}

// importsOf returns the packages that a package imports, sorted.
func importsOf(t *testing.T, name string) []string {
	t.Helper()
	source, err := build.ImportDir(filepath.Join(repository, name), 0)
	if err != nil {
		t.Fatal(err)
	}
	var imported []string
	for _, path := range source.Imports {
		if other, ok := strings.CutPrefix(path, "combigo/"); ok {
			imported = append(imported, other)
		}
	}
	return imported
}

var directRequirement = regexp.MustCompile(`(?m)^\t([a-z0-9.]+/[^ ]+) v[^ ]+$`)

// Every direct dependency has a reason.
func TestDependenciesHaveReasons(t *testing.T) {
	var documented []string
	for _, cells := range tableRows(readDoc(t, "docs/dependencies.md")) {
		documented = append(documented, namesIn(cells[0])...)
	}
	module := readDoc(t, "go.mod")
	for _, match := range directRequirement.FindAllStringSubmatch(module, -1) {
		if !slices.Contains(documented, match[1]) {
			t.Errorf("%s has no line in docs/dependencies.md", match[1])
		}
	}
	for _, name := range documented {
		if !strings.Contains(module, name+" v") {
			t.Errorf("docs/dependencies.md has a line for %s, which go.mod has not", name)
		}
	}
}
