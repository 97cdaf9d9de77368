package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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
	"FORMAT", "LATTICE", "METHOD", "RULES", "KIND", "DIRECTION", "MEANING", "WHAT", "yes|no", "strict|free",
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

// acceptedWords returns the words that a flag takes. The error for any other one
// names them. It is for completion only, since it changes the flag.
func acceptedWords(value pflag.Value) []string {
	err := value.Set("?")
	if err == nil {
		return nil
	}
	var words []string
	for _, word := range strings.FieldsFunc(err.Error(), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	}) {
		if !slices.Contains(words, word) && value.Set(word) == nil {
			words = append(words, word)
		}
	}
	return words
}

// completeIDs proposes ids, each with what it is behind a tab, for the first argument.
func completeIDs(ids func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return ids(), cobra.ShellCompDirectiveNoFileComp
	}
}
