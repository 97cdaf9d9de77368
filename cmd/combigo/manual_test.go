package main

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// update writes what these tests would otherwise compare.
var update = flag.Bool("update", false, "write the pages in docs/commands and the pictures in docs/figures")

// The pages in docs/commands are what combigo doc writes.
func TestCommandPagesAreUpToDate(t *testing.T) {
	pages, err := manual(newRootCommand(), "markdown")
	if err != nil {
		t.Fatal(err)
	}
	compareFiles(t, "docs/commands", pages)
}

// compareFiles compares a directory of the repository with what belongs there.
func compareFiles(t *testing.T, name string, want map[string][]byte) {
	t.Helper()
	dir := filepath.Join(repository, name)
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := writePages(dir, want); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, known := want[entry.Name()]; !known {
			t.Errorf("%s/%s belongs to nothing", name, entry.Name())
		}
	}
	for _, file := range slices.Sorted(maps.Keys(want)) {
		if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != string(want[file]) {
			t.Errorf("%s/%s is out of date (%v): go test ./cmd/combigo -run UpToDate -update", name, file, err)
		}
	}
}

func TestCodeBlocks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\nb", "a\nb"},
		{"a\n\n  b\n  c\n\nd", "a\n\n      b\n      c\n\nd"},
		{"a\n  b\nc\n", "a\n\n      b\n\nc\n"},
		{"  a\n\n  b\n", "      a\n\n      b\n"},
	} {
		if got := codeBlocks(test.text); got != test.want {
			t.Errorf("codeBlocks(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}
