package main

import (
	"errors"
	"go/build"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"combigo.dev/combigo/internal/longtests"
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

// Every command that the documents show works, and prints what they show, but for times and memory.
// The quick tests try those of the README alone.
func TestDocumentsTellTheTruth(t *testing.T) {
	t.Parallel()
	documents := []string{filepath.Join(repository, "README.md")}
	if longtests.Wanted() {
		more, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, more...)
	}
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(document), func(t *testing.T) {
			t.Parallel()
			dir := workplace(t) // what one command writes is there for the next
			for _, s := range sessionsIn(string(text)) {
				if s.command == testCommand {
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

// reportOfProgress is a line that tells on stderr, from time to time, how far a command has come.
var reportOfProgress = regexp.MustCompile(`(?m)^.* % done after .*\n`)

func measured(text string) string {
	return measurements.ReplaceAllString(reportOfProgress.ReplaceAllString(text, ""), "(measured)")
}

var (
	figure    = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)
	thousands = regexp.MustCompile(`([0-9]),([0-9]{3})\b`)
)

// figuresIn returns the figures of a text without the commas in them.
func figuresIn(text string) []string {
	return figure.FindAllString(thousands.ReplaceAllString(text, "$1$2"), -1)
}

// shows tells whether a document may show a figure for one that a command prints: the same, or
// rounded or cut off to fewer decimals.
func shows(shown, printed string) bool {
	if shown == printed {
		return true
	}
	_, fraction, _ := strings.Cut(printed, ".")
	_, short, _ := strings.Cut(shown, ".")
	exact, ok := new(big.Rat).SetString(printed)
	if !ok || len(fraction) <= len(short) {
		return false
	}
	cut := strings.TrimSuffix(printed[:len(printed)-len(fraction)+len(short)], ".")
	return exact.FloatString(len(short)) == shown || cut == shown
}

// Figures outside of console blocks are those that commands print. A line of
// testdata/figures.txt has a document, a part of its text with figures, and a
// command of the shell that prints them all. The quick tests run the commands for the README alone.
func TestFiguresInTheText(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("testdata/figures.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]string{} // what a command has to print, by the command
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		where, command, ok := strings.Cut(line, " <- ")
		document, part, too := strings.Cut(where, ": ")
		if !ok || !too || len(figuresIn(part)) == 0 {
			t.Fatalf("want DOCUMENT: TEXT <- COMMAND, not %q", line)
		}
		if !strings.Contains(strings.Join(strings.Fields(readDoc(t, document)), " "), part) {
			t.Errorf("%s does not say %q", document, part)
		}
		if longtests.Wanted() || document == "README.md" {
			parts[command] = append(parts[command], part)
		}
	}
	dir := workplace(t)
	for command, parts := range parts {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			shell := exec.Command("sh", "-c", command)
			shell.Dir = dir
			output, err := shell.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			printed := figuresIn(string(output))
			for _, part := range parts {
				for _, shown := range figuresIn(part) {
					if !slices.ContainsFunc(printed, func(p string) bool { return shows(shown, p) }) {
						t.Errorf("%q: the command does not print %s:\n%s", part, shown, output)
					}
				}
			}
		})
	}
}

func TestReadmeBeginsWithItsTwoCommands(t *testing.T) {
	sessions := sessionsIn(readDoc(t, "README.md"))
	if len(sessions) < 2 || sessions[0].command != "go run ./cmd/combigo count 9" || sessions[1].command != testCommand {
		t.Fatalf("the README begins with %q", sessions)
	}
	if sessions[0].output == "" {
		t.Error("the README does not show what its first command prints")
	}
	if !strings.Contains(readDoc(t, "scripts/bare"), " "+testCommand+" ") || !strings.Contains(readDoc(t, ".ci/run"), "\nscripts/bare\n") {
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

// maxLine is the longest line of a comment or of a document, in characters.
const maxLine = 100

// Lines of prose are short enough to be read next to each other: whole-line comments of programs,
// and documents but for tables, pictures, code and the pages of commands, which the program writes.
func TestLinesOfProseAreShort(t *testing.T) {
	err := filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if err == nil && (entry.Name() == ".git" || entry.Name() == "commands") {
				return filepath.SkipDir
			}
			return err
		}
		var prose func(line string) bool
		fenced := false
		switch filepath.Ext(path) {
		case ".go":
			shown := false // what an example prints
			prose = func(line string) bool {
				comment, ok := strings.CutPrefix(strings.TrimLeft(line, "\t"), "// ")
				shown = ok && (shown || strings.HasPrefix(comment, "Output:"))
				return ok && !shown
			}
		case ".md":
			prose = func(line string) bool {
				if strings.HasPrefix(line, "```") {
					fenced = !fenced
				}
				return !fenced && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "![")
			}
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if line = strings.TrimSuffix(line, "\n"); prose(line) && utf8.RuneCountInString(line) > maxLine {
				t.Errorf("%s:%d: %d characters, want at most %d", path, number, utf8.RuneCountInString(line), maxLine)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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

// The document lists all packages, and each imports only packages below it.
func TestArchitectureIsAsDocumented(t *testing.T) {
	var above []string
	for _, cells := range tableRows(readDoc(t, "docs/architecture.md")) {
		name := namesIn(cells[0])[0]
		above = append(above, name)
		for _, other := range importsOf(t, name) {
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
		if err == nil && entry.Name() == "examples" { // a module of its own
			return filepath.SkipDir
		}
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

// module is the path of the module in go.mod.
const module = "combigo.dev/combigo"

// importsOf returns the packages that a package imports, sorted.
func importsOf(t *testing.T, name string) []string {
	t.Helper()
	source, err := build.ImportDir(filepath.Join(repository, name), 0)
	if err != nil {
		t.Fatal(err)
	}
	var imported []string
	for _, path := range source.Imports {
		if other, ok := strings.CutPrefix(path, module+"/"); ok {
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

// What is known to have one way, to be quoted, to be wrong in print or to be greater elsewhere is
// said so.
func TestDocumentsSayWhatIsNotSo(t *testing.T) {
	for _, c := range []struct{ file, never, always string }{
		{"README.md", "Every number can be computed", "Nearly every number can be computed in two independent ways"},
		{"docs/architecture.md", "Every number can be computed", "*quoted*"},
		{"docs/sequences.md", "eleven more", "n = 481"},
		{"docs/sequences.md", "a shorter side of at most 15", "16889859371"},
		{"docs/theory.md", "10^(10^118)\n([proof](games-bounds.md#from-below-rooms)). ", "10^(10^100)"},
		{"docs/papers.md", "unprinted", `"horizontal" edges`},
		{"docs/papers.md", "C'(M,n) | 21 for", ">= for strips with empty rows added"},
		{"docs/games.md", "515.69", "carry the mean"},
		{"docs/commands/combigo_compare.md", "and a refined one\n", "quoted, not computed"},
	} {
		text := readDoc(t, c.file)
		if strings.Contains(text, c.never) || !strings.Contains(text, c.always) {
			t.Errorf("%s has %q, or has no %q", c.file, c.never, c.always)
		}
	}
}
