package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/internal/view"
)

func newManualCommand() *cobra.Command {
	c, format := newCommand("doc"), "markdown"
	c.Args = oneArgument("one directory for the pages, such as docs/commands")
	enumVar(c.Flags(), &format, "format", "FORMAT", "markdown or man", "markdown", "man")
	return c.answers(func() (*view.Answer, error) {
		pages, err := manual(c.Root(), format)
		if err != nil {
			return nil, exitError{exitInternal, err}
		}
		if err := writePages(c.args[0], pages); err != nil {
			return nil, err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%d pages in %s\n", len(pages), c.args[0])
		return nil, err
	})
}

// manual returns the pages of a command and all below it, by file name.
func manual(root *cobra.Command, format string) (map[string][]byte, error) {
	pages := map[string][]byte{}
	err := eachCommand(root, func(c *cobra.Command) error {
		shown := *c
		shown.Long = codeBlocks(c.Long)
		shown.DisableAutoGenTag = true
		var page bytes.Buffer
		if format == "man" {
			if err := doc.GenMan(&shown, &doc.GenManHeader{Section: "1", Source: "combigo", Date: &time.Time{}}, &page); err != nil {
				return err
			}
			pages[strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"] = undated(withValues(page.Bytes(), &shown))
			return nil
		}
		if err := doc.GenMarkdown(&shown, &page); err != nil {
			return err
		}
		pages[strings.ReplaceAll(c.CommandPath(), " ", "_")+".md"] = page.Bytes()
		return nil
	})
	return pages, err
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

// codeBlocks marks the indented lines of a help text as what they are: laid out
// by hand.
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

// undated takes the date out of the head of a manual page: a page is as old as
// the program.
func undated(page []byte) []byte {
	return bytes.Replace(page, []byte(`"Jan 0001"`), []byte(`""`), 1)
}

// manualFlag is the line of a manual page that names a flag.
var manualFlag = regexp.MustCompile(`(?m)^(\\fB(?:-\w\\fP, \\fB)?--([\w-]+)\\fP)(?:=.*|\[=.*\])$`)

// withValues names the value of each flag in a manual page, as --help does, with what it is if
// nothing is said.
func withValues(page []byte, command *cobra.Command) []byte {
	return manualFlag.ReplaceAllFunc(page, func(line []byte) []byte {
		found := manualFlag.FindSubmatch(line)
		flag := command.Flags().Lookup(string(found[2]))
		if flag == nil {
			return line
		}
		text := string(found[1])
		if value, _ := pflag.UnquoteUsage(flag); value != "" {
			text += ` \fI` + value + `\fP`
		}
		if !slices.Contains([]string{"", "0", "false", "[]"}, flag.DefValue) {
			text += " (default " + flag.DefValue + ")"
		}
		return []byte(text)
	})
}

func writePages(dir string, pages map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the directory %s cannot be made: %w", dir, err)
	}
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), page, 0o644); err != nil {
			return err
		}
	}
	return nil
}
