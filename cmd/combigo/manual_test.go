package main

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// update writes what these tests would otherwise compare.
var update = flag.Bool("update", false, "write the pages in docs/commands and the pictures in docs/figures")

// The pages in docs/commands have the texts of --help.
func TestCommandPagesAreUpToDate(t *testing.T) {
	pages := map[string][]byte{}
	err := eachCommand(newRootCommand(), func(c *cobra.Command) error {
		shown := *c
		shown.Long = codeBlocks(c.Long)
		shown.DisableAutoGenTag = true
		var page bytes.Buffer
		err := doc.GenMarkdown(&shown, &page)
		pages[strings.ReplaceAll(c.CommandPath(), " ", "_")+".md"] = page.Bytes()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	compareFiles(t, "docs/commands", pages)
}

// eachCommand visits a command and all below it that the help lists.
func eachCommand(c *cobra.Command, visit func(*cobra.Command) error) error {
	c.InitDefaultHelpFlag()
	if err := visit(c); err != nil {
		return err
	}
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			continue
		}
		if err := eachCommand(sub, visit); err != nil {
			return err
		}
	}
	return nil
}

// codeBlocks marks the indented lines of a help text as what they are: laid out by hand.
func codeBlocks(text string) string {
	var b strings.Builder
	last := "\n" // a block has an empty line above and below
	for line := range strings.Lines(text) {
		indented := strings.HasPrefix(line, "  ")
		if last != "\n" && line != "\n" && indented != strings.HasPrefix(last, "  ") {
			b.WriteString("\n")
		}
		if indented {
			b.WriteString("    ")
		}
		b.WriteString(line)
		last = line
	}
	return b.String()
}

// compareFiles compares a directory of the repository with what belongs there.
func compareFiles(t *testing.T, name string, want map[string][]byte) {
	t.Helper()
	dir := filepath.Join(repository, name)
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, page := range want {
			if err := os.WriteFile(filepath.Join(dir, name), page, 0o644); err != nil {
				t.Fatal(err)
			}
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
