package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/internal/enum"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/cmd/combigo/internal/view"
)

func newManualCommand() *cobra.Command {
	c, format := newCommand("doc"), "markdown"
	c.Args = oneArgument("one directory for the pages, such as docs/commands")
	enumVar(c.Flags(), &format, "format", "FORMAT", "markdown or man", "markdown", "man")
	return c.answerWith(func() (*view.Answer, error) {
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
			pages[strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"] = bytes.Replace(withValues(page.Bytes(), &shown), []byte(`"Jan 0001"`), []byte(`""`), 1) // a page is as old as the program
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

// bashAlone stands in for the package bash-completion where that is not installed, with what the
// script takes of it.
const bashAlone = `
if ! declare -F _init_completion >/dev/null; then
    __combigo_init_completion() {
        COMPREPLY=()
        read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
        [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
        cword=$((${#words[@]} - 1)) cur=${words[-1]} prev=${words[-2]}
    }
fi
declare -F _filedir >/dev/null || _filedir() {
    local kind=-f
    [[ $1 == -d ]] && kind=-d
    mapfile -t COMPREPLY < <(compgen "$kind" -- "$cur")
}
`

// adaptCompletion gives cobra's command for the scripts of shells the form of the other commands.
func adaptCompletion(completion *cobra.Command) {
	completion.Short = "Write a script that completes commands in a shell"
	completion.Args = noSuchCommand
	completion.RunE = help
	for _, shell := range completion.Commands() {
		shell.Flags().SortFlags = false
		if write := shell.RunE; shell.Name() == "bash" {
			_, use, _ := strings.Cut(shell.Long, "manager.\n\n") // it does not depend on a package, as cobra's own text says
			shell.Long = "Generate the autocompletion script for the bash shell.\n\n" + use
			shell.RunE = func(command *cobra.Command, args []string) error {
				if err := write(command, args); err != nil {
					return err
				}
				_, err := io.WriteString(command.OutOrStdout(), bashAlone)
				return err
			}
		}
	}
}

// completeCommands tells the shell what may follow a command and its flags.
func completeCommands(root *cobra.Command) {
	for _, c := range root.Commands() {
		completeCommands(c)
		completeArguments(c)
		c.Flags().VisitAll(func(flag *pflag.Flag) { completeFlag(c, flag) })
	}
}

// flagWithValue is a flag in a usage line.
var flagWithValue = regexp.MustCompile(`--[a-z]+ [A-Z]+`)

// completeArguments has files proposed only where the usage line speaks of them.
func completeArguments(c *cobra.Command) {
	arguments := flagWithValue.ReplaceAllString(c.Use, "")
	switch {
	case c.ValidArgsFunction != nil || c.HasSubCommands() || strings.Contains(arguments, "FILE"):
	case strings.Contains(arguments, "DIR"):
		c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	default:
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// wordTypes are the types of flags whose values are a few words.
var wordTypes = []string{
	"FORMAT", "LATTICE", "METHOD", "KIND", "DIRECTION", "MEANING", "WHAT", "yes|no", "strict|free",
}

func completeFlag(c *cobra.Command, flag *pflag.Flag) {
	if _, known := c.GetFlagCompletionFunc(flag.Name); known {
		return
	}
	var propose cobra.CompletionFunc
	switch name, _ := pflag.UnquoteUsage(flag); {
	case slices.Contains(wordTypes, flag.Value.Type()):
		propose = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return acceptedWords(flag.Value), cobra.ShellCompDirectiveNoFileComp
		}
	case name == "FILE" || flag.Value.Type() == "bool":
		return
	case name == "DIR" || flag.Name == "dir":
		propose = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	default:
		propose = cobra.NoFileCompletions
	}
	if err := c.RegisterFlagCompletionFunc(flag.Name, propose); err != nil {
		panic(err) // the flag is there, and has no function yet
	}
}

// acceptedWords returns the words that a flag takes.
func acceptedWords(value pflag.Value) []string {
	var unknown *enum.UnknownError
	if errors.As(value.Set("?"), &unknown) {
		return unknown.Want
	}
	return nil
}

// completeIDs proposes ids, each with what it is after a tab, for the first argument.
func completeIDs(ids func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return ids(), cobra.ShellCompDirectiveNoFileComp
	}
}

// plainUsage takes the quotes out of what is said of flags, which help uses to find the names of
// values: shells show them.
func plainUsage(command *cobra.Command) {
	command.Flags().VisitAll(func(flag *pflag.Flag) { flag.Usage = strings.ReplaceAll(flag.Usage, "`", "") })
	for _, sub := range command.Commands() {
		plainUsage(sub)
	}
}
