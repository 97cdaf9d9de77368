package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

var (
	goBlock = regexp.MustCompile("(?ms)^```go\n(package main\n.*?)^```$")
	shBlock = regexp.MustCompile("(?ms)^```sh\n(go mod init .*?)^```$")
)

// A module of its own can use the library as the README says, with nothing but what is in the
// module cache already.
func TestReadmeImportsTheLibrary(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("builds a program: set COMBIGO_LONG_TESTS=1, as .ci/run does")
	}
	readme := readDoc(t, "README.md")
	program, commands := goBlock.FindStringSubmatch(readme), shBlock.FindStringSubmatch(readme)
	if program == nil || commands == nil {
		t.Fatal("the README has no program that uses the library, or no commands for it")
	}
	here, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program[1]), 0o666); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for line := range strings.Lines(commands[1]) {
		words := strings.Fields(line)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "/path/to/combigo", here)
		}
		command := exec.Command(words[0], words[1:]...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=", "GOWORK=off")
		var stderr strings.Builder
		command.Stderr = &stderr
		if out, err = command.Output(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, &stderr)
		}
	}
	if want := "10119443658557288491414622242630728266843860918399830825\n"; string(out) != want {
		t.Errorf("the program prints %q, want %q", out, want)
	}
}
