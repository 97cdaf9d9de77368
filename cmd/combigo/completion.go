package main

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/internal/enum"
)

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
