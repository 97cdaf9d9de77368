package main

import (
	"cmp"
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
)

// The folder help has a file for each command: the usage line, what the command does in a line, and
// after blank lines the long text and the examples.
//
//go:embed help/*.txt
var helpFiles embed.FS

// described returns a command with the words of a file of the folder help. The pairs of strings are
// words in capitals that the text has, and what stands for them.
func described(name string, fill ...string) *cobra.Command {
	fill = append(fill, "ORDER", helpText("order"))
	words, examples, _ := strings.Cut(strings.NewReplacer(fill...).Replace(helpText(name)), "\nExamples:\n")
	use, words, _ := strings.Cut(words, "\n")
	short, long, _ := strings.Cut(words, "\n")
	return &cobra.Command{Use: use, Short: short, Long: strings.TrimSpace(long), Example: examples}
}

func helpText(name string) string {
	text, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return strings.TrimRight(string(text), "\n")
}

// help writes the help of a command; that it cannot be written is an error.
func help(command *cobra.Command, _ []string) error {
	text := strings.TrimSpace(cmp.Or(command.Long, command.Short)) + "\n\n" + command.UsageString()
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func noSuchCommand(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range command.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("%q is not a command: %s has none below it", args[0], command.CommandPath())
	}
	if guess := didYouMean(args[0], names...); guess != "" {
		return fmt.Errorf("%q is not a command%s", args[0], guess)
	}
	if _, err := board.ParseRange(args...); err == nil && !command.HasParent() {
		return fmt.Errorf("%q is not a command; did you mean combigo count %s?", args[0], strings.Join(args, " "))
	}
	return fmt.Errorf("%q is not a command: want one of %s", args[0], strings.Join(names, ", "))
}

// newHelpCommand is cobra's help, but that a wrong command is an error.
func newHelpCommand() *cobra.Command {
	c := described("help")
	c.ValidArgsFunction = func(command *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
		found, rest, err := command.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []string
		for _, sub := range found.Commands() {
			if sub.IsAvailableCommand() && strings.HasPrefix(sub.Name(), start) {
				names = append(names, sub.Name()+"\t"+sub.Short)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	c.RunE = func(command *cobra.Command, args []string) error {
		found, rest, err := command.Root().Find(args)
		if err != nil || len(rest) > 0 {
			if len(rest) == 0 {
				rest = args
			}
			return noSuchCommand(found, rest)
		}
		found.InitDefaultHelpFlag()
		return help(found, nil)
	}
	return c
}

// commandsWith returns the commands below another one that have a flag.
func commandsWith(above *cobra.Command, flag string) (names []string) {
	for _, c := range above.Commands() {
		if c.IsAvailableCommand() && c.Flags().Lookup(flag) != nil {
			_, path, _ := strings.Cut(c.CommandPath(), " ")
			names = append(names, path)
		}
		names = append(names, commandsWith(c, flag)...)
	}
	return names
}
